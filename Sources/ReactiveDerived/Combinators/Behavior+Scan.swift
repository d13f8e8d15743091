extension Behavior {
  /// The behavior of a state that `next` makes from the state before and the value, at each change; it begins with
  /// `initial`, and an equal state is no change.
  ///
  /// ```swift
  /// let reading = OpenBehavior(3)
  /// let highest = reading.scan(reading.value) { highest, value in max(highest, value) }
  /// reading.value = 8
  /// reading.value = 5
  /// print(highest)  // 8
  /// ```
  ///
  /// It follows this behavior from its creation, observed or not, and takes one step for each change of which observers
  /// are notified: a batch is one change, and a batch that ends where it began is none. Read in the middle of a batch,
  /// it shows the step that would be taken. A behavior is a state, not a sequence of writes: of two writes in an
  /// observer, the first may be passed over; count an ``/ReactiveCore/Event`` if each must count. `next` may run more
  /// than once for a step and should do nothing but compute; what it reads is not followed.
  ///
  /// The result keeps this behavior alive, and its subscriptions keep the result. Cost: about 500 bytes for an `Int`, and
  /// about 150 ns for each change of this behavior.
  @inlinable
  public final func scan<State: Equatable>(
    _ initial: State, file: StaticString = #fileID, line: UInt = #line,
    _ next: @escaping (_ state: State, _ value: Value) -> State
  ) -> Behavior<State> {
    ScanBehavior(self, initial, Equality(.equal()), file, line, next)
  }

  /// The behavior of a state that `next` makes from the state before and the value, at each change; the same instance is
  /// no change, any other state is one.
  @inlinable @_disfavoredOverload
  public final func scan<State>(
    _ initial: State, file: StaticString = #fileID, line: UInt = #line,
    _ next: @escaping (_ state: State, _ value: Value) -> State
  ) -> Behavior<State> {
    ScanBehavior(self, initial, Equality(.identity()), file, line, next)
  }
}
