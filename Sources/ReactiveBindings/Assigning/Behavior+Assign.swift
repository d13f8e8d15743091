public import ReactiveCore

// Each function exists twice: for values that can be compared with `==`, and for values that cannot.
//
// They are inlined where they are called, and consume the key path: only then does the optimiser see which property a
// key path names that is written in the call, and writes it as plain code would. Through one that it does not see, a
// write takes six times as long (benchmark: "assign").

extension Behavior {
  /// Keeps a property of `target` equal to this behavior: now, and on every change, for as long as both live.
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
  /// A value that equals the one written last is not written again, even if other code has written the property since.
  /// (For a behavior with a test for duplicates of its own, that test decides what is written.) What the property's
  /// setter writes to the behavior is notified afterwards. The target is held weakly and keeps nothing alive; the
  /// binding ends with it, with the behavior, or when the result is cancelled.
  ///
  /// The result may be thrown away if something else keeps the behavior. One that was derived in the call, such as
  /// `user.map(\.name)`, is kept by the result, as by every subscription: store that in a
  /// ``/ReactiveCore/SubscriptionBag``.
  ///
  /// Cost: 1.2 times that of a closure with a weak reference, if the key path is written in the call; one that is kept in
  /// a variable costs about 0.2 µs for each write. About 150 bytes more than such a closure. From Ultramarine.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value>, on target: Target
  ) -> Subscription where Value: Equatable { keepCompared(target, write: writing(keyPath)).handedOut() }

  /// Keeps a property of `target` equal to this behavior, now and on every change; the instance that was written last is
  /// not written again, a value of any other type always is.
  @inlinable @inline(__always)
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value>, on target: Target
  ) -> Subscription { keepUncompared(target, write: writing(keyPath)).handedOut() }

  /// Keeps an optional property of `target` equal to this behavior, now and on every change; an equal value is not
  /// written again.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value?>, on target: Target
  ) -> Subscription where Value: Equatable { keepCompared(target, write: writing(keyPath)).handedOut() }

  /// Keeps an optional property of `target` equal to this behavior, now and on every change; the instance that was
  /// written last is not written again, a value of any other type always is.
  @inlinable @inline(__always)
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Value?>, on target: Target
  ) -> Subscription { keepUncompared(target, write: writing(keyPath)).handedOut() }

  /// Keeps a property of `target` equal to what `transform` makes of this behavior: now, and on every change.
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
  /// `transform` runs once for each change, and what it reads is not followed. An equal result is not written again.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject, Written: Equatable>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Written>, on target: Target,
    _ transform: @escaping (Value) -> Written
  ) -> Subscription { keep(target, by: .equal(), transform, write: writing(keyPath)).handedOut() }

  /// Keeps a property of `target` equal to what `transform` makes of this behavior, now and on every change; the
  /// instance that was written last is not written again, a value of any other type always is.
  @inlinable @inline(__always)
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject, Written>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Written>, on target: Target,
    _ transform: @escaping (Value) -> Written
  ) -> Subscription { keep(target, by: .identity(), transform, write: writing(keyPath)).handedOut() }

  /// Keeps a text of `target` equal to the description of this behavior, now and on every change.
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
  /// The same text is not written again. An optional has no description, since `Optional(3)` is no text for a user: use
  /// the form with a transform. From Ultramarine.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    describeTo keyPath: consuming ReferenceWritableKeyPath<Target, String>, on target: Target
  ) -> Subscription where Value: CustomStringConvertible {
    keep(target, by: .equal(), { $0.description }, write: writing(keyPath)).handedOut()
  }

  /// Keeps an optional text of `target` equal to the description of this behavior, now and on every change.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    describeTo keyPath: consuming ReferenceWritableKeyPath<Target, String?>, on target: Target
  ) -> Subscription where Value: CustomStringConvertible {
    keep(target, by: .equal(), { $0.description }, write: writing(keyPath)).handedOut()
  }

  /// Calls a method of `target` with the value: now, and on every change, for as long as both live.
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
  /// The receiver is held weakly. A value that is equal to the last one is not passed again.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to method: @escaping (Target) -> (Value) -> Void, on target: Target
  ) -> Subscription where Value: Equatable {
    keepCompared(target, write: { target, value in method(target)(value) }).handedOut()
  }

  /// Calls a method of `target` with the value, now and on every change; the instance that was passed last is not passed
  /// again, a value of any other type always is.
  @inlinable @inline(__always)
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject>(
    to method: @escaping (Target) -> (Value) -> Void, on target: Target
  ) -> Subscription {
    keep(target, by: .identity(), { $0 }, write: { target, value in method(target)(value) }).handedOut()
  }

  /// Not possible: the property cannot be written.
  @available(*, unavailable, message: "this property cannot be written from here")
  @discardableResult
  @_disfavoredOverload
  public final func assign<Target: AnyObject>(
    to keyPath: KeyPath<Target, Value>, on target: Target
  ) -> Subscription { stop("unavailable") }

  /// Whether it notifies of exactly what has to be written, by a rule that is not that of the value's type.
  @inlinable @inline(__always)
  final var hasOwnRule: Bool { duplicateRule == .ownTest || duplicateRule == .identity }

  /// What those do that write the value as it is, where it can be compared.
  @inlinable @inline(__always)
  final func keepCompared<Target: AnyObject>(
    _ target: Target, write: @escaping (Target, Value) -> Void
  ) -> Subscription where Value: Equatable {
    if hasOwnRule { return observe(with: target, write) }
    return keep(target, by: .equal(), { $0 }, write: write)
  }

  /// What those do that write the value as it is, where it cannot be compared.
  @inlinable @inline(__always)
  final func keepUncompared<Target: AnyObject>(
    _ target: Target, write: @escaping (Target, Value) -> Void
  ) -> Subscription {
    // It is equal to itself already; and since its values cannot be compared, it would write itself for ever.
    if target === self { return Subscription(of: []) }
    return keep(target, by: .identity(), { $0 }, write: write)
  }

  /// What all others do.
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
