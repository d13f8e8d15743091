import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Places in sorted lists")
struct SortedPlacesTests {
  @Test("the first element behind a partition, at each place and in each length")
  func partitions() {
    for count in 0..<20 {
      for place in 0...count {
        var asked = 0
        let found = (0..<count).partitioningIndex {
          asked += 1
          return $0 >= place
        }
        #expect(found == place && asked <= 5)
      }
    }
    // A slice keeps the indices of its array.
    #expect([1, 3, 5, 7][1..<3].partitioningIndex { $0 >= 4 } == 2)
  }

  @Test("the longest ascending subsequence is as long as the one found by trying all", arguments: 0..<60)
  func longest(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<Int.random(in: 0..<12, using: &random)).map { _ in Int.random(in: 0..<9, using: &random) }
    let found = numbers.longestAscendingSubsequence
    #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 && numbers[$0] < numbers[$1] })
    let longest = (0..<1 << numbers.count).filter { choice in
      let chosen = numbers.indices.filter { choice >> $0 & 1 == 1 }
      return zip(chosen, chosen.dropFirst()).allSatisfy { numbers[$0] < numbers[$1] }
    }.map(\.nonzeroBitCount).max()
    #expect(found.count == longest)
  }
}
