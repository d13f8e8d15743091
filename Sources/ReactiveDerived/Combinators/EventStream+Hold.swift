extension EventStream {
  /// A behavior of the last payload, or `initial` before the first. Compared by `==`.
  ///
  /// ```swift
  /// let moved = Event<Int>()
  /// let position = moved.hold(0)
  /// moved.trigger(7)
  /// print(position)  // 7
  /// ```
  ///
  /// It follows the stream from its creation, observed or not, and keeps the last payload when the stream ends. Keep
  /// the behavior or a subscription; its end releases the stream. The behavior retains the stream only if the stream's
  /// roots do not: if it derives from changes of a computed behavior.
  ///
  /// Cost: 340 bytes for an `Int`; for a payload, that of a write. From functional reactive programming, also called
  /// `stepper`.
  @inlinable
  public final func hold(
    _ initial: Payload, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Payload> where Payload: Equatable {
    HeldBehavior(initial, Equality(.equal()), file, line).follow(self) { _, new in new }
  }

  /// A behavior of the last payload, or `initial` before the first. Compared by identity.
  @inlinable @_disfavoredOverload
  public final func hold(
    _ initial: Payload, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Payload> {
    HeldBehavior(initial, Equality(.identity()), file, line).follow(self) { _, new in new }
  }
}

extension EventStream {
  /// Unavailable: a stream with an initial value is a behavior.
  @available(*, unavailable, message: "hold the payloads in a behavior: stream.hold(initial)")
  public final func startWith(_ payload: Payload) -> Behavior<Payload> { stop("unavailable") }

  /// Unavailable: a stream with an initial value is a behavior.
  @available(*, unavailable, message: "hold the payloads in a behavior: stream.hold(initial)")
  public final func prepend(_ payload: Payload) -> Behavior<Payload> { stop("unavailable") }

  /// Unavailable: streams have no latest payload; behaviors have a value.
  @available(*, unavailable, message: "combine behaviors: one.hold(initial).combine(other.hold(initial))")
  public final func combineLatest<Other>(_ other: EventStream<Other>) -> EventStream<(Payload, Other)> {
    stop("unavailable")
  }
}
