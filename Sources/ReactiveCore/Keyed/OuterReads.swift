// Unsafe: the links of the running evaluation. Invariant: no user code runs while they are walked.

/// The reads of an operator's functions outside the rows.
///
/// A run after an edit calls the functions for changed rows only, but reads for other rows remain dependencies. When
/// one changes, all rows are visited. Rows that the functions hold only during a run, perhaps one for each row, are
/// followed through a tree, so that a run after an edit walks none of the others. Rows that have left it, but are held
/// elsewhere, and other behaviors are walked by each run.
///
/// Also counts the runs in a row in which the functions outdated their own result. The flush counts rounds only, each
/// of which is several such runs and takes long in debug builds.
@safe
@usableFromInline
package final class OuterReads {
  private struct Source {
    /// The node's address.
    let key: UInt
    weak var node: ReactiveNode?
    /// Nil if the node has changed since the read, or if the open batch may revert it: another value may then have the
    /// same stamp.
    var stamp: ChangeStamp?
    /// A row that no function has taken in the last run of all. If it ends, none of them needs to run.
    var isLeft = false
  }
  @safe @exclusivity(unchecked) private var sources: [Source] = []
  /// The place of each source. A node that has ended may leave its address to another.
  @safe @exclusivity(unchecked) private var places: [UInt: Int] = [:]
  /// Keeps and follows rows that the functions may hold only during a run; see ``ValueNode/handOut()``. The run that
  /// takes such a row follows it itself, the later ones through the tree.
  @safe @exclusivity(unchecked) private var tree: FollowTree?
  @safe @exclusivity(unchecked) private var treePlaces: [UInt: Int] = [:]
  @safe @exclusivity(unchecked) private var freePlaces: [Int] = []
  /// Whether all functions run in the present run, as far as earlier reads tell, so that rows which none of them takes
  /// again are let go.
  @safe @exclusivity(unchecked) private var visitsAll = true
  /// With more rows than this, all functions run again: they may have used most of them in earlier runs only.
  @safe @exclusivity(unchecked) private var mostHandedOut = 64
  @safe @exclusivity(unchecked) @usableFromInline var ownWrites = 0

  @usableFromInline
  package init() {}

  @usableFromInline package var isEmpty: Bool { sources.isEmpty && tree == nil }

  /// Call after reading the rows, before the functions run. Follows earlier reads; returns whether any has changed.
  @inlinable @inline(__always)
  package func begin() -> Bool { isEmpty ? false : follow() }

  @usableFromInline @inline(never)
  func follow() -> Bool {
    var (hasChanged, hasLeft) = (false, false)
    if let tree {
      // Releases rows first, so that they are not followed.
      tree.follow()
      if !tree.takeChanged().isEmpty { hasChanged = true }
    }
    for (index, source) in sources.enumerated() {
      guard let node = source.node else {
        if source.isLeft { hasLeft = true } else { hasChanged = true }
        continue
      }
      node.follow()
      let stamp = ChangeStamp(of: node)
      if stamp != source.stamp { hasChanged = true }
      sources[index].stamp = node.isInBatch ? nil : stamp
    }
    if (hasChanged || hasLeft) && sources.contains(where: { $0.node == nil }) { removeEnded() }
    visitsAll = hasChanged || treePlaces.count > mostHandedOut
    return visitsAll
  }

  private func removeEnded() {
    sources.removeAll { $0.node == nil }
    places = [:]
    for (place, source) in sources.enumerated() { places[source.key] = place }
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
    var promoted: [Int] = []
    // Earlier reads come in the order in which they were followed.
    var next = 0
    evaluation.forEachRead { node, isUnchanged in
      if node == rows.node || node == tree?.root { return }
      let key = unsafe UInt(bitPattern: node.address)
      // A function has written what is not unchanged, so rows were visited with different values.
      if let place = treePlaces[key] {
        if !isUnchanged { tree?.outdate(at: place) }
        return
      }
      let known = next < sources.count && sources[next].key == key ? next : places[key]
      if let place = known, sources[place].node != nil {
        next = place + 1
        if !isUnchanged { sources[place].stamp = nil }
        if handedOut.contains(key) { promoted.append(place) }
        return
      }
      let node = node.retained
      let stamp = isUnchanged && !node.isInBatch ? ChangeStamp(of: node) : nil
      if handedOut.contains(key) { return keep(node, stamp, key, for: rows) }
      places[key] = sources.count
      sources.append(Source(key: key, node: node, stamp: stamp))
    }
    if visitsAll { letGo(except: handedOut) }
    for place in Set(promoted).sorted(by: >) {
      let source = removeSource(at: place)
      if let node = source.node { keep(node, source.stamp, source.key, for: rows) }
    }
    if visitsAll { mostHandedOut = max(64, 2 * treePlaces.count) }
  }

  private func keep(_ node: ReactiveNode, _ stamp: ChangeStamp?, _ key: UInt, for rows: ReactiveNode) {
    let tree = self.tree ?? FollowTree(of: rows, handingOnMembers: true)
    self.tree = tree
    let place = freePlaces.popLast() ?? treePlaces.count
    treePlaces[key] = place
    tree.set(node, at: place)
    if tree.stamp(at: place) != stamp { tree.outdate(at: place) }
  }

  /// Lets go of the rows that no function has taken in this run of all. A row that a function holds itself is still
  /// read, and stays.
  private func letGo(except handedOut: Set<UInt>) {
    guard let tree else { return }
    for (key, place) in treePlaces where !handedOut.contains(key) {
      guard let node = tree.node(at: place) else { continue }
      places[key] = sources.count
      sources.append(Source(key: key, node: node, stamp: tree.stamp(at: place), isLeft: true))
      treePlaces[key] = nil
      freePlaces.append(place)
      tree.set(nil, at: place)
    }
  }

  private func removeSource(at place: Int) -> Source {
    let source = sources[place]
    places[source.key] = nil
    let last = sources.removeLast()
    if place < sources.count {
      sources[place] = last
      if places[last.key] == sources.count { places[last.key] = place }
    }
    return source
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
