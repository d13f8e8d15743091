public import ReactiveCore

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension Behavior {
  /// The behavior of the value that this one has had for `duration`: it takes a new value when that has not changed for
  /// so long. An equal value is no change.
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
  /// It begins with the present value, and follows this behavior from then on, observed or not. A batch that ends where
  /// it began is no change, so it waits for nothing. (Each assignment of a `@Property` is one.) The value changes in a
  /// turn of its own, in the isolation in which this is called, such as the main actor; outside of any this stops with
  /// a message. A duration of zero or less takes the value after the delivery in which it changed. It keeps this
  /// behavior; keep it or a subscription to it. Cost: about 1600 bytes, and 370 for `isSettled`; a change moves a
  /// deadline, and allocates nothing.
  public final func debounced(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DebouncedBehavior<Value> where Value: Equatable {
    let schedule = Schedule(clock, isolation, "debounced(for:) of \(label) was made")
    return DebouncedBehavior(Debouncing(self, schedule, duration, file, line), Equality(.equal()), name, file, line)
  }

  /// As the other ``debounced(for:clock:isolation:name:file:line:)``; the same instance is no change, any other value
  /// is one.
  @_disfavoredOverload
  public final func debounced(
    for duration: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DebouncedBehavior<Value> {
    let schedule = Schedule(clock, isolation, "debounced(for:) of \(label) was made")
    return DebouncedBehavior(Debouncing(self, schedule, duration, file, line), Equality(.identity()), name, file, line)
  }
}

/// A behavior that takes another one's value when that has not changed for a while; see
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
/// It keeps the behavior that it follows. Cost: about 1600 bytes.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public final class DebouncedBehavior<Value>: ComputedBehavior<Value> {
  private let debouncing: Debouncing<Value>

  fileprivate init(
    _ debouncing: Debouncing<Value>, _ test: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    self.debouncing = debouncing
    let calm = debouncing.calm
    super.init(test, name: name, file: file, line: line) {
      _ = debouncing
      return calm.read()
    }
    // What it follows is used here from the beginning, so it ends here, too, wherever this is released.
    settleIn()
  }

  /// The value that the source had when it last came to rest. The read is tracked.
  public var value: Value { read() }

  /// Whether the source has not changed since it came to rest. It changes in one with the source, and in one with the
  /// value of this behavior. It keeps what it follows, as this behavior does.
  public var isSettled: Behavior<Bool> { debouncing.isSettled }
}

/// What a debounced behavior, and its `isSettled`, are made of and keep.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private final class Debouncing<Value> {
  let calm: OpenBehavior<Value>
  private let source: Behavior<Value>
  private var observer: CancelOnDeinit?
  private var alarm: Alarm!
  /// The source's change after which it came to rest. (A stamp, since a batch that reverts the source reverts it. A number
  /// that is counted up would go on.)
  private let restedAt: OpenBehavior<ChangeStamp>
  private weak var foundSettled: Behavior<Bool>?

  init(
    _ source: Behavior<Value>, _ schedule: Schedule, _ duration: Duration, _ file: StaticString, _ line: UInt
  ) {
    self.source = source
    calm = OpenBehavior(source.peek(), Equality(.never()), name: nil, file: file, line: line)
    restedAt = OpenBehavior(ChangeStamp(of: source), Equality(.equal()), name: nil, file: file, line: line)
    alarm = Alarm(schedule, label: source.label) { [unowned self] in rest() }
    observer = CancelOnDeinit(
      source.sink(with: self) { me, _ in me.alarm.arm(after: duration) })
  }

  private func rest() {
    batch {
      calm.value = source.peek()
      restedAt.value = ChangeStamp(of: source)
    }
  }

  var isSettled: Behavior<Bool> {
    if let foundSettled { return foundSettled }
    let (source, restedAt) = (source, restedAt)
    let new = ComputedBehavior<Bool>(Equality(.equal()), name: nil, file: #fileID, line: #line) {
      // Also keeps it.
      withExtendedLifetime(self) {
        _ = source.read()
        return ChangeStamp(of: source) == restedAt.read()
      }
    }
    new.settleIn()
    foundSettled = new
    return new
  }
}
