// Unsafe: how nodes end. All references to a node are cleared first; a long chain of nodes is released without
// recursion.
//
// A stand-in is retained once for all of its dependents. `detach` releases it with the last link to it.

extension NodeRef {
  /// Clears all links, queue entries, evaluations and paths that refer to the node.
  ///
  /// Dependents keep their values, but must run if the node has changed since they read it. They inherit its
  /// dependencies: `ComputedBehavior { ComputedBehavior { source.value }.value }` follows its source, though nothing
  /// retains the inner one.
  func dispose() {
    let context = Context.current
    let flags = self.flags
    if flags.contains(.verifying) { context.strikeOut(self) }
    if flags.contains(.running) { context.leaveEvaluations(of: self, isDead: true) }
    if subs != nil { loseDependents(flags) }
    if let first = deps {
      deps = nil
      context.detach(first)
    }
    if !flags.isDisjoint(with: .inFlight) { context.forget(self, flags) }
  }

  /// Unlinks the dependents and hands them the dependencies.
  private func loseDependents(_ flags: NodeFlags) {
    let isStale = !flags.isDisjoint(with: [.dirty, .pending, .running])
    let inherits = deps != nil && !flags.contains(.running)
    var heirs: (first: LinkRef, last: LinkRef)?
    var link = subs
    subs = nil
    while let present = link {
      link = present.nextSub
      let sub = present.sub
      let subFlags = sub.flags
      present.dep = nil
      present.previousSub = nil
      present.nextSub = nil
      // A running dependent is affected only by nodes that it has read in this run.
      if subFlags.contains(.running) && present.marks.intersection(.parity) != sub.parity { continue }
      if isStale || present.version != version, subFlags.contains(.pending) { sub.flags.insert(.dirty) }
      if !inherits { continue }
      present.previousSub = heirs?.last
      heirs?.last.nextSub = present
      heirs = (heirs?.first ?? present, present)
    }
    guard let (first, last) = heirs else { return }
    if first == last {
      handOn(to: first)
    } else {
      first.previousSub = last
      StandIn.takeOver(from: self, for: first)
    }
  }

  /// Moves the dependencies to the only dependent, in place of its link `heir`. In read order, a dependency that
  /// selects a branch is verified before those on it.
  private func handOn(to heir: LinkRef) {
    let sub = heir.sub
    let last = moveDependencies(to: sub)
    last.nextDep = heir.nextDep
    heir.nextDep = deps
    deps = nil
    // As if the running dependent had read them.
    if sub.flags.contains(.running) { Context.current.confirm(last, after: heir, of: sub) }
  }

  /// Gives the node's dependency links to `heir`, with the versions that the node read. Returns the last one.
  fileprivate func moveDependencies(to heir: NodeRef) -> LinkRef {
    if flags.contains(.counted) { Context.current.moveCounts(of: self, to: heir) }
    let parity = heir.parity
    var last = unsafe deps.unsafelyUnwrapped
    while true {
      last.sub = heir
      last.marks = parity
      guard let next = last.nextDep else { return last }
      last = next
    }
  }

  /// The mark of links that the present or last run confirmed.
  var parity: LinkMarks { LinkMarks(rawValue: flags.rawValue).intersection(.parity) }
}

extension ReactiveNode {
  /// Detaches all dependents until they read the node again.
  package final func loseDependents() {
    if flags.contains(.counted) { Context.current.uncountDependents(of: node) }
    var link = subs
    subs = nil
    while let present = link {
      link = present.nextSub
      present.dep = nil
      present.previousSub = nil
      present.nextSub = nil
    }
    if flags.contains(.counted) { settleLiveness() }
  }
}

/// Replaces a deallocated derivation with several dependents. It keeps the dependencies, so the cost is not dependents
/// times dependencies.
///
/// A stand-in has no value and no function; its version never changes. It passes marks on, and verifying it verifies
/// the derivation's dependencies. If one has changed, the asking dependent must run. The stand-in stays marked for the
/// others, since a batch may revert the change: the next dependent begins with that change and, if it was reverted,
/// continues with the later dependencies.
private final class StandIn: ReactiveNode {
  private init() {
    super.init(
      flags: [.standIn, .computed], location: .unknown, operations: ValueOperations { _ in false })
  }

  /// Replaces `node` by a new stand-in for the dependents whose links begin with `heirs`.
  static func takeOver(from node: NodeRef, for heirs: LinkRef) {
    let new = StandIn()
    let heir = new.node
    new.subs = heirs
    if node.flags.contains(.counted) { Context.current.count(standIn: new) }
    _ = node.moveDependencies(to: heir)
    new.deps = node.deps
    node.deps = nil
    var link: LinkRef? = heirs
    while let present = link {
      present.dep = heir
      // A link with an earlier version is marked, or was outdated by the dependent's own run.
      present.version = new.version
      link = present.nextSub
    }
    unsafe _ = Unmanaged.passRetained(new)
  }
}

extension NodeRef {
  var isStandIn: Bool { flags.contains(.standIn) }

  /// Ends a stand-in that has lost its last dependent. Returns its dependencies, followed by `next`.
  func endStandIn(before next: LinkRef?) -> LinkRef? {
    guard let first = deps else {
      unsafe object.release()
      return next
    }
    deps = nil
    var last = first
    while let following = last.nextDep { last = following }
    last.nextDep = next
    unsafe object.release()
    return first
  }
}

extension Context {
  /// Makes the dependent of the last link on the path run, because its stand-in is outdated.
  ///
  /// - Parameter cause: the link that shows this. The next dependent begins with it.
  func passOn(_ standIn: NodeRef, because cause: LinkRef?) {
    if !pendingWork.isDisjoint(with: .keeping) { markSnapshot(ofStandIn: standIn, because: cause) }
    let flags = standIn.flags
    if let cause, !flags.contains(.dirty) {
      // Between two stand-ins, only this answer is outdated.
      if let dep = cause.dep, dep.isStandIn { cause.version = dep.version }
      let isOneOfMany = !flags.isDisjoint(with: [.manyPending, .restPending])
      let left: NodeFlags = isOneOfMany ? [.pending, .restPending] : .pending
      standIn.flags = flags.subtracting([.manyPending, .verifying]).union(left)
      standIn.suspect = cause
    } else if !flags.contains(.dirty) {
      standIn.flags = flags.subtracting([.verifying, .restPending]).union([.pending, .manyPending])
    }
    let top = unsafe raw.pointee.path.count - 1
    if top >= 0, let asking = unsafe raw.pointee.path[top] { asking.version = standIn.version &+ 1 }
  }

  /// Notes that a running node, which has read `link` in this run, has also read the links after it, up to `last`.
  fileprivate func confirm(_ last: LinkRef, after link: LinkRef, of sub: NodeRef) {
    var evaluation = unsafe self.evaluation
    while let present = unsafe evaluation, unsafe present.pointee.sub != sub {
      unsafe evaluation = present.pointee.outer
    }
    if let evaluation = unsafe evaluation, unsafe evaluation.pointee.tail == link {
      unsafe evaluation.pointee.tail = last
    }
  }

  @inline(never)
  func forget(_ node: NodeRef, _ flags: NodeFlags) {
    if flags.contains(.queued) { unqueue(node) }
    if flags.contains(.hasSnapshot) { forgetSnapshot(of: node) }
  }

  /// Stops a running node's evaluations from following its links, which are being removed. If the node is deallocated,
  /// its result is dropped.
  func leaveEvaluations(of node: NodeRef, isDead: Bool) {
    forEachContext { context in
      var evaluation = unsafe context.evaluation
      while let present = unsafe evaluation {
        if unsafe present.pointee.sub == node {
          unsafe present.pointee.leave(for: noLink, isDead: isDead)
        }
        unsafe evaluation = present.pointee.outer
      }
    }
  }
}
