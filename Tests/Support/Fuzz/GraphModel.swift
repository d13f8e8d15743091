/// When a node of a fuzzer counts a value as a change.
package enum Comparison {
  /// By `==`, or by the identity of objects, of which there is one for each number.
  case exact
  /// By `==` of the half, which is less than the value holds.
  case coarse
  /// The same, with nil for 0.
  case coarseOrNone
  /// By the identity of objects, except that nil, for which 0 stands, is always one: only by a planted fault.
  case exactButNone
  /// Always.
  case never

  package func isDuplicate(_ old: Int, _ new: Int) -> Bool {
    switch self {
    case .exact: old == new
    case .exactButNone: old == new && new != 0
    case .coarse: old >> 1 == new >> 1
    case .coarseOrNone: old >> 1 == new >> 1 && (old == 0) == (new == 0)
    case .never: false
    }
  }
  package var isCoarse: Bool {
    switch self {
    case .coarse, .coarseOrNone: true
    case .exact, .exactButNone, .never: false
    }
  }
  /// Whether an equal value is never a change.
  package var isCut: Bool {
    switch self {
    case .exact, .coarse, .coarseOrNone: true
    case .exactButNone, .never: false
    }
  }
}

/// The truth about a graph: a table of what was written, and everything else recomputed from it at every question. It
/// shares nothing with the library. A subclass knows what the nodes compute.
///
/// A derived node that compares less than it holds depends on what it held before: it keeps that if it comes out as a
/// duplicate of it. So the model takes what each run of one gave.
///
/// It is `open` because a `package` class has subclasses in its own module only.
open class GraphModel {
  package final var fault: GraphFault?
  /// What was written.
  package final var stored: [Int: Int] = [:]
  package final var comparisons: [Int: Comparison] = [:]
  /// Writes that were changes, for each node.
  package final var changes: [Int: Int] = [:]
  /// What the nodes that were written in the open batch had when it began.
  package final var snapshots: [Int: Int] = [:]
  /// What the derived nodes hold that compare less than that.
  package final var held: [Int: Int] = [:]
  /// What those of them had that have run since the batch, or the one that ended last, changed something.
  package final var heldSnapshots: [Int: Int] = [:]
  /// The batch of ``heldSnapshots`` is over: a duplicate of them is reverted.
  package private(set) final var isSettling = false
  /// Results that hold in the present state; emptied by each change.
  package final var cachedResults: [Int: Int] = [:]

  package init() {}

  // MARK: Asking

  /// The value of a node that is neither cached nor simply what was written, or nil if there is no such node.
  open func result(_ id: Int) -> Int? { nil }
  /// All that the node may depend on.
  open func mayDepend(_ id: Int) -> [Int] { [] }

  package final func comparison(of id: Int) -> Comparison {
    let comparison = comparisons[id] ?? .exact
    return comparison == .never && fault == .equalCut ? .exact : comparison
  }
  package final func stored(_ id: Int) -> Int { stored[id] ?? 0 }

  package final func value(_ id: Int) -> Int {
    if let value = cachedResults[id] { return value }
    guard let value = result(id) else { return 0 }
    cachedResults[id] = value
    return value
  }

  /// All that these nodes may depend on, themselves among them.
  package final func reach(from ids: some Sequence<Int>, _ next: (Int) -> [Int]) -> Set<Int> {
    var reached: Set<Int> = []
    var open = Array(ids)
    while let id = open.popLast() {
      if reached.insert(id).inserted { open += next(id) }
    }
    return reached
  }

  /// Might the node have something else, for as long as the end of the batch finds out what it has reverted?
  package final func isUnsettled(_ id: Int) -> Bool {
    isSettling && !heldSnapshots.isEmpty && reach(from: [id], mayDepend).contains { heldSnapshots[$0] != nil }
  }

  package final func isDuplicate(_ id: Int, _ old: Int, _ new: Int) -> Bool {
    comparison(of: id).isDuplicate(old, new)
  }

  /// What a derived node holds whose function gives `new`.
  package final func whatStays(of id: Int, after new: Int) -> Int {
    guard comparison(of: id).isCoarse else { return new }
    if isSettling, let first = heldSnapshots[id], isDuplicate(id, first, new), fault != .middleOfDerivedKept {
      return first
    }
    if let old = held[id], isDuplicate(id, old, new) { return old }
    return new
  }

  // MARK: Changing

  package final func noteChange(of id: Int, inBatch: Bool = false) {
    if !inBatch || fault != .staleInBatch { cachedResults = [:] }
    changes[id, default: 0] += 1
  }

  /// Stores `value` if it is no duplicate; whether it was stored as a change.
  package final func write(_ id: Int, _ value: Int, inBatch: Bool = false, inPlace: Bool = false) -> Bool {
    guard let old = stored[id] else { return false }
    if isDuplicate(id, old, value) {
      if inPlace && fault == .updateKeepsDuplicate { (stored[id], cachedResults) = (value, [:]) }
      return false
    }
    if inBatch && snapshots[id] == nil { snapshots[id] = old }
    stored[id] = value
    noteChange(of: id, inBatch: inBatch)
    return true
  }

  /// A derived node that compares less than it holds is about to run in a batch that has changed something, or at its
  /// end.
  package final func keepSnapshot(of id: Int) {
    if heldSnapshots[id] == nil { heldSnapshots[id] = held[id] }
  }

  /// Such a node was outdated when its batch ended, and nothing depended on it: it has what it began with until it runs.
  package final func postpone(_ id: Int) {
    if fault != .middleOfUnwatchedKept { held[id] = heldSnapshots[id] }
    cachedResults = [:]
  }

  /// The function of such a node gave `new`.
  package final func noteRun(of id: Int, _ new: Int) {
    guard comparison(of: id).isCoarse else { return }
    held[id] = whatStays(of: id, after: new)
    cachedResults = [:]
  }

  /// Something else changes than what the batch did that ended last.
  package final func forgetSnapshots(except isKept: (Int) -> Bool = { _ in false }) {
    isSettling = false
    heldSnapshots = heldSnapshots.filter { isKept($0.key) }
    cachedResults = [:]
  }

  /// The outermost batch ends: a node that has a duplicate of what it began with has what it began with. So does a run
  /// while what the batch has reverted is found out.
  package final func endBatch() {
    for (id, old) in snapshots where fault != .middleKept {
      if let new = stored[id], isDuplicate(id, old, new) { stored[id] = old }
    }
    for (id, old) in heldSnapshots where fault != .middleOfDerivedKept {
      if let new = held[id], isDuplicate(id, old, new) { held[id] = old }
    }
    isSettling = true
    snapshots = [:]
    cachedResults = [:]
  }
}
