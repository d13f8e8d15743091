// Tests: OpenKeyed+Whole

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("A write of all rows changes and moves as few as possible")
struct OpenKeyedWholeTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }

  /// The number of changed slots that a dependent takes, and of those that may have moved.
  private func count(of edit: ([Row]) -> [Row], in rows: OpenKeyed<Row>) -> [Int] {
    var position = -1
    _ = rows.table.takeChanges(since: &position) { _, _, _ in }
    let subscription = rows.changes.sink { _ in }
    let new = edit(rows.value)
    rows.value = new
    #expect(rows.value == new)
    var (changed, moved) = (0, 0)
    let isKnown = rows.table.takeChanges(since: &position) { _, old, predecessor in
      changed += 1
      if old != nil && predecessor != nil { moved += 1 }
    }
    #expect(isKnown)
    subscription.cancel()
    return [changed, moved]
  }

  private func change(_ rows: [Row], _ edit: (inout [Row]) -> Void) -> [Row] {
    var rows = rows
    edit(&rows)
    return rows
  }

  @Test("one row is inserted or moved, and no other is reported", arguments: [20, 1000])
  func one(size: Int) {
    let rows = OpenKeyed((0..<size).map { Row(id: $0) })
    #expect(count(of: { $0 }, in: rows) == [0, 0])
    #expect(count(of: { [Row(id: -1)] + $0 }, in: rows) == [1, 0])
    #expect(count(of: { change($0) { $0.insert(Row(id: -2), at: size / 2) } }, in: rows) == [1, 0])
    #expect(count(of: { $0 + [Row(id: -3)] }, in: rows) == [1, 0])
    #expect(count(of: { change($0) { $0.insert($0.removeLast(), at: 0) } }, in: rows) == [1, 1])
    #expect(count(of: { change($0) { $0.append($0.removeFirst()) } }, in: rows) == [1, 1])
    #expect(count(of: { change($0) { $0.insert($0.remove(at: size / 2), at: 3) } }, in: rows) == [1, 1])
    #expect(count(of: { change($0) { $0.swapAt(0, size - 1) } }, in: rows) == [2, 2])
    func changeAndMove(_ rows: inout [Row]) {
      rows[4].number += 1
      rows.swapAt(6, 7)
    }
    #expect(count(of: { change($0, changeAndMove) }, in: rows) == [2, 1])
    func insertAndMove(_ rows: inout [Row]) {
      rows.append(rows.removeFirst())
      rows.insert(Row(id: -4), at: 2)
    }
    #expect(count(of: { change($0, insertAndMove) }, in: rows) == [2, 1])
    // A row that comes back gets its old slot, in a new place.
    #expect(count(of: { change($0) { $0.removeAll { $0.id == 5 } } }, in: rows).first == 1)
    #expect(count(of: { [Row(id: 5)] + $0 }, in: rows) == [1, 0])
  }

  @Test("a list of changes has as few moves as possible")
  func changes() {
    let rows = OpenKeyed((0..<20).map { Row(id: $0) })
    var lists: [[String]] = []
    let subscription = rows.changes.sink { changes in
      lists.append(
        changes.removals.map { "-\($0.id)" } + changes.insertions.map { "+\($0.id) at \($0.place)" }
          + changes.moves.map { "\($0.id): \($0.from) to \($0.to)" })
    }
    rows.value = change(rows.value) { $0.insert($0.removeLast(), at: 0) }
    rows.value = [Row(id: 20)] + rows.value
    rows.value = change(rows.value) { $0.append($0.removeFirst()) }
    #expect(lists == [["19: 19 to 0"], ["+20 at 0"], ["20: 0 to 20"]])
    subscription.cancel()
  }

  @Test("any write gives the rows written, in order, and moves all but a longest part in order", arguments: 0..<80)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // A journal of as many rows tells all changes of one write.
    let size = 1 + Int(seed) % 30
    let rows = OpenKeyed((0..<size).map { Row(id: $0) })
    for _ in 0..<12 {
      let old = rows.value.map(\.id)
      var new = rows.value.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: new.shuffle(using: &random)
      case 1: new.reverse()
      default:
        for _ in 0..<Int.random(in: 0..<4, using: &random) where !new.isEmpty {
          let row = new.remove(at: Int.random(in: new.indices, using: &random))
          new.insert(row, at: Int.random(in: 0...new.count, using: &random))
        }
      }
      for id in 0..<size where !new.contains(where: { $0.id == id }) && Bool.random(using: &random) {
        new.insert(Row(id: id), at: Int.random(in: 0...new.count, using: &random))
      }
      let places = new.compactMap { row in old.firstIndex(of: row.id) }
      let inOrder = places.longestAscendingSubsequence.count
      let removed = old.count - places.count
      let counts = count(of: { _ in new }, in: rows)
      // A removed row counts as moved, since it may come back elsewhere.
      #expect(counts == [new.count - inOrder + removed, places.count - inOrder + removed])
    }
  }

  @Test("of rows with the same id, the last is kept, in the place of the first")
  func sameIDs() {
    let rows = OpenKeyed((0..<4).map { Row(id: $0) })
    rows.value = [
      Row(id: 3), Row(id: 9, number: 1), Row(id: 0), Row(id: 9, number: 2), Row(id: 3, number: 5), Row(id: 1),
    ]
    #expect(rows.value == [Row(id: 3, number: 5), Row(id: 9, number: 2), Row(id: 0), Row(id: 1)])
  }
}
