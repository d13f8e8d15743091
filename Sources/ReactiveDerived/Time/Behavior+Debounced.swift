public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension Behavior {
  /// A behavior that takes this one's value when it has not changed for `duration`. Compared by `==`.
  ///
  /// ```swift
  /// let clock = ManualClock()  // in an app: leave it out
  /// let query = OpenBehavior("")
  /// let calm = query.debounced(for: .milliseconds(300), clock: clock)
  /// query.value = "s"
  /// query.value = "sw"
  /// print(calm.value.isEmpty, calm.isSettled)  // true false
  /// clock.advance(by: .milliseconds(300))
  /// print(calm, calm.isSettled)                // sw true
  /// ```
  ///
  /// It begins with the present value and follows this behavior from its creation, observed or not. Its value changes
  /// in a turn of its own on the caller's actor. Outside of any actor, the program stops with a message. A duration of
  /// zero or less takes the value after the delivery of its change. A batch that restores the value starts no wait;
  /// each assignment of a `@Property` does. A change that is not notified yet when the time is over, as of an
  /// `@Observable` object, puts the value off, too.
  ///
  /// It retains this behavior; keep it or a subscription. Cost: about 1600 bytes, and 370 for `isSettled`; a change
  /// moves a deadline without allocating.
  public final func debounced(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DebouncedBehavior<Value> where Value: Equatable {
    let schedule = Schedule(clock, isolation, "debounced(for:) of \(label) was made")
    return DebouncedBehavior(Debouncing(self, schedule, duration, file, line), Equality(.equal()), name, file, line)
  }

  /// Like the other ``debounced(for:clock:isolation:name:file:line:)``, but compared by identity.
  @_disfavoredOverload
  public final func debounced(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DebouncedBehavior<Value> {
    let schedule = Schedule(clock, isolation, "debounced(for:) of \(label) was made")
    return DebouncedBehavior(Debouncing(self, schedule, duration, file, line), Equality(.identity()), name, file, line)
  }

  /// Unavailable: a stream's name.
  @available(
    *, unavailable, message: "write behavior.debounced(for:), or for a stream, behavior.changes.debounce(for:)"
  )
  public final func debounce(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock()
  ) -> Behavior<Value> { stop("unavailable") }

  /// Unavailable: Combine's form.
  @available(
    *, unavailable, message: "write behavior.debounced(for:): it changes on its actor, and no scheduler is needed"
  )
  public final func debounce<Scheduler>(for duration: Duration, scheduler: Scheduler) -> Behavior<Value> {
    stop("unavailable")
  }
}

/// A behavior that takes another one's value when that has not changed for a while. Made by
/// ``ReactiveCore/Behavior/debounced(for:clock:isolation:name:file:line:)``.
///
/// ```swift
/// let clock = ManualClock()
/// let width = OpenBehavior(100)
/// let layout: DebouncedBehavior<Int> = width.debounced(for: .milliseconds(50), clock: clock)
/// layout.sink { print("lay out for \($0)") }
/// for pixels in 101...200 { width.value = pixels }
/// clock.advance(by: .milliseconds(50))  // prints "lay out for 200"
/// ```
///
/// It retains the source.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public final class DebouncedBehavior<Value>: ComputedBehavior<Value> {
  // Retained by the behavior's function, which releases it as a link of a chain.
  private unowned let debouncing: Debouncing<Value>

  fileprivate init(
    _ debouncing: Debouncing<Value>, _ test: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    self.debouncing = debouncing
    let calm = debouncing.calm
    super.init(test, name: name, file: file, line: line) {
      _ = debouncing
      return calm.read()
    }
    // The source is used in this isolation from now on, so this must end here, wherever it is released.
    settleIn()
  }

  /// Whether the source is unchanged since it settled. It changes together with the source and with the value of this
  /// behavior, and retains what this behavior retains. An evaluation that reads it retains it.
  public var isSettled: Behavior<Bool> { debouncing.isSettled(of: self).handOut() }
}

/// The shared parts of a debounced behavior and its `isSettled`.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private final class Debouncing<Value> {
  let calm: OpenBehavior<Value>
  private let source: Behavior<Value>
  private var observer: CancelOnDeinit?
  private var alarm: Alarm!
  /// The change at which the source settled. A batch that reverts the source also reverts a stamp, but not a counter.
  private let restedAt: OpenBehavior<ChangeStamp>
  /// The change since which the alarm waits.
  private var changedAt: ChangeStamp
  private weak var foundSettled: Behavior<Bool>?

  init(
    _ source: Behavior<Value>, _ schedule: Schedule, _ duration: Duration, _ file: StaticString, _ line: UInt
  ) {
    self.source = source
    calm = OpenBehavior(source.peek(), Equality(.never()), name: nil, file: file, line: line)
    changedAt = ChangeStamp(of: source)
    restedAt = OpenBehavior(changedAt, Equality(.equal()), name: nil, file: file, line: line)
    alarm = Alarm(schedule, label: source.label) { [unowned self] in rest(or: duration) }
    observer = CancelOnDeinit(source.sink(with: self) { me, _ in me.wait(duration) })
  }

  // First: a value's `deinit` may advance the clock, and the alarm would call this object.
  deinit { alarm.cancel() }

  private func wait(_ duration: Duration) {
    changedAt = ChangeStamp(of: source)
    alarm.arm(after: duration)
  }

  private func rest(or duration: Duration) {
    let value = source.peek()
    // A read finds a change of an object, and may notify. Where values cannot be compared, each may count as a change.
    if alarm.isArmed { return }
    let compares = source.duplicateRule != .none && source.duplicateRule != .nilAlone
    let stamp = ChangeStamp(of: source)
    if compares && stamp != changedAt { return wait(duration) }
    batch {
      calm.value = value
      restedAt.value = stamp
    }
  }

  func isSettled(of behavior: ReactiveNode) -> Behavior<Bool> {
    if let foundSettled { return foundSettled }
    let (source, restedAt) = (source, restedAt)
    let new = ComputedBehavior<Bool>(Equality(.equal()), name: nil, file: #fileID, line: #line) {
      // Also retains `self`.
      withExtendedLifetime(self) {
        _ = source.read()
        return ChangeStamp(of: source) == restedAt.read()
      }
    }
    new.keepLabel(of: behavior, as: ".isSettled")
    new.settleIn()
    foundSettled = new
    return new
  }
}
