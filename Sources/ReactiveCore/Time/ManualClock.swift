/// A clock that moves only when you advance it, for tests that need not wait.
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
/// Pass it to the tested code as its `any Clock<Duration>`. It can be used from any isolation.
///
/// Sleepers wake in the order of their deadlines; those with equal deadlines wake in the order in which they began to
/// sleep. Their executor decides which of those that wake together continues first; advance in steps where that
/// matters. A cancelled sleeper throws a `CancellationError`.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
public final class ManualClock: Clock, Sendable {
  /// A time of this clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock's creation.
    public let offset: Duration

    init(_ offset: Duration) { self.offset = Self.bounded(offset) }

    /// Later and earlier times could not be subtracted from each other.
    private static let last = Duration.seconds(Int64.max)
    private static func bounded(_ offset: Duration) -> Duration { max(.zero - last, min(offset, last)) }

    /// This time plus `duration`, but not later than 2^63 seconds after the clock's creation.
    public func advanced(by duration: Duration) -> Instant { Instant(offset + Self.bounded(duration)) }
    /// The duration from this time to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first time is earlier.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Waiter {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }
  private struct State {
    var now = Instant(.zero)
    /// The target time, later than `now` while ``advance(by:)`` makes calls.
    var goal = Instant(.zero)
    var lastNumber = 0
    /// By deadline, then in the order in which they began to sleep.
    var sleepers = DueQueue<Instant, CheckedContinuation<Bool, Never>>()
    /// Made by the call that advances the clock. See ``call(at:since:_:)``.
    var calls = DueQueue<Instant, @Sendable () -> Void>()
    /// The tasks in ``waitForSleepers(_:isolation:)``.
    var waiters: [Int: Waiter] = [:]

    var sleeperCount: Int { sleepers.count + calls.count }

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    mutating func takeContentWaiters() -> [Waiter] {
      let content = waiters.filter { $0.value.count <= sleeperCount }
      for number in content.keys { waiters[number] = nil }
      return Array(content.values)
    }
  }
  private let state = Locked(State())

  /// A clock at zero.
  public init() {}

  /// The time to which the clock was advanced.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// The number of sleeping tasks, plus one for each isolation with waiting operators over time.
  public var sleeperCount: Int { state.withLock { $0.sleeperCount } }

  /// Sleeps until the clock reaches `deadline`.
  ///
  /// - Throws: A `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { $0.nextNumber() }
    let isDue = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (answer, waiters) = state.withLock { state -> (Bool?, [Waiter]) in
          if Task.isCancelled { return (false, []) }
          if deadline <= state.now { return (true, []) }
          state.sleepers.insert(continuation, number: number, at: deadline)
          return (nil, state.takeContentWaiters())
        }
        if let answer { continuation.resume(returning: answer) }
        for waiter in waiters { waiter.continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.remove(number) }?.element.resume(returning: false)
    }
    if !isDue { throw CancellationError() }
  }

  /// Advances the clock by `duration`, and wakes the sleepers whose deadline has passed.
  ///
  /// Operators over time in the caller's isolation emit before this returns, each at its own time: after ten seconds,
  /// `EventStream.every(.seconds(1))` has emitted ten times. In a batch or a delivery they emit after it, once, at
  /// the new time. Operators of another isolation emit in its next turn, and may see any time up to the new one. A call
  /// inside an emission advances from the time to which the outer call was to advance.
  ///
  /// A task that starts meanwhile on another thread, such as a request after a debounce, may read any time in between.
  /// So advance exactly to the time at which it starts, wait until it sleeps, then advance further.
  public func advance(by duration: Duration, file: StaticString = #fileID, line: UInt = #line) {
    advance(file, line) { ($0.goal, $0.goal.advanced(by: duration)) }
  }

  /// Advances the clock to `instant`, and wakes the sleepers whose deadline has passed.
  ///
  /// Sleepers continue when the caller suspends, or on another thread. A new sleep for a duration starts at `instant`.
  /// To see each turn of a loop that sleeps, wait for it to sleep, then advance, once per turn.
  public func advance(to instant: Instant, file: StaticString = #fileID, line: UInt = #line) {
    advance(file, line) { ($0.now, instant) }
  }

  private func advance(
    _ file: StaticString, _ line: UInt, _ plan: (State) -> (start: Instant, instant: Instant)
  ) {
    // In one step, since others may advance the clock at the same time.
    let (start, instant) = state.withLock { state in
      let (start, instant) = plan(state)
      state.goal = max(state.goal, instant)
      return (start, instant)
    }
    if instant < start {
      stop(
        """
        \(file):\(line): a ManualClock at \(start.offset) was to go back to \(instant.offset). Advance it to a later \
        time.
        """)
    }
    var due: [CheckedContinuation<Bool, Never>] = []
    // A call sees the time of its deadline, and may add another call.
    while let call = step(to: instant, waking: &due) { call() }
    for sleeper in due { sleeper.resume(returning: true) }
  }

  /// Returns the next call to make before `instant`. If there is none, the clock has reached `instant`, and `due` the
  /// sleepers to wake: in one step, so that a call added meanwhile finds the new time or is made.
  private func step(
    to instant: Instant, waking due: inout [CheckedContinuation<Bool, Never>]
  ) -> (@Sendable () -> Void)? {
    state.withLock { state in
      if let next = state.calls.take(dueAt: max(state.now, instant)) {
        state.now = max(state.now, next.time)
        return next.element
      }
      state.now = max(state.now, instant)
      while let next = state.sleepers.take(dueAt: instant) { due.append(next.element) }
      return nil
    }
  }

  /// `body` is called by the call that advances the clock to `offset` or beyond. Returns the number for
  /// ``cancel(_:)``; or nil, and makes no call, if the clock has reached `offset` since the caller saw the time `seen`.
  func call(at offset: Duration, since seen: Duration, _ body: @escaping @Sendable () -> Void) -> Int? {
    let (number, waiters) = state.withLock { state -> (Int?, [Waiter]) in
      let deadline = Instant(offset)
      if deadline <= state.now && seen < max(offset, state.now.offset) { return (nil, []) }
      let number = state.nextNumber()
      // A call after the end of the clock's time is never made.
      if deadline.offset == offset { state.calls.insert(body, number: number, at: deadline) }
      return (number, state.takeContentWaiters())
    }
    for waiter in waiters { waiter.continuation.resume() }
    return number
  }

  func cancel(_ number: Int) {
    let call = state.withLock { $0.calls.remove(number) }
    withExtendedLifetime(call) {}
  }

  /// Waits until ``sleeperCount`` is at least `count`. Returns early if the task is cancelled, and never if nothing
  /// sleeps any more.
  public func waitForSleepers(_ count: Int = 1, isolation: isolated (any Actor)? = #isolation) async {
    let number = state.withLock { $0.nextNumber() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          if state.sleeperCount >= count || Task.isCancelled { return false }
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
