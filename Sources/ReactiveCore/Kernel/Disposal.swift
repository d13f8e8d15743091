// Unsafe: how nodes end. Everything that points at one forgets it, and a long chain of them is released without recursion.
//
// A stand-in is retained once for all of its dependents. `detach` releases it with the last link to it.

extension NodeRef {
  /// The node dies: no link, queue, evaluation or path may point at it any more. Dependents keep their values, unless
  /// the node had changed since they read it: then they must run. They inherit its dependencies, so that
  /// `ComputedBehavior { ComputedBehavior { source.value }.value }` follows its source, though nothing keeps the inner
  /// one.
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

  /// Unlinks the dependents, and hands the dependencies on to them.
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
      // Only what a running dependent has read in this run concerns it.
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

  /// Moves the dependencies to the one dependent, whose link to the node is `heir`, in its place in read order: a
  /// dependency that decides about a branch is verified before those on the branch.
  private func handOn(to heir: LinkRef) {
    let sub = heir.sub
    let last = moveDependencies(to: sub)
    last.nextDep = heir.nextDep
    heir.nextDep = deps
    deps = nil
    // As if a running dependent had just read them.
    if sub.flags.contains(.running) { Context.current.confirm(last, after: heir, of: sub) }
  }

  /// Makes the node's links to its dependencies those of `heir`, with the versions that the node saw; returns the last one.
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

  /// The mark in the links that its present or last run confirmed.
  var parity: LinkMarks { LinkMarks(rawValue: flags.rawValue).intersection(.parity) }
}

extension ReactiveNode {
  /// Forgets the node's dependents, until they read it again.
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

/// What remains of a derivation that had several dependents: its dependencies, in its place among theirs. So nothing
/// costs dependents times dependencies.
///
/// It has no value and no function; its version never changes. It passes marks on; verifying it verifies what the
/// derivation had read. If that has changed, the dependent that asked must run. The stand-in stays marked for the
/// others, since a batch may revert the change. The next dependent begins with that change; if it was reverted, with
/// what the derivation read after it.
private final class StandIn: ReactiveNode {
  private init() {
    super.init(
      flags: [.standIn, .computed], location: .unknown, operations: ValueOperations { _ in false })
  }

  /// Puts a new one in the place of `node`, among the dependents whose links begin with `heirs`.
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
  /// Whether it stands for a deallocated derivation.
  var isStandIn: Bool { flags.contains(.standIn) }

  /// Takes the dependencies of a stand-in that has lost its last dependent, puts them before `next`, and ends it.
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
  /// A stand-in was found outdated, as the last link on the path asked: what lies there must run.
  ///
  /// - Parameter cause: the link that says so. The next dependent that asks begins with it.
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

  /// Links up to `last` follow `link` in the list of a running node, which has read it in this run.
  fileprivate func confirm(_ last: LinkRef, after link: LinkRef, of sub: NodeRef) {
    var evaluation = unsafe self.evaluation
    while let present = unsafe evaluation, unsafe present.pointee.sub != sub {
      unsafe evaluation = present.pointee.outer
    }
    if let evaluation = unsafe evaluation, unsafe evaluation.pointee.tail == link {
      unsafe evaluation.pointee.tail = last
    }
  }

  /// Takes a node out of the queue and the snapshots.
  @inline(never)
  func forget(_ node: NodeRef, _ flags: NodeFlags) {
    if flags.contains(.queued) { unqueue(node) }
    if flags.contains(.hasSnapshot) { forgetSnapshot(of: node) }
  }

  /// The links of a running node are removed: its evaluation must not follow them. If the node dies, the result of its
  /// function is dropped.
  func leaveEvaluations(of node: NodeRef, isDead: Bool) {
    forEachContext { context in
      var evaluation = unsafe context.evaluation
      while let present = unsafe evaluation {
        if unsafe present.pointee.sub == node {
          unsafe present.pointee.cursor = nil
          unsafe present.pointee.unread = nil
          unsafe present.pointee.tail = noLink
          if isDead {
            unsafe present.pointee.sub = nil
            unsafe present.pointee.mode = .disposed
          }
        }
        unsafe evaluation = present.pointee.outer
      }
    }
  }
}
