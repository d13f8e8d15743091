/// How long something takes, or what has passed since some beginning: a `Duration` on every system.
///
/// A policy and a test have one in them, and exist where Swift's own is not available.
@usableFromInline
package struct TimeSpan: Hashable, Comparable, Sendable, CustomStringConvertible {
  @usableFromInline package let seconds: Int64
  /// Below 10¹⁸, and not below zero.
  @usableFromInline package let attoseconds: Int64

  @inlinable
  package init(seconds: Int64, attoseconds: Int64) {
    self.seconds = seconds
    self.attoseconds = attoseconds
  }

  /// No time at all.
  @inlinable package static var none: TimeSpan { TimeSpan(seconds: 0, attoseconds: 0) }

  /// A hundred years: no clock can be relied on to add more.
  package static var longest: TimeSpan { TimeSpan(seconds: 3_155_760_000, attoseconds: 0) }

  private static let attosecondsOfSecond: Int64 = 1_000_000_000_000_000_000

  package static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    let attoseconds = a.attoseconds + b.attoseconds
    let carry: Int64 = attoseconds >= attosecondsOfSecond ? 1 : 0
    return TimeSpan(
      seconds: a.seconds + b.seconds + carry, attoseconds: attoseconds - carry * attosecondsOfSecond)
  }

  /// `b` is not the longer one.
  package static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    let attoseconds = a.attoseconds - b.attoseconds
    let borrow: Int64 = attoseconds < 0 ? 1 : 0
    return TimeSpan(
      seconds: a.seconds - b.seconds - borrow, attoseconds: attoseconds + borrow * attosecondsOfSecond)
  }

  @usableFromInline
  package static func < (a: TimeSpan, b: TimeSpan) -> Bool { (a.seconds, a.attoseconds) < (b.seconds, b.attoseconds) }

  /// As a `Duration` is written.
  @usableFromInline package var description: String { "\(Double(seconds) + Double(attoseconds) / 1e18) seconds" }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension TimeSpan {
  /// What is below zero counts as zero, and what is above a hundred years as a hundred years.
  package init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = duration <= .zero ? .none : min(TimeSpan(seconds: seconds, attoseconds: attoseconds), .longest)
  }

  package var duration: Duration { Duration(secondsComponent: seconds, attosecondsComponent: attoseconds) }
}
