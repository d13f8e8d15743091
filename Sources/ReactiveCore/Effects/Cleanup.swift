// Unsafe: cleanups, which find the innermost evaluation by address.
//
// Invariant: the evaluation is used before a cleanup runs, and looked up again afterwards.

/// Runs `cleanup` before the next run of the innermost running effect or derivation and at its end, or at the end of
/// the current owner. Returns false, and does nothing, if there is neither.
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
    // The node was deallocated during its run, so its cleanups run now.
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
    // The node ended in its own run, so no later run will do it.
    if flags.contains(.ended) {
      let context = Context.current
      if context.isStackNearlyFull() { context.stopDeepCleanups(of: self) }
      return context.clean(cleanup)
    }
    settleIn()
    flags.insert(.hasHooks)
    makeHooks().cleanups.append(cleanup)
  }

  /// Runs the cleanups, last one first, untracked. A cleanup may drop or cancel the node.
  func runCleanups() {
    guard let hooks = withSideTable({ $0.hooks }) ?? nil else { return flags.subtract(.hasHooks) }
    if !hooks.isStanding { flags.subtract(.hasHooks) }
    if hooks.cleanups.isEmpty { return }
    let context = Context.current
    // A cleanup may end another node.
    if context.isStackNearlyFull() { context.stopDeepCleanups(of: self) }
    context.batchDepth &+= 1
    while context.cleanLast(of: hooks) {}
    context.endBatch()
  }
}

extension Context {
  /// Runs and releases the last cleanup, if any.
  fileprivate func cleanLast(of hooks: NodeHooks) -> Bool {
    let last = ReleaseGuard(hooks.cleanups.popLast())
    guard let cleanup = last.content else { return false }
    clean(cleanup)
    return true
  }

  /// Runs a cleanup outside of any evaluation, without recording reads.
  func clean(_ body: () -> Void) {
    var mine = unsafe Evaluation(tail: noLink, mode: .cleanup, outer: evaluation)
    unsafe withUnsafeMutablePointer(to: &mine) { mine in
      unsafe evaluation = mine
      body()
      unsafe evaluation = mine.pointee.outer
    }
  }
}
