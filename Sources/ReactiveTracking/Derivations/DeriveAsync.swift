public import ReactiveCore

/// A behavior that derives a question, and answers it by a task.
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
/// `question` is tracked. If it yields an equal question after a change, nothing happens. A new question cancels the
/// task and starts another, which runs `answer` outside of the isolation. Nil means that there is no question; the
/// value is then `.idle`. A `delay` postpones a question until it has not changed for that long on `clock`; the value
/// is `.loading` meanwhile. ``/ReactiveCore/AsyncBehavior`` describes when questions are asked, and what is retained.
///
/// The behavior belongs to the caller's isolation; without one, the program stops with a message. Keep the behavior, or
/// a subscription to it.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@inlinable
public func deriveAsync<Question: Equatable & Sendable, Success: Sendable, Failure: Error>(
  after delay: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(), start: AsyncStart = .whileObserved,
  onFailure policy: FailurePolicy = .show, isolation: isolated (any Actor)? = #isolation, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ question: @escaping () -> Question?,
  answer: @escaping @Sendable (Question) async throws(Failure) -> Success
) -> AsyncBehavior<Success, Failure> {
  // Created where the type of the question is known, since it is compared at each change of a dependency.
  let source = ComputedBehavior(Equality<Question?>(.equal()), name: nil, file: file, line: line, compute: question)
  let terms = AskingTerms(
    after: delay, clock, start, policy, isolation, "\(name ?? "\(file):\(line)") was made by deriveAsync")
  return AsyncBehavior(source, terms, name: name, file: file, line: line, answer: answer)
}
