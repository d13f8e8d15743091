extension EventStream {
  /// The stream of a state that `next` updates with each payload, beginning with `initial`.
  ///
  /// ```swift
  /// let added = Event<Int>()
  /// let total = added.scan(0) { total, amount in total + amount }
  /// added.trigger(2)
  /// total.sink { print($0) }
  /// added.trigger(3)  // prints "5"
  /// ```
  ///
  /// The state is updated from creation on, observed or not, once for all observers. While observed, the stream lives
  /// as long as its root event; otherwise keep it. For a state that you can read, use ``accumulate(_:file:line:_:)``.
  /// Cost: about 600 bytes; for a payload that of ``map(file:line:_:)``, also unobserved.
  @inlinable
  public final func scan<State>(
    _ initial: State, file: StaticString = #fileID, line: UInt = #line,
    _ next: @escaping (_ state: State, _ payload: Payload) -> State
  ) -> EventStream<State> {
    var state = initial
    return derive(isEager: true, file, line) { link in
      { payload in
        // In two steps, so that no access is open while `next` runs.
        let new = next(state, payload)
        state = new
        link.forward(new)
      }
    }
  }
}
