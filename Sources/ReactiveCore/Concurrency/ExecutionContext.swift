// Unsafe: a task that is kept after it has ended.
//
// Invariant: nothing is asked of the task but whether it is the one that runs.

/// The task that made this, or the thread where there was none: what two of the same do is never done at the same time.
///
/// It keeps the memory of the task, so that no later one is taken for it.
@safe
package final class ExecutionContext: Sendable {
  nonisolated(unsafe) private let task: UnsafeCurrentTask?
  private let thread: UInt64

  /// That of the caller.
  package init() {
    unsafe task = withUnsafeCurrentTask { unsafe $0 }
    thread = unsafe task == nil ? Context.ready.threadNumber : 0
  }

  /// Whether this is called in it.
  package var isCurrent: Bool {
    unsafe withUnsafeCurrentTask { present in
      unsafe present == nil && task == nil ? Context.ready.threadNumber == thread : present == task
    }
  }
}

extension Context {
  private static let lastThread = Locked<UInt64>(0)

  /// A number of this thread, which no other thread ever has.
  fileprivate var threadNumber: UInt64 {
    if unsafe raw.pointee.threadNumber == 0 {
      unsafe raw.pointee.threadNumber = Self.lastThread.withLock { last in
        last += 1
        return last
      }
    }
    return unsafe raw.pointee.threadNumber
  }
}
