// Unsafe: state that several threads may reach, behind a lock.

/// A value that one thread at a time can reach.
///
/// Its contents, such as nodes, may still belong to one isolation; the user must then ensure that only that isolation
/// touches them.
@safe
package final class Locked<State>: Sendable {
  private let lock = Lock()
  nonisolated(unsafe) private var state: State

  package init(_ state: sending State) { unsafe self.state = state }

  /// Calls `body` with exclusive access. `body` must not call this again.
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { unsafe body(&state) }
  }
}
