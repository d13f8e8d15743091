/// A duration, or the time since some start, for types that also exist where `Duration` is unavailable.
@usableFromInline
package struct TimeSpan: Hashable, Comparable, Sendable, CustomStringConvertible {
  @usableFromInline package let seconds: Int64
  /// At least zero, and below 10¹⁸.
  @usableFromInline package let attoseconds: Int64

  @inlinable
  package init(seconds: Int64, attoseconds: Int64) {
    self.seconds = seconds
    self.attoseconds = attoseconds
  }

  @inlinable package static var none: TimeSpan { TimeSpan(seconds: 0, attoseconds: 0) }

  /// A hundred years: a clock may be unable to add more.
  package static var longest: TimeSpan { TimeSpan(seconds: 3_155_760_000, attoseconds: 0) }

  private static let attosecondsOfSecond: Int64 = 1_000_000_000_000_000_000

  package static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    let attoseconds = a.attoseconds + b.attoseconds
    let carry: Int64 = attoseconds >= attosecondsOfSecond ? 1 : 0
    return TimeSpan(
      seconds: a.seconds + b.seconds + carry, attoseconds: attoseconds - carry * attosecondsOfSecond)
  }

  /// Requires `b <= a`.
  package static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
    let attoseconds = a.attoseconds - b.attoseconds
    let borrow: Int64 = attoseconds < 0 ? 1 : 0
    return TimeSpan(
      seconds: a.seconds - b.seconds - borrow, attoseconds: attoseconds + borrow * attosecondsOfSecond)
  }

  @usableFromInline
  package static func < (a: TimeSpan, b: TimeSpan) -> Bool { (a.seconds, a.attoseconds) < (b.seconds, b.attoseconds) }

  /// Formatted like a `Duration`.
  @usableFromInline package var description: String { "\(Double(seconds) + Double(attoseconds) / 1e18) seconds" }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension TimeSpan {
  /// Limits `duration` to between zero and a hundred years.
  package init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = duration <= .zero ? .none : min(TimeSpan(seconds: seconds, attoseconds: attoseconds), .longest)
  }

  package var duration: Duration { Duration(secondsComponent: seconds, attosecondsComponent: attoseconds) }
}
