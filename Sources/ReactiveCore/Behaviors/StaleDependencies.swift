// A derivation whose function reads other things from now on.

extension ReactiveNode {
  /// Forgets what the node read in its last run, but for what it read first, and has it run before its value is used.
  ///
  /// For a derivation that begins by reading what to do, after that has changed: otherwise it would keep its links to
  /// what it does not need any more until it is read. Does nothing if it has run since.
  package final func unlinkStaleDependencies() {
    // A run or a verification that is on the stack is on its way along these links, and replaces them at its end.
    if flags.isDisjoint(with: .marked) || !flags.isDisjoint(with: [.running, .verifying]) { return }
    guard let first = deps, let rest = first.nextDep else { return }
    // The suspect may be among them.
    flags.insert(.dirty)
    first.nextDep = nil
    Context.current.detach(rest)
  }
}
