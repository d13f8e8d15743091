// Unsafe: the evaluation on top, by address.
//
// Invariant: it is used before any cleanup runs, and looked up again after that.
//
// What a run leaves to be done before the next one.

/// Has `cleanup` run before the next run of the innermost effect or derivation that is running, and at its end; or at
/// the end of the scope in whose `run` this is called. Stops if there is neither.
package func addCleanup(_ cleanup: @escaping () -> Void) {
  let context = Context.ready
  if let owner = context.currentOwner { return owner.node.addCleanup(cleanup) }
  var frame = unsafe context.frame
  while let present = unsafe frame {
    if let node = unsafe present.pointee.sub { return node.addCleanup(cleanup) }
    let mode = unsafe present.pointee.mode
    // The node died while it ran: this is its end.
    if mode == .disposed { return cleanup() }
    if mode == .cleanup { break }
    unsafe frame = present.pointee.outer
  }
  stop(
    """
    onCleanup(_:) was called where nothing runs that it could clean up after. Call it in the body of an effect, in the function \
    of a derivation, or in EffectScope.run(_:).
    """)
}

extension NodeRef {
  func addCleanup(_ cleanup: @escaping () -> Void) {
    // It has ended in its own run, so nothing will come of a later one.
    if flags.contains(.ended) { return Context.current.clean(cleanup) }
    settleIn()
    flags.insert(.hasHooks)
    makeHooks().cleanups.append(cleanup)
  }

  /// Runs what was registered, the last first, untracked. It may drop or cancel the node.
  func runCleanups() {
    guard let hooks = withSideTable({ $0.hooks }) ?? nil else { return flags.subtract(.hasHooks) }
    if !hooks.isStanding { flags.subtract(.hasHooks) }
    if hooks.cleanups.isEmpty { return }
    let context = Context.current
    context.batchDepth &+= 1
    // One that registers another has it run as well.
    while context.cleanLast(of: hooks) { context.endRelease() }
    context.endBatch()
  }

  /// Is `link` among those of this node?
  func stillReads(_ link: LinkRef?) -> Bool {
    guard let link else { return false }
    var present = deps
    while let candidate = present {
      if candidate == link { return true }
      present = candidate.nextDep
    }
    return false
  }
}

extension Context {
  /// Runs the last cleanup, if there is one, and leaves a teardown open in which it is released: it may hold the next link
  /// of a long chain. A function of its own, at whose end no reference to the closure is left in debug builds either.
  @inline(never)
  fileprivate func cleanLast(of hooks: NodeHooks) -> Bool {
    guard let last = hooks.cleanups.popLast() else { return false }
    clean(last)
    beginRelease([], of: last)
    return true
  }

  /// Runs a cleanup: it is part of no evaluation, and its reads are not recorded.
  func clean(_ body: () -> Void) {
    var mine = unsafe Evaluation(mode: .cleanup, outer: frame)
    unsafe withUnsafeMutablePointer(to: &mine) { mine in
      unsafe begin(mine)
      body()
      unsafe end(mine)
    }
  }
}
