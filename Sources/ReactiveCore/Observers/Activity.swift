/// Work that runs while a source is observed.
///
/// Transitions settle when the thread is idle: observing and unobserving within one batch or delivery changes nothing.
final class Activity: Delivery {
  /// One period from a start to a stop.
  final class Run {
    fileprivate(set) var isOver = false
    fileprivate var token: Subscription?
  }

  /// How long the work continues without an observer.
  struct Linger {
    let begin: (_ whenOver: @escaping () -> Void) -> Void
    let end: () -> Void
  }

  private struct Function {
    let call: (Run) -> Subscription
  }
  private var function: ReleaseGuard<Function>
  private let linger: Linger?
  private let findLabel: () -> String
  private var present: Run?
  private var isObserved = false
  private var isSettling = false
  private var isLingering = false

  /// `begin` runs untracked, as a batch. Its result is cancelled to stop the work.
  init(_ linger: Linger?, label: @escaping () -> String, _ begin: @escaping (Run) -> Subscription) {
    function = ReleaseGuard(Function(call: begin))
    self.linger = linger
    findLabel = label
  }

  override var label: String { findLabel() }

  /// The source gains its first observer or loses its last. Runs no user code.
  func observation(isOn: Bool) {
    isObserved = isOn
    if isSettling { return }
    isSettling = true
    Context.current.enqueueWhenThreadIsIdle(self)
  }

  override func run() {
    isSettling = false
    if isObserved {
      if isLingering {
        isLingering = false
        linger?.end()
      }
      if present == nil { start() }
    } else if present != nil && !isLingering {
      guard let linger else { return stop() }
      isLingering = true
      linger.begin { [weak self] in self?.lingered() }
    }
  }

  private func lingered() {
    isLingering = false
    if !isObserved { stop() }
  }

  private func start() {
    guard let function = function.content else { return }
    let new = Run()
    present = new
    let token = batch { withoutTracking { function.call(new) } }
    // The source may have ended in the call.
    if new.isOver { token.cancel() } else { new.token = token }
  }

  private func stop() {
    guard let last = present else { return }
    present = nil
    last.isOver = true
    let token = last.token
    last.token = nil
    batch { withoutTracking { token?.cancel() } }
  }

  func end() {
    linger?.end()
    _ = function.take()
    stop()
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension Activity.Linger {
  /// Nil unless `duration` is positive.
  init?(
    for duration: Duration, _ clock: any Clock<Duration>, _ isolation: (any Actor)?,
    _ label: @escaping () -> String
  ) {
    if duration <= .zero { return nil }
    let schedule = Schedule(clock, isolation, "\(label()) was made with lingering:")
    var whenOver: (() -> Void)?
    let alarm = Alarm(schedule, label: label()) { whenOver?() }
    self.init {
      whenOver = $0
      alarm.arm(after: duration)
    } end: {
      alarm.cancel()
      whenOver = nil
    }
  }
}
