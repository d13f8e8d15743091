import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Rows in order, with their places")
struct RowOrderingTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }

  private func sorting(_ rows: OpenKeyed<Row>, _ precedes: @escaping (Row, Row) -> Bool) -> RowOrdering {
    let (table, source) = (rows.table, rows.ordering)
    return RowOrdering(dependsOnRows: true) { slot, other in
      guard let row = table.row(at: slot), let otherRow = table.row(at: other) else { return slot < other }
      return precedes(row, otherRow) || (!precedes(otherRow, row) && source.precedes(slot, other))
    }
  }

  @Test("the order of the source, and a sorted one, against arrays", arguments: 0..<40)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = seed % 4 == 0 ? 300 : 9
    let rows = OpenKeyed((0..<size).map { Row(id: $0, number: $0 % 3) })
    let plain = RowOrder(rows)
    let sorted = RowOrder(rows, by: sorting(rows) { $0.number < $1.number })
    for _ in 0..<120 {
      let (id, other) = (random.below(size + 3), random.below(size))
      switch random.below(7) {
      case 0: rows.remove(id)
      case 1: rows.move(id, before: random.below(3) == 0 ? nil : other)
      case 2: rows.value = rows.value.shuffled(using: &random)
      case 3: rows.insert(Row(id: id, number: random.below(4)), before: other)
      default: rows.insert(Row(id: id, number: random.below(4)))
      }
      if random.below(3) == 0 { continue }
      plain.update(in: nil)
      sorted.update(in: nil)
      #expect(plain.rows() == rows.value)
      #expect(sorted.rows() == rows.value.sorted { $0.number < $1.number })
      #expect(plain.tree.count == rows.count.value)
    }
  }

  @Test("a comparison that is no order gives some order of all rows, whatever changes", arguments: 0..<20)
  func noOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rows = OpenKeyed((0..<200).map { Row(id: $0) })
    var dice = SeededGenerator(seed: seed + 100)
    let comparisons: [(Row, Row) -> Bool] = [
      { _, _ in true }, { _, _ in false }, { _, _ in dice.below(2) == 0 }, { ($0.id + $1.id) % 3 == 0 },
    ]
    let order = RowOrder(rows, by: sorting(rows, comparisons[Int(seed) % 4]))
    for _ in 0..<60 {
      for _ in 0..<random.below(100) {
        let id = random.below(220)
        if random.below(2) == 0 { rows.remove(id) } else { rows.insert(Row(id: id, number: random.below(9))) }
      }
      order.update(in: nil)
      #expect(order.rows().sorted { $0.id < $1.id } == rows.value.sorted { $0.id < $1.id })
    }
  }

  @Test("an edit of one of 10,000 rows takes logarithmically many comparisons")
  func cost() {
    let rows = OpenKeyed((0..<10_000).map { Row(id: $0, number: $0 * 7919 % 10_007) })
    var comparisons = 0
    let order = RowOrder(
      rows,
      by: sorting(rows) {
        comparisons += 1
        return $0.number < $1.number
      })
    order.update(in: nil)
    comparisons = 0
    for id in 0..<100 {
      rows.update(id) { $0.number = 5_000 + id }
      order.update(in: nil)
    }
    #expect(comparisons < 100 * 100)
    comparisons = 0
    order.update(in: nil)
    #expect(comparisons == 0)
  }

  @Test("a comparison that edits the collection: the next update has all in order")
  func comparisonEdits() {
    let rows = OpenKeyed((0..<100).map { Row(id: $0, number: $0 % 10) })
    var left = 30
    let order = RowOrder(
      rows,
      by: sorting(rows) {
        if left > 0 {
          left -= 1
          if left % 3 == 0 { rows.remove(left) } else { rows.insert(Row(id: 200 + left, number: left % 7)) }
        }
        return $0.number < $1.number
      })
    for id in 50..<60 {
      order.update(in: nil)
      left = left == 0 ? 5 : left
      rows.update(id) { $0.number = 3 }
    }
    left = 0
    order.update(in: nil)
    order.update(in: nil)
    #expect(order.rows() == rows.value.sorted { $0.number < $1.number })
  }
}
