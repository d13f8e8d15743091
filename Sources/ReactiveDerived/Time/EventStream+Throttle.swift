public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream {
  /// A stream of these payloads, at least `duration` apart.
  ///
  /// ```swift
  /// let clock = ManualClock()  // in an app: leave it out
  /// let moved = Event<Int>()
  /// moved.throttle(for: .milliseconds(16), clock: clock).sink { print("at \($0)") }
  /// moved.trigger(1)                      // prints "at 1"
  /// moved.trigger(2)
  /// moved.trigger(3)
  /// clock.advance(by: .milliseconds(16))  // prints "at 3"
  /// ```
  ///
  /// A payload after a pause is emitted at once. Of those that follow within `duration`, the last is emitted at its
  /// end, so the very last payload is never lost; with `latest: false`, all are dropped. A duration of zero or less
  /// emits the first payload of a delivery at once, and the last after the delivery.
  ///
  /// Timing and lifetime: see ``debounce(for:clock:isolation:file:line:)``. Cost: while observed, about 280 bytes more
  /// than `map`; storing a waiting payload takes about 6 ns, dropping one a clock read. Same name in Combine and RxSwift.
  @inlinable
  public final func throttle(
    for duration: Duration, latest: Bool = true, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) -> EventStream<Payload> {
    let schedule = Schedule(clock, isolation, "throttle(for:) of \(label) was made")
    return derive(file, line) { link in
      let throttle = Throttle(link, schedule, duration, latest)
      return { throttle.receive($0) }
    }
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
final class Throttle<Payload>: Waiting<Payload> {
  @usableFromInline let duration: Duration
  @usableFromInline let keepsLatest: Bool
  @safe @exclusivity(unchecked) @usableFromInline var pending: Payload?

  @usableFromInline
  init(_ link: StreamLink<Payload>, _ schedule: Schedule, _ duration: Duration, _ keepsLatest: Bool) {
    self.duration = duration
    self.keepsLatest = keepsLatest
    super.init(link, schedule)
  }

  override var isWaiting: Bool { pending != nil }

  override func emit() {
    guard let payload = pending else { return }
    pending = nil
    alarm.arm(after: duration)
    link.send(payload)
  }

  /// The alarm is armed while payloads must wait. If it rings late, payloads after its deadline need not be dropped.
  @inlinable
  func receive(_ payload: Payload) {
    if !alarm.isArmed || (!keepsLatest && alarm.deadline < alarm.now) {
      alarm.arm(after: duration)
      link.forward(payload)
    } else if keepsLatest {
      let last = pending
      pending = payload
      withExtendedLifetime(last) {}
    }
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension Behavior {
  /// Unavailable: a stream's name.
  @available(
    *, unavailable,
    message: "write behavior.changes.throttle(for:); as a behavior, behavior.changes.throttle(for:).hold(initial)"
  )
  public final func throttle(
    for duration: Duration, latest: Bool = true, clock: any Clock<Duration> = ContinuousClock()
  ) -> EventStream<Value> { stop("unavailable") }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension EventStream {
  /// Unavailable: Combine's form.
  @available(
    *, unavailable, message: "write stream.throttle(for:latest:): it emits on its actor, and no scheduler is needed"
  )
  public final func throttle<Scheduler>(
    for duration: Duration, scheduler: Scheduler, latest: Bool
  ) -> EventStream<Payload> { stop("unavailable") }
}
