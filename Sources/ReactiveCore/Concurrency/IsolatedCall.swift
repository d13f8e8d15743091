// Unsafe: a call that belongs to one isolation, on its way through code that may run in any.
//
// Invariant: `callInIsolation` is called in the isolation of `body`, which the compiler cannot see. The object may be
// released in any isolation, so `body` captures weakly what it captures.

/// A function that must be called in the isolation that made it, and may be kept anywhere.
@safe
@usableFromInline
package final class IsolatedCall<Argument: Sendable>: Sendable {
  @usableFromInline nonisolated(unsafe) let body: (Argument) -> Void

  @inlinable
  package init(_ body: @escaping (Argument) -> Void) { unsafe self.body = body }

  /// Calls the function. The caller knows that this is the isolation in which the function was made.
  @inlinable
  package func callInIsolation(_ argument: Argument) { unsafe body(argument) }
}

/// The task that runs here, or the thread where there is none: two calls with an equal one are never made at the same
/// time.
@safe
package struct ExecutionContext: Sendable, Equatable {
  private let task: UInt64?
  private let thread: UInt64?
  private let home: Home

  /// The caller's. Cost: 5 to 10 ns.
  package static var current: ExecutionContext {
    let context = Context.ready
    let task = context.taskNumber
    return ExecutionContext(task: task, thread: task == nil ? context.threadNumber : nil, home: context.home)
  }

  package static func == (one: ExecutionContext, other: ExecutionContext) -> Bool {
    one.task == other.task && one.thread == other.thread
  }

  /// Whether it is outside of any actor, and differs from the present one: what was used there may be in use now.
  package var isForeign: Bool { home == .nowhere && self != .current }
}

extension Context {
  /// The number of the task that runs here, which no other task ever has; nil outside of tasks. Where the runtime has
  /// no function for it, the task's address, which a later task may have.
  fileprivate var taskNumber: UInt64? {
    guard let current = unsafe raw.pointee.runtime.currentTask, let number = unsafe raw.pointee.runtime.taskNumber
    else {
      return unsafe withUnsafeCurrentTask { task in unsafe task.map { UInt64(UInt(bitPattern: unsafe $0.hashValue)) } }
    }
    return unsafe current().map { unsafe number($0) }
  }

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
