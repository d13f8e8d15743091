// Unsafe: reads of nodes that may be outdated, by address.
//
// Invariant: the caller of a read retains the node; what the context has is looked up again after user code has run.
//
// A read brings the node up to date first, if it is marked. Outside of a batch that is a batch of its own.

extension Context {
  /// Brings a stale node up to date; reached by a read. The caller retains the node.
  @usableFromInline @inline(never)
  func refresh(_ node: NodeRef) { bringUpToDate(node) }

  @inline(__always)
  fileprivate func bringUpToDate(_ node: NodeRef) {
    let flags = node.flags
    // Inside an evaluation or a batch nothing is notified in between.
    if batchDepth > 0 && flags.isDisjoint(with: [.running, .verifying]) {
      updateIfOutdated(node, flags)
    } else {
      refreshOutermost(node)
    }
  }

  @inline(never)
  private func refreshOutermost(_ node: NodeRef) {
    if node.deps != nil && !node.isAtHome(in: self) { checkHome(of: node) }
    var rounds = 0
    while true {
      let flags = node.flags
      if flags.contains(.running) { refuseUse(of: node) }
      batchDepth &+= 1
      if flags.contains(.verifying) {
        // A dependency from its last run now reads the node. The run replaces its links, so the verification must stop
        // following them.
        strikeOut(node)
        evaluate(node, because: nil)
      } else {
        updateIfOutdated(node, flags)
      }
      if endEmptyBatch() { return }
      if batchDepth == 1 { keepRead(node) }
      let flushes = batchDepth == 1 && !isFlushing && !pendingWork.isDisjoint(with: .deliveries)
      endBatch()
      // What the node wrote or triggered has been notified. An observer may have written one of its dependencies.
      if !flushes || node.flags.isDisjoint(with: .marked) { return }
      rounds += 1
      if rounds > Self.roundLimit { stopEndlessRead(of: node) }
    }
  }
}

/// As ``Context/refresh(_:)``, and records the read. A function of its own, as ``track(_:)`` is.
@usableFromInline @inline(never)
func refreshAndTrack(_ node: NodeRef) -> Bool {
  let context = Context.current
  context.bringUpToDate(node)
  guard let evaluation = unsafe context.evaluation else { return ReadPorts.areOn }
  unsafe Context.record(node, evaluation)
  return false
}
