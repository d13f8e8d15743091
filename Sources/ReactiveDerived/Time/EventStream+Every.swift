public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream where Payload == Void {
  /// A stream that emits at regular intervals while it is observed.
  ///
  /// ```swift
  /// let clock = ManualClock()  // in an app: leave it out
  /// var seconds = 0
  /// let subscription = EventStream.every(.seconds(1), clock: clock).sink { seconds += 1 }
  /// clock.advance(by: .seconds(3))
  /// subscription.cancel()
  /// clock.advance(by: .seconds(3))
  /// print(seconds)  // 3
  /// ```
  ///
  /// The first interval begins with the first observer, and the times do not drift. Intervals missed while the
  /// isolation or the machine is busy or asleep are left out. The stream emits in a turn of its own on the caller's
  /// actor. Outside of any actor, or with an interval below a nanosecond, the program stops with a message.
  ///
  /// While it is observed, the clock retains it: cancel its observers, or keep their subscriptions in a bag that ends
  /// with their owner. (If its actor is deallocated meanwhile, it emits nothing more, and is released at the next
  /// interval.) It never finishes, but stops emitting if the clock fails.
  ///
  /// Cost: about 800 bytes while observed; otherwise no task. Called `Timer.publish` in Combine, and `interval` in
  /// RxSwift.
  public static func every(
    _ interval: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<Void> {
    if interval < .nanoseconds(1) {
      stop(
        """
        \(file):\(line): EventStream.every(_:) cannot emit every \(interval). Give it an interval of a nanosecond or \
        more.
        """)
    }
    let schedule = Schedule(clock, isolation, "\(file):\(line) was made by EventStream.every(_:)")
    return PeriodicStream(interval, schedule, file, line)
  }
}

/// A stream whose only source is a clock.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private final class PeriodicStream: DerivedStream<Void> {
  private let interval: Duration
  private let schedule: Schedule
  private var alarm = ReleaseGuard<Alarm>()

  /// A hundred years, the limit of all waits. So no sum of times overflows.
  private static var longest: Duration { .seconds(3_155_760_000) }

  init(_ interval: Duration, _ schedule: Schedule, _ file: StaticString, _ line: UInt) {
    self.interval = min(interval, Self.longest)
    self.schedule = schedule
    super.init(Retention(all: []), isEager: false, file, line)
  }

  override func subscribe(_ link: StreamLink<Void>, _ upstream: inout [any Upstream]) {
    let interval = interval
    var next = Duration.zero
    weak var found: Alarm?
    let alarm = Alarm(schedule, isKeptWhileArmed: true, label: link.observers.label) {
      guard let alarm = found else { return }
      if alarm.isClockOver { return link.stream?.end() ?? () }
      let now = alarm.now
      // Leaves out missed intervals; usually there are none.
      if now - next >= interval {
        let missed = (now - next) / interval
        // More than an Int can count: the next interval begins now.
        if missed < 0x1p62 { next += interval * Int(missed) } else { next = now }
      }
      repeat { next += interval } while next <= now
      alarm.arm(at: next)
      // The clock is user code, which may have ended the observation.
      if link.stream == nil { return alarm.cancel() }
      link.send(())
    }
    found = alarm
    self.alarm.content = alarm
    next = alarm.deadline(after: interval)
    alarm.arm(at: next)
    if !isCurrent(link) { alarm.cancel() }
  }

  override func unsubscribe(_ upstream: inout [any Upstream]) {
    let last = alarm.content
    alarm.content = nil
    last?.cancel()
  }

  override func letGo() { _ = alarm.take() }

  deinit { release(&alarm) }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream where Payload == Void {
  /// Unavailable: RxSwift's name of ``every(_:clock:isolation:file:line:)``.
  @available(*, unavailable, renamed: "every(_:clock:)")
  public static func interval(
    _ interval: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> EventStream<Void> { stop("unavailable") }

  /// Unavailable: RxSwift's name of a stream that emits once.
  @available(*, unavailable, message: "to emit once, write EventStream.every(duration).prefix(1)")
  public static func timer(
    _ duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> EventStream<Void> { stop("unavailable") }

  /// Unavailable: a name of a stream that emits once.
  @available(*, unavailable, message: "to emit once, write EventStream.every(duration).prefix(1)")
  public static func after(
    _ duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> EventStream<Void> { stop("unavailable") }
}
