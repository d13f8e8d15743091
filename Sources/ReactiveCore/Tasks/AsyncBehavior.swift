/// When an ``AsyncBehavior`` asks its question.
///
/// ```swift
/// let start = AsyncStart.eagerly
/// print(start == .whenObserved)  // false
/// ```
public enum AsyncStart: Sendable, Hashable {
  /// While the behavior is observed, near or far. A question that has been answered is not asked again by the next
  /// observer.
  case whenObserved
  /// From the beginning, observed or not.
  case eagerly
}

/// A behavior whose value is found by tasks: each question that is asked of it starts one.
///
/// It is made by `deriveAsync` of ReactiveTracking, and by `mapAsync` of ReactiveDerived.
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
/// The question and "loading" change in one: nothing ever sees a new question with the answer to an old one. The task
/// starts after the delivery in which the question has changed; a batch that takes the change back starts none. An
/// answer to an earlier question is dropped, and a newer question, a ``reload(showing:)`` and the end of the behavior
/// cancel the task. Without a question the value is `.idle`, and what was loaded is forgotten, if
/// it is observed then.
///
/// While nothing observes it, it asks nothing (see ``AsyncStart``), a read alone does not either: its value says
/// `.loading` of a question that has not been asked yet. When the last observer leaves, a task that runs is cancelled, and
/// its question is asked again for the next one.
///
/// Two values are the same by `==` if their types have one, otherwise as instances. It keeps what the question reads;
/// the task keeps the function that answers, and not the behavior. It belongs to the isolation in which it was made. Cost:
/// about 1.6 kB, 2.5 when it is observed, and a task for each question. An `AsyncComputed` of MobX, a `resource` of Angular and
/// Solid.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public final class AsyncBehavior<Success: Sendable, Failure: Error>: ComputedBehavior<Loadable<Success, Failure>> {
  @usableFromInline let asker: Asker
  private weak var foundLast: Behavior<Success?>?
  private weak var foundLoading: Behavior<Bool>?

  /// Answers `question`, in the isolation of `schedule`.
  @inlinable
  package init<Question: Equatable & Sendable>(
    _ question: ComputedBehavior<Question?>, _ terms: AskingTerms, name: String?, file: StaticString, line: UInt,
    answer: @escaping @Sendable (Question) async throws(Failure) -> Success
  ) {
    let answers = Answers(question, terms, name, file, line, answer)
    asker = answers
    super.init(Equality(LoadableTest()), name: name, file: file, line: line) { answers.state }
    // What it is made of is used here from the beginning, so it ends here, too, wherever this is released.
    settleIn()
    answers.beginIfEager()
  }

  /// How far it has come. The read is tracked.
  public var value: Loadable<Success, Failure> { read() }

  /// What was loaded last. It keeps this behavior.
  public var last: Behavior<Success?> {
    if let foundLast { return foundLast }
    let new = ComputedBehavior<Success?>(.found(), name: nil, file: #fileID, line: #line) { self.read().value }
    new.settleIn()
    foundLast = new
    return new
  }

  /// Whether something is being loaded; a reload that is not shown does not count. It keeps this behavior.
  public var isLoading: Behavior<Bool> {
    if let foundLoading { return foundLoading }
    let new = ComputedBehavior<Bool>(Equality(.equal()), name: nil, file: #fileID, line: #line) {
      self.read().isLoading
    }
    new.settleIn()
    foundLoading = new
    return new
  }

  /// Asks the present question again, at once.
  ///
  /// The value stays until the answer is there; with `showing` it says `.loading` meanwhile. A task that runs is cancelled.
  /// In a batch or delivery it starts after that; together with another question, that is asked once. Unobserved, the
  /// next observer asks. Without a question it does nothing.
  public func reload(showing: Bool = false) { asker.reload(showing: showing) }

  /// Waits until the present question has been answered, and nothing is being reloaded; counts as an observer meanwhile.
  ///
  /// - Returns: what has been loaded; nil without a question, or when the behavior has ended.
  /// - Throws: why it could not be loaded; a `CancellationError` if the task that waits is cancelled.
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

/// How the questions of an ``AsyncBehavior`` are asked.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
package struct AskingTerms {
  let delay: Duration
  let start: AsyncStart
  let schedule: Schedule
  @usableFromInline let isolation: IsolationReference
  @usableFromInline let retries: Retries?

  /// In the isolation `actor`, which is the caller's. Stops outside of any, with a message that begins with `event`.
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
