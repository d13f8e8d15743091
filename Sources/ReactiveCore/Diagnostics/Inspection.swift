// Unsafe: reads links by address.
//
// Invariant: no user code runs meanwhile, so no link is freed; returned nodes are retained.
//
// Queries about a graph, for tools.

package enum NodeCause {
  case never
  case first
  /// This dependency changed.
  case change(ReactiveNode)
  case request
  /// The changed dependency has been deallocated, or was not read again.
  case unknown
}

extension ReactiveNode {
  /// The dependencies of the last run, in read order. The dependencies of a deallocated derivation replace it. One that
  /// is being deallocated is left out.
  package final var dependencies: [ReactiveNode] {
    var all: [ReactiveNode] = []
    var standIns: Set<UInt> = []
    var pending: [LinkRef] = deps.map { [$0] } ?? []
    while let present = pending.popLast() {
      if let next = present.nextDep { pending.append(next) }
      guard let dep = present.dep else { continue }
      if !dep.isStandIn {
        if let dep = dep.tryRetain() { all.append(dep) }
      } else if let first = dep.deps, standIns.insert(unsafe UInt(bitPattern: dep.address)).inserted {
        pending.append(first)
      }
    }
    return all
  }

  /// The stored source of the node, if each node on the path to it had one dependency in its last run.
  package final var onlySource: ReactiveNode? {
    var node = node
    while node.flags.contains(.computed) {
      guard let link = node.deps, link.nextDep == nil, let dep = link.dep, !dep.isStandIn else { return nil }
      node = dep
    }
    return node.flags.contains(.reaction) ? nil : node.retained
  }

  /// The verified cause of the last run; nil for a source. The links record it at no cost; finding it takes time
  /// proportional to the dependencies.
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
  /// The derivation or effect that runs on this thread. Nil also in untracked code, and for a node that was released
  /// during its run, possibly on another thread.
  package static var runningNode: ReactiveNode? { unsafe current.evaluation?.pointee.sub?.tryRetain() }
}
