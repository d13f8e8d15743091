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

/// When a source counts a write as a change.
enum Comparison {
  /// By `==`.
  case exact
  /// By `==` of the half: what is seen of such a source is always its half.
  case coarse
  /// Always.
  case never
}

/// The truth: a table of sources, and derivations recomputed from it at every question. It shares nothing with the
/// kernel.
final class NaiveModel {
  private var sources: [Int: Int] = [:]
  private var comparisons: [Int: Comparison] = [:]
  private var recipes: [Int: Recipe] = [:]
  /// Known for the present state of the sources; emptied by each write.
  private var known: [Int: Int] = [:]
  /// Writes that were changes, for each source.
  private(set) var changes: [Int: Int] = [:]

  func addSource(_ id: Int, _ value: Int, _ comparison: Comparison) {
    sources[id] = value
    comparisons[id] = comparison
  }
  func addDerivation(_ id: Int, _ recipe: Recipe) { recipes[id] = recipe }

  func comparison(of id: Int) -> Comparison { comparisons[id] ?? .exact }
  func isSource(_ id: Int) -> Bool { comparisons[id] != nil }

  /// What is seen of a source that holds `value`.
  func seen(_ id: Int, _ value: Int) -> Int { comparisons[id] == .coarse ? value >> 1 : value }
  func stored(_ id: Int) -> Int { sources[id] ?? 0 }

  func value(_ id: Int) -> Int {
    if let value = sources[id] { return seen(id, value) }
    if let value = known[id] { return value }
    guard let recipe = recipes[id] else { return 0 }
    let value = recipe.result(value(_:))
    known[id] = value
    return value
  }

  /// Stores `value` if it is no duplicate; whether it was stored as a change.
  func write(_ id: Int, _ value: Int) -> Bool {
    guard let old = sources[id] else { return false }
    if comparisons[id] != .never && seen(id, old) == seen(id, value) { return false }
    sources[id] = value
    known = [:]
    changes[id, default: 0] += 1
    return true
  }

  /// A change in place that is a duplicate changes what is stored, and nothing that is seen.
  func put(_ id: Int, _ value: Int) { sources[id] = value }

  /// The node is gone: whoever reads it from now on gets the value that it had.
  func freeze(_ id: Int) {
    if sources[id] == nil { sources[id] = value(id) }
    if comparisons[id] == .coarse { sources[id] = value(id) << 1 }
    recipes[id] = nil
  }
}
