// Unsafe: the evaluation on top, by address.
//
// Invariant: it is used before any cleanup runs, and looked up again after that.
//
// Cleanups: what a run leaves to be done before the next one.

/// Runs `cleanup` before the next run of the innermost effect or derivation that is running, and at its end; or at the
/// end of the scope that owns what is made here. Returns false, and does nothing, if there is neither.
package func addCleanup(_ cleanup: @escaping () -> Void) -> Bool {
  let context = Context.ready
  if let owner = context.currentOwner {
    owner.node.addCleanup(cleanup)
    return true
  }
  var evaluation = unsafe context.evaluation
  while let present = unsafe evaluation {
    if let node = unsafe present.pointee.sub {
      node.addCleanup(cleanup)
      return true
    }
    let mode = unsafe present.pointee.mode
    // The node died while it ran, so its cleanups run now.
    if mode == .disposed {
      cleanup()
      return true
    }
    if mode == .cleanup { return false }
    unsafe evaluation = present.pointee.outer
  }
  return false
}

extension NodeRef {
  func addCleanup(_ cleanup: @escaping () -> Void) {
    // It has ended in its own run, so there is no later run.
    if flags.contains(.ended) { return Context.current.clean(cleanup) }
    settleIn()
    flags.insert(.hasHooks)
    makeHooks().cleanups.append(cleanup)
  }

  /// Runs the cleanups, the last one first, untracked. A cleanup may drop or cancel the node.
  func runCleanups() {
    guard let hooks = withSideTable({ $0.hooks }) ?? nil else { return flags.subtract(.hasHooks) }
    if !hooks.isStanding { flags.subtract(.hasHooks) }
    if hooks.cleanups.isEmpty { return }
    let context = Context.current
    context.batchDepth &+= 1
    // A cleanup that a cleanup adds runs as well.
    while context.cleanLast(of: hooks) {}
    context.endBatch()
  }
}

extension Context {
  /// Runs the last cleanup, if there is one, and releases it.
  fileprivate func cleanLast(of hooks: NodeHooks) -> Bool {
    let last = ReleaseGuard(hooks.cleanups.popLast())
    guard let cleanup = last.content else { return false }
    clean(cleanup)
    return true
  }

  /// Runs a cleanup: it is part of no evaluation, and its reads are not recorded.
  func clean(_ body: () -> Void) {
    var mine = unsafe Evaluation(tail: noLink, mode: .cleanup, outer: evaluation)
    unsafe withUnsafeMutablePointer(to: &mine) { mine in
      unsafe evaluation = mine
      body()
      unsafe evaluation = mine.pointee.outer
    }
  }
}
