public import ReactiveCore

// Each function has one overload for `Equatable` values and one for others.
//
// All are inlined and consume the key path, so that the optimizer sees a path written in the call. A write through an
// unknown path takes six times as long (benchmark: "assign").

extension Behavior {
  /// Keeps a property of `target` equal to this behavior, now and on every change, while both live.
  ///
  /// ```swift
  /// final class Label {
  ///   var text = ""
  /// }
  /// let label = Label()
  /// let title = OpenBehavior("Home")
  /// title.assign(to: \.text, on: label)
  /// print(label.text)  // Home
  /// title.value = "Settings"
  /// print(label.text)  // Settings
  /// ```
  ///
  /// The property is written after the value is stored, in subscription order, once for a ``/ReactiveCore/batch(_:)``.
  /// A value equal to the last one written is skipped, even if other code has written the property since. (If the
  /// behavior has its own test for duplicates, that test decides.) A setter's writes to the behavior are notified
  /// afterwards.
  ///
  /// The target is held weakly. The binding retains only the value that it wrote last, and ends with the target, with
  /// the behavior, or when the result is cancelled. You may discard the result if the behavior is kept elsewhere. Only
  /// the result retains a derived behavior, such as `user.map(\.name)`: store the result in a
  /// ``/ReactiveCore/SubscriptionBag``.
  ///
  /// Cost: if the key path is written in the call, a write takes 1.2 times as long as a closure with a weak reference.
  /// The binding takes about 150 bytes more than that closure. A path in a variable costs about 0.2 µs for each write.
  /// From Ultramarine.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value>, on target: Target
  ) -> Subscription where Value: Equatable { keepCompared(target, write: writing(keyPath)).handedOut() }

  /// Keeps a property of `target` equal to this behavior. Compared by identity.
  @inlinable @inline(__always)
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value>, on target: Target
  ) -> Subscription { keepUncompared(target, write: writing(keyPath)).handedOut() }

  /// Keeps an optional property of `target` equal to this behavior. Compared by `==`.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value?>, on target: Target
  ) -> Subscription where Value: Equatable { keepCompared(target, write: writing(keyPath)).handedOut() }

  /// Keeps an optional property of `target` equal to this behavior. Compared by identity.
  @inlinable @inline(__always)
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value?>, on target: Target
  ) -> Subscription { keepUncompared(target, write: writing(keyPath)).handedOut() }

  /// Keeps a property of `target` equal to the result of `transform`.
  ///
  /// ```swift
  /// final class Button {
  ///   var isEnabled = true
  /// }
  /// let button = Button()
  /// let name = OpenBehavior("")
  /// name.assign(to: \.isEnabled, on: button) { !$0.isEmpty }
  /// print(button.isEnabled)  // false
  /// ```
  ///
  /// `transform` runs once for each change, and its reads are not tracked. An equal result is not written again.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject, Written: Equatable>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Written>, on target: Target,
    _ transform: @escaping (Value) -> Written
  ) -> Subscription { keep(target, by: .equal(), transform, write: writing(keyPath)).handedOut() }

  /// Keeps a property of `target` equal to the result of `transform`. Compared by identity.
  @inlinable @inline(__always)
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject, Written>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Written>, on target: Target,
    _ transform: @escaping (Value) -> Written
  ) -> Subscription { keep(target, by: .identity(), transform, write: writing(keyPath)).handedOut() }

  /// Keeps a text of `target` equal to the description of this behavior.
  ///
  /// ```swift
  /// final class Label {
  ///   var text = ""
  /// }
  /// let label = Label()
  /// let count = OpenBehavior(3)
  /// count.assign(describeTo: \.text, on: label)
  /// print(label.text)  // 3
  /// ```
  ///
  /// An equal text is not written again. Optionals have no description, because `Optional(3)` is no text for a user:
  /// use a transform. From Ultramarine.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    describeTo keyPath: consuming ReferenceWritableKeyPath<Target, String>, on target: Target
  ) -> Subscription where Value: CustomStringConvertible {
    keep(target, by: .equal(), { $0.description }, write: writing(keyPath)).handedOut()
  }

  /// Keeps an optional text of `target` equal to the description of this behavior.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    describeTo keyPath: consuming ReferenceWritableKeyPath<Target, String?>, on target: Target
  ) -> Subscription where Value: CustomStringConvertible {
    keep(target, by: .equal(), { $0.description }, write: writing(keyPath)).handedOut()
  }

  /// Calls a method of `target` with the value, now and on every change, while both live.
  ///
  /// ```swift
  /// final class Receiver {
  ///   func update(_ count: Int) { print("got \(count)") }
  /// }
  /// let receiver = Receiver()
  /// let count = OpenBehavior(1)
  /// count.assign(to: Receiver.update, on: receiver)  // prints "got 1"
  /// count.value = 2                                  // prints "got 2"
  /// ```
  ///
  /// The target is held weakly. An equal value is not passed again.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to method: @escaping (Target) -> (Value) -> Void, on target: Target
  ) -> Subscription where Value: Equatable {
    keepCompared(target, write: { target, value in method(target)(value) }).handedOut()
  }

  /// Calls a method of `target` with each value. Compared by identity.
  @inlinable @inline(__always)
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject>(
    to method: @escaping (Target) -> (Value) -> Void, on target: Target
  ) -> Subscription {
    keep(target, by: .identity(), { $0 }, write: { target, value in method(target)(value) }).handedOut()
  }

  /// Unavailable: RxSwift's name.
  @available(*, unavailable, message: "write assign(to: \\.text, on: label); for an edited field, bindTwoWay(to:)")
  public final func bind<Target>(to target: Target) -> Subscription { stop("unavailable") }

  /// Unavailable: Combine's form for a published property.
  @available(*, unavailable, message: "derive the other: let text = behavior.map { … }; or sink { text.value = $0 }")
  public final func assign(to behavior: OpenBehavior<Value>) { stop("unavailable") }

  /// Unavailable: the property cannot be written.
  @available(*, unavailable, message: "this property cannot be written from here")
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject>(
    to keyPath: KeyPath<Target, Value>, on target: Target
  ) -> Subscription { stop("unavailable") }

  /// Whether the behavior's notifications decide what is written, by a rule other than its type's.
  @inlinable @inline(__always)
  final var hasOwnRule: Bool { duplicateRule == .ownTest || duplicateRule == .identity }

  /// Binds the value itself, compared by `==`.
  @inlinable @inline(__always)
  final func keepCompared<Target: AnyObject>(
    _ target: Target, write: @escaping (Target, Value) -> Void
  ) -> Subscription where Value: Equatable {
    if hasOwnRule { return observe(with: target, write) }
    return keep(target, by: .equal(), { $0 }, write: write)
  }

  /// Binds the value itself, compared by identity.
  @inlinable @inline(__always)
  final func keepUncompared<Target: AnyObject>(
    _ target: Target, write: @escaping (Target, Value) -> Void
  ) -> Subscription {
    // It equals itself already, and without a comparison would write itself forever.
    if target === self { return Subscription(of: []) }
    return keep(target, by: .identity(), { $0 }, write: write)
  }

  @inlinable @inline(__always)
  final func keep<Target: AnyObject, Written>(
    _ target: Target, by test: some EqualityTest<Written>, _ transform: @escaping (Value) -> Written,
    write: @escaping (Target, Written) -> Void
  ) -> Subscription {
    let last = DuplicateFilter<Written>()
    return observe(with: target) { target, value in
      let new = transform(value)
      if last.accepts(new, by: test) { write(target, new) }
    }
  }
}
