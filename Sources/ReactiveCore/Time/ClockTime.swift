/// The time of any clock, as what has passed since some beginning.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
struct ClockTime: Sendable {
  /// What has passed since the beginning. Cost: about 30 ns for a `ContinuousClock`.
  let now: @Sendable () -> Duration
  /// Sleeps until so much has passed.
  let sleep: @Sendable (_ until: Duration) async throws -> Void
  /// The clock, if it calls what waits when it is advanced.
  let manual: ManualClock?
  /// What clocks that show the same time have in common; nil if that cannot be said of this one.
  let identity: ObjectIdentifier?

  init(of clock: any Clock<Duration>) {
    // Spelled out for the clock that nearly all use, so that it is specialised code.
    if let clock = clock as? ContinuousClock {
      self.init(clock, from: clock.now, ObjectIdentifier(ContinuousClock.self))
    } else if let clock = clock as? ManualClock {
      self.init(clock, from: ManualClock.Instant(.zero), ObjectIdentifier(clock))
    } else if let clock = clock as? SuspendingClock {
      self.init(clock, from: clock.now, ObjectIdentifier(SuspendingClock.self))
    } else {
      self.init(beginningNow: clock, type(of: clock) is AnyClass ? ObjectIdentifier(clock as AnyObject) : nil)
    }
  }

  private init<Time: Clock>(beginningNow clock: Time, _ identity: ObjectIdentifier?) where Time.Duration == Duration {
    self.init(clock, from: clock.now, identity)
  }

  @inline(__always)
  private init<Time: Clock>(
    _ clock: Time, from origin: Time.Instant, _ identity: ObjectIdentifier?
  ) where Time.Duration == Duration {
    now = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    manual = clock as? ManualClock
    self.identity = identity
  }
}
