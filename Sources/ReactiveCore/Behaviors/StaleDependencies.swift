// A derivation whose function will read different nodes from now on.

extension ReactiveNode {
  /// Forgets what the node read in its last run, but for what it read first, and has it run before its value is used.
  ///
  /// For a derivation whose first read decides what else it reads, after that has changed: otherwise it would keep
  /// links to nodes that it no longer needs until it is read. Does nothing if it has run since.
  package final func unlinkStaleDependencies() {
    // A run or a verification on the stack follows these links, and replaces them at its end.
    if flags.isDisjoint(with: .marked) || !flags.isDisjoint(with: [.running, .verifying]) { return }
    guard let first = deps, let rest = first.nextDep else { return }
    // The suspect may be among the links that are removed.
    flags.insert(.dirty)
    first.nextDep = nil
    Context.current.detach(rest)
  }
}
