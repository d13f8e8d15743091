// Unsafe: a look at links, by address.
//
// Invariant: no user code runs meanwhile, so no link is freed; what is returned is retained.
//
// What tools may ask of a graph.

/// Why a node ran last.
package enum NodeCause {
  /// It has not run yet.
  case never
  /// For the first time.
  case first
  /// A dependency was found changed.
  case change(ReactiveNode)
  /// The run was requested.
  case request
  /// The dependency that had changed has been deallocated, or was not read again.
  case unknown
}

extension ReactiveNode {
  /// What the node read in its last run, in read order; in place of a deallocated derivation, what that one had read.
  package final var dependencies: [ReactiveNode] {
    var all: [ReactiveNode] = []
    var standIns: Set<UInt> = []
    var pending: [LinkRef] = deps.map { [$0] } ?? []
    while let present = pending.popLast() {
      if let next = present.nextDep { pending.append(next) }
      guard let dep = present.dep else { continue }
      if !dep.isStandIn {
        all.append(dep.retained)
      } else if let first = dep.deps, standIns.insert(unsafe UInt(bitPattern: dep.address)).inserted {
        pending.append(first)
      }
    }
    return all
  }

  /// The stored source that it comes from, if it and each node on the way to that have read one node alone in their last run.
  package final var onlySource: ReactiveNode? {
    var node = node
    while node.flags.contains(.computed) {
      guard let link = node.deps, link.nextDep == nil, let dep = link.dep, !dep.isStandIn else { return nil }
      node = dep
    }
    return node.flags.contains(.reaction) ? nil : node.retained
  }

  /// The verified cause of the node's last run; nil for a source, which does not run. It is noted in the links, so it
  /// costs nothing to keep, and time in proportion to the dependencies to find.
  package final var nodeCause: NodeCause? {
    if flags.isDisjoint(with: .computed) && !(self is Reaction) { return nil }
    if !hasRun { return .never }
    if flags.contains(.ended) { return .unknown }
    guard let first = deps else { return hooks?.lastRun ?? .first }
    if first.marks.contains(.isRequest) { return .request }
    var link: LinkRef? = first
    while let present = link {
      if present.marks.contains(.isCause) {
        guard let dep = present.dep, !dep.isStandIn else { return .unknown }
        return .change(dep.retained)
      }
      link = present.nextDep
    }
    return first.marks.contains(.hasNoCause) ? .unknown : .first
  }
}

extension Context {
  /// The derivation or effect that runs on this thread now; nil if none does, if it has been dropped in its run, which may
  /// be elsewhere, or in a part of it that is not tracked.
  package static var runningNode: ReactiveNode? { unsafe current.evaluation?.pointee.sub?.tryRetain() }
}
