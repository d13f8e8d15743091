// Unsafe: the links of nodes, by address, and a stack of them.
//
// Invariant: no code of users runs while links are walked. What has to be called is called when the thread is idle.
//
// Which nodes are live: those that an observer or a reaction depends on, directly or through derivations. It is counted for
// sources that run only while they are observed, and for what reads them; nothing else pays for it. The count of a
// node is that of its links to live dependents, and one for its observers. A node that becomes live counts in each
// node that it reads, so a change goes up the graph only as far as something begins or ceases to be live.

/// How many dependents of a node are live.
@safe
final class Liveness {
  fileprivate(set) var count = 0
  /// Met by the walk that is on the stack for the first time.
  fileprivate var isNew = true
  /// What runs while the node is live, if it is a source.
  let activity: Activity?

  init(_ activity: Activity? = nil) { self.activity = activity }
}

extension ReactiveNode {
  /// What `begin` does and returns runs while this source, which is new, is live.
  package final func whileLive(_ begin: @escaping () -> Subscription) {
    run(Activity(nil, label: { [weak self] in self?.label ?? "a node that has been deallocated" }) { _ in begin() })
  }

  /// `activity` runs while this source, which is new, is live.
  final func run(_ activity: Activity) {
    let liveness = Liveness(activity)
    liveness.isNew = false
    makeSideTable().liveness = liveness
    flags.insert(.counted)
  }

  /// Calls what waits for a change of liveness, unless something is running that does so at its end.
  @usableFromInline @inline(never)
  final func settleLiveness() { Context.current.settleLiveness() }
}

extension Context {
  // What is released in the midst of the end of a batch may come here: that settles the batch first, and then flushes. Not by
  // a flush of its own: what ends observers would be part of one loop of calls with it, which the optimiser then lays out
  // in another way ("atom -> derivation -> effect": 3 % more instructions).
  func settleLiveness() {
    let isSettled = pendingWork.isDisjoint(with: [.queue, .snapshots, .releases, .followedInside])
    if isIdle && isSettled && pendingWork.contains(.idleQueue) { runIdleQueue() }
  }

  /// Brings a stale node up to date that is about to be observed. What it reads no more, and what it is observed by, changes
  /// counts in one: it is settled when the observer has been added.
  @usableFromInline @inline(never)
  func refreshToObserve(_ node: NodeRef) {
    if isRunningIdleQueue { return refresh(node) }
    unsafe raw.pointee.isRunningIdleQueue = true
    refresh(node)
    unsafe raw.pointee.isRunningIdleQueue = false
    // An observer of another node changes no count, so nothing settles them after this.
    if !node.flags.contains(.counted) { settleLiveness() }
  }

  /// A dependent has just begun to read a counted node.
  @inline(never)
  func count(_ link: LinkRef) {
    guard let dep = link.dep else { return }
    let sub = link.sub
    if sub.flags.contains(.counted) {
      if sub.isLive { change(dep, by: 1) }
    } else {
      sub.flags.insert(.counted)
      // A derivation that is live counts in all that it reads, which this is a part of.
      if sub.flags.contains(.reaction) { change(dep, by: 1) } else { beginToCount(sub) }
    }
  }

  /// The links in the chain that begins with `first`, all of one counted node, are about to end.
  @inline(never)
  func uncount(_ first: LinkRef) { if first.sub.isLive { changeCounts(from: first, by: -1) } }

  /// A counted node hands its links on to `heir`, which is counted, too.
  @inline(never)
  func moveCounts(of node: NodeRef, to heir: NodeRef) {
    let (was, isLive) = (node.isLive, heir.isLive)
    if was != isLive, let first = node.deps { changeCounts(from: first, by: isLive ? 1 : -1) }
  }

  /// A new stand-in has the dependents of a counted node.
  @inline(never)
  func count(standIn: ReactiveNode) {
    let liveness = Liveness()
    liveness.isNew = false
    liveness.count = standIn.node.liveDependents
    standIn.makeSideTable().liveness = liveness
    standIn.flags.insert(.counted)
  }

  /// The dependents of a counted node forget it.
  @inline(never)
  func uncountDependents(of node: NodeRef) {
    let left = node.liveDependents
    if left > 0 { change(node, by: -left) }
  }

  /// A counted node has its first observer, or has lost the last one.
  @inline(never)
  func countObservers(of node: NodeRef, by step: Int) {
    change(node, by: step)
    // What adds an observer starts what it needs itself.
    if step < 0 { settleLiveness() }
  }

  /// The counted node dies.
  @inline(never)
  func endLiveness(of node: NodeRef) { node.liveness?.activity?.end() }

  // --- Walks ---------------------------------------------------------------------------------------------------------

  private func changeCounts(from first: LinkRef, by step: Int) {
    var next: LinkRef? = first
    while let link = next {
      if let dep = link.dep, dep.flags.contains(.counted) { change(dep, by: step) }
      next = link.nextDep
    }
  }

  /// Changes the count of a node; and of what it reads, if the node begins or ceases to be live by that, and so on.
  private func change(_ node: NodeRef, by step: Int) {
    let floor = unsafe raw.pointee.marks.count
    var (node, step) = (node, step)
    while true {
      if let isLive = node.changeCount(by: step) {
        step = isLive ? 1 : -1
        if let first = node.deps { unsafe raw.pointee.marks.push(first) }
      }
      // To the next counted node that is read by one that has begun or ceased to be live.
      while true {
        if unsafe raw.pointee.marks.count == floor { return }
        let link = unsafe raw.pointee.marks.pop()
        if let next = link.nextDep { unsafe raw.pointee.marks.push(next) }
        if let dep = link.dep, dep.flags.contains(.counted) {
          node = dep
          break
        }
      }
    }
  }

  /// A node reads a counted one for the first time: it is counted from now on, and so is all that depends on it.
  private func beginToCount(_ node: NodeRef) {
    var found: [NodeRef] = []
    func meet(_ node: NodeRef) {
      node.flags.insert(.counted)
      if node.flags.contains(.reaction) { return }
      unsafe node.object._withUnsafeGuaranteedRef { $0.makeSideTable().liveness = Liveness() }
      found.append(node)
    }
    meet(node)
    var place = 0
    while place < found.count {
      found[place].forEachDependent { if !$0.flags.contains(.counted) { meet($0) } }
      place += 1
    }
    // Those found count in what they read as soon as they are live themselves.
    for node in found {
      var live = node.flags.contains(.observed) ? 1 : 0
      node.forEachDependent { if $0.isLive && $0.liveness?.isNew != true { live += 1 } }
      if live > 0 { change(node, by: live) }
    }
    for node in found { node.liveness?.isNew = false }
  }
}

extension NodeRef {
  fileprivate var liveness: Liveness? { withSideTable { $0.liveness } ?? nil }

  /// Whether an observer or a reaction depends on this node, which is counted, or is one.
  fileprivate var isLive: Bool { flags.contains(.reaction) || liveness.map { $0.count > 0 } ?? false }

  /// Returns whether the node is live, if that has changed.
  fileprivate func changeCount(by step: Int) -> Bool? {
    guard let liveness else { return nil }
    let wasLive = liveness.count > 0
    liveness.count += step
    let isLive = liveness.count > 0
    if isLive == wasLive { return nil }
    liveness.activity?.observation(isOn: isLive)
    return isLive
  }

  fileprivate var liveDependents: Int {
    var count = 0
    forEachDependent { if $0.isLive { count += 1 } }
    return count
  }

  /// Once for each link.
  fileprivate func forEachDependent(_ body: (NodeRef) -> Void) {
    var next = subs
    while let link = next {
      body(link.sub)
      next = link.nextSub
    }
  }

  /// What ``Liveness/count`` has to be, of a node that is counted; for the invariants.
  var hasRightCount: Bool {
    guard let liveness else { return flags.contains(.reaction) }
    return liveness.count == liveDependents + (flags.contains(.observed) ? 1 : 0)
  }
}
