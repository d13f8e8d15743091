/// When a fuzzer's node counts a value as a change.
package enum Comparison {
  /// By `==`, or by object identity: each number has one object.
  case exact
  /// By `==` of the half: less than the value holds.
  case coarse
  /// The same, with nil for 0.
  case coarseOrNone
  /// By object identity, but nil (0) is always a change. Only with a planted fault.
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

/// The truth about a graph: a table of writes, from which it recomputes everything else. It shares nothing with the
/// library. A subclass defines what the nodes compute.
///
/// A coarse node compares only a part of its value. It keeps its previous value if the new one is a duplicate, so the
/// model takes the result of each run.
///
/// It is `open` because a `package` class has subclasses in its own module only.
open class GraphModel {
  package final var fault: GraphFault?
  package final var stored: [Int: Int] = [:]
  package final var comparisons: [Int: Comparison] = [:]
  /// The number of writes of each node that were changes.
  package final var changes: [Int: Int] = [:]
  /// Values from the beginning of the open batch.
  package final var snapshots: [Int: Int] = [:]
  /// The values of coarse derived nodes.
  package final var held: [Int: Int] = [:]
  /// Previous values of coarse nodes that ran since the open batch, or the last one, changed something.
  package final var heldSnapshots: [Int: Int] = [:]
  /// The batch of ``heldSnapshots`` is over: duplicates of them are reverted.
  package private(set) final var isSettling = false
  /// Results in the present state. Emptied by each change.
  package final var cachedResults: [Int: Int] = [:]

  package init() {}

  // MARK: Asking

  /// The value of a node that is not cached, or nil if there is no such node.
  open func result(_ id: Int) -> Int? { nil }
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

  /// These nodes and all that they may depend on.
  package final func reach(from ids: some Sequence<Int>, _ next: (Int) -> [Int]) -> Set<Int> {
    var reached: Set<Int> = []
    var open = Array(ids)
    while let id = open.popLast() {
      if reached.insert(id).inserted { open += next(id) }
    }
    return reached
  }

  /// Whether the node's value may still change while the end of a batch settles.
  package final func isUnsettled(_ id: Int) -> Bool {
    isSettling && !heldSnapshots.isEmpty && reach(from: [id], mayDepend).contains { heldSnapshots[$0] != nil }
  }

  package final func isDuplicate(_ id: Int, _ old: Int, _ new: Int) -> Bool {
    comparison(of: id).isDuplicate(old, new)
  }

  /// The value that a node holds after its function returned `new`.
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

  /// Stores `value` unless it is a duplicate. Returns whether it was a change.
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

  /// A coarse node is about to run in a batch that has changed something, or at its end.
  package final func keepSnapshot(of id: Int) {
    if heldSnapshots[id] == nil { heldSnapshots[id] = held[id] }
  }

  /// A coarse node was outdated when its batch ended, without dependents: it has its first value until it runs.
  package final func postpone(_ id: Int) {
    if fault != .middleOfUnwatchedKept { held[id] = heldSnapshots[id] }
    cachedResults = [:]
  }

  /// The function of a coarse node returned `new`.
  package final func noteRun(of id: Int, _ new: Int) {
    guard comparison(of: id).isCoarse else { return }
    held[id] = whatStays(of: id, after: new)
    cachedResults = [:]
  }

  /// A change begins that is not part of the last batch.
  package final func forgetSnapshots(except isKept: (Int) -> Bool = { _ in false }) {
    isSettling = false
    heldSnapshots = heldSnapshots.filter { isKept($0.key) }
    cachedResults = [:]
  }

  /// Ends the outermost batch. A node with a duplicate of its first value gets that value back, also one that runs
  /// while the batch settles.
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
