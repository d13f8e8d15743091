/// What asks the questions of an ``AsyncBehavior``, whatever their type.
protocol Asking: AnyObject {
  /// Whether nothing is being loaded or reloaded.
  var isSettled: Behavior<Bool> { get }
  func reload(showing: Bool)
}

/// Starts a task for each question, and takes in its answer if the question is still the same.
///
/// The state derives from the question and from the last reply, which has the stamp of the question that it answers. So the
/// state changes in one with the question, and a batch that reverts the question reverts it, too.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
final class Asker<Question: Equatable & Sendable, Success: Sendable, Failure: Error>: Asking {
  /// Waits for an idle thread, and asks then.
  private final class Call: Delivery {
    weak var asker: Asker?
    override var label: String { asker?.label() ?? "an AsyncBehavior that has been deallocated" }
    override func run() { asker?.ask() }
  }

  private let question: ComputedBehavior<Question?>
  /// What the last reply shows: the answer, or that it is loaded again. It changes together with ``replied``.
  private var reply = Loadable<Success, Failure>.idle
  /// The question that the last reply answers. A behavior of the reply itself would be slower, since its type is not
  /// known here.
  private let replied: OpenBehavior<ChangeStamp?>
  /// Something is being loaded, or waits to be.
  private let isBusy: OpenBehavior<Bool>
  private(set) lazy var isSettled: Behavior<Bool> = makeSettled()
  private let terms: AskingTerms
  private let answerer: Answerer<Question, Success, Failure>
  private var alarm: Alarm?
  /// Follows the question while it is to be asked.
  private var watcher: Reaction?
  private var task: Task<Void, Never>?
  private var taskNumber = 0
  /// The question that was asked last.
  private var asked: ChangeStamp?
  private var isToReload = false
  private var isScheduled = false
  private let call = Call()
  var label: () -> String = { "an AsyncBehavior" }

  init(
    _ question: ComputedBehavior<Question?>, _ terms: AskingTerms, _ file: StaticString, _ line: UInt,
    _ answer: @escaping @Sendable (Question) async throws(Failure) -> Success
  ) {
    self.question = question
    self.terms = terms
    answerer = Answerer(answer: answer, policy: terms.onFailure, clock: terms.clock)
    replied = OpenBehavior(nil, Equality(.never()), name: nil, file: file, line: line)
    isBusy = OpenBehavior(false, Equality(.equal()), name: nil, file: file, line: line)
    call.asker = self
    if terms.start == .whenObserved {
      replied.whileLive { [weak self] in
        self?.begin()
        return Subscription { [weak self] in self?.end() }
      }
    }
  }

  var state: Loadable<Success, Failure> {
    let replied = replied.read()
    if question.read() == nil { return .idle }
    return replied == ChangeStamp(of: question) ? reply : .loading(last: reply.value)
  }

  private func makeSettled() -> Behavior<Bool> {
    let new = ComputedBehavior<Bool>(Equality(.equal()), name: nil, file: #fileID, line: #line) { [weak self] in
      self.map { !$0.isBusy.read() && !$0.state.isLoading } ?? true
    }
    new.settleIn()
    return new
  }

  /// Asks from now on.
  func begin() {
    // Weakly: a question may throw away what asks it.
    let new = Reaction { [weak self, question] in
      _ = question.read()
      self?.askLater()
    }
    watcher = new
    new.start()
  }

  /// Asks no more: what has not been answered is asked anew when this begins again.
  private func end() {
    watcher = nil
    if isBusy.peek() {
      cancel()
      asked = nil
      isBusy.value = false
    }
  }

  func reload(showing: Bool) {
    if question.peek() == nil { return }
    isToReload = true
    if showing && replied.peek() != nil { show(.loading(last: reply.value), for: replied.peek()) }
    if watcher != nil { askLater() }
  }

  private func askLater() {
    if isScheduled { return }
    isScheduled = true
    callWhenThreadIsIdle(call)
  }

  private func ask() {
    isScheduled = false
    let present = question.peek()
    // The question may have ended the last observer.
    if watcher == nil { return }
    let stamp = ChangeStamp(of: question)
    let isNew = stamp != asked
    if !isNew && !isToReload { return }
    isToReload = false
    asked = stamp
    cancel()
    guard let present else {
      return batch {
        isBusy.value = false
        if reply.value != nil { show(.idle, for: nil) }
      }
    }
    isBusy.value = true
    if isNew && terms.delay > .zero { wait(with: present) } else { start(present) }
  }

  private func wait(with question: Question) {
    // The alarm keeps what finds its label, which must not be this.
    let label = label
    let alarm = Alarm(terms.schedule, label: label()) { [unowned self] in start(question) }
    self.alarm = alarm
    alarm.arm(after: terms.delay)
  }

  private func start(_ question: Question) {
    alarm = nil
    taskNumber += 1
    let receive = IsolatedCall { [weak self, taskNumber] result in self?.receive(result, of: taskNumber) }
    task = Task.detached(priority: Task.currentPriority) { [answerer, isolation = terms.isolation] in
      let result = await answerer.result(of: question)
      if !Task.isCancelled, let actor = isolation.actor { _ = await hand(result, to: receive, on: actor) }
    }
  }

  private func receive(_ result: Result<Success, Failure>, of number: Int) {
    if task == nil || number != taskNumber { return }
    task = nil
    batch {
      isBusy.value = false
      switch result {
      case .success(let value): show(.loaded(value), for: asked)
      case .failure(let failure): show(.failed(failure, last: reply.value), for: asked)
      }
    }
  }

  private func show(_ new: Loadable<Success, Failure>, for stamp: ChangeStamp?) {
    // What the last reply holds ends after the change, and may use this then.
    let last = reply
    withExtendedLifetime(last) {
      reply = new
      replied.value = stamp
    }
  }

  private func cancel() {
    alarm = nil
    task?.cancel()
    task = nil
  }

  deinit { task?.cancel() }
}

/// What a task does for an ``Asker``.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private struct Answerer<Question: Sendable, Success: Sendable, Failure: Error>: Sendable {
  let answer: @Sendable (Question) async throws(Failure) -> Success
  let policy: FailurePolicy
  let clock: any Clock<Duration>

  func result(of question: Question) async -> Result<Success, Failure> {
    var failures = 0
    while true {
      let result: Result<Success, Failure>
      do throws(Failure) { result = .success(try await answer(question)) } catch { result = .failure(error) }
      guard case .failure = result else { return result }
      failures += 1
      guard let delay = policy.delay(before: failures), !Task.isCancelled else { return result }
      do { try await clock.sleep(for: delay) } catch { return result }
    }
  }
}
