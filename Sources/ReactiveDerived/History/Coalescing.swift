/// Whether a step joins the previous one.
@usableFromInline
final class Coalescing {
  private let isQuick: () -> Bool
  /// The tracks that the previous step changed, in order; empty if nothing joins it.
  private var last: [Int32] = []

  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  @usableFromInline
  convenience init(_ interval: Duration, _ clock: any Clock<Duration>) {
    // Specializes the usual clock.
    if let clock = clock as? ContinuousClock {
      self.init(interval, on: clock)
    } else {
      self.init(interval, on: clock)
    }
  }

  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  private init<Time: Clock>(_ interval: Duration, on clock: Time) where Time.Duration == Duration {
    let end = LastEnd(clock.now)
    isQuick = {
      let now = clock.now
      let isQuick = end.instant.duration(to: now) < interval
      end.instant = now
      return isQuick
    }
  }

  /// Called at the end of a step that changes these tracks.
  func joins(_ changed: some Collection<Int32>) -> Bool {
    let isQuick = isQuick()
    if last.elementsEqual(changed) { return isQuick }
    last = Array(changed)
    return false
  }

  func end() { last = [] }
}

private final class LastEnd<Instant> {
  // A captured variable would be checked for exclusivity.
  @safe @exclusivity(unchecked) var instant: Instant
  init(_ instant: Instant) { self.instant = instant }
}
