public import ReactiveCore

extension Updating {
  /// Keeps a property of `object` equal to a behavior, now and on every change, while all three live.
  ///
  /// ```swift
  /// import ReactiveBindings
  /// import ReactiveDerived
  ///
  /// final class Button {
  ///   var isEnabled = true
  /// }
  /// let button = Button()
  /// let isLoginButtonEnabled = StoredProperty(false)
  /// let updater = Updater()
  /// updater.bind(object: button, keyPath: \Button.isEnabled, toProperty: isLoginButtonEnabled)
  /// print(button.isEnabled)  // false
  /// ```
  ///
  /// The binding is one of the updater's updates: it waits while the updater is paused, and ends with it. An equal
  /// value is not written again. The object is held weakly; the updater retains the behavior. From Yoyo.
  @inlinable @inline(__always)
  public func bind<Object: AnyObject, Value: Equatable>(
    object: Object, keyPath: consuming ReferenceWritableKeyPath<Object, Value>, toProperty property: Behavior<Value>
  ) { keep(object, at: property, by: .equal(), write: writing(keyPath)) }

  /// Keeps a property of `object` equal to a behavior. Compared by identity.
  @inlinable @inline(__always)
  @_disfavoredOverload
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: consuming ReferenceWritableKeyPath<Object, Value>, toProperty property: Behavior<Value>
  ) {
    // It equals itself already, and would write itself forever.
    if object === property { return }
    keep(object, at: property, by: .identity(), write: writing(keyPath))
  }

  /// Keeps an optional property of `object` equal to a behavior. Compared by `==`.
  @inlinable @inline(__always)
  public func bind<Object: AnyObject, Value: Equatable>(
    object: Object, keyPath: consuming ReferenceWritableKeyPath<Object, Value?>, toProperty property: Behavior<Value>
  ) { keep(object, at: property, by: .equal(), write: writing(keyPath)) }

  /// Keeps an optional property of `object` equal to a behavior. Compared by identity.
  @inlinable @inline(__always)
  @_disfavoredOverload
  public func bind<Object: AnyObject, Value>(
    object: Object, keyPath: consuming ReferenceWritableKeyPath<Object, Value?>, toProperty property: Behavior<Value>
  ) { keep(object, at: property, by: .identity(), write: writing(keyPath)) }

  @inlinable @inline(__always)
  func keep<Object: AnyObject, Value>(
    _ object: Object, at property: Behavior<Value>, by test: some EqualityTest<Value>,
    write: @escaping (Object, Value) -> Void
  ) {
    // As in `Behavior.keepCompared`.
    if property.hasOwnRule {
      return keepUpToDate(dependencies: [property], with: object) { write($0, property.peek()) }
    }
    let last = DuplicateFilter<Value>()
    keepUpToDate(dependencies: [property], with: object) { object in
      let new = property.peek()
      if last.accepts(new, by: test) { write(object, new) }
    }
  }
}
