public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream {
  /// The behavior of a state of the payloads of the last `duration`: `adding` makes it with each that comes, and `removing`
  /// with each that is older than that. An equal state is no change.
  ///
  /// ```swift
  /// let clock = ManualClock()  // in an app: leave it out
  /// let sold = Event<Int>()
  /// let lastMinute = sold.window(0, for: .seconds(60), clock: clock, adding: +, removing: -)
  /// sold.trigger(5)
  /// clock.advance(by: .seconds(40))
  /// sold.trigger(2)
  /// print(lastMinute)                // 7
  /// clock.advance(by: .seconds(20))
  /// print(lastMinute)                // 2
  /// ```
  ///
  /// What is removed together is one change, in a turn of its own, in the isolation in which this is called, such as the main
  /// actor; outside of any this stops with a message. The functions may read anything: nothing that they read is followed.
  /// `removing` has to undo `adding`; sums of floating-point numbers collect errors.
  ///
  /// It follows the stream from its creation, observed or not, and lives as ``hold(_:file:line:)``. When the stream ends, the
  /// payloads leave all the same, in their time. Payloads of a duration of zero or less leave after the delivery in which they
  /// came. Cost: 700 bytes, and for each payload of the window its size and 24 bytes; each is added and removed once, whatever
  /// the length of the window.
  public final func window<State: Equatable>(
    _ initial: State, for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
    adding: @escaping (_ state: State, _ payload: Payload) -> State,
    removing: @escaping (_ state: State, _ payload: Payload) -> State
  ) -> Behavior<State> {
    let schedule = Schedule(clock, isolation, "window(_:for:adding:removing:) of \(label) was made")
    return Window(schedule, duration, adding, removing)
      .follow(self, HeldBehavior(initial, Equality(.equal()), file, line))
  }

  /// As the other ``window(_:for:clock:isolation:file:line:adding:removing:)``; the same instance is no change, any other
  /// state is one.
  @_disfavoredOverload
  public final func window<State>(
    _ initial: State, for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line,
    adding: @escaping (_ state: State, _ payload: Payload) -> State,
    removing: @escaping (_ state: State, _ payload: Payload) -> State
  ) -> Behavior<State> {
    let schedule = Schedule(clock, isolation, "window(_:for:adding:removing:) of \(label) was made")
    return Window(schedule, duration, adding, removing)
      .follow(self, HeldBehavior(initial, Equality(.identity()), file, line))
  }
}

/// What is in a window of time. The behavior of its state owns it.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private final class Window<State, Payload> {
  private let schedule: Schedule
  private let duration: Duration
  private let adding: (State, Payload) -> State
  private let removing: (State, Payload) -> State
  private var queue = TimedQueue<Payload>()
  private weak var behavior: HeldBehavior<State>?
  private var alarm: Alarm!

  init(
    _ schedule: Schedule, _ duration: Duration, _ adding: @escaping (State, Payload) -> State,
    _ removing: @escaping (State, Payload) -> State
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
    behavior.value = adding(behavior.peek(), payload)
    wait()
  }

  private func remove() {
    guard let behavior else { return }
    let now = alarm.now
    // What a function triggers comes after.
    batch {
      var state = behavior.peek()
      while let first = queue.firstDeadline, first <= now || alarm.isClockOver, let payload = queue.removeFirst() {
        state = removing(state, payload)
      }
      behavior.value = state
    }
    wait()
  }

  private func wait() { if !alarm.isArmed, let first = queue.firstDeadline { alarm.arm(at: first) } }
}
