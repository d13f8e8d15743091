/// The questions of an ``AsyncBehavior`` and their answers, with their types.
///
/// All of it is inlinable, so that it is specialised code: generic code looks types up at run time, which takes longer than
/// all that it does.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
final class Answers<Question: Equatable & Sendable, Success: Sendable, Failure: Error>: Asker {
  /// The number of a task, and what it has found.
  @usableFromInline typealias Answer = (number: Int, result: Result<Success, Failure>)

  @usableFromInline let question: ComputedBehavior<Question?>
  /// What a task takes along.
  @usableFromInline let answer: @Sendable (Question) async throws(Failure) -> Success
  @usableFromInline let isolation: IsolationReference
  @usableFromInline let retries: Retries?
  @safe @exclusivity(unchecked) @usableFromInline var receiver: IsolatedCall<Answer>?
  /// What the last reply shows: the answer, or that it is loaded again. It changes together with ``replied``.
  @safe @exclusivity(unchecked) @usableFromInline var reply = Loadable<Success, Failure>.idle

  @inlinable
  init(
    _ question: ComputedBehavior<Question?>, _ terms: AskingTerms, _ name: String?, _ file: StaticString, _ line: UInt,
    _ answer: @escaping @Sendable (Question) async throws(Failure) -> Success
  ) {
    self.question = question
    self.answer = answer
    isolation = terms.isolation
    retries = terms.retries
    super.init(question, terms, name, file, line)
    receiver = IsolatedCall { [weak self] answer in self?.receive(answer) }
    // Not a method that is overridden, which would not be specialised.
    perform = { [unowned self] step in
      switch step {
      case .find: return question.peek() != nil
      case .start: start()
      case .load: show(.loading(last: reply.value), for: replied.peek())
      case .forget: if reply.value != nil { show(.idle, for: nil) }
      case .examine: return state.isLoading
      }
      return true
    }
  }

  @inlinable
  var state: Loadable<Success, Failure> {
    let replied = replied.read()
    if question.read() == nil { return .idle }
    return replied == ChangeStamp(of: question) ? reply : .loading(last: reply.value)
  }

  @inlinable
  func start() {
    guard let question = question.peek(), let receiver else { return }
    let (number, isolation, retries) = (taskNumber, isolation, retries)
    task = Task.detached(priority: Task.currentPriority) { [answer] in
      var failures = 0
      while true {
        let result: Result<Success, Failure>
        do throws(Failure) { result = .success(try await answer(question)) } catch {
          failures += 1
          if let retries, await retries.wait(after: failures) { continue }
          result = .failure(error)
        }
        if !Task.isCancelled, let actor = isolation.actor { _ = await hand((number, result), to: receiver, on: actor) }
        return
      }
    }
  }

  @inlinable
  func receive(_ answer: Answer) {
    if !takes(answerOf: answer.number) { return }
    switch answer.result {
    case .success(let value): show(.loaded(value), for: asked)
    case .failure(let failure): show(.failed(failure, last: reply.value), for: asked)
    }
  }

  @inlinable
  func show(_ new: Loadable<Success, Failure>, for stamp: ChangeStamp?) {
    // What the last reply holds ends after the change, and may use this then.
    let last = reply
    reply = new
    show(for: stamp)
    withExtendedLifetime(last) {}
  }
}
