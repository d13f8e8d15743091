// The graph of the model: atoms, and derivations that are recomputed for every read.
//
// It shares nothing with the kernel. It finds outdated nodes by asking all dependencies in read order. Marks exist only
// because the law of order refers to them: the first marked node runs first, and marking follows subscriptions depth
// first.

final class ModelGraph {
  /// All nodes ever made. Dropped ones are `nil` in `nodes`.
  private(set) var everyNode: [ModelNode] = []
  var nodes: [ModelNode?] = []
  /// Called with a reader when it is first marked and needs a turn.
  var enqueue: (ModelReader) -> Void = { _ in }
  /// The current readers; nil in an untracked block.
  var readers: [ModelReader?] = []
  private let fault: PlantedFault?
  private(set) var lastStamp = 0
  private(set) var problem: String?

  private(set) var depth = 0
  /// The number of open reads by `independently`.
  private var independentReads = 0
  private struct Snapshot {
    let node: ModelNode
    let stored: Int
    let stamp: Int
    /// Its node no longer needs it.
    var isOver = false
  }
  private var snapshots: [Snapshot] = []
  /// Something without a snapshot changed in the open batch: nodes that run because of it may revert at the batch's
  /// end.
  private var keepsSnapshots = false
  /// In an independent call in the open batch, an atom that had changed unobserved was first read.
  private var hasFollowedInside = false
  /// The ending batch has settled its atoms and is settling its derivations.
  private var isSettling = false
  /// Something must run because a node was reverted.
  private var hasOutdated = false
  /// Atoms touched in the batch: they never revert.
  private var touched: Set<Int> = []

  init(_ fault: PlantedFault?) { self.fault = fault }

  func add(_ node: FuzzNode) {
    let new: ModelNode
    switch node.kind {
    case .atom(let value): new = ModelNode(id: nodes.count, cut: node.cut, formula: nil, stored: value)
    case .derivation(let formula): new = ModelNode(id: nodes.count, cut: node.cut, formula: formula, stored: nil)
    }
    everyNode.append(new)
    nodes.append(new)
  }

  /// Nodes and their readers retain each other.
  deinit {
    for node in everyNode { node.release() }
  }

  func nextStamp() -> Int {
    lastStamp += 1
    return lastStamp
  }

  // MARK: Values

  /// The correct visible value of a node, computed from the atoms alone.
  func truth(_ node: ModelNode) -> Int {
    var cached: [Int?] = Array(repeating: nil, count: node.id + 1)
    func find(_ id: Int) -> Int {
      if let value = cached[id] { return value }
      let node = everyNode[id]
      let value = node.seen(node.formula.map { number($0, find) } ?? node.stored ?? 0)
      cached[id] = value
      return value
    }
    return find(node.id)
  }

  private func number(_ formula: FuzzFormula, _ read: (Int) -> Int, _ peek: (Int) -> Void = { _ in }) -> Int {
    do throws(FuzzError) { return try formula.result(read, peek) } catch { return error.number }
  }

  func read(_ node: ModelNode, _ access: FuzzAccess) -> Int {
    if access == .independent { independentReads += 1 }
    defer { if access == .independent { independentReads -= 1 } }
    return read(node, isTracked: access == .value)
  }

  /// Reads a node. A tracked read is recorded for the top reader.
  private func read(_ node: ModelNode, isTracked: Bool) -> Int {
    bringUpToDate(node)
    let value = node.seen(node.stored ?? 0)
    if value != truth(node) && fault == nil {
      problem = "the model has \(value) for n\(node.id), and works out \(truth(node))"
    }
    if isTracked, let reader = readers.last ?? nil, !reader.isEnded {
      reader.reads?.append(ModelReader.Dependency(node: node, stamp: node.stamp, value: value))
      if !node.subscribers.contains(where: { $0 === reader }) { subscribe(reader, to: node) }
    }
    return value
  }

  private func subscribe(_ reader: ModelReader, to node: ModelNode) {
    if node.changedUnwatched { followChanged(node) }
    node.subscribers.append(reader)
  }

  private func followChanged(_ node: ModelNode) {
    if depth > 0 && independentReads > 0 {
      // Concerns only the batch of that read, in which nothing is written. The enclosing batch has yet to find out.
      if node.subscribers.isEmpty { hasFollowedInside = true }
      return
    }
    node.changedUnwatched = false
    // Its existing readers subscribed in an independent call of this batch, or of one that has ended.
    if !node.subscribers.isEmpty && !hasFollowedInside { return }
    // It may have changed in this batch. Running readers still have their old values.
    keepSnapshots()
    for case let node as ModelNode in readers where depth > 0 {
      if let stored = node.stored { keepSnapshot(of: node, stored) }
    }
  }

  /// From here on, the open batch may revert its runs.
  func keepSnapshots() { if depth > 0 { keepsSnapshots = true } }

  /// The first dependency that has changed since. Asks in read order and stops as soon as the reader must run for
  /// another reason, which it then reports.
  func firstChange(for reader: ModelReader) -> ModelNode? {
    for index in reader.dependencies.indices {
      let node = reader.dependencies[index].node
      bringUpToDate(node)
      // Compared only now: the node may have been reverted along with its readers' stamps.
      if node.stamp != reader.dependencies[index].stamp { return node }
      if reader.isDirty { return nil }
    }
    return nil
  }

  func bringUpToDate(_ node: ModelNode) {
    guard node.formula != nil, node.verified != lastStamp else { return }
    if node.stored == nil || node.isDirty || firstChange(for: node) != nil || node.isDirty { compute(node) }
    node.isMarked = false
    if isSettling { revert(node) }
    node.verified = lastStamp
  }

  /// A run in `independently` is part of the enclosing batch only if that batch has outdated it.
  private func isOutdatedByBatch(_ node: ModelNode) -> Bool {
    // It waits for its turn, even if its last observer has cancelled since.
    if node.isQueued { return true }
    return node.dependencies.contains { dependency in
      snapshots.contains { $0.node === dependency.node && !$0.isOver }
    }
  }

  func compute(_ node: ModelNode) {
    guard let formula = node.formula else { return }
    if keepsSnapshots || !snapshots.isEmpty, independentReads == 0 || isOutdatedByBatch(node), let old = node.stored {
      keepSnapshot(of: node, old)
    }
    node.isMarked = false
    node.runs += 1
    record(node) {
      let new = number(formula) {
        read(everyNode[$0], isTracked: true)
      } _: {
        _ = read(everyNode[$0], isTracked: false)
      }
      if let old = node.stored, isDuplicate(node, old, new) { return }
      node.stored = new
      node.stamp = nextStamp()
    }
  }

  /// Runs `body`. Its reads become the reader's dependencies.
  func record<Failure: Error>(_ reader: ModelReader, _ body: () throws(Failure) -> Void) throws(Failure) {
    readers.append(reader)
    reader.reads = []
    reader.isDirty = false
    reader.isExcused = false
    defer {
      readers.removeLast()
      let reads = reader.reads ?? []
      let last = reader.dependencies
      reader.reads = nil
      reader.dependencies = reader.isEnded ? [] : reads
      for dependency in last where !reader.dependencies.contains(where: { $0.node === dependency.node }) {
        dependency.node.subscribers.removeAll { $0 === reader }
      }
    }
    try body()
  }

  func unsubscribe(_ reader: ModelReader) {
    for dependency in reader.dependencies + (reader.reads ?? []) {
      dependency.node.subscribers.removeAll { $0 === reader }
    }
    reader.dependencies = []
    reader.isEnded = true
  }

  // MARK: Changes

  private func isDuplicate(_ node: ModelNode, _ old: Int, _ new: Int) -> Bool {
    if case .identity(let holding) = node.cut {
      if fault == .identityIgnored || fault == .nilAfterNil && holding.isOptional && new == 0 { return false }
    }
    return node.cut.isDuplicate(old, new)
  }

  /// Stores a value. Returns whether it changed.
  func store(_ value: Int, in atom: ModelNode, inPlace: Bool) -> Bool {
    let old = atom.stored ?? 0
    if isDuplicate(atom, old, value) {
      if inPlace && fault == .updateKeepsDuplicate { atom.stored = value }
      // Nothing is known about the new value until the body of `update` has run.
      if inPlace && depth > 0 { keepSnapshot(of: atom, old) }
      // Without observers, nothing finds out that the value has not changed.
      if inPlace && !atom.cut.mayCompareLessThanItHolds { noteUnwatchedChange(of: atom) }
      return false
    }
    change(atom) { atom.stored = value }
    return true
  }

  func touch(_ atom: ModelNode) {
    if !atom.isWatched { return }
    change(atom) {}
    atom.lastTouch = atom.stamp
    if depth > 0 { touched.insert(atom.id) }
  }

  private func change(_ atom: ModelNode, _ body: () -> Void) {
    if depth > 0 { keepSnapshot(of: atom, atom.stored ?? 0) }
    noteUnwatchedChange(of: atom)
    body()
    atom.stamp = nextStamp()
  }
  private func noteUnwatchedChange(of atom: ModelNode) {
    if !atom.isWatched && !snapshots.contains(where: { $0.node === atom }) { atom.changedUnwatched = true }
  }

  /// Marks a node's dependents, depth first in subscription order.
  func mark(_ node: ModelNode) {
    let readers = fault == .lastReaderFirst ? node.subscribers.reversed() : node.subscribers
    for reader in readers where !reader.isMarked { mark(reader) }
  }
  private func mark(_ reader: ModelReader) {
    reader.isMarked = true
    enqueue(reader)
    if let derivation = reader as? ModelNode { mark(derivation) }
  }

  // MARK: Batches

  func beginBatch() { depth += 1 }

  /// - Returns: whether it was the outermost.
  func endBatch() -> Bool {
    if depth == 1 { settle() }
    depth -= 1
    return depth == 0
  }

  func keepSnapshot(of node: ModelNode, _ stored: Int) {
    // A node without dependents has a snapshot if a duplicate may hold another value.
    let mayBeInexact = node.cut.mayCompareLessThanItHolds || node.formula?.mayThrow == true
    let isKept = mayBeInexact || node.isWatched
    if !isKept || snapshots.contains(where: { $0.node === node && !$0.isOver }) { return }
    snapshots.append(Snapshot(node: node, stored: stored, stamp: node.stamp))
  }

  /// Reverted values have not changed. Atoms first: only then are the final values of derivations known.
  ///
  /// A derivation is reverted as soon as it is up to date. Those that already are, are reverted before any other runs,
  /// since a value that is about to revert is not a change. A derivation that ran in the batch on a duplicate that was
  /// reverted runs once more and may then revert, so settling takes rounds.
  private func settle() {
    for snapshot in snapshots where snapshot.node.formula == nil { revert(snapshot) }
    isSettling = true
    var settled = 0
    while settled < snapshots.count {
      var range = settled..<snapshots.count
      settled = range.upperBound
      var rounds = 0
      repeat {
        hasOutdated = false
        settleDerivations(range)
        range = 0..<settled
        rounds += 1
      } while hasOutdated && rounds <= settled
    }
    for node in snapshots.map(\.node) where node.isMarked && !node.isWatched { postpone(node) }
    isSettling = false
    (keepsSnapshots, hasFollowedInside) = (false, false)
    snapshots = []
    touched = []
  }

  private func settleDerivations(_ range: Range<Int>) {
    let derivations = snapshots[range].map(\.node).filter { $0.formula != nil }
    for node in derivations where !node.isMarked { revert(node) }
    for node in derivations {
      if node.isMarked && !node.isWatched {
        postpone(node)
      } else {
        bringUpToDate(node)
        revert(node)
      }
    }
  }

  /// A derivation without dependents need not run: its next run is compared with its value before the batch.
  private func postpone(_ node: ModelNode) {
    guard fault != .middleOfUnwatchedKept,
      let index = snapshots.firstIndex(where: { $0.node === node && !$0.isOver })
    else { return }
    snapshots[index].isOver = true
    node.stored = snapshots[index].stored
    node.stamp = snapshots[index].stamp
    node.isDirty = true
    _ = nextStamp()
  }

  /// A derivation is up to date while its batch settles.
  private func revert(_ node: ModelNode) {
    if let snapshot = snapshots.first(where: { $0.node === node && !$0.isOver }) { revert(snapshot) }
  }

  private func revert(_ snapshot: Snapshot) {
    let node = snapshot.node
    guard !touched.contains(node.id), isDuplicate(node, snapshot.stored, node.stored ?? 0),
      node.stamp != snapshot.stamp, fault != .backIsChange
    else { return }
    let last = node.stamp
    node.stamp = snapshot.stamp
    let isSame = node.stored == snapshot.stored
    if fault != .middleKept || node.formula != nil { node.stored = snapshot.stored }
    _ = nextStamp()
    for reader in node.subscribers {
      // A running reader sees the current value when it reads it.
      if let reads = reader.reads, !reads.contains(where: { $0.node === node }) { continue }
      for index in reader.dependencies.indices where reader.dependencies[index].node === node {
        if isSame && reader.dependencies[index].stamp == last {
          reader.dependencies[index].stamp = snapshot.stamp
        } else if reader.dependencies[index].stamp != snapshot.stamp {
          // It saw the reverted value.
          reader.isDirty = true
          hasOutdated = true
          if !reader.isMarked { mark(reader) }
        }
      }
    }
  }

  // MARK: Nodes that go

  /// Ends dropped nodes that no living derivation reads. An observer's token keeps a derivation alive. Readers inherit
  /// the node's dependencies.
  func bury() {
    for node in everyNode.reversed() where !node.isEnded && nodes[node.id] == nil {
      let isHeld = everyNode.contains { !$0.isEnded && $0.formula?.inputs.contains(node.id) == true }
      let isKept = node.formula != nil && !node.observers.isEmpty
      if !isHeld && !isKept { bury(node) }
    }
  }

  private func bury(_ node: ModelNode) {
    node.observers = []
    for reader in node.subscribers {
      let seen = reader.dependencies.filter { $0.node === node }
      // Nothing finds out any more whether the node would have changed.
      let mayHaveChanged = node.isMarked || seen.contains { $0.stamp != node.stamp }
      if reader.isMarked && mayHaveChanged { reader.isDirty = true }
      if reader.isMarked { reader.isExcused = true }
      reader.dependencies = reader.dependencies.flatMap { $0.node === node ? node.dependencies : [$0] }
      for dependency in node.dependencies where !dependency.node.subscribers.contains(where: { $0 === reader }) {
        dependency.node.subscribers.append(reader)
      }
    }
    node.subscribers = []
    unsubscribe(node)
  }
}
