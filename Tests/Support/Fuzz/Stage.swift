import Foundation
import ReactiveCore

/// An actor whose jobs run on one program's thread, when the program says so.
///
/// So a program runs without a pause in the isolation of its behaviors, and decides when a task's answer is taken in.
package actor Stage {
  private nonisolated let executor = StageExecutor()
  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// Tells the jobs of a program from others, which are not its answers: what is left of an ended actor may end in a
  /// job of the next one that has its place in the library's table.
  fileprivate static let priority = TaskPriority.high

  /// Runs `body` on a new stage, on its own thread. It blocks no thread of the tasks.
  package static func run<Result: Sendable>(_ body: @escaping @Sendable (isolated Stage) -> Result) async -> Result {
    let stage = Stage()
    Thread.detachNewThread { stage.executor.runJobs() }
    let result = await Task.detached(priority: priority) { await stage.perform(body) }.value
    stage.executor.end()
    return result
  }

  private func perform<Result>(_ body: @Sendable (isolated Stage) -> Result) -> Result { body(self) }

  /// The waiting jobs of others: answers that have returned to this isolation.
  package nonisolated var waitingJobs: Int { executor.count }

  /// Runs a waiting job inside the current one.
  package func runJob(at place: Int) { executor.run(at: place) }

  /// Waits until `isThere`, which is checked at each job or sign. Gives up after this many rounds of 0.1 s without a
  /// sign, in each of which the other tasks have had their turns.
  package nonisolated func wait(rounds: Int, until isThere: () -> Bool) {
    executor.wait(rounds: rounds, until: isThere)
  }

  /// After a failure: runs the waiting jobs and those that follow, so that the next program begins alone.
  package func runJobs(rounds: Int, until isOver: () -> Bool = { false }) {
    repeat {
      while waitingJobs > 0 { runJob(at: 0) }
      wait(rounds: rounds) { isOver() || waitingJobs > 0 }
    } while waitingJobs > 0
  }

  /// Something has arrived that a program may wait for.
  package nonisolated func sign() { executor.sign() }
}

private final class StageExecutor: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// Not of the program; they run after it.
    var others: [UnownedJob] = []
    var isOver = false
  }
  // The condition orders the accesses, also for the thread sanitizer.
  private let condition = NSCondition()
  private let state = Locked(State())

  var count: Int { state.withLock { $0.jobs.count } }

  func enqueue(_ job: consuming ExecutorJob) {
    let isOfProgram = TaskPriority(job.priority) == Stage.priority
    let job = UnownedJob(job)
    change { if isOfProgram { $0.jobs.append(job) } else { $0.others.append(job) } }
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

  func runJobs() {
    while true {
      condition.lock()
      while state.withLock({ $0.jobs.isEmpty && !$0.isOver }) { condition.wait() }
      let isOver = state.withLock { state in
        if state.jobs.isEmpty { swap(&state.jobs, &state.others) }
        return state.jobs.isEmpty
      }
      condition.unlock()
      if isOver { return }
      run(at: 0)
    }
  }

  func wait(rounds: Int, until isThere: () -> Bool) {
    if isThere() { return }
    var begun = 0
    let ended = Locked(0)
    condition.lock()
    while !isThere() && ended.withLock({ $0 }) < rounds {
      if condition.wait(until: Date(timeIntervalSinceNow: 0.1)) || begun > ended.withLock({ $0 }) { continue }
      begun += 1
      // The rounds are apart, since the system may suspend the thread of a task while this one counts.
      Task.detached { [self] in
        for _ in 0..<2000 { await Task.yield() }
        ended.withLock { $0 += 1 }
        sign()
      }
    }
    condition.unlock()
  }
}
