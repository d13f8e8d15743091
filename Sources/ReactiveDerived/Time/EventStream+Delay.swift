public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream {
  /// The stream of these payloads, each `duration` later.
  ///
  /// ```swift
  /// let clock = ManualClock()  // in an app: leave it out
  /// let sent = Event<String>()
  /// sent.delay(by: .seconds(1), clock: clock).sink { print($0) }
  /// sent.trigger("hello")
  /// clock.advance(by: .seconds(1))  // prints "hello"
  /// ```
  ///
  /// All payloads are emitted, in their order, each in a turn of its own. What waits is emitted, and lives, as
  /// ``debounce(for:clock:isolation:file:line:)`` says; a duration of zero or less emits after the running delivery.
  /// Cost: while it is observed, about 280 bytes more than `map`; a place in an array for each payload that waits.
  /// Called the same in Combine and RxSwift.
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

/// What a delayed stream waits with while it is observed.
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

  /// Emits what is due at the time of the alarm. What is due later waits for its turn among others, also where the
  /// isolation was busy and all of it is overdue.
  override func emit() {
    let due = armedFor
    // Not what an observer adds that is due at once: that is for a round of its own, which is counted.
    var count = queue.count
    while count > 0, let first = queue.firstDeadline, let due, first <= due || alarm.isClockOver {
      count -= 1
      if let payload = queue.removeFirst() { link.send(payload) }
      // The last observer has been cancelled, and what waits is dropped.
      if link.stream == nil { return }
    }
    wait()
  }
}
