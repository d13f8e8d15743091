/// When an ``AsyncBehavior`` asks its question.
///
/// ```swift
/// let start = AsyncStart.eager
/// print(start == .whileObserved)  // false
/// ```
public enum AsyncStart: Sendable, Hashable {
  /// While the behavior is observed, directly or indirectly. A question that was answered, or has failed, is not
  /// asked again for the next observer.
  case whileObserved
  /// From the beginning, observed or not.
  case eager
}

/// A behavior whose value is loaded by tasks, one for each question.
///
/// Create it by `deriveAsync` of ReactiveTracking, or `mapAsync` of ReactiveDerived.
///
/// ```swift
/// @MainActor func search(_ birds: AsyncBehavior<[String], Never>) async throws -> Int {
///   // .idle, .loading(last:), .loaded or .failed(_, last:)
///   let subscription = birds.sink { if $0.isLoading { print("…") } }
///   defer { subscription.cancel() }
///   return try await birds.settled()?.count ?? 0
/// }
/// ```
///
/// The question and `.loading` change together: no observer sees a new question with the answer to an old one. The task
/// starts after the delivery in which the question changes, unless a batch reverts the change. A newer question, a
/// ``reload(showing:)`` and the end of the behavior cancel the task; answers to earlier questions are dropped. Without
/// a question the value is `.idle`; the last loaded value is forgotten if the behavior is observed then.
///
/// While unobserved, the behavior asks nothing (see ``AsyncStart``): a read returns `.loading` for a question that has
/// not been asked. When the last observer cancels, the task is cancelled, and the next observer causes the question to
/// be asked again.
///
/// Values are compared by `==` if their types have one, otherwise as instances. The behavior retains its question; the
/// task retains the answering function, not the behavior. It belongs to the isolation that made it. Cost: about 1.6 kB,
/// 2.5 if observed, and a task per question. Called `AsyncComputed` in MobX, and `resource` in Angular and Solid.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public final class AsyncBehavior<Success: Sendable, Failure: Error>: ComputedBehavior<Loadable<Success, Failure>> {
  @usableFromInline let asker: Asker
  private weak var foundLast: Behavior<Success?>?
  private weak var foundLoading: Behavior<Bool>?

  @inlinable
  package init<Question: Equatable & Sendable>(
    _ question: ComputedBehavior<Question?>, _ terms: AskingTerms, name: String?, file: StaticString, line: UInt,
    answer: @escaping @Sendable (Question) async throws(Failure) -> Success
  ) {
    let answers = Answers(question, terms, name, file, line, answer)
    asker = answers
    super.init(Equality(LoadableTest()), name: name, file: file, line: line) { answers.state }
    // The parts are used in this isolation from the beginning, so they end here, wherever the behavior is released.
    settleIn()
    answers.beginIfEager()
  }

  /// The last loaded value. It retains this behavior; an evaluation that reads it retains it.
  public var last: Behavior<Success?> {
    if let foundLast { return foundLast.handOut() }
    let new = ComputedBehavior<Success?>(.found(), of: self, as: ".last") { self.read().value }
    new.settleIn()
    foundLast = new
    return new.handOut()
  }

  /// Whether a value is loading, except by a reload that is not shown. It retains this behavior; an evaluation that
  /// reads it retains it.
  public var isLoading: Behavior<Bool> {
    if let foundLoading { return foundLoading.handOut() }
    let new = ComputedBehavior<Bool>(Equality(.equal()), of: self, as: ".isLoading") {
      self.read().isLoading
    }
    new.settleIn()
    foundLoading = new
    return new.handOut()
  }

  /// Asks the current question again, without delay.
  ///
  /// The value stays until the answer arrives; with `showing` it is `.loading` meanwhile. A running task is cancelled.
  /// The new task starts after the running batch or delivery; if the question changes as well, it is asked once. While
  /// the behavior is unobserved, the reload waits for the next observer. Without a question nothing happens.
  public func reload(showing: Bool = false) { asker.reload(showing: showing) }

  /// Waits until the current question is answered and no reload is running. Counts as an observer meanwhile.
  ///
  /// - Returns: The loaded value; nil without a question, or when the behavior has ended.
  /// - Throws: The failure to load; a `CancellationError` if the waiting task is cancelled.
  @discardableResult
  public func settled(isolation: isolated (any Actor)? = #isolation) async throws -> Success? {
    let subscription = sink { _ in }
    defer { subscription.cancel() }
    for await isSettled in asker.isSettled.values where isSettled && asker.isSettled.peek() {
      return try peek().get()
    }
    try Task.checkCancellation()
    return nil
  }
}

/// How an ``AsyncBehavior`` asks its questions.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
package struct AskingTerms {
  let delay: Duration
  let start: AsyncStart
  let schedule: Schedule
  @usableFromInline let isolation: IsolationReference
  @usableFromInline let retries: Retries?

  /// See ``Schedule``.
  @usableFromInline
  package init(
    after delay: Duration, _ clock: any Clock<Duration>, _ start: AsyncStart, _ onFailure: FailurePolicy,
    _ actor: (any Actor)?, _ event: @autoclosure () -> String
  ) {
    self.delay = delay
    self.start = start
    schedule = Schedule(clock, actor, event())
    isolation = IsolationReference(actor)
    retries = onFailure == .show ? nil : Retries(onFailure, clock)
  }
}
