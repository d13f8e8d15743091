import Foundation
import ReactiveCore

/// An actor whose jobs run on the thread of one program, and when that says so.
///
/// So a program of the fuzzer runs from its beginning to its end without a pause, in the isolation of its behaviors, and
/// decides itself when the answer of a task is taken in.
actor Stage {
  private nonisolated let executor = StageExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// Runs `body` on a new stage, on a thread of its own. No thread of the tasks is kept from them meanwhile.
  static func run<Result: Sendable>(_ body: @escaping @Sendable (isolated Stage) -> Result) async -> Result {
    let stage = Stage()
    Thread.detachNewThread { stage.executor.runJobs() }
    let result = await stage.perform(body)
    stage.executor.end()
    return result
  }

  private func perform<Result>(_ body: @Sendable (isolated Stage) -> Result) -> Result { body(self) }

  /// How many jobs of others wait: answers that have come back to this isolation.
  nonisolated var waitingJobs: Int { executor.count }

  /// Runs one of the jobs that wait, in the middle of the present one.
  func runJob(at place: Int) { executor.run(at: place) }

  /// Waits until `isThere`, which is asked whenever a job or a sign has come; but not for ever: it gives up when so many
  /// tasks have had a turn meanwhile, one after the other.
  nonisolated func wait(turns: Int, until isThere: () -> Bool) { executor.wait(turns: turns, until: isThere) }

  /// Something has come that a program may wait for.
  nonisolated func sign() { executor.sign() }
}

private final class StageExecutor: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isOver = false
  }
  // The condition orders the accesses, also for the thread sanitizer.
  private let condition = NSCondition()
  private let state = Locked(State())

  var count: Int { state.withLock { $0.jobs.count } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    change { $0.jobs.append(job) }
  }
  func sign() { change { _ in } }
  func end() { change { $0.isOver = true } }

  private func change(_ body: (inout State) -> Void) {
    condition.lock()
    state.withLock(body)
    condition.broadcast()
    condition.unlock()
  }

  func run(at place: Int) {
    let job = state.withLock { $0.jobs.remove(at: place) }
    unsafe job.runSynchronously(on: asUnownedSerialExecutor())
  }

  /// The loop of the thread.
  func runJobs() {
    while true {
      condition.lock()
      while state.withLock({ $0.jobs.isEmpty && !$0.isOver }) { condition.wait() }
      let isOver = state.withLock { $0.jobs.isEmpty }
      condition.unlock()
      if isOver { return }
      run(at: 0)
    }
  }

  func wait(turns: Int, until isThere: () -> Bool) {
    if isThere() { return }
    let hasGivenUp = Locked(false)
    var isCounting = false
    condition.lock()
    while !isThere() && !hasGivenUp.withLock({ $0 }) {
      if condition.wait(until: Date(timeIntervalSinceNow: 0.1)) || isCounting { continue }
      isCounting = true
      Task.detached { [self] in
        for _ in 0..<turns { await Task.yield() }
        hasGivenUp.withLock { $0 = true }
        sign()
      }
    }
    condition.unlock()
  }
}
