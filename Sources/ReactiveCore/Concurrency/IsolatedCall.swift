// Unsafe: a call that belongs to one isolation, on its way through code that may run in any.
//
// Invariant: the caller knows that it is made in the isolation of `body`, which the compiler cannot see. It
// may end anywhere, so what `body` captures it holds weakly.

/// A function that must be called in the isolation that made it, and may be kept anywhere.
@safe
package final class IsolatedCall<Argument: Sendable>: Sendable {
  nonisolated(unsafe) private let body: (Argument) -> Void

  package init(_ body: @escaping (Argument) -> Void) { unsafe self.body = body }

  /// The caller knows that this is the isolation in which it was made.
  package func callInIsolation(_ argument: Argument) { unsafe body(argument) }
}

/// The task that runs here, or the thread where there is none: two calls with an equal one are never made at the same
/// time.
@safe
package struct ExecutionContext: Sendable, Equatable {
  private let task: Int?
  private let thread: UInt?

  package static var current: ExecutionContext {
    let task = unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
    return ExecutionContext(task: task, thread: task == nil ? unsafe UInt(bitPattern: Context.ready.raw) : nil)
  }
}
