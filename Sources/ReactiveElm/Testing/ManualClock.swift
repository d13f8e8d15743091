internal import ReactiveCore

/// A clock that stands still until it is advanced, so that a test of what takes time takes none.
///
/// ```swift
/// let clock = ManualClock()
/// let egg = Task {
///   try await clock.sleep(for: .seconds(240))
///   return "done"
/// }
/// await clock.waitForSleepers()
/// clock.advance(by: .seconds(240))
/// print(try await egg.value)  // done
/// ```
///
/// Give it to the handler or the source under test as its `any Clock<Duration>`. Sleepers are woken in the order of
/// their deadlines, and those with the same deadline in the order in which they began to sleep; which of those that
/// wake together continues first is up to their executor, so advance in steps where that matters. A cancelled sleeper
/// wakes with a `CancellationError`. It can be used from anywhere.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public final class ManualClock: Clock, Sendable {
  /// A time of this clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    init(_ offset: Duration) { self.offset = offset }

    /// This time and `duration`.
    public func advanced(by duration: Duration) -> Instant { Instant(offset + duration) }
    /// How much later `other` is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first time is earlier.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Bool, Never>
  }
  private struct Waiter {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }
  private struct State {
    var now = Instant(.zero)
    var lastNumber = 0
    /// By the numbers in whose order they began to sleep.
    var sleepers: [Int: Sleeper] = [:]
    /// The tasks that wait for others to sleep.
    var waiters: [Int: Waiter] = [:]

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }
  private let state = Locked(State())

  /// A clock at zero.
  public init() {}

  /// The time to which the clock was advanced.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero: it is exact.
  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep on this clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Sleeps until the clock is advanced to `deadline`, or beyond.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { $0.nextNumber() }
    let isDue = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (answer, waiters) = state.withLock { state -> (Bool?, [Waiter]) in
          if Task.isCancelled { return (false, []) }
          if deadline <= state.now { return (true, []) }
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          let count = state.sleepers.count
          let content = state.waiters.filter { $0.value.count <= count }
          for number in content.keys { state.waiters[number] = nil }
          return (nil, Array(content.values))
        }
        if let answer { continuation.resume(returning: answer) }
        for waiter in waiters { waiter.continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(returning: false)
    }
    if !isDue { throw CancellationError() }
  }

  /// Advances the clock by `duration`, and wakes the sleepers whose deadline has passed.
  public func advance(by duration: Duration) { advance { $0.advanced(by: duration) } }

  /// Advances the clock to `instant`, and wakes the sleepers whose deadline has passed.
  ///
  /// They run later, when the caller awaits something or elsewhere. One that sleeps again, for a duration, sleeps from
  /// `instant` on: to see each of its turns, wait for it to sleep, and advance, once for each.
  public func advance(to instant: Instant) { advance { _ in instant } }

  /// In one step, since others may advance it at the same time.
  private func advance(_ next: (Instant) -> Instant) {
    let (earlier, instant, due) = state.withLock { state -> (Instant?, Instant, [Sleeper]) in
      let instant = next(state.now)
      if instant < state.now { return (state.now, instant, []) }
      state.now = instant
      let due = state.sleepers.filter { $0.value.deadline <= instant }
      for number in due.keys { state.sleepers[number] = nil }
      return (nil, instant, due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value))
    }
    if let earlier {
      stop("a ManualClock at \(earlier.offset) was to go back to \(instant.offset). It can only be advanced.")
    }
    for sleeper in due { sleeper.continuation.resume(returning: true) }
  }

  /// Waits until at least `count` tasks sleep on this clock. Returns early when the task is cancelled.
  public func waitForSleepers(_ count: Int = 1, isolation: isolated (any Actor)? = #isolation) async {
    let number = state.withLock { $0.nextNumber() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          if state.sleepers.count >= count || Task.isCancelled { return false }
          state.waiters[number] = Waiter(count: count, continuation: continuation)
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
    }
  }
}
