public import ReactiveCore

// As for behaviors, but each payload is written, equal or not: an event is something that happens, not something that is.

extension EventStream {
  /// Writes every payload from now on to a property of `target`, for as long as both live.
  ///
  /// ```swift
  /// final class Label {
  ///   var text = ""
  /// }
  /// let label = Label()
  /// let messages = Event<String>()
  /// messages.assign(to: \.text, on: label)
  /// messages.trigger("Saved")
  /// print(label.text)  // Saved
  /// ```
  ///
  /// The target is held weakly; the binding ends with it, with the stream, or when the result is cancelled. An equal
  /// payload is written again. Cost: that of a closure with a weak reference, if the key path is written in the call.
  /// From Ultramarine.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Payload>, on target: Target
  ) -> Subscription { sink(with: target, writing(keyPath)) }

  /// Writes every payload from now on to an optional property of `target`, for as long as both live.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Payload?>, on target: Target
  ) -> Subscription { sink(with: target, writing(keyPath)) }

  /// Writes what `transform` makes of every payload from now on to a property of `target`, for as long as both live.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject, Written>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Written>, on target: Target,
    _ transform: @escaping (Payload) -> Written
  ) -> Subscription { sink(with: target, writing(keyPath, of: transform)) }

  /// Writes the description of every payload from now on to a text of `target`, for as long as both live.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    describeTo keyPath: consuming ReferenceWritableKeyPath<Target, String>, on target: Target
  ) -> Subscription where Payload: CustomStringConvertible {
    sink(with: target, writing(keyPath, of: { $0.description }))
  }

  /// Writes the description of every payload from now on to an optional text of `target`, for as long as both live.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    describeTo keyPath: consuming ReferenceWritableKeyPath<Target, String?>, on target: Target
  ) -> Subscription where Payload: CustomStringConvertible {
    sink(with: target, writing(keyPath, of: { $0.description }))
  }

  /// Calls a method of `target` with every payload from now on, for as long as both live.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to method: @escaping (Target) -> (Payload) -> Void, on target: Target
  ) -> Subscription { sink(with: target) { target, payload in method(target)(payload) } }
}

extension EventStream<Void> {
  /// Calls a method of `target` whenever the event happens from now on, for as long as both live.
  ///
  /// ```swift
  /// final class Player {
  ///   func stop() { print("stopped") }
  /// }
  /// let player = Player()
  /// let pressed = Event<Void>()
  /// pressed.assign(to: Player.stop, on: player)
  /// pressed.trigger()  // prints "stopped"
  /// ```
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to method: @escaping (Target) -> () -> Void, on target: Target
  ) -> Subscription { sink(with: target) { target, _ in method(target)() } }
}
