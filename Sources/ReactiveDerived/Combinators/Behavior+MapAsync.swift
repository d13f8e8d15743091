public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension Behavior {
  /// A behavior that a task computes from each value of this one. No task runs for nil.
  ///
  /// ```swift
  /// let place = OpenBehavior<String?>(nil)
  /// let weather = place.mapAsync { "sun in \($0)" }
  /// print(weather.value == .idle)                // true
  /// place.value = "Oslo"
  /// print(try await weather.settled() ?? "none")  // sun in Oslo
  /// ```
  ///
  /// `answer` runs outside of the isolation. With `delay`, it starts once the value has been unchanged for that long on
  /// `clock`; the result is `.loading` from the change on. See ``/ReactiveCore/AsyncBehavior`` for the start of tasks
  /// and their retention.
  ///
  /// The result retains this behavior, and belongs to the caller's isolation. Without one, the program stops with a
  /// message.
  @inlinable
  public final func mapAsync<Question: Equatable & Sendable, Success: Sendable, Failure: Error>(
    after delay: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(), start: AsyncStart = .whileObserved,
    onFailure policy: FailurePolicy = .show, isolation: isolated (any Actor)? = #isolation, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ answer: @escaping @Sendable (Question) async throws(Failure) -> Success
  ) -> AsyncBehavior<Success, Failure> where Value == Question? {
    let terms = AskingTerms(after: delay, clock, start, policy, isolation, "mapAsync of \(label) was called")
    // A separate node, even if this one is computed: a restored value is the same question, but this behavior may have
    // changed in between, or have another test.
    let question = ComputedBehavior(Equality<Value>(.equal()), name: nil, file: file, line: line) { self.read() }
    return AsyncBehavior(question, terms, name: name, file: file, line: line, answer: answer)
  }

  /// The same for a behavior that always has a value.
  @inlinable @_disfavoredOverload
  public final func mapAsync<Success: Sendable, Failure: Error>(
    after delay: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(), start: AsyncStart = .whileObserved,
    onFailure policy: FailurePolicy = .show, isolation: isolated (any Actor)? = #isolation, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ answer: @escaping @Sendable (Value) async throws(Failure) -> Success
  ) -> AsyncBehavior<Success, Failure> where Value: Equatable & Sendable {
    let terms = AskingTerms(after: delay, clock, start, policy, isolation, "mapAsync of \(label) was called")
    let question = ComputedBehavior(Equality<Value?>(.equal()), name: nil, file: file, line: line) { self.read() }
    return AsyncBehavior(question, terms, name: name, file: file, line: line, answer: answer)
  }
}
