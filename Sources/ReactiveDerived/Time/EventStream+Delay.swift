public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream {
  /// A stream of these payloads, each `duration` later.
  ///
  /// ```swift
  /// let clock = ManualClock()  // in an app: leave it out
  /// let sent = Event<String>()
  /// sent.delay(by: .seconds(1), clock: clock).sink { print($0) }
  /// sent.trigger("hello")
  /// clock.advance(by: .seconds(1))  // prints "hello"
  /// ```
  ///
  /// All payloads are emitted in order, each in a turn of its own. Timing and lifetime: see
  /// ``debounce(for:clock:isolation:file:line:)``; a duration of zero or less emits after the running delivery. Cost:
  /// while observed, about 280 bytes more than `map`; an array element for each waiting payload. Same name in Combine
  /// and RxSwift.
  public final func delay(
    by duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<Payload> {
    let schedule = Schedule(clock, isolation, "delay(by:) of \(label) was made")
    return derive(file, line) { link in
      let delay = Delay(link, schedule, duration)
      return { delay.receive($0) }
    }
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private final class Delay<Payload>: Waiting<Payload> {
  private let duration: Duration
  private var queue = TimedQueue<Payload>()
  private var armedFor: Duration?

  init(_ link: StreamLink<Payload>, _ schedule: Schedule, _ duration: Duration) {
    self.duration = duration
    super.init(link, schedule)
  }

  func receive(_ payload: Payload) {
    queue.append(payload, dueAt: alarm.deadline(after: duration))
    wait()
  }

  override var isWaiting: Bool { queue.count > 0 }

  private func wait() {
    if alarm.isArmed { return }
    armedFor = queue.firstDeadline
    if let armedFor { alarm.arm(at: armedFor) }
  }

  /// Emits the payloads due when the alarm was set. Later ones wait for their turn among others, even if the isolation
  /// was busy and all are overdue.
  override func emit() {
    let due = armedFor
    // A payload that an observer adds, due at once, belongs to a further round, which is counted.
    var count = queue.count
    while count > 0, let first = queue.firstDeadline, let due, first <= due || alarm.isClockOver {
      count -= 1
      if let payload = queue.removeFirst() { link.send(payload) }
      // The last cancellation has dropped the waiting payloads.
      if link.stream == nil { return }
    }
    wait()
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension Behavior {
  /// Unavailable: a stream's name.
  @available(
    *, unavailable,
    message: "write behavior.changes.delay(by:); as a behavior, behavior.changes.delay(by:).hold(initial)"
  )
  public final func delay(
    by duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> EventStream<Value> { stop("unavailable") }

  /// Unavailable: Combine's spelling of a stream's name.
  @available(
    *, unavailable,
    message: "write behavior.changes.delay(by:); as a behavior, behavior.changes.delay(by:).hold(initial)"
  )
  public final func delay(for duration: Duration) -> EventStream<Value> { stop("unavailable") }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream {
  /// Unavailable: Combine's form.
  @available(*, unavailable, message: "write stream.delay(by:): it emits on its actor, and no scheduler is needed")
  public final func delay<Scheduler>(for duration: Duration, scheduler: Scheduler) -> EventStream<Payload> {
    stop("unavailable")
  }
}
