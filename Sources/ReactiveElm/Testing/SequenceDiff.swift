/// Which elements of two lists belong together: the equal ones, in an order that both have.
///
/// What is equal at the beginning and at the end is set aside; the rest is aligned exactly if it has few differences
/// for its length. If it has many, the elements that are there once in both lists come first, in their longest common
/// order, as in a patience diff, and what lies between them is aligned in turn if it can be. So the cost grows with the
/// lengths, not with their product.
struct SequenceDiff {
  /// The equal ones, as indices into the first and the second list, ascending in both.
  private(set) var pairs: [(Int, Int)] = []

  private let isSame: (Int, Int) -> Bool
  /// About so many elements are compared to align a rest exactly.
  private static let comparisonLimit = 400_000

  /// Aligns lists of `first` and `second` elements. Elements that are the same have the same key.
  init(
    _ first: Int, _ second: Int, isSame: @escaping (Int, Int) -> Bool, firstKey: @escaping (Int) -> AnyHashable,
    secondKey: @escaping (Int) -> AnyHashable
  ) {
    self.isSame = isSame
    align(0..<first, 0..<second) { first, second in
      Self.anchors(first, second, firstKey, secondKey).filter { isSame($0.0, $0.1) }
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
    if let exact = exactly(first, second) {
      pairs.append(contentsOf: exact)
    } else if let anchors {
      var (a, b) = (first.lowerBound, second.lowerBound)
      for anchor in anchors(first, second) {
        align(a..<anchor.0, b..<anchor.1, anchors: nil)
        pairs.append(anchor)
        (a, b) = (anchor.0 + 1, anchor.1 + 1)
      }
      align(a..<first.upperBound, b..<second.upperBound, anchors: nil)
    }
    pairs.append(contentsOf: end.reversed())
  }

  /// The longest common subsequence; nil if there are too many differences to look for it.
  ///
  /// By Myers' greedy algorithm: a diagonal is where equally many more were passed over in the first list than in the
  /// second, and each round finds out how far one gets on each of them with one more element passed over.
  private func exactly(_ first: Range<Int>, _ second: Range<Int>) -> [(Int, Int)]? {
    let length = first.count + second.count
    let limit = min(length, max(64, min(400, Self.comparisonLimit / max(1, length))))
    // By diagonal, from -limit - 1 on. A round needs what the one before has found.
    var reached = Array(repeating: 0, count: 2 * limit + 3)
    var rounds: [[Int]] = []
    for round in 0...limit {
      rounds.append(reached)
      for diagonal in stride(from: -round, through: round, by: 2) {
        var a = Self.beginning(of: diagonal, round, reached, limit)
        while a < first.count && a - diagonal < second.count
          && isSame(first.lowerBound + a, second.lowerBound + a - diagonal)
        { a += 1 }
        reached[diagonal + limit + 1] = a
        if a >= first.count && a - diagonal >= second.count {
          return Self.path(back: rounds, limit, from: first.count, second.count).map {
            (first.lowerBound + $0, second.lowerBound + $1)
          }
        }
      }
    }
    return nil
  }

  /// Whether a round enters a diagonal by passing over an element of the second list, and not of the first.
  private static func passesSecond(onto diagonal: Int, _ round: Int, _ reached: [Int], _ limit: Int) -> Bool {
    diagonal == -round || (diagonal != round && reached[diagonal + limit] < reached[diagonal + limit + 2])
  }

  /// Where a round enters a diagonal.
  private static func beginning(of diagonal: Int, _ round: Int, _ reached: [Int], _ limit: Int) -> Int {
    if round == 0 { return 0 }
    return passesSecond(onto: diagonal, round, reached, limit)
      ? reached[diagonal + limit + 2] : reached[diagonal + limit] + 1
  }

  /// The equal ones on the way that has led to the end.
  private static func path(back rounds: [[Int]], _ limit: Int, from a: Int, _ b: Int) -> [(Int, Int)] {
    var (a, b) = (a, b)
    var result: [(Int, Int)] = []
    for round in rounds.indices.reversed() {
      let diagonal = a - b
      let start = beginning(of: diagonal, round, rounds[round], limit)
      while a > start {
        (a, b) = (a - 1, b - 1)
        result.append((a, b))
      }
      if round == 0 { break }
      if passesSecond(onto: diagonal, round, rounds[round], limit) { b -= 1 } else { a -= 1 }
    }
    return result.reversed()
  }

  /// The elements that are there once in both lists, in their longest common order.
  private static func anchors(
    _ first: Range<Int>, _ second: Range<Int>, _ firstKey: (Int) -> AnyHashable, _ secondKey: (Int) -> AnyHashable
  ) -> [(Int, Int)] {
    // A negative place: there are several.
    var places: [AnyHashable: Int] = [:]
    for b in second {
      let key = secondKey(b)
      places[key] = places[key] == nil ? b : -1
    }
    let keys = first.map(firstKey)
    let counts = keys.reduce(into: [AnyHashable: Int]()) { $0[$1, default: 0] += 1 }
    var candidates: [(Int, Int)] = []
    for (a, key) in zip(first, keys) where counts[key] == 1 {
      if let b = places[key], b >= 0 { candidates.append((a, b)) }
    }
    return longestAscending(candidates)
  }

  /// The longest part in which the second numbers ascend as the first ones do.
  private static func longestAscending(_ candidates: [(Int, Int)]) -> [(Int, Int)] {
    // The last of the best part of each length, and what comes before each.
    var lasts: [Int] = []
    var previous = Array(repeating: -1, count: candidates.count)
    for (index, candidate) in candidates.enumerated() {
      var (low, high) = (0, lasts.count)
      while low < high {
        let middle = (low + high) / 2
        if candidates[lasts[middle]].1 < candidate.1 { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = lasts[low - 1] }
      if low == lasts.count { lasts.append(index) } else { lasts[low] = index }
    }
    var result: [(Int, Int)] = []
    var index = lasts.last ?? -1
    while index >= 0 {
      result.append(candidates[index])
      index = previous[index]
    }
    return result.reversed()
  }
}
