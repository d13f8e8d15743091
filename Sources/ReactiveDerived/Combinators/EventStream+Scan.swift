extension EventStream {
  /// The stream of a state that `next` makes from the state before and each payload, beginning with `initial`.
  ///
  /// ```swift
  /// let added = Event<Int>()
  /// let total = added.scan(0) { total, amount in total + amount }
  /// added.trigger(2)
  /// total.sink { print($0) }
  /// added.trigger(3)  // prints "5"
  /// ```
  ///
  /// There is one state for all observers, and it counts from the creation of the stream, observed or not. While
  /// observed, the stream lives as long as the event at its root; otherwise keep it. For a state that can be read at
  /// any time use ``accumulate(_:file:line:_:)``. Cost: about 600 bytes; as ``map(file:line:_:)`` for a payload, also
  /// while it is not observed.
  @inlinable
  public final func scan<State>(
    _ initial: State, file: StaticString = #fileID, line: UInt = #line,
    _ next: @escaping (_ state: State, _ payload: Payload) -> State
  ) -> EventStream<State> {
    var state = initial
    return derive(isEager: true, file, line) { link in
      { payload in
        // In two steps, so that no access is open while the function runs.
        let new = next(state, payload)
        state = new
        link.forward(new)
      }
    }
  }
}
