import ReactiveCore

/// A clock that stands still until `advance(by:)`.
package struct TestClock: Clock {
  package struct Instant: InstantProtocol {
    fileprivate var offset = Duration.zero
    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct State {
    var now = Instant()
    var nextNumber = 0
    var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Bool, Never>)] = [:]
    /// Cancelled before they slept.
    var cancelled: Set<Int> = []
  }
  private let state = Locked(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }

  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }
  /// The number of sleeps begun so far.
  package var sleepCount: Int { state.withLock { $0.nextNumber } }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    let isDue = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return false }
          if deadline <= state.now { return true }
          state.sleepers[number] = (deadline, continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        if let sleeper = state.sleepers.removeValue(forKey: number) { return Optional(sleeper) }
        state.cancelled.insert(number)
        return nil
      }
      sleeper?.continuation.resume(returning: false)
    }
    if !isDue { throw CancellationError() }
  }

  /// Advances the time and wakes the sleepers that are due.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.sorted { $0.value.deadline < $1.value.deadline }.map { $0.value.continuation }
    }
    for continuation in due { continuation.resume(returning: true) }
  }

  /// Returns once exactly `count` tasks sleep.
  package func wait(forSleepers count: Int, isolation: isolated (any Actor)? = #isolation) async {
    while sleeperCount != count { await Task.yield() }
  }
}
