/// The time of any clock, as a duration since some origin.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
struct ClockTime: Sendable {
  /// Cost: about 28 ns for a `ContinuousClock`.
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ until: Duration) async throws -> Void
  /// The clock, if it calls its alarms itself.
  let manual: ManualClock?
  /// Equal for clocks that show the same time; nil if unknown.
  let identity: ObjectIdentifier?

  init(of clock: any Clock<Duration>) {
    if let clock = clock as? ContinuousClock {
      // Without the protocol, since nearly all events read this clock.
      let origin = clock.now
      self.init(clock, from: origin, ObjectIdentifier(ContinuousClock.self)) { origin.duration(to: .now) }
    } else if let clock = clock as? ManualClock {
      self.init(clock, from: ManualClock.Instant(.zero), ObjectIdentifier(clock)) { clock.now.offset }
    } else if clock is SuspendingClock {
      self.init(beginningNow: clock, ObjectIdentifier(SuspendingClock.self))
    } else {
      self.init(beginningNow: clock, type(of: clock) is AnyClass ? ObjectIdentifier(clock as AnyObject) : nil)
    }
  }

  private init<Time: Clock>(beginningNow clock: Time, _ identity: ObjectIdentifier?) where Time.Duration == Duration {
    let origin = clock.now
    self.init(clock, from: origin, identity) { origin.duration(to: clock.now) }
  }

  // Not specialized: sleeps are rare, and each copy adds code to every program.
  @_semantics("optimize.sil.specialize.generic.never")
  private init<Time: Clock>(
    _ clock: Time, from origin: Time.Instant, _ identity: ObjectIdentifier?, now: @escaping @Sendable () -> Duration
  ) where Time.Duration == Duration {
    self.now = now
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    manual = clock as? ManualClock
    self.identity = identity
  }
}
