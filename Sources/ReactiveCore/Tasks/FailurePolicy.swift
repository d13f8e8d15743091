/// What an ``AsyncBehavior`` does when loading fails.
///
/// ```swift
/// let policy = FailurePolicy.retry(times: 3, after: .seconds(1))  // waits for 1, 2 and 4 seconds
/// print(policy == .show)                                          // false
/// ```
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public struct FailurePolicy: Sendable, Hashable {
  private let times: Int
  private let first: Duration
  private let factor: Double

  /// Shows the failure.
  public static var show: FailurePolicy { FailurePolicy(times: 0, first: .zero, factor: 1) }

  /// Retries at most `times` times, then shows the last failure.
  ///
  /// The first retry waits for `delay`, and each further one `factor` times as long as the one before, but at most a
  /// day. A newer question, a reload and the end of the behavior cancel the wait. If the clock fails, retries come at
  /// once. A negative `times` or `delay` counts as zero; a `factor` below zero or NaN stops the program with a message.
  public static func retry(
    times: Int, after delay: Duration, factor: Double = 2, file: StaticString = #fileID, line: UInt = #line
  ) -> FailurePolicy {
    if !(factor >= 0) {
      stop("\(file):\(line): FailurePolicy.retry: the factor is \(factor). Give it one of 0 or more.")
    }
    return FailurePolicy(times: max(0, times), first: min(max(.zero, delay), longest), factor: factor)
  }

  private static var longest: Duration { .seconds(86_400) }

  /// The delay before this retry, counted from 1; nil if there is none.
  package func delay(before retry: Int) -> Duration? {
    if retry < 1 || retry > times { return nil }
    // The longest delay divided by a large factor is zero.
    if first == .zero { return first }
    var delay = first
    for _ in 1..<retry {
      if factor > 1 && delay >= Self.longest / factor { return Self.longest }
      let next = delay * factor
      if next == delay { break }
      delay = next
    }
    return delay
  }
}

/// Retries for a task.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
@usableFromInline
final class Retries: Sendable {
  private let policy: FailurePolicy
  private let clock: any Clock<Duration>

  init(_ policy: FailurePolicy, _ clock: any Clock<Duration>) {
    self.policy = policy
    self.clock = clock
  }

  /// Waits before the next attempt, unless the clock fails. Returns whether there is one.
  @usableFromInline
  func wait(after failures: Int) async -> Bool {
    guard let delay = policy.delay(before: failures), !Task.isCancelled else { return false }
    do { try await clock.sleep(for: delay) } catch { return !Task.isCancelled }
    return true
  }
}
