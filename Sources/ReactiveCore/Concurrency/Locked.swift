// Unsafe: state that several threads may reach, behind a lock.

/// A value that only one thread at a time can reach.
///
/// What it holds may belong to one isolation all the same, such as nodes: then the user of the value sees to it that
/// only that isolation touches them.
@safe
package final class Locked<State>: Sendable {
  private let lock = Lock()
  nonisolated(unsafe) private var state: State

  package init(_ state: sending State) { unsafe self.state = state }

  /// Calls `body` with the value; no other code can reach it meanwhile. `body` must not come back here.
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { unsafe body(&state) }
  }
}
