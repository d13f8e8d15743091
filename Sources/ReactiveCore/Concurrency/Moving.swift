// Unsafe: nodes by address, while none of them can die.
//
// A graph may be sent to another isolation: the compiler has checked that nothing is kept of it where it was. Its nodes
// learn of it at their first use. Invariant: all nodes that are linked or own each other have one home, or have been sent
// and not been used.

extension Context {
  /// Whether a node is known to be used where it is at home, without a question to Swift's runtime.
  @inlinable @inline(__always)
  func isAtHome(_ node: ReactiveNode) -> Bool { unsafe node.home == .main && raw.pointee.isInitialThread }

  /// A node that something points at is used here. If it was used elsewhere before, its graph was sent.
  @usableFromInline @inline(never)
  func checkHome(of node: NodeRef) {
    if node.home == .unset { return }
    let here = home
    if node.home != here { move(node, to: here) }
  }

  /// The graph of `node` is used here from now on. Cost: about 30 ns a node, once.
  @inline(never)
  private func move(_ node: NodeRef, to here: Home) {
    // A call on this thread may hold a part of the graph. No other thread may.
    let isIdle = unsafe evaluation == nil && batchDepth == 0 && !isFlushing
    var waiting = [node]
    node.home = here
    while let node = waiting.popLast() {
      if isIdle && !node.flags.isDisjoint(with: .inFlight) { stopInFlightElsewhere(node) }
      func visit(_ other: NodeRef) {
        if other.home == here { return }
        other.home = here
        waiting.append(other)
      }
      var link = node.subs
      while let present = link {
        visit(present.sub)
        link = present.nextSub
      }
      link = node.deps
      while let present = link {
        if let dep = present.dep { visit(dep) }
        link = present.nextDep
      }
      if !node.flags.isDisjoint(with: [.reaction, .scope]) { node.forEachRelative(visit) }
    }
  }
}

extension NodeRef {
  @inline(__always)
  func isAtHome(in context: Context) -> Bool { unsafe object._withUnsafeGuaranteedRef { context.isAtHome($0) } }

  fileprivate var home: Home {
    get { unsafe object._withUnsafeGuaranteedRef { $0.home } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.home = newValue } }
  }
}
