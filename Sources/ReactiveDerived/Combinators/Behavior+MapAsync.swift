public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension Behavior {
  /// A behavior that asks each value of this one, and is answered by a task; without a value there is no question.
  ///
  /// ```swift
  /// let place = OpenBehavior<String?>(nil)
  /// let weather = place.mapAsync { "sun in \($0)" }
  /// print(weather.value == .idle)                // true
  /// place.value = "Oslo"
  /// print(try await weather.settled() ?? "none")  // sun in Oslo
  /// ```
  ///
  /// `answer` runs outside of the isolation. With `delay` a value is asked when it has not changed for so long on `clock`;
  /// the value of the new behavior says `.loading` from the change on. See ``/ReactiveCore/AsyncBehavior`` for when questions
  /// are asked, and what is kept alive. It keeps this behavior, and belongs to the isolation in which this is called;
  /// outside of any this stops with a message.
  @inlinable
  public final func mapAsync<Question: Equatable & Sendable, Success: Sendable, Failure: Error>(
    after delay: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(), start: AsyncStart = .whenObserved,
    onFailure policy: FailurePolicy = .show, isolation: isolated (any Actor)? = #isolation, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ answer: @escaping @Sendable (Question) async throws(Failure) -> Success
  ) -> AsyncBehavior<Success, Failure> where Value == Question? {
    let terms = AskingTerms(after: delay, clock, start, policy, isolation, "mapAsync of \(label) was called")
    // A node of its own even where this one is computed: a value that is back is the same question, and this one may have
    // changed in between, or call other values equal.
    let question = ComputedBehavior(Equality<Value>(.equal()), name: nil, file: file, line: line) { self.read() }
    return AsyncBehavior(question, terms, name: name, file: file, line: line, answer: answer)
  }

  /// As the other one, of a behavior that always has a value to ask.
  @inlinable @_disfavoredOverload
  public final func mapAsync<Success: Sendable, Failure: Error>(
    after delay: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(), start: AsyncStart = .whenObserved,
    onFailure policy: FailurePolicy = .show, isolation: isolated (any Actor)? = #isolation, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ answer: @escaping @Sendable (Value) async throws(Failure) -> Success
  ) -> AsyncBehavior<Success, Failure> where Value: Equatable & Sendable {
    let terms = AskingTerms(after: delay, clock, start, policy, isolation, "mapAsync of \(label) was called")
    let question = ComputedBehavior(Equality<Value?>(.equal()), name: nil, file: file, line: line) { self.read() }
    return AsyncBehavior(question, terms, name: name, file: file, line: line, answer: answer)
  }
}
