/// The typed questions and answers of an ``AsyncBehavior``.
///
/// All inlinable, so that it is specialized: generic code would spend most of its time on looking up types.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
final class Answers<Question: Equatable & Sendable, Success: Sendable, Failure: Error>: Asker {
  /// A task's number and result.
  @usableFromInline typealias Answer = (number: Int, result: Result<Success, Failure>)

  @usableFromInline let question: ComputedBehavior<Question?>
  @usableFromInline let answer: @Sendable (Question) async throws(Failure) -> Success
  @usableFromInline let isolation: IsolationReference
  @usableFromInline let retries: Retries?
  @safe @exclusivity(unchecked) @usableFromInline var receiver: IsolatedCall<Answer>?
  /// The state after the last reply: the answer, or that it is being reloaded. Changes together with ``replied``.
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
    // Not an overridden method, which would not be specialized.
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
    // The old value is released after the change, since its `deinit` may use this object.
    let last = reply
    reply = new
    show(for: stamp)
    withExtendedLifetime(last) {}
  }
}
