extension Behavior {
  /// A behavior of a state that `next` updates at each change, beginning with `initial`. Compared by `==`.
  ///
  /// ```swift
  /// let reading = OpenBehavior(3)
  /// let highest = reading.scan(reading.value) { highest, value in max(highest, value) }
  /// reading.value = 8
  /// reading.value = 5
  /// print(highest)  // 8
  /// ```
  ///
  /// It follows this behavior from its creation, observed or not. Each notified change is one step: a batch is one
  /// change, or none if it ends where it began. A read in the middle of a batch shows the pending step.
  ///
  /// A behavior is a state, not a sequence of writes: of two writes in an observer, the first may be skipped. If each
  /// must count, use an ``/ReactiveCore/Event``. `next` may run more than once for a step, so it should only compute.
  /// Its reads are not tracked.
  ///
  /// The result retains this behavior; subscriptions retain the result. Cost: about 500 bytes for an `Int`, and 150 ns
  /// for each change.
  @inlinable
  public final func scan<State: Equatable>(
    _ initial: State, file: StaticString = #fileID, line: UInt = #line,
    _ next: @escaping (_ state: State, _ value: Value) -> State
  ) -> Behavior<State> {
    ScanBehavior(self, initial, Equality(.equal()), file, line, next)
  }

  /// A behavior of a state that `next` updates at each change, compared by identity.
  @inlinable @_disfavoredOverload
  public final func scan<State>(
    _ initial: State, file: StaticString = #fileID, line: UInt = #line,
    _ next: @escaping (_ state: State, _ value: Value) -> State
  ) -> Behavior<State> {
    ScanBehavior(self, initial, Equality(.identity()), file, line, next)
  }
}
