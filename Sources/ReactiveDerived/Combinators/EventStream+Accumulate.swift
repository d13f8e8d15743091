extension EventStream {
  /// The behavior of a state that `next` makes from the state before and each payload; an equal state is no change.
  ///
  /// ```swift
  /// let added = Event<Int>()
  /// let total = added.accumulate(0) { total, amount in total + amount }
  /// added.trigger(2)
  /// added.trigger(3)
  /// print(total)  // 5
  /// ```
  ///
  /// `next` runs for each payload, in the delivery of it, and may read anything: nothing that it reads is followed. For
  /// a stream of the states use ``scan(_:file:line:_:)``. Lives, and costs, as ``hold(_:file:line:)``. From
  /// functional reactive programming (`accumB`).
  @inlinable
  public final func accumulate<State: Equatable>(
    _ initial: State, file: StaticString = #fileID, line: UInt = #line,
    _ next: @escaping (_ state: State, _ payload: Payload) -> State
  ) -> Behavior<State> {
    HeldBehavior(initial, Equality(.equal()), file, line).follow(self, next)
  }

  /// The behavior of a state that `next` makes from the state before and each payload; the same instance is no change,
  /// any other state is one.
  @inlinable @_disfavoredOverload
  public final func accumulate<State>(
    _ initial: State, file: StaticString = #fileID, line: UInt = #line,
    _ next: @escaping (_ state: State, _ payload: Payload) -> State
  ) -> Behavior<State> {
    HeldBehavior(initial, Equality(.identity()), file, line).follow(self, next)
  }
}
