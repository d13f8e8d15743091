// Unsafe: the links of nodes, by address, and a stack of them.
//
// Invariant: no user code runs while links are walked; calls wait until the thread is idle.
//
// A node is live if an observer or a reaction depends on it, directly or through derivations. Only sources that run
// while observed, and their dependents, are counted; other nodes pay nothing. A node's count is the number of its links
// to live dependents, plus one for its observers. A node that becomes live adds to the counts of its dependencies, so a
// change goes up the graph only as far as liveness changes.

/// The number of live dependents.
@safe
final class Liveness {
  fileprivate(set) var count = 0
  /// Found by the running `beginToCount`, and not counted yet.
  fileprivate var isNew = true
  /// Runs while the node is live, if the node is a source.
  let activity: Activity?

  init(_ activity: Activity? = nil) { self.activity = activity }
}

extension ReactiveNode {
  /// Calls `begin` when this new source becomes live, and cancels the result when it is no longer live.
  package final func whileLive(_ begin: @escaping () -> Subscription) {
    run(Activity(nil, label: { [weak self] in self?.label ?? "a node that has been deallocated" }) { _ in begin() })
  }

  final func run(_ activity: Activity) {
    let liveness = Liveness(activity)
    liveness.isNew = false
    makeSideTable().liveness = liveness
    flags.insert(.counted)
  }

  /// Runs the calls that wait for a change of liveness, unless a running call will do so.
  @usableFromInline @inline(never)
  final func settleLiveness() { Context.current.settleLiveness() }
}

extension Context {
  // A release at the end of a batch may come here: the batch settles first, then flushes. No flush here: the end of
  // observers would join one loop of calls with it, which the optimizer lays out worse ("atom -> derivation -> effect":
  // 3 % more instructions).
  func settleLiveness() {
    let isSettled = pendingWork.isDisjoint(with: [.queue, .snapshots, .releases, .followedInside])
    if isIdle && isSettled && pendingWork.contains(.idleQueue) { runIdleQueue() }
  }

  /// Refreshes an outdated node before it is observed. The counts changed by its dropped reads and by its new observer
  /// settle together, once the observer is added.
  @usableFromInline @inline(never)
  func refreshToObserve(_ node: NodeRef) {
    if isRunningIdleQueue { return refresh(node) }
    unsafe raw.pointee.isRunningIdleQueue = true
    refresh(node)
    unsafe raw.pointee.isRunningIdleQueue = false
    // Observing an uncounted node changes no count, so nothing else would settle them.
    if !node.flags.contains(.counted) { settleLiveness() }
  }

  @inline(never)
  func count(_ link: LinkRef) {
    guard let dep = link.dep else { return }
    let sub = link.sub
    if sub.flags.contains(.counted) {
      if sub.isLive { change(dep, by: 1) }
    } else {
      sub.flags.insert(.counted)
      // `beginToCount` covers this read too.
      if sub.flags.contains(.reaction) { change(dep, by: 1) } else { beginToCount(sub) }
    }
  }

  /// The links from `first` on, all of one counted node, are about to end.
  @inline(never)
  func uncount(_ first: LinkRef) { if first.sub.isLive { changeCounts(from: first, by: -1) } }

  /// A counted node passes its links to `heir`, which is counted too.
  @inline(never)
  func moveCounts(of node: NodeRef, to heir: NodeRef) {
    let (was, isLive) = (node.isLive, heir.isLive)
    if was != isLive, let first = node.deps { changeCounts(from: first, by: isLive ? 1 : -1) }
  }

  /// A new stand-in takes over the dependents of a counted node.
  @inline(never)
  func count(standIn: ReactiveNode) {
    let liveness = Liveness()
    liveness.isNew = false
    liveness.count = standIn.node.liveDependents
    standIn.makeSideTable().liveness = liveness
    standIn.flags.insert(.counted)
  }

  @inline(never)
  func uncountDependents(of node: NodeRef) {
    let left = node.liveDependents
    if left > 0 { change(node, by: -left) }
  }

  /// A counted node gains its first observer or loses its last.
  @inline(never)
  func countObservers(of node: NodeRef, by step: Int) {
    change(node, by: step)
    // Code that adds an observer starts activities itself.
    if step < 0 { settleLiveness() }
  }

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

  /// Changes the count of a node, and of its dependencies if its liveness changes, and so on.
  private func change(_ node: NodeRef, by step: Int) {
    let floor = unsafe raw.pointee.marks.count
    var (node, step) = (node, step)
    while true {
      if let isLive = node.changeCount(by: step) {
        step = isLive ? 1 : -1
        if let first = node.deps { unsafe raw.pointee.marks.push(first) }
      }
      // To the next counted dependency.
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

  /// A node reads a counted one for the first time: it and its dependents are counted from now on.
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
    // Each found node counts in its dependencies once it is live.
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

  /// Whether this counted node is a reaction, or has an observer or reaction as a dependent.
  fileprivate var isLive: Bool { flags.contains(.reaction) || liveness.map { $0.count > 0 } ?? false }

  /// Returns the new liveness if it has changed.
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

  /// Whether a counted node's ``Liveness/count`` is right; for the invariant checks.
  var hasRightCount: Bool {
    guard let liveness else { return flags.contains(.reaction) }
    return liveness.count == liveDependents + (flags.contains(.observed) ? 1 : 0)
  }
}
