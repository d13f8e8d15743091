public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream {
  /// A behavior of the payloads of the last `duration`: `adding` runs for each new one, `removing` for each older one.
  ///
  /// ```swift
  /// let clock = ManualClock()  // in an app: leave it out
  /// let sold = Event<Int>()
  /// let lastMinute = sold.window(0, for: .seconds(60), clock: clock, adding: +=, removing: -=)
  /// sold.trigger(5)
  /// clock.advance(by: .seconds(40))
  /// sold.trigger(2)
  /// print(lastMinute)                // 7
  /// clock.advance(by: .seconds(20))
  /// print(lastMinute)                // 2
  /// ```
  ///
  /// States are compared by `==` if their type has one, otherwise by identity. Payloads removed together are one
  /// change, in a turn of its own on the caller's actor; outside of any actor, the program stops with a message. With a
  /// duration of zero or less, payloads leave after their delivery. The functions' reads are not tracked. `removing`
  /// must undo `adding`; floating-point sums collect errors.
  ///
  /// The state is changed in place, so adding to a collection with a million elements does not copy it. As in
  /// `update` of an open behavior, a function must not read the window's behavior: the program stops with a
  /// message. A state with `==` is compared with the one before. So while something depends on the behavior, it is
  /// copied for each change; otherwise it is not compared. Put a large collection that is observed into a struct
  /// without `==`. States of trivial types, such as numbers, are always copied and compared.
  ///
  /// It follows the stream from its creation, observed or not. After the end of the stream, payloads leave at their
  /// times. Lifetime: see ``hold(_:file:line:)``. Cost: about 350 bytes more than `hold`, and an array element for each
  /// payload in the window; each is added and removed once, whatever the length of the window.
  public final func window<State>(
    _ initial: State, for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
    adding: @escaping (_ state: inout State, _ payload: Payload) -> Void,
    removing: @escaping (_ state: inout State, _ payload: Payload) -> Void
  ) -> Behavior<State> {
    let schedule = Schedule(clock, isolation, "window(_:for:adding:removing:) of \(label) was made")
    return Window(schedule, duration, adding, removing)
      .follow(self, HeldBehavior(initial, .found(), file, line))
  }
}

/// The payloads in a window of time. Owned by the behavior of the state.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private final class Window<State, Payload> {
  private let schedule: Schedule
  private let duration: Duration
  private let adding: (inout State, Payload) -> Void
  private let removing: (inout State, Payload) -> Void
  private var queue = TimedQueue<Payload>()
  /// Payloads in the queue but not yet in the state.
  private var added: [Payload] = []
  private var isInFunction = false
  private weak var behavior: HeldBehavior<State>?
  private var alarm: Alarm!

  init(
    _ schedule: Schedule, _ duration: Duration, _ adding: @escaping (inout State, Payload) -> Void,
    _ removing: @escaping (inout State, Payload) -> Void
  ) {
    self.schedule = schedule
    self.duration = duration
    self.adding = adding
    self.removing = removing
  }

  func follow(_ stream: EventStream<Payload>, _ behavior: HeldBehavior<State>) -> HeldBehavior<State> {
    weak let found = behavior
    self.behavior = behavior
    alarm = Alarm(schedule, label: found?.label ?? "a window") { [unowned self] in remove() }
    let subscription = stream.sink(with: behavior) { [unowned self] behavior, payload in add(payload, behavior) }
    behavior.keep(subscription, beside: self)
    return behavior
  }

  private func add(_ payload: Payload, _ behavior: HeldBehavior<State>) {
    queue.append(payload, dueAt: alarm.deadline(after: duration))
    added.append(payload)
    if !isInFunction { update(behavior) {} }
    wait()
  }

  /// Runs `body`, then adds the new payloads. A payload triggered inside a function, by ``independently(_:)``, is added
  /// after it.
  private func update(_ behavior: HeldBehavior<State>, _ body: () -> Void) {
    isInFunction = true
    body()
    while !added.isEmpty {
      let payload = added.removeFirst()
      change(behavior, by: adding, payload)
    }
    isInFunction = false
  }

  private func change(_ behavior: HeldBehavior<State>, by function: (inout State, Payload) -> Void, _ payload: Payload)
  {
    // Copying a trivial state costs nothing.
    switch _isPOD(State.self) ? .ownTest : behavior.duplicateRule {
    case .none, .nilAlone:
      behavior.update { function(&$0, payload) }
    case .equal where !behavior.isWatched:
      behavior.update { function(&$0, payload) }
    case .equal:
      // The batch keeps the old state, which `function` therefore copies, and compares it with the last one.
      batch { behavior.update(in: .current, keepingSnapshot: true) { function(&$0, payload) } }
    case .identity, .ownTest:
      var state = behavior.peek()
      function(&state, payload)
      behavior.value = state
    }
  }

  private func remove() {
    guard let behavior else { return }
    let now = alarm.now
    // Events triggered by the functions come after.
    batch {
      update(behavior) {
        while let first = queue.firstDeadline, first <= now || alarm.isClockOver, let payload = queue.removeFirst() {
          change(behavior, by: removing, payload)
        }
      }
    }
    wait()
  }

  private func wait() { if !alarm.isArmed, let first = queue.firstDeadline { alarm.arm(at: first) } }

  // First: a payload's `deinit` may advance the clock, and the alarm would call this object.
  deinit { alarm.cancel() }
}
