import Dispatch
import ReactiveCore

/// An executor for actors of its own, on a queue. Counts its jobs.
package final class QueueExecutor: SerialExecutor {
  private let count = Locked(0)
  private let queue = DispatchQueue(label: "an executor")

  package init() {}

  package var jobCount: Int { count.withLock { $0 } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    count.withLock { $0 += 1 }
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
