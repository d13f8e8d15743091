extension EventStream {
  /// The behavior of the last payload: `initial` until there is one; an equal payload is no change.
  ///
  /// ```swift
  /// let moved = Event<Int>()
  /// let position = moved.hold(0)
  /// moved.trigger(7)
  /// print(position)  // 7
  /// ```
  ///
  /// It follows the stream from its creation, observed or not. Keep it or a subscription to it; its end releases the
  /// stream. When the stream ends, it keeps the last payload. It keeps alive only what the stream's own roots do not: a
  /// stream that is made of the changes of a computed behavior. Cost: 340 bytes for an `Int`; for a payload, as a
  /// write. The name is from functional reactive programming, where it is also called `stepper`.
  @inlinable
  public final func hold(
    _ initial: Payload, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Payload> where Payload: Equatable {
    HeldBehavior(initial, Equality(.equal()), file, line).follow(self) { _, new in new }
  }

  /// The behavior of the last payload: `initial` until there is one; the same instance is no change, any other payload
  /// is one.
  @inlinable @_disfavoredOverload
  public final func hold(
    _ initial: Payload, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Payload> {
    HeldBehavior(initial, Equality(.identity()), file, line).follow(self) { _, new in new }
  }
}
