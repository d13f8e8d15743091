import Dispatch
import Foundation

/// Runs `body` on a thread of its own with a small stack, and returns its result.
///
/// 128 KiB hold a few hundred frames: recursion per observer, node or level overflows.
package func onThread<Result: Sendable>(
  stackKibibytes: Int = 128, _ body: @escaping @Sendable () -> Result
) -> Result {
  nonisolated(unsafe) var result: Result?
  let isDone = DispatchSemaphore(value: 0)
  let thread = Thread {
    unsafe result = body()
    isDone.signal()
  }
  thread.stackSize = stackKibibytes * 1024
  thread.start()
  isDone.wait()
  return unsafe result!
}

/// Runs the bodies at the same time on separate threads, and returns their results in order.
package func onThreads<Result: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] {
  nonisolated(unsafe) var results: [Result?] = Array(repeating: nil, count: count)
  let lock = NSLock()
  let isDone = DispatchSemaphore(value: 0)
  for index in 0..<count {
    let thread = Thread {
      let result = body(index)
      lock.withLock { unsafe results[index] = result }
      isDone.signal()
    }
    thread.start()
  }
  for _ in 0..<count { isDone.wait() }
  return lock.withLock { unsafe results.map { $0! } }
}
