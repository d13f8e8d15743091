// Unsafe: reads of nodes that may be outdated, by address.
//
// Invariant: the caller of a read retains the node; fields of the context are read again after user code has run.
//
// A read first brings a marked node up to date. Outside of a batch, that is a batch of its own.

extension Context {
  /// Brings an outdated node up to date for a read.
  @usableFromInline @inline(never)
  func refresh(_ node: NodeRef) { bringUpToDate(node) }

  @inline(__always)
  fileprivate func bringUpToDate(_ node: NodeRef) {
    let flags = node.flags
    // Inside an evaluation or a batch, nothing is notified yet.
    if batchDepth > 0 && flags.isDisjoint(with: [.running, .verifying]) {
      updateIfOutdated(node, flags)
    } else {
      refreshOutermost(node)
    }
  }

  @inline(never)
  private func refreshOutermost(_ node: NodeRef) {
    if node.deps != nil && !isKnownHome(node.home) { checkHome(of: node) }
    var rounds = 0
    while true {
      let flags = node.flags
      if flags.contains(.running) { refuseUse(of: node) }
      batchDepth &+= 1
      if flags.contains(.verifying) {
        // A dependency of the last run reads the node. The run replaces the links, so the verification must stop
        // following them.
        strikeOut(node)
        evaluate(node, because: nil)
      } else {
        updateIfOutdated(node, flags)
      }
      if endEmptyBatch() { return checkInvariants() }
      if batchDepth == 1 { keepRead(node) }
      let flushes = batchDepth == 1 && !isFlushing && !pendingWork.isDisjoint(with: [.deliveries, .calls])
      endBatch()
      // The run's writes and events have been delivered. An observer may have written a dependency.
      if !flushes || node.flags.isDisjoint(with: .marked) { return }
      rounds += 1
      if rounds > Self.roundLimit { stopEndlessRead(of: node) }
    }
  }
}

/// ``Context/refresh(_:)``, then records the read. A free function, like ``track(_:)``.
@usableFromInline @inline(never)
func refreshAndTrack(_ node: NodeRef) -> Bool {
  let context = Context.current
  context.bringUpToDate(node)
  guard let evaluation = unsafe context.evaluation else { return ReadPorts.areOn }
  unsafe Context.record(node, evaluation)
  return false
}
