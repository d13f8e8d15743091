internal import ReactiveCore

/// The pairs of equal elements in two lists, in a common order.
///
/// Equal elements at both ends are paired first. Up to 1,000 remaining elements are aligned exactly, by the standard
/// library's `difference`. In a longer rest, elements unique in both lists are anchors, in their longest common order,
/// as in a patience diff; the gaps are aligned in turn. The cost grows with the lengths, not their product.
struct SequenceDiff {
  /// Indices into both lists, ascending in both.
  private(set) var pairs: [(Int, Int)] = []

  private let isSame: (Int, Int) -> Bool
  private static let exactLimit = 1000

  /// Equal elements must have equal keys.
  init(
    _ first: Int, _ second: Int, isSame: @escaping (Int, Int) -> Bool, firstKey: @escaping (Int) -> AnyHashable,
    secondKey: @escaping (Int) -> AnyHashable
  ) {
    self.isSame = isSame
    align(0..<first, 0..<second) { first, second in
      let places = Self.once(second, secondKey)
      let candidates = Self.once(first, firstKey).compactMap { key, a in places[key].map { (a, $0) } }
      // In the longest common order.
      let anchors = candidates.filter(isSame).sorted { $0.0 < $1.0 }
      return anchors.map(\.1).longestAscendingSubsequence.map { anchors[$0] }
    }
  }

  private mutating func align(
    _ first: Range<Int>, _ second: Range<Int>, anchors: ((Range<Int>, Range<Int>) -> [(Int, Int)])?
  ) {
    var (first, second) = (first, second)
    while let a = first.first, let b = second.first, isSame(a, b) {
      pairs.append((a, b))
      first.removeFirst()
      second.removeFirst()
    }
    var end: [(Int, Int)] = []
    while let a = first.last, let b = second.last, isSame(a, b) {
      end.append((a, b))
      first.removeLast()
      second.removeLast()
    }
    if first.count + second.count <= Self.exactLimit {
      pairs += exactly(first, second)
    } else if let anchors {
      var (a, b) = (first.lowerBound, second.lowerBound)
      for anchor in anchors(first, second) {
        align(a..<anchor.0, b..<anchor.1, anchors: nil)
        pairs.append(anchor)
        (a, b) = (anchor.0 + 1, anchor.1 + 1)
      }
      align(a..<first.upperBound, b..<second.upperBound, anchors: nil)
    } else {
      // A long range without anchors: pairs only equal elements at the same offset.
      pairs += zip(first, second).filter(isSame)
    }
    pairs += end.reversed()
  }

  /// The longest common subsequence.
  private func exactly(_ first: Range<Int>, _ second: Range<Int>) -> [(Int, Int)] {
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in second.difference(from: first, by: isSame) {
      switch change {
      case .remove(_, let a, _): removed.insert(a)
      case .insert(_, let b, _): added.insert(b)
      }
    }
    return Array(zip(first.filter { !removed.contains($0) }, second.filter { !added.contains($0) }))
  }

  /// The places of the unique elements.
  private static func once(_ range: Range<Int>, _ key: (Int) -> AnyHashable) -> [AnyHashable: Int] {
    Dictionary(range.map { (key($0), $0) }) { _, _ in -1 }.filter { $0.value >= 0 }
  }
}
