extension EventStream {
  /// The stream of payloads for which `isIncluded` is true.
  ///
  /// ```swift
  /// let measured = Event<Double>()
  /// measured.filter { $0 > 100 }.sink { print("too hot: \($0)") }
  /// measured.trigger(20)   // prints nothing
  /// measured.trigger(120)  // prints "too hot: 120.0"
  /// ```
  ///
  /// Lifetime and cost: see ``map(file:line:_:)``.
  @inlinable
  public final func filter(
    file: StaticString = #fileID, line: UInt = #line, _ isIncluded: @escaping (Payload) -> Bool
  ) -> EventStream<Payload> {
    derive(file, line) { link in
      { payload in
        if isIncluded(payload) { link.forward(payload) }
      }
    }
  }
}

extension Behavior {
  /// Unavailable: a behavior always has a value.
  @available(
    *, unavailable, message: "a behavior always has a value: filter its changes, behavior.changes.filter { … }"
  )
  public final func filter(_ isIncluded: @escaping (Value) -> Bool) -> Behavior<Value> { stop("unavailable") }
}
