internal import Foundation
internal import Synchronization

/// An executor that runs its jobs on a thread of its own until `stop()`. Later jobs never run.
public final class ThreadExecutor: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var hasStopped = false
  }

  // The condition orders the accesses, also for the thread sanitizer, which does not see a Mutex.
  private let condition = NSCondition()
  private let state = Mutex(State())

  public init() { Thread.detachNewThread { [self] in runJobs() } }

  public func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    condition.lock()
    state.withLock { $0.jobs.append(unowned) }
    condition.signal()
    condition.unlock()
  }

  /// Runs no more jobs after the current one.
  public func stop() {
    condition.lock()
    state.withLock { $0.hasStopped = true }
    condition.signal()
    condition.unlock()
  }

  private func runJobs() {
    while let job = next() { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  private func next() -> UnownedJob? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      let (job, hasStopped): (UnownedJob?, Bool) = state.withLock { state in
        if state.hasStopped { return (nil, true) }
        return (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), false)
      }
      if hasStopped { return nil }
      if let job { return job }
      condition.wait()
    }
  }
}

@globalActor
public actor Studio {
  public static let shared = Studio()
  public static let executor = ThreadExecutor()
  public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }
}

/// A global actor with an executor that can be stopped, after which its jobs never run.
@globalActor
public actor Ruin {
  public static let shared = Ruin()
  public static let executor = ThreadExecutor()
  public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }
}

/// An ordinary global actor: the system's pool runs it on changing threads.
@globalActor
public actor Hall {
  public static let shared = Hall()
}
