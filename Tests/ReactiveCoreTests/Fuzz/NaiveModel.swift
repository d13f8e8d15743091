import ReactiveTestSupport

/// The function of a fuzzer's derivation. Its small range makes equal results frequent.
enum Recipe {
  case constant(Int)
  case sum([Int], divisor: Int)
  case branch(Int, odd: Int, even: Int)
  /// Reads as many of the nodes as the first one says.
  case prefix([Int])
  /// Reads the first node again after the second.
  case twice(Int, Int)
  case threshold(Int, Int)
  /// Reads through nodes that it makes itself.
  case nested(Int)

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

/// Faults to plant beside those of ``GraphFault``.
enum PlantedFault: CaseIterable {
  /// The same object counts as a change.
  case identityIgnored
  /// Nil after nil counts as a change.
  case nilAfterNil
  /// A cancelled reaction runs on.
  case cancelIgnored
  /// The dependencies of a reaction are not observed.
  case reactionsLeftOut
}

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

  func isDerivation(_ id: Int) -> Bool { recipes[id] != nil }

  /// The node is deallocated: later reads get its last value.
  func freeze(_ id: Int) {
    if stored[id] == nil { stored[id] = value(id) }
    snapshots[id] = nil
    recipes[id] = nil
    held[id] = nil
    heldSnapshots[id] = nil
    cachedResults = [:]
  }
}
