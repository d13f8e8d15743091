extension EventStream {
  /// The stream of what `transform` makes of each payload, without those of which it makes nil.
  ///
  /// ```swift
  /// let typed = Event<String>()
  /// typed.compactMap { Int($0) }.sink { print($0 + 1) }
  /// typed.trigger("one")  // prints nothing
  /// typed.trigger("41")   // prints "42"
  /// ```
  ///
  /// Lives, and costs, as ``map(file:line:_:)``.
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
