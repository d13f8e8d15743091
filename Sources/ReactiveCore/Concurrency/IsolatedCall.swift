// Unsafe: a call that belongs to one isolation and passes through code of any.
//
// Invariant: `callInIsolation` runs in the isolation of `body`, which the compiler cannot check. The object may be
// released in any isolation, so `body` captures weakly.

/// A function that can be kept anywhere, and must be called in the isolation that made it.
@safe
@usableFromInline
package final class IsolatedCall<Argument: Sendable>: Sendable {
  @usableFromInline nonisolated(unsafe) let body: (Argument) -> Void

  @inlinable
  package init(_ body: @escaping (Argument) -> Void) { unsafe self.body = body }

  @inlinable
  package func callInIsolation(_ argument: Argument) { unsafe body(argument) }
}

/// The current task, or the thread outside of tasks. Calls with equal contexts never overlap.
@safe
package struct ExecutionContext: Sendable, Hashable {
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
  package func hash(into hasher: inout Hasher) {
    hasher.combine(task)
    hasher.combine(thread)
  }

  /// Whether it has an actor, on which the caller runs.
  package var isOnItsActor: Bool { home != .nowhere && home == .current }

  /// Whether it has no actor and is not the current one: its objects may be in use now.
  package var isForeign: Bool { home == .nowhere && self != .current }
}

extension Context {
  /// The number of the current task, unique forever; nil outside of tasks. Without the runtime's function, the task's
  /// address, which a later task may reuse.
  fileprivate var taskNumber: UInt64? {
    guard let current = unsafe raw.pointee.runtime.currentTask, let number = unsafe raw.pointee.runtime.taskNumber
    else {
      return unsafe withUnsafeCurrentTask { task in unsafe task.map { UInt64(UInt(bitPattern: unsafe $0.hashValue)) } }
    }
    return unsafe current().map { unsafe number($0) }
  }

  private static let lastThread = Locked<UInt64>(0)

  /// A number of this thread, unique forever.
  var threadNumber: UInt64 {
    if unsafe raw.pointee.threadNumber == 0 {
      unsafe raw.pointee.threadNumber = Self.lastThread.withLock { last in
        last += 1
        return last
      }
    }
    return unsafe raw.pointee.threadNumber
  }
}
