public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream {
  /// The behavior of a state of the payloads of the last `duration`: `adding` changes it for each that comes, and
  /// `removing` for each that is older than that. A state that is equal by `==` is no change, or one that is the same
  /// object; where states cannot be compared, each is one.
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
  /// What is removed together is one change, in a turn of its own, in the isolation in which this is called, such as
  /// the main actor; outside of any this stops with a message. The functions may read anything: nothing that they read
  /// is followed. `removing` has to undo `adding`; sums of floating-point numbers collect errors.
  ///
  /// It follows the stream from its creation, observed or not, and lives as ``hold(_:file:line:)``. When the stream
  /// ends, the payloads leave all the same, in their time. Payloads of a duration of zero or less leave after the
  /// delivery in which they came. Cost: about 350 bytes more than `hold`, and a place in an array for each payload of
  /// the window; each is added and removed once, whatever the length of the window.
  public final func window<State>(
    _ initial: State, for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
    adding: @escaping (_ state: inout State, _ payload: Payload) -> Void,
    removing: @escaping (_ state: inout State, _ payload: Payload) -> Void
  ) -> Behavior<State> {
    let schedule = Schedule(clock, isolation, "window(_:for:adding:removing:) of \(label) was made")
    return Window(schedule, duration, adding, removing)
      .follow(self, HeldBehavior(initial, .ofType(), file, line))
  }
}

/// What is in a window of time. The behavior of its state owns it.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private final class Window<State, Payload> {
  private let schedule: Schedule
  private let duration: Duration
  private let adding: (inout State, Payload) -> Void
  private let removing: (inout State, Payload) -> Void
  private var queue = TimedQueue<Payload>()
  /// What is in the queue, and not yet in the state.
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

  /// Makes the states of `body`, and then of what has been added. A payload that comes inside of one of the functions, by
  /// ``independently(_:)``, is added after it.
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
    var state = behavior.peek()
    function(&state, payload)
    behavior.value = state
  }

  private func remove() {
    guard let behavior else { return }
    let now = alarm.now
    // What a function triggers comes after.
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
}

extension Equality {
  /// By `==` where the type has one, and otherwise by identity: found out once, when the behavior is made. Two
  /// overloads, each with two closures, would take the compiler seconds where a state is a tuple.
  fileprivate static func ofType() -> Equality {
    if let type = Value.self as? any Equatable.Type, let equality = equality(of: type) as? Equality { return equality }
    return Equality(.identity())
  }
}

private func equality<State: Equatable>(of _: State.Type) -> Any { Equality<State>(.equal()) }
