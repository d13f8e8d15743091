import ReactiveTestSupport

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

/// Ways in which the model can be wrong beside those of ``GraphFault``.
enum PlantedFault: CaseIterable {
  /// The same object counts as a change.
  case identityIgnored
  /// Nil after nil does.
  case nilAfterNil
  /// A reaction that was cancelled runs on.
  case cancelIgnored
  /// What a reaction depends on is not observed.
  case reactionsLeftOut
}

/// The truth about sources and derivations; see ``GraphModel``.
final class NaiveModel: GraphModel {
  var planted: PlantedFault?
  private var recipes: [Int: Recipe] = [:]

  func addSource(_ id: Int, _ value: Int, _ comparison: Comparison) {
    stored[id] = value
    comparisons[id] = comparison
  }
  func addDerivation(_ id: Int, _ recipe: Recipe, _ comparison: Comparison) {
    recipes[id] = recipe
    comparisons[id] = comparison
  }

  func isSource(_ id: Int) -> Bool { comparisons[id] != nil && recipes[id] == nil }

  override func result(_ id: Int) -> Int? {
    if let value = stored[id] { return value }
    guard let recipe = recipes[id] else { return nil }
    return whatStays(of: id, after: recipe.result(value(_:)))
  }

  override func mayDepend(_ id: Int) -> [Int] { recipes[id]?.ids ?? [] }

  /// The function of a derivation gave `new`.
  func isDerivation(_ id: Int) -> Bool { recipes[id] != nil }

  /// The node is gone: what reads it from now on gets the value that it had.
  func freeze(_ id: Int) {
    if stored[id] == nil { stored[id] = value(id) }
    snapshots[id] = nil
    recipes[id] = nil
    held[id] = nil
    heldSnapshots[id] = nil
    cachedResults = [:]
  }
}
