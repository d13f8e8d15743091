// The graph of the model: atoms, and derivations that are worked out anew at every question.
//
// It shares nothing with the kernel. What is needed is found out by asking everything below, in the order in which it
// was read; marks are kept only because the law of order speaks of them: what is marked first runs first, and
// marking goes depth first along the subscriptions.

final class ModelGraph {
  /// All that ever were; `nil` in `nodes` for those that the program dropped.
  private(set) var everyNode: [ModelNode] = []
  var nodes: [ModelNode?] = []
  /// Called with a reader that is marked for the first time and has to have its turn.
  var enqueue: (ModelReader) -> Void = { _ in }
  /// What reads are recorded for; nil in an untracked block.
  var readers: [ModelReader?] = []
  private let fault: PlantedFault?
  private(set) var lastStamp = 0
  private(set) var problem: String?

  /// How many batches and bodies are open.
  private(set) var depth = 0
  /// How many reads by a call of `independently` are.
  private var independentReads = 0
  private struct Snapshot {
    let node: ModelNode
    let stored: Int
    let stamp: Int
    /// Its node does not need it any more.
    var isOver = false
  }
  private var snapshots: [Snapshot] = []
  /// Something has changed in the open batch that keeps no snapshot itself: what runs for it may be back where it was at the
  /// batch's end.
  private var keepsSnapshots = false
  /// In an independent call in the open batch, an atom was first read that had changed while nothing read it.
  private var hasFollowedInside = false
  /// The atoms of the batch that ends are settled, and its derivations are being.
  private var isSettling = false
  /// Something must run because a node was reverted.
  private var hasOutdated = false
  /// Atoms that were touched in the batch: they are never back where they were.
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

  /// Nodes and their readers hold each other.
  deinit {
    for node in everyNode { node.release() }
  }

  func nextStamp() -> Int {
    lastStamp += 1
    return lastStamp
  }

  // MARK: Values

  /// What a node must be seen to have, from nothing but the atoms.
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

  /// Reads a node, for the reader on top if the read is tracked.
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
      // This concerns the batch of that read only, in which nothing is written. The batch around it has yet to find out.
      if node.subscribers.isEmpty { hasFollowedInside = true }
      return
    }
    node.changedUnwatched = false
    // What reads it already was made to in an independent call of this batch, or of one that has ended.
    if !node.subscribers.isEmpty && !hasFollowedInside { return }
    // It may have changed in this batch. What runs still has what it had before.
    keepSnapshots()
    for case let node as ModelNode in readers where depth > 0 {
      if let stored = node.stored { keepSnapshot(of: node, stored) }
    }
  }

  /// From here on the open batch may take back what runs in it.
  func keepSnapshots() { if depth > 0 { keepsSnapshots = true } }

  /// The first of what the reader read that has changed since. Asks in the order of reading, and no further than
  /// needed: no further than it takes to find that the reader must run for another reason, which it says then.
  func firstChange(for reader: ModelReader) -> ModelNode? {
    for index in reader.dependencies.indices {
      let node = reader.dependencies[index].node
      bringUpToDate(node)
      // Compared only now: the node may have been reverted, with what its readers saw of it.
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

  /// What runs in a call of `independently` is a part of the batch around it only if that batch has outdated it.
  private func isOutdatedByBatch(_ node: ModelNode) -> Bool {
    // It waits for its turn, also where its last observer has gone since.
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

  /// Runs `body`, whose reads become the reader's dependencies.
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

  /// Stores a value; whether it is a change.
  func store(_ value: Int, in atom: ModelNode, inPlace: Bool) -> Bool {
    let old = atom.stored ?? 0
    if isDuplicate(atom, old, value) {
      if inPlace && fault == .updateKeepsDuplicate { atom.stored = value }
      // Before the body of `update` has run, nothing knows what will come of it.
      if inPlace && depth > 0 { keepSnapshot(of: atom, old) }
      // That it has not is not found out where nothing would be notified.
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

  /// Marks what depends on a node, depth first in the order of subscription.
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

  /// True if it was the outermost.
  func endBatch() -> Bool {
    if depth == 1 { settle() }
    depth -= 1
    return depth == 0
  }

  func keepSnapshot(of node: ModelNode, _ stored: Int) {
    // A node that nothing depends on has a snapshot where a duplicate may hold something else.
    let mayBeInexact = node.cut.mayCompareLessThanItHolds || node.formula?.mayThrow == true
    let isKept = mayBeInexact || node.isWatched
    if !isKept || snapshots.contains(where: { $0.node === node && !$0.isOver }) { return }
    snapshots.append(Snapshot(node: node, stored: stored, stamp: node.stamp))
  }

  /// What is back where it began has not changed. Atoms first: what a derivation has at the end is known only then.
  ///
  /// A derivation is reverted as soon as it is up to date, and one that is already before any other runs: a value that
  /// is about to go is no change. One that ran in the batch on a duplicate that another had runs once more, and may be
  /// back after that: so in rounds.
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

  /// A derivation that nothing depends on need not run: its next run is compared with what the batch began with.
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
      // One that is running sees what is there when it reads it.
      if let reads = reader.reads, !reads.contains(where: { $0.node === node }) { continue }
      for index in reader.dependencies.indices where reader.dependencies[index].node === node {
        if isSame && reader.dependencies[index].stamp == last {
          reader.dependencies[index].stamp = snapshot.stamp
        } else if reader.dependencies[index].stamp != snapshot.stamp {
          // It saw what the batch reverted.
          reader.isDirty = true
          hasOutdated = true
          if !reader.isMarked { mark(reader) }
        }
      }
    }
  }

  // MARK: Nodes that go

  /// A node that the program dropped is gone when no derivation that is left reads it, and no token of an observer keeps
  /// it, as those of derivations do. What read it inherits what it had read.
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
      // Whether the node would have changed is not found out any more.
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
