// Tests: Keyed+Filter, Keyed+Map, Keyed+Reduce, Keyed+Sorted, Keyed+Sum, Keyed+Window

import ReactiveDerived
import ReactiveTestSupport
import Testing

/// Every user function edits the collection at random. Once the edits stop, everything matches plain functions of the
/// rows.
@Suite("Functions, comparisons, observers and ends of rows that edit at random")
struct KeyedReentrancyTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
    var end: Farewell?
    var onCompare: (() -> Void)?
    static func == (a: Row, b: Row) -> Bool {
      a.onCompare?()
      return a.id == b.id && a.number == b.number && a.end === b.end
    }
    var pair: [Int] { [id, number] }
  }

  @Test("all is right when they are quiet", arguments: 0..<60)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = seed % 3 == 0 ? 150 : 8
    let rows = OpenKeyed<Row>()
    let level = OpenBehavior(3)
    var budget = 0
    func make(_ id: Int) -> Row {
      var row = Row(id: id, number: random.below(9))
      if seed % 2 == 0 && random.once(in: 3) { row.end = Farewell { disturb() } }
      if seed % 5 == 0 { row.onCompare = { disturb() } }
      return row
    }
    func edit() {
      let id = random.below(size + 2)
      switch random.below(9) {
      case 0, 1: rows.remove(id)
      case 2: rows.move(id, before: random.below(size))
      case 3: rows.insert(make(id), before: random.below(size))
      case 4: level.value = random.below(6)
      case 5 where random.once(in: 4):
        rows.value = (0..<size).shuffled(using: &random).dropFirst(3).map { Row(id: $0, number: $0 % 9) }
      case 6 where random.once(in: 4): rows.removeAll { $0.number == 4 }
      default: rows.insert(make(id))
      }
    }
    var isEditing = false
    func disturb() {
      guard budget > 0, !isEditing else { return }
      budget -= 1
      isEditing = true
      edit()
      isEditing = false
    }
    let large = rows.filter {
      disturb()
      return $0.number > level.value
    }
    let doubled = large.map {
      disturb()
      return $0.number * 2
    }
    let sorted = rows.sorted {
      disturb()
      return $0.number < $1.number
    }
    let window = sorted.window(1..<5)
    let total = rows.reduce(0) {
      disturb()
      return $0 + $1.number
    } removing: {
      disturb()
      return $0 - $1.number
    }
    let sum = doubled.sum {
      disturb()
      return $0
    }
    let single = large[3]
    var (shownLarge, shownWindow) = ([[Int]](), [[Int]]())
    let bag = SubscriptionBag()
    let pairs = (large.map(\.pair), window.map(\.pair))
    pairs.0.changes.sink {
      disturb()
      $0.apply(to: &shownLarge)
    }.store(in: bag)
    pairs.1.changes.sink { $0.apply(to: &shownWindow) }.store(in: bag)
    single.sink { _ in disturb() }.store(in: bag)
    total.sink { _ in disturb() }.store(in: bag)
    for _ in 0..<80 {
      budget = random.below(4)
      if random.once(in: 3) {
        batch { for _ in 0..<1 + random.below(6) { edit() } }
      } else {
        edit()
      }
      if random.once(in: 2) { _ = (doubled.value, sum.value, window.count.value, single.value) }
      budget = 0
      _ = (rows.value, large.value, window.value)
      let plain = rows.value.map { Row(id: $0.id, number: $0.number) }
      let level = level.value
      let plainLarge = plain.filter { $0.number > level }
      #expect(large.value.map(\.pair) == plainLarge.map(\.pair))
      #expect(doubled.value == plainLarge.map { $0.number * 2 } && doubled.count.value == plainLarge.count)
      #expect(sum.value == plainLarge.reduce(0) { $0 + 2 * $1.number })
      #expect(total.value == plain.reduce(0) { $0 + $1.number })
      #expect(single.value?.number == plainLarge.first { $0.id == 3 }?.number)
      #expect(rows[3].value?.number == plain.first { $0.id == 3 }?.number)
      let plainWindow = Array(plain.sorted { $0.number < $1.number }.dropFirst().prefix(4))
      #expect(window.value.map(\.pair) == plainWindow.map(\.pair))
      // Compared without order: a row moved during an evaluation may be missing in the lists of changes.
      #expect(shownLarge.sorted { $0[0] < $1[0] } == plainLarge.map(\.pair).sorted { $0[0] < $1[0] })
      #expect(shownWindow == plainWindow.map(\.pair))
    }
    bag.cancelAll()
    rows.removeAll()
    // Their `deinit` and `==` hold the collection, which still has some of them in its journal and in the array that
    // was read.
    for number in 0..<300 {
      rows.insert(Row(id: -1, number: number))
      rows.remove(-1)
    }
    #expect(rows.value.isEmpty)
  }
}
