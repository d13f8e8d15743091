extension EventStream {
  /// The stream of non-nil results of `transform`.
  ///
  /// ```swift
  /// let typed = Event<String>()
  /// typed.compactMap { Int($0) }.sink { print($0 + 1) }
  /// typed.trigger("one")  // prints nothing
  /// typed.trigger("41")   // prints "42"
  /// ```
  ///
  /// Lifetime and cost: see ``map(file:line:_:)``.
  @inlinable
  public final func compactMap<New>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Payload) -> New?
  ) -> EventStream<New> {
    derive(file, line) { link in
      { payload in
        if let new = transform(payload) { link.forward(new) }
      }
    }
  }
}

extension Behavior {
  /// Unavailable: a behavior always has a value.
  @available(*, unavailable, message: "a behavior always has a value: use behavior.changes.compactMap { … }")
  public final func compactMap<New>(_ transform: @escaping (Value) -> New?) -> Behavior<New> { stop("unavailable") }
}
