import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Rows that are sorted")
struct KeyedSortedTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }

  @Test("equal rows keep the order of the source, through moves and replacements")
  func stable() {
    let rows = OpenKeyed((0..<6).map { Row(id: $0, number: $0 % 2) })
    let sorted = rows.sorted(by: \.number)
    var log: [[Int]] = []
    let subscription = sorted.observe { log.append($0.map(\.id)) }
    rows.move(4, before: 0)
    rows.update(0) { $0.number = 1 }
    rows.update(0) { $0.number = 0 }
    rows.insert(Row(id: 9, number: 0), before: 2)
    rows.value = rows.value.reversed()
    #expect(
      log == [
        [0, 2, 4, 1, 3, 5], [4, 0, 2, 1, 3, 5], [4, 2, 0, 1, 3, 5], [4, 0, 2, 1, 3, 5], [4, 0, 9, 2, 1, 3, 5],
        [2, 9, 0, 4, 5, 3, 1],
      ])
    subscription.cancel()
  }

  @Test("is described by its rows in its own order; a mirror runs nothing")
  func description() {
    var runs = 0
    let rows = OpenKeyed((1...3).map { Row(id: $0, number: -$0) })
    let numbers = rows.map { row in
      runs += 1
      return row.number
    }
    let sorted = numbers.sorted(by: \.self)
    #expect(Mirror(reflecting: sorted).children.map(\.label) == ["label"] && runs == 0)
    #expect("\(sorted)" == "[-3, -2, -1]" && "\(numbers)" == "[-1, -2, -3]")
    rows.remove(2)
    #expect("\(sorted)" == "[-3, -1]" && runs == 3)
    #expect(Mirror(reflecting: sorted).children.map { "\($0.value)" }.last == "[-3, -1]")
  }

  @Test("sorted of sorted is by the last order, and equal ones by the one before")
  func twice() {
    let rows = OpenKeyed((0..<30).map { Row(id: $0, number: $0 * 7 % 10) })
    let sorted = rows.sorted(by: \.number).sorted { $0.id % 3 < $1.id % 3 }
    for id in 0..<30 {
      rows.update(id) { $0.number = (id * 3) % 4 }
      #expect(sorted.value == rows.value.sorted { $0.number < $1.number }.sorted { $0.id % 3 < $1.id % 3 })
    }
  }

  @Test("an edit takes logarithmically many comparisons, none that is not read")
  func calls() {
    let rows = OpenKeyed((0..<10_000).map { Row(id: $0, number: $0 * 7919 % 10_007) })
    var comparisons = 0
    let first = rows.min {
      comparisons += 1
      return $0.number < $1.number
    }
    #expect(comparisons == 0)
    #expect(first.value?.number == 0)
    comparisons = 0
    for id in 0..<50 {
      rows.update(id) { $0.number = 5_000 + id }
      _ = first.value
    }
    #expect(comparisons < 50 * 100)
  }

  @Test("what the comparison reads beside the rows is followed; a batch that takes it back is no change")
  func outerReads() {
    let rows = OpenKeyed((0..<5).map { Row(id: $0, number: $0) })
    let sign = OpenBehavior(1)
    let sorted = rows.sorted { $0.number * sign.value < $1.number * sign.value }
    let window = sorted.window(0..<2)
    var log: [[Int]] = []
    let subscriptions = [sorted.sink { log.append($0.map(\.id)) }, window.sink { log.append($0.map(\.id)) }]
    sign.value = -1
    #expect(log == [[4, 3, 2, 1, 0], [4, 3]])
    batch {
      sign.value = 1
      #expect(window.value.map(\.id) == [0, 1])
      sign.value = -1
    }
    rows.update(0) { $0.number = 9 }
    #expect(log.count == 4 && window.value.map(\.id) == [0, 4])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("least and greatest rows follow their rows, and are nil while there is none")
  func extremes() {
    let rows = OpenKeyed((0..<5).map { Row(id: $0, number: $0) })
    let numbers = rows.map(\.number)
    let (least, greatest) = (numbers.min(), numbers.max())
    let most = rows.max { $0.number < $1.number }
    var log: [Int?] = []
    let subscription = least.observe { log.append($0) }
    rows.update(3) { $0.number = -1 }
    rows.update(2) { $0.number = 77 }
    rows.remove(3)
    #expect(log == [0, -1, 0] && greatest.value == 77 && most.value?.id == 2)
    rows.removeAll()
    #expect(log.last == .some(nil) && greatest.value == nil && most.value == nil)
    subscription.cancel()
  }

  @Test("of several least or greatest rows, the first is taken, as in an array", arguments: 0..<20)
  func equalExtremes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rows = OpenKeyed((0..<8).map { Row(id: $0, number: Int.random(in: 0..<3, using: &random)) })
    let reversed = rows.sorted { $0.id > $1.id }
    func extremes(_ rows: Keyed<Int, Row>) -> [Behavior<Row?>] {
      [rows.min { $0.number < $1.number }, rows.max { $0.number < $1.number }]
    }
    let (found, foundReversed) = (extremes(rows), extremes(reversed))
    func extremes(_ rows: [Row]) -> [Row?] {
      [rows.min { $0.number < $1.number }, rows.max { $0.number < $1.number }]
    }
    for _ in 0..<60 {
      #expect(found.map(\.value) == extremes(rows.value) && foundReversed.map(\.value) == extremes(reversed.value))
      let id = Int.random(in: 0..<8, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: rows.remove(id)
      case 1: rows.move(id, before: Int.random(in: 0..<8, using: &random))
      default: rows.insert(Row(id: id, number: Int.random(in: 0..<3, using: &random)))
      }
    }
  }

  @Test("a comparison that is no order loses no row", arguments: 0..<12)
  func noOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var dice = SeededGenerator(seed: seed + 100)
    // Empty at first, so that each list starts with its own order.
    let rows = OpenKeyed<Row>()
    let sorted = rows.sorted { one, other in
      switch seed % 4 {
      case 0: true
      case 1: dice.below(2) == 0
      case 2: (one.id + 2 * other.id) % 3 == 0
      default: Double(one.number % 2 == 0 ? .nan : 1.0) < Double(other.id)
      }
    }
    let half = sorted.window(0..<50)
    var shown: [Row] = []
    let subscription = sorted.changes.sink { $0.apply(to: &shown) }
    rows.value = (0..<100).map { Row(id: $0) }
    for _ in 0..<80 {
      batch {
        for _ in 0..<random.below(40) {
          let id = random.below(120)
          if random.below(2) == 0 { rows.remove(id) } else { rows.insert(Row(id: id, number: random.below(9))) }
        }
      }
      let all = rows.value.sorted { $0.id < $1.id }
      #expect(sorted.value.sorted { $0.id < $1.id } == all)
      #expect(shown.sorted { $0.id < $1.id } == all)
      #expect(half.value.count == min(50, all.count) && half.count.value == half.value.count)
      #expect(Set(half.value.map(\.id)).count == half.value.count)
    }
    subscription.cancel()
  }

  @Test("a comparison that edits the collection: all is in order when it is read next", arguments: 0..<3)
  func comparisonEdits(edit: Int) {
    let rows = OpenKeyed((0..<50).map { Row(id: $0, number: $0 * 7 % 10) })
    var isEditing = false
    let sorted = rows.sorted { one, other in
      if isEditing {
        isEditing = false
        switch edit {
        case 0: rows.remove(one.id)
        case 1: rows.update(other.id) { $0.number = 3 }
        default: rows.insert(Row(id: 100 + rows.peek().count, number: 4))
        }
      }
      return one.number < other.number
    }
    let window = sorted.window(2..<9)
    for id in 0..<40 {
      rows.update(id) { $0.number = id % 7 }
      isEditing = true
      _ = id % 2 == 0 ? window.count.value : sorted.value.count
      isEditing = false
      let plain = rows.value.sorted { $0.number < $1.number }
      #expect(sorted.value == plain && window.value == Array(plain[2..<9]))
    }
  }
}
