import ReactiveElm
import Testing

private struct Item: Identifiable {
  var id: Int
  var title: String
}

@Suite("Testing: differences of sequences")
struct SequenceDiffTests {
  @Test("what was inserted into an array, or removed from it, is shown alone")
  func arrays() {
    #expect(difference(["a", "c"], ["a", "b", "c"]) == "[String]\n  [1]: + \"b\"")
    #expect(difference(["a", "b", "c", "d"], ["b", "c", "d"]) == "[String]\n  [0]: - \"a\"")
    #expect(difference([1, 2, 3], [1, 5, 3]) == "[Int]\n  [1]: - 2\n       + 5")
    #expect(
      difference([1, 2, 3, 4, 5, 6], [2, 3, 7, 5, 6, 8]) == """
        [Int]
          [0]: - 1
          [3 → 2]: - 4
                   + 7
          [5]: + 8
        """)
  }

  @Test("elements with the same identity are one that has changed")
  func identifiable() {
    let items = [Item(id: 1, title: "a"), Item(id: 2, title: "b"), Item(id: 3, title: "c")]
    let others = [Item(id: 7, title: "x"), Item(id: 2, title: "B"), Item(id: 3, title: "c")]
    #expect(
      difference(items, others) == """
        [Item]
          [0]: - Item(id: 1, title: "a")
          [0]: + Item(id: 7, title: "x")
          [1 id 2].title: - "b"
                          + "B"
        """)
    #expect(
      difference([items[1]], [items[0], Item(id: 2, title: "B")]) == """
        [Item]
          [0]: + Item(id: 1, title: "a")
          [0 → 1 id 2].title: - "b"
                              + "B"
        """)
  }

  @Test("a big array is aligned as well, in about linear time")
  func bigArrays() {
    let numbers = Array(0..<20_000)
    var others = numbers
    others.remove(at: 15_000)
    others[7_000] = -1
    others.insert(-2, at: 10)
    #expect(
      difference(numbers, others) == """
        [Int]
          [10]: + -2
          [7000 → 7001]: - 7000
                         + -1
          [15000]: - 15000
        """)
    let negative = (1...20_000).map { -$0 }
    #expect(difference(numbers, negative)?.hasSuffix("  … and at least 1000 more differences") == true)
  }

  @Test("what is shown leads from one array to the other, and leaves no more out than it must", arguments: 0..<40)
  func random(seed: UInt64) throws {
    var generator = Numbers(state: seed)
    // Long arrays are aligned by another algorithm.
    let count = seed % 4 == 0 ? 400 : 12
    let variety = seed % 3 == 0 ? 4 : 1_000
    let first = (0..<count).map { _ in Int.random(in: 0..<variety, using: &generator) }
    var second = first
    let edits = Int.random(in: 1...6, using: &generator)
    for _ in 0..<edits {
      let place = second.indices.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: second.remove(at: place)
      case 1: second.insert(Int.random(in: 0..<variety, using: &generator), at: place)
      default: second[place] = Int.random(in: 0..<variety, using: &generator)
      }
    }
    guard let text = difference(first, second) else {
      #expect(first == second)
      return
    }
    let changes = try Changes(text)
    #expect(changes.applied(to: first) == second)
    #expect(changes.removed.count <= edits && changes.added.count <= edits)
  }

  @Test("a long array with many differences is aligned by what is there once")
  func manyDifferences() throws {
    let first = Array(0..<3_000)
    let second = first.filter { $0 % 3 != 0 }
    let lines = (0..<20).map { "  [\($0 * 3)]: - \($0 * 3)" }
    #expect(
      difference(first, second) == (["[Int]"] + lines + ["  … and 980 more differences"]).joined(separator: "\n"))
    // In moved blocks, the elements that are in order in both stay.
    let blocks = Array(2_000..<3_000) + Array(0..<2_000)
    let text = try #require(difference(first, blocks))
    #expect(text.hasPrefix("[Int]\n  [0]: + 2000\n  [1]: + 2001\n"))
    // No element is unique.
    let many = (0..<2_000).map { $0 % 7 }
    #expect(difference(many, many.map { 6 - $0 }) != nil)
  }

  @Test("a long array in which everything was moved about is rebuilt from what is shown of it")
  func moved() throws {
    let first = Array(0..<400)
    let second = Array(8..<400) + Array(0..<8)
    let changes = try Changes(try #require(difference(first, second)))
    #expect(changes.removed == Array(0..<8))
    #expect(changes.added.keys.sorted() == Array(392..<400))
    #expect(changes.applied(to: first) == second)
  }
}

private struct Changes {
  var removed: [Int] = []
  var added: [Int: Int] = [:]

  init(_ text: String) throws {
    var places: [Int] = []
    for line in text.split(separator: "\n").dropFirst() {
      if let brackets = line.firstMatch(of: #/\[(\d+)(?: → (\d+))?\]/#) {
        places = [brackets.1, brackets.2 ?? brackets.1].compactMap { Int($0) }
      }
      let sign = try #require(line.firstMatch(of: #/([-+]) (\d+)$/#))
      if sign.1 == "-" { removed.append(places[0]) } else { added[places[1]] = Int(sign.2) }
    }
  }

  func applied(to array: [Int]) -> [Int] {
    let gone = Set(removed)
    var rest = array.indices.filter { !gone.contains($0) }.map { array[$0] }[...]
    var result: [Int] = []
    while true {
      if let number = added[result.count] {
        result.append(number)
      } else if let number = rest.popFirst() {
        result.append(number)
      } else {
        return result
      }
    }
  }
}

private struct Numbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
