/// Decides when the questions of an ``AsyncBehavior`` are asked. One task runs at a time.
///
/// The state derives from the question and the last reply, which carries the stamp of its question. So it changes with
/// the question, and is reverted with it by a batch.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
class Asker {
  /// The operations that depend on the types.
  @usableFromInline
  enum Step {
    case find
    case start
    /// Show the last loaded value as `.loading`.
    case load
    /// Forget the last loaded value.
    case forget
    /// Tracked.
    case examine
  }

  private final class Call: Delivery {
    weak var asker: Asker?
    // Not the method itself: the optimizer would merge it with the loop that calls it ("atom -> derivation -> effect":
    // 3 % more instructions).
    var body: () -> Void = {}
    override var label: String { asker?.label ?? "an AsyncBehavior that has been deallocated" }
    override func run() { body() }
  }

  private final let source: ReactiveNode
  private final let terms: AskingTerms
  @usableFromInline final let replied: OpenBehavior<ChangeStamp?>
  /// Returns the result of a query.
  @safe @exclusivity(unchecked) @usableFromInline final var perform: (Step) -> Bool = { _ in false }
  @safe @exclusivity(unchecked) @usableFromInline final var task: Task<Void, Never>?
  @safe @exclusivity(unchecked) @usableFromInline final private(set) var taskNumber = 0
  @safe @exclusivity(unchecked) @usableFromInline final private(set) var asked: ChangeStamp?
  /// Whether a task runs, is delayed or reloads at the next occasion. Created with ``isSettled``.
  @safe @exclusivity(unchecked) private final var isBusy: OpenBehavior<Bool>?
  private(set) final lazy var isSettled: Behavior<Bool> = makeSettled()
  /// Created by the first delay, and then postponed by each newer question.
  @safe @exclusivity(unchecked) private final var alarm: Alarm?
  /// Whether a question is delayed. The alarm may be armed for an earlier one.
  @safe @exclusivity(unchecked) private final var isDelayed = false
  /// Follows the question, while active.
  @safe @exclusivity(unchecked) private final var watcher: Reaction?
  @safe @exclusivity(unchecked) private final var isToReload = false
  @safe @exclusivity(unchecked) private final var isScheduled = false
  private final let call = Call()
  private final let name: String?

  @usableFromInline
  init(_ source: ReactiveNode, _ terms: AskingTerms, _ name: String?, _ file: StaticString, _ line: UInt) {
    self.source = source
    self.terms = terms
    self.name = name
    replied = OpenBehavior(nil, Equality(.never()), name: nil, file: file, line: line)
    call.asker = self
    call.body = { [weak self] in self?.ask() }
    if terms.start == .whileObserved {
      replied.whileLive { [weak self] in
        self?.begin()
        return Subscription { [weak self] in self?.end() }
      }
    }
  }

  private final var isAsking: Bool { task != nil || isDelayed || isToReload }

  private final func makeSettled() -> Behavior<Bool> {
    let isBusy = OpenBehavior(isAsking, Equality(.equal()), of: replied, as: ".isSettled")
    self.isBusy = isBusy
    let new = ComputedBehavior<Bool>(Equality(.equal()), of: replied, as: ".isSettled") { [weak self] in
      self.map { !isBusy.read() && !$0.perform(.examine) } ?? true
    }
    new.settleIn()
    return new
  }

  private final var label: String { name ?? replied.label }

  @usableFromInline
  final func beginIfEager() { if terms.start == .eager { begin() } }

  private final func begin() {
    // Weak, since a question may release the asker.
    let new = Reaction { [weak self, source] in
      source.follow()
      self?.askLater()
    }
    watcher = new
    new.start()
  }

  /// Stops asking. An unanswered question is asked again after the next start.
  private final func end() {
    watcher = nil
    if task != nil || isDelayed {
      cancel()
      asked = nil
    }
    isBusy?.value = isAsking
  }

  final func reload(showing: Bool) {
    if !perform(.find) { return }
    isToReload = true
    if showing && replied.peek() != nil { _ = perform(.load) }
    isBusy?.value = true
    if watcher != nil { askLater() }
  }

  private final func askLater() {
    if isScheduled { return }
    isScheduled = true
    callWhenThreadIsIdle(call)
  }

  private final func ask() {
    isScheduled = false
    let isQuestion = perform(.find)
    // The question may have ended the last observer.
    if watcher == nil { return }
    let stamp = ChangeStamp(of: source)
    let isNew = stamp != asked
    if !isNew && !isToReload { return }
    isToReload = false
    asked = stamp
    let waits = isQuestion && isNew && terms.delay > .zero
    cancel(keepingAlarm: waits)
    if !isQuestion {
      return batch {
        isBusy?.value = false
        _ = perform(.forget)
      }
    }
    isBusy?.value = true
    if waits { wait() } else { start() }
  }

  private final func wait() {
    let alarm = alarm ?? makeAlarm()
    isDelayed = true
    alarm.arm(after: terms.delay)
    // The clock is user code, which may have ended the observation.
    if !isDelayed { alarm.cancel() }
  }

  private final func makeAlarm() -> Alarm {
    let (name, replied) = (name, replied)
    // Weak: what this object releases at its end may advance the clock.
    let new = Alarm(terms.schedule, label: name ?? replied.label) { [weak self] in self?.delayIsOver() }
    alarm = new
    return new
  }

  private final func delayIsOver() {
    // Otherwise another question is about to be asked.
    if !isDelayed || !perform(.find) || ChangeStamp(of: source) != asked { return }
    isDelayed = false
    start()
  }

  private final func start() {
    taskNumber += 1
    _ = perform(.start)
  }

  /// Whether the answer of this task is awaited; it is then taken.
  @usableFromInline
  final func takes(answerOf number: Int) -> Bool {
    if task == nil || number != taskNumber { return false }
    task = nil
    return true
  }

  @usableFromInline
  final func show(for stamp: ChangeStamp?) {
    if let isBusy {
      batch {
        isBusy.value = isAsking
        replied.value = stamp
      }
    } else {
      replied.value = stamp
    }
  }

  /// With `keepingAlarm`, the next question postpones the alarm, which costs no sleep.
  private final func cancel(keepingAlarm: Bool = false) {
    isDelayed = false
    if !keepingAlarm { alarm?.cancel() }
    task?.cancel()
    task = nil
  }

  deinit { task?.cancel() }
}
