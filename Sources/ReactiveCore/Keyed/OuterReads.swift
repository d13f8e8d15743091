// Unsafe: the links of the running evaluation. Invariant: no user code runs while they are walked.

/// The reads of an operator's functions outside the rows.
///
/// A run after an edit calls the functions for changed rows only, but reads for other rows remain dependencies. When
/// one changes, all rows are visited, and only what the functions then read remains. The reads are verified in their
/// order, and none behind the first change, since that may be the reason that it is no longer read.
///
/// The first few are followed by each run, the others, and all from the first row of another collection on, through a
/// tree: there may be one for each row, and a run after an edit walks none of them. The tree keeps rows that the
/// functions hold only during a run; see ``ValueNode/handOut()``.
///
/// A row of the result that is used alone depends on them through a hub, so that it does not run when another row
/// changes.
///
/// Also counts the runs in a row in which the functions outdated their own result. The flush counts rounds only, each
/// of which is several such runs and takes long in debug builds.
@safe
@usableFromInline
package final class OuterReads {
  private struct Source {
    /// The node's address. A node that has ended may leave it to another.
    let key: UInt
    weak var node: ReactiveNode?
    /// Nil if the node has changed since the read, or if the open batch may revert it: another value may then have the
    /// same stamp.
    var stamp: ChangeStamp?
    /// The node, if a function has taken it, and may hold it only during its run.
    var kept: ReactiveNode?
  }
  private static let mostSources = 16
  @safe @exclusivity(unchecked) private var sources: [Source] = []
  @safe @exclusivity(unchecked) private var tree: FollowTree?
  @safe @exclusivity(unchecked) private var treePlaces: [UInt: Int] = [:]
  /// The reads before this run of all functions. They keep rows that the functions are about to take again.
  @safe @exclusivity(unchecked) private var earlierTree: FollowTree?
  @safe @exclusivity(unchecked) private var earlierSources: [Source] = []
  /// Whether all functions run in the present run, as far as earlier reads tell.
  @safe @exclusivity(unchecked) private var visitsAll = true
  /// With more nodes in the tree than this, all functions run again: they may have read most of them in earlier runs
  /// only.
  @safe @exclusivity(unchecked) private var mostInTree = 64
  @safe @exclusivity(unchecked) @usableFromInline var ownWrites = 0
  /// The passes over all rows because of these reads.
  @safe @exclusivity(unchecked) private var passes = 0
  /// Its value is the number of such passes when a read that it follows last changed.
  @safe @exclusivity(unchecked) private var hub: Behavior<Int>?
  @safe @exclusivity(unchecked) private var passesOfHub = 0
  /// Whether there are reads that the hub does not follow.
  @safe @exclusivity(unchecked) private var hasNewReads = false
  @safe @exclusivity(unchecked) private var isRelinking = false
  /// What the hub follows until it runs again.
  @safe @exclusivity(unchecked) private var treeOfHub: FollowTree?

  @usableFromInline
  package init() {}

  @usableFromInline package var isEmpty: Bool {
    sources.isEmpty && tree == nil && earlierSources.isEmpty && earlierTree == nil
  }

  /// Call after reading the rows, before the functions run. Follows earlier reads, unless one has changed, and returns
  /// whether it has.
  @inlinable @inline(__always)
  package func begin() -> Bool { isEmpty ? false : follow() }

  @usableFromInline @inline(never)
  func follow() -> Bool {
    visitsAll = treePlaces.count > mostInTree || hasChanged()
    if visitsAll {
      (earlierTree, tree) = (tree, nil)
      (earlierSources, sources, treePlaces) = (sources, [], [:])
      passes += 1
      hasNewReads = true
    } else {
      for source in sources {
        guard let node = source.node else { continue }
        node.follow()
        if source.kept != nil { Context.keepInEvaluation(node) }
      }
      tree?.follow()
    }
    return visitsAll
  }

  /// Brings the nodes up to date, up to the first that has changed or ended.
  private func hasChanged() -> Bool {
    for index in sources.indices {
      guard let node = sources[index].node else { return true }
      if !node.flags.isDisjoint(with: .stale) { Context.current.refresh(node.node) }
      if ChangeStamp(of: node) != sources[index].stamp { return true }
      if node.isInBatch { sources[index].stamp = nil }
    }
    return tree?.findChange() == true
  }

  /// Call after the functions have run. `rows`: the node read before them.
  @inlinable @inline(__always)
  package func end(in evaluation: EvaluationRef, after rows: ReactiveNode) {
    if !isEmpty || !evaluation.hasReadLast(rows) { note(evaluation, rows) }
    if evaluation.isOutdated { countOwnWrite(evaluation) } else if ownWrites > 0 { ownWrites = 0 }
  }

  @usableFromInline @inline(never)
  func countOwnWrite(_ evaluation: EvaluationRef) {
    ownWrites += 1
    if ownWrites > Context.roundLimit { evaluation.stopEndlessEdits("\(Context.roundLimit) runs") }
  }

  @usableFromInline @inline(never)
  func note(_ evaluation: EvaluationRef, _ rows: ReactiveNode) {
    let handedOut = Set(evaluation.kept.map { unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) })
    evaluation.forEachRead { node, isUnchanged in
      if node == rows.node || node == tree?.root { return }
      let key = unsafe UInt(bitPattern: node.address)
      let isHandedOut = handedOut.contains(key)
      // A function has written what is not unchanged, so rows were visited with different values.
      if let place = treePlaces[key], let tree, tree.node(at: place) != nil {
        if !isUnchanged { tree.outdate(at: place) }
        if isHandedOut { tree.keep(at: place) }
        return
      }
      if let index = sources.firstIndex(where: { $0.key == key && $0.node != nil }) {
        if !isUnchanged { sources[index].stamp = nil }
        // Not moved to the tree: it is verified before what was read behind it.
        if isHandedOut { sources[index].kept = sources[index].node }
        return
      }
      let node = node.retained
      let stamp = isUnchanged && !node.isInBatch ? ChangeStamp(of: node) : nil
      hasNewReads = true
      // None behind one in the tree, which is verified last.
      if !isHandedOut && tree == nil && sources.count < Self.mostSources {
        sources.append(Source(key: key, node: node, stamp: stamp))
      } else {
        let tree = self.tree ?? FollowTree(of: rows, endingWithChange: true)
        self.tree = tree
        treePlaces[key] = tree.add(node, isKept: isHandedOut, stamp: stamp)
      }
    }
    if visitsAll {
      mostInTree = max(64, 2 * treePlaces.count)
      updateHub()
    }
    // Released last: the end of a row may run user code.
    let earlier = (earlierTree, earlierSources)
    (earlierTree, earlierSources) = (nil, [])
    withExtendedLifetime(earlier) {}
  }

  // --- Rows that are used alone --------------------------------------------------------------------------------------

  /// Makes a row of the result depend on the reads. `operation`, the node of the operator, is up to date.
  @inlinable @inline(__always)
  package func follow(forRowOf operation: Behavior<Int>) { if !isEmpty { followHub(of: operation) } }

  @usableFromInline @inline(never)
  func followHub(of operation: Behavior<Int>) {
    // Its run has outdated it: the row must wait until it settles.
    if !operation.flags.isDisjoint(with: .marked) { operation.follow() }
    let hub = self.hub ?? makeHub(of: operation)
    // Up to date, it may follow the new reads already.
    if hasNewReads { _ = hub.peek() }
    if hasNewReads { relink(hub) }
    hub.follow()
  }

  /// Makes the hub follow the present reads. Nothing that it followed has changed. So no other row has used the new
  /// ones, and its value stays.
  private func relink(_ hub: Behavior<Int>) {
    isRelinking = true
    hub.invalidate(.alone)
    _ = hub.peek()
    isRelinking = false
  }

  /// Call after all functions have run. The hub lets go of what they no longer read, unless a change has marked it: then
  /// it runs when a row is needed.
  private func updateHub() {
    guard let hub, hub.flags.isDisjoint(with: [.running, .verifying]) else { return }
    if hub.subs == nil {
      Context.current.keepForRelease(hub, isRunning: true)
      self.hub = nil
      replaceTreeOfHub(by: nil)
    } else if hub.flags.isDisjoint(with: .marked) {
      if Context.current.pendingWork.isDisjoint(with: .keeping) { return relink(hub) }
      // The batch may restore a row that has used a dropped read, and that read, and so neither outdates the row.
      hub.invalidate(.forLook)
    }
  }

  private func makeHub(of operation: Behavior<Int>) -> Behavior<Int> {
    let new = Computed<Int>(.equal(), of: operation, as: "") { [weak self, weak operation] _ in
      // First: the functions decide what is still read. When relinking, they have just run, or are running.
      if self?.isRelinking == false { _ = operation?.peek() }
      self?.followForRows()
      return self?.passesOfHub ?? 0
    }
    hub = new
    return new
  }

  private func followForRows() {
    hasNewReads = false
    if !isRelinking { passesOfHub = passes }
    for source in sources { source.node?.follow() }
    replaceTreeOfHub(by: tree)
    tree?.followAsItIs()
  }

  private func replaceTreeOfHub(by new: FollowTree?) {
    // Released after the outermost batch: the end of a row may read what is being computed.
    if let treeOfHub, treeOfHub !== new { Context.current.keepForRelease(treeOfHub, isRunning: true) }
    treeOfHub = new
  }
}

extension EvaluationRef {
  /// Whether the open batch may revert its node.
  @usableFromInline package var hasSnapshot: Bool { unsafe pointer.pointee.sub?.flags.contains(.hasSnapshot) == true }

  /// Whether the run has written something that its node reads.
  @inlinable var isOutdated: Bool {
    unsafe pointer.pointee.sub.map { !$0.flags.isDisjoint(with: .marked) } ?? false
  }

  func stopEndlessEdits(_ extent: String) -> Never {
    stop(
      """
      the function of \(unsafe pointer.pointee.sub?.retained.label ?? "a collection") wrote what it reads in \
      \(extent) without settling. Each such write makes it run again. Let the function only read, and edit the rows in \
      an observer or an effect.
      """)
  }

  /// The version to which the open batches may revert the node; without any, its present one.
  var versionBeforeBatch: UInt32 {
    unsafe pointer.pointee.sub.map { Context.current.versionBehindSnapshots(of: $0) &+ 1 } ?? 0
  }

  /// The version of the node if the run changes its value.
  var versionAfterRun: UInt32 { unsafe pointer.pointee.sub.map { $0.version &+ 1 } ?? 0 }

  @inlinable @inline(__always)
  func hasReadLast(_ node: ReactiveNode) -> Bool { unsafe pointer.pointee.tail.reads(node.node) }

  /// What the node retains until its next run is over.
  var kept: [AnyObject] {
    guard let sub = unsafe pointer.pointee.sub, sub.flags.contains(.hasHooks) else { return [] }
    return sub.withSideTable { $0.hooks?.kept ?? [] } ?? []
  }

  /// Calls `body` with each read and whether it is unchanged.
  func forEachRead(_ body: (NodeRef, _ isUnchanged: Bool) -> Void) {
    guard let sub = unsafe pointer.pointee.sub else { return }
    let tail = unsafe pointer.pointee.tail
    if tail.isNone { return }
    var link = sub.deps
    while let present = link {
      if let dep = present.dep { body(dep, present.version == dep.version) }
      if present == tail { return }
      link = present.nextDep
    }
  }

  /// Tracks a user function's reads in an untracked stretch.
  @inlinable @inline(__always)
  package func tracking<Result>(_ body: () -> Result) -> Result {
    open()
    let result = body()
    close()
    return result
  }
}
