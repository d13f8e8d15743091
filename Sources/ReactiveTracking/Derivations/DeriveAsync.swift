public import ReactiveCore

/// A behavior that asks a question of what it reads, and is answered by a task.
///
/// ```swift
/// struct Offline: Error {}
/// @MainActor final class Search {
///   @Atom var text = ""
///   private(set) var birds: AsyncBehavior<[String], Offline>!
///
///   init() {
///     birds = deriveAsync { [unowned self] in
///       text.isEmpty ? nil : text
///     } answer: { text throws(Offline) in
///       if text == "dodo" { throw Offline() }
///       return ["\(text) one", "\(text) two"]
///     }
///   }
/// }
/// let search = Search()
/// search.text = "wren"
/// print(try await search.birds.settled() ?? [])  // ["wren one", "wren two"]
/// search.text = ""
/// print(search.birds.value.value ?? [])          // []
/// ```
///
/// `question` is tracked, and cut by `==`: when something that it reads has changed and it comes out the same, nothing
/// happens. Another one is answered by a new task, which runs `answer` outside of the isolation, and the task before is
/// cancelled. Nil is no question, and the value is `.idle`. With `delay` a question is asked when it has not changed for
/// so long on `clock`; the value says `.loading` from its change on. See ``/ReactiveCore/AsyncBehavior`` for when questions
/// are asked, and what is kept alive.
///
/// It belongs to the isolation in which this is called, such as the main actor. Outside of any this stops with a message.
/// Keep it, or a subscription to it.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@inlinable
public func deriveAsync<Question: Equatable & Sendable, Success: Sendable, Failure: Error>(
  after delay: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(), start: AsyncStart = .whenObserved,
  onFailure policy: FailurePolicy = .show, isolation: isolated (any Actor)? = #isolation, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ question: @escaping () -> Question?,
  answer: @escaping @Sendable (Question) async throws(Failure) -> Success
) -> AsyncBehavior<Success, Failure> {
  // Here, where the question's type is known: it is compared at each change of what it reads.
  let source = ComputedBehavior(Equality<Question?>(.equal()), name: nil, file: file, line: line, compute: question)
  let terms = AskingTerms(after: delay, clock, start, policy, isolation, "deriveAsync was called")
  return AsyncBehavior(source, terms, name: name, file: file, line: line, answer: answer)
}
