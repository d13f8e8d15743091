/// What runs while a source is observed: it starts with the first observer, and stops after the last one.
///
/// A transition is settled when everything that runs is over: what begins and ceases to be observed in one batch or
/// delivery changes nothing. So it is a call that waits for an idle thread.
final class Activity: Delivery {
  /// One stretch of it, from a start to a stop.
  final class Run {
    fileprivate(set) var isOver = false
    fileprivate var token: Subscription?
  }

  /// How long it goes on without an observer.
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

  /// `begin` is called as a batch, and untracked. What it returns is cancelled to stop.
  init(_ linger: Linger?, label: @escaping () -> String, _ begin: @escaping (Run) -> Subscription) {
    function = ReleaseGuard(Function(call: begin))
    self.linger = linger
    findLabel = label
  }

  override var label: String { findLabel() }

  /// The source begins or ceases to be observed. Calls no function of the user's.
  func observation(isOn: Bool) {
    isObserved = isOn
    if isSettling { return }
    isSettling = true
    Context.current.enqueueWhenThreadIsIdle(self)
  }

  /// Settles the transition.
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

  /// The source ends.
  func end() {
    linger?.end()
    _ = function.take()
    stop()
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension Activity.Linger {
  /// For `duration`; nil, which is not at all, if that is no time.
  init?(
    for duration: Duration, _ clock: any Clock<Duration>, _ isolation: (any Actor)?,
    _ label: @escaping () -> String
  ) {
    if duration <= .zero { return nil }
    let schedule = Schedule(clock, isolation, "a source with lingering: was made")
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
