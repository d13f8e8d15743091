public import ReactiveCore

// Unlike for behaviors, equal payloads are written too: an event is an occurrence, not a state.

extension EventStream {
  /// Writes every payload from now on to a property of `target`, while both live.
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
  /// The target is held weakly. The binding ends with it, with the stream, or when the result is cancelled. An equal
  /// payload is written again. Cost: that of a closure with a weak reference, if the key path is written in the call.
  /// From Ultramarine.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Payload>, on target: Target
  ) -> Subscription { sink(with: target, writing(keyPath)) }

  /// Writes every payload to an optional property of `target`.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Payload?>, on target: Target
  ) -> Subscription { sink(with: target, writing(keyPath)) }

  /// Writes the result of `transform` for every payload to a property of `target`.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject, Written>(
    to keyPath: consuming ReferenceWritableKeyPath<Target, Written>, on target: Target,
    _ transform: @escaping (Payload) -> Written
  ) -> Subscription { sink(with: target, writing(keyPath, of: transform)) }

  /// Writes the description of every payload to a text of `target`.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    describeTo keyPath: consuming ReferenceWritableKeyPath<Target, String>, on target: Target
  ) -> Subscription where Payload: CustomStringConvertible {
    sink(with: target, writing(keyPath, of: { $0.description }))
  }

  /// Writes the description of every payload to an optional text of `target`.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    describeTo keyPath: consuming ReferenceWritableKeyPath<Target, String?>, on target: Target
  ) -> Subscription where Payload: CustomStringConvertible {
    sink(with: target, writing(keyPath, of: { $0.description }))
  }

  /// Calls a method of `target` with every payload.
  @inlinable @inline(__always)
  @discardableResult
  public final func assign<Target: AnyObject>(
    to method: @escaping (Target) -> (Payload) -> Void, on target: Target
  ) -> Subscription { sink(with: target) { target, payload in method(target)(payload) } }
}

extension EventStream<Void> {
  /// Calls a method of `target` for every event.
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
