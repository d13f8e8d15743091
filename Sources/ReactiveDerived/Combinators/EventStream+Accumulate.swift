extension EventStream {
  /// A behavior of a state that `next` updates with each payload, compared by `==`.
  ///
  /// ```swift
  /// let added = Event<Int>()
  /// let total = added.accumulate(0) { total, amount in total + amount }
  /// added.trigger(2)
  /// added.trigger(3)
  /// print(total)  // 5
  /// ```
  ///
  /// `next` runs while a payload is delivered. Its reads are not tracked. For a stream of states, use
  /// ``scan(_:file:line:_:)``. Lifetime and cost: see ``hold(_:file:line:)``. From functional reactive programming
  /// (`accumB`).
  @inlinable
  public final func accumulate<State: Equatable>(
    _ initial: State, file: StaticString = #fileID, line: UInt = #line,
    _ next: @escaping (_ state: State, _ payload: Payload) -> State
  ) -> Behavior<State> {
    HeldBehavior(initial, Equality(.equal()), file, line).follow(self, next)
  }

  /// A behavior of a state that `next` updates with each payload, compared by identity.
  @inlinable @_disfavoredOverload
  public final func accumulate<State>(
    _ initial: State, file: StaticString = #fileID, line: UInt = #line,
    _ next: @escaping (_ state: State, _ payload: Payload) -> State
  ) -> Behavior<State> {
    HeldBehavior(initial, Equality(.identity()), file, line).follow(self, next)
  }
}
