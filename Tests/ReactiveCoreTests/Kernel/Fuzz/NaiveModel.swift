/// What a derivation of the fuzzer computes: a function of the nodes that it reads, in a small range, so that values
/// often come out equal.
enum Recipe {
  case constant(Int)
  /// The rest of `divisor` of the sum.
  case sum([Int], divisor: Int)
  /// One of two branches, by the parity of a node.
  case branch(Int, odd: Int, even: Int)
  /// Reads as many of the nodes as the first one says.
  case prefix([Int])
  /// Reads the first node again after the second.
  case twice(Int, Int)
  /// Whether the node is above a threshold.
  case threshold(Int, Int)
  /// Reads by way of nodes that it makes itself.
  case nested(Int)

  /// All that it may read.
  var ids: [Int] {
    switch self {
    case .constant: []
    case .sum(let ids, _), .prefix(let ids): ids
    case .branch(let condition, let odd, let even): [condition, odd, even]
    case .twice(let first, let second): [first, second]
    case .threshold(let id, _), .nested(let id): [id]
    }
  }

  func result(_ read: (Int) -> Int) -> Int {
    switch self {
    case .constant(let value): return value
    case .sum(let ids, let divisor): return ids.reduce(0) { $0 + read($1) } % divisor
    case .branch(let condition, let odd, let even): return read(condition) % 2 == 1 ? read(odd) : read(even)
    case .prefix(let ids):
      let count = 1 + read(ids[0]) % ids.count
      return ids[..<count].reduce(0) { $0 + read($1) } % 5
    case .twice(let first, let second): return (read(first) + read(second) + read(first)) % 4
    case .threshold(let id, let limit): return read(id) > limit ? 1 : 0
    case .nested(let id): return (read(id) + 1) % 3
    }
  }
}

/// When a node counts a value as a change.
enum Comparison {
  /// By `==`, or by the identity of objects, of which there is one for each number.
  case exact
  /// By `==` of the half, which is less than the value holds.
  case coarse
  /// The same, with nil for 0.
  case coarseOrNone
  /// Always.
  case never

  func isDuplicate(_ old: Int, _ new: Int) -> Bool {
    switch self {
    case .exact: old == new
    case .coarse: old >> 1 == new >> 1
    case .coarseOrNone: old >> 1 == new >> 1 && (old == 0) == (new == 0)
    case .never: false
    }
  }
  var isCoarse: Bool {
    switch self {
    case .coarse, .coarseOrNone: true
    case .exact, .never: false
    }
  }
}

/// The truth: a table of sources, and derivations recomputed from it at every question. It shares nothing with the
/// kernel.
///
/// A derivation that compares less than it holds depends on what it held before: it keeps that if it comes out as a
/// duplicate of it. So the model is told what each run of one gave.
final class NaiveModel {
  private var sources: [Int: Int] = [:]
  private var comparisons: [Int: Comparison] = [:]
  private var recipes: [Int: Recipe] = [:]
  /// What the derivations hold that compare less than that.
  private var held: [Int: Int] = [:]
  /// What those of them had that have run since the batch, or the one that ended last, changed something.
  private var heldBaselines: [Int: Int] = [:]
  /// The batch of ``heldBaselines`` is over: a duplicate of them is put back.
  private(set) var isSettling = false
  /// What the sources that were written in the open batch had when it began.
  private var baselines: [Int: Int] = [:]
  /// Known for the present state of the sources; emptied by each write.
  private var known: [Int: Int] = [:]
  /// Writes that were changes, for each source.
  private(set) var changes: [Int: Int] = [:]

  func addSource(_ id: Int, _ value: Int, _ comparison: Comparison) {
    sources[id] = value
    comparisons[id] = comparison
  }
  func addDerivation(_ id: Int, _ recipe: Recipe, _ comparison: Comparison) {
    recipes[id] = recipe
    comparisons[id] = comparison
  }

  func comparison(of id: Int) -> Comparison { comparisons[id] ?? .exact }
  func isSource(_ id: Int) -> Bool { comparisons[id] != nil && recipes[id] == nil }
  func stored(_ id: Int) -> Int { sources[id] ?? 0 }

  func value(_ id: Int) -> Int {
    if let value = sources[id] { return value }
    if let value = known[id] { return value }
    guard let recipe = recipes[id] else { return 0 }
    let value = whatStays(of: id, after: recipe.result(value(_:)))
    known[id] = value
    return value
  }

  /// What a derivation holds whose function gives `new`.
  private func whatStays(of id: Int, after new: Int) -> Int {
    guard comparison(of: id).isCoarse else { return new }
    if isSettling, let first = heldBaselines[id], isDuplicate(id, first, new) { return first }
    if let old = held[id], isDuplicate(id, old, new) { return old }
    return new
  }

  private func isDuplicate(_ id: Int, _ old: Int, _ new: Int) -> Bool { comparison(of: id).isDuplicate(old, new) }

  /// Stores `value` if it is no duplicate; whether it was stored as a change.
  func write(_ id: Int, _ value: Int, inBatch: Bool) -> Bool {
    guard let old = sources[id], !isDuplicate(id, old, value) else { return false }
    if inBatch && baselines[id] == nil { baselines[id] = old }
    sources[id] = value
    known = [:]
    changes[id, default: 0] += 1
    return true
  }

  /// A derivation that compares less than it holds is about to run in a batch that has changed something, or at its
  /// end; it has dependents or observers.
  func keepSnapshot(of id: Int) {
    if heldBaselines[id] == nil { heldBaselines[id] = held[id] }
  }

  /// The function of a derivation gave `new`.
  func noteRun(of id: Int, _ new: Int) {
    guard comparison(of: id).isCoarse, recipes[id] != nil else { return }
    held[id] = whatStays(of: id, after: new)
    known = [:]
  }

  /// A derivation has `value`, which is right if it is a duplicate of what the model has.
  func settle(_ id: Int, on value: Int) {
    let present = self.value(id)
    guard present != value, recipes[id] != nil, isDuplicate(id, present, value) else { return }
    held[id] = value
    heldBaselines[id] = nil
    known = [:]
  }

  /// Something else changes than what the batch did that ended last.
  func forgetBaselines() {
    isSettling = false
    heldBaselines = [:]
    known = [:]
  }

  /// Might the node have something else, for as long as the end of the batch finds out what it has put back?
  func isUnsettled(_ id: Int) -> Bool {
    if !isSettling || heldBaselines.isEmpty { return false }
    var open = [id]
    var reached: Set<Int> = []
    while let next = open.popLast() {
      guard reached.insert(next).inserted, let recipe = recipes[next] else { continue }
      if heldBaselines[next] != nil { return true }
      open += recipe.ids
    }
    return false
  }

  /// The outermost batch ends: a node that has a duplicate of what it began with has what it began with.
  func endBatch() {
    for (id, old) in baselines {
      if let new = sources[id], isDuplicate(id, old, new) { sources[id] = old }
    }
    for (id, old) in heldBaselines {
      if let new = held[id], isDuplicate(id, old, new) { held[id] = old }
    }
    isSettling = true
    baselines = [:]
    known = [:]
  }

  /// The node is gone: what reads it from now on gets the value that it had.
  func freeze(_ id: Int) {
    if sources[id] == nil { sources[id] = value(id) }
    baselines[id] = nil
    recipes[id] = nil
    held[id] = nil
    heldBaselines[id] = nil
    known = [:]
  }
}
