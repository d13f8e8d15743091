import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Rows that are reduced")
struct KeyedReduceTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }
  private struct Failure: Error {}

  @Test("an edit removes what was and adds what is, once; a batch folds a row to one change")
  func calls() {
    let rows = OpenKeyed((0..<100).map { Row(id: $0, number: $0) })
    var log: [String] = []
    let total = rows.reduce(0) { total, row in
      log.append("+\(row.number)")
      return total + row.number
    } removing: { total, row in
      log.append("-\(row.number)")
      return total - row.number
    }
    var notified: [Int] = []
    total.sink { notified.append($0) }
    #expect(log.count == 100)
    log = []
    rows.update(3) { $0.number = 1003 }
    rows.remove(4)
    rows.insert(Row(id: 4, number: 4))
    rows.move(5, before: 0)
    // The move calls neither.
    #expect(log == ["-3", "+1003", "-4", "+4"] && notified == [5950, 5946, 5950])
    log = []
    batch {
      for number in 0..<20 { rows.update(3) { $0.number = number } }
      rows.insert(Row(id: 500))
      rows.remove(500)
    }
    #expect(log == ["-1003", "+19"] && notified.last == 4966)
    log = []
    batch {
      rows.update(3) { $0.number = 0 }
      rows.remove(9)
      #expect(total.value == 4938)
      rows.update(3) { $0.number = 19 }
      rows.insert(Row(id: 9, number: 9))
    }
    #expect(notified.count == 4 && total.value == 4966)
  }

  @Test("a row that only moves is not added again, to a sum or in its group")
  func moves() {
    let rows = OpenKeyed((0..<100).map { Row(id: $0, number: $0) })
    var calls = 0
    func number(_ row: Row) -> Int {
      calls += 1
      return row.number
    }
    let groups = rows.grouped { $0.id % 3 }
    let totals = groups.sum(number)
    let subscriptions = [
      rows.sum(number).sink { _ in }, rows.sum { Double(number($0)) }.sink { _ in }, totals.count.sink { _ in },
      totals.ids.sink { _ in },
    ]
    calls = 0
    rows.move(50, before: 0)
    rows.value = rows.value.suffix(3) + rows.value.dropLast(3)
    batch {
      let row = rows.remove(7)
      if let row { rows.insert(row) }
    }
    #expect(calls == 0)
    #expect(totals.ids.value == groups.ids.value && totals.ids.value == [1, 2, 0])
    batch {
      rows.update(5) { $0.number += 1 }
      rows.move(5, before: 0)
    }
    #expect(calls == 6)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("what the functions read beside the rows is followed: all are added anew")
  func outerReads() {
    let rows = OpenKeyed((1...4).map { Row(id: $0, number: $0) })
    let factor = OpenBehavior(1)
    let total = rows.reduce(0) {
      $0 + $1.number * factor.value
    } removing: {
      $0 - $1.number * factor.value
    }
    var notified: [Int] = []
    let subscription = total.observe { notified.append($0) }
    factor.value = 2
    rows.update(1) { $0.number = 5 }
    batch {
      factor.value = 3
      rows.update(1) { $0.number = 1 }
    }
    batch {
      factor.value = 7
      #expect(total.value == 70)
      rows.update(1) { $0.number = 2 }
      #expect(total.value == 77)
      factor.value = 3
      rows.update(1) { $0.number = 1 }
    }
    #expect(notified == [10, 20, 28, 30] && total.value == 30)
    subscription.cancel()
  }

  @Test("the functions edit rows that have changed as well: the total is right when it is read next", arguments: 0..<3)
  func functionsEdit(edit: Int) {
    let rows = OpenKeyed((0..<200).map { Row(id: $0, number: $0) })
    var isEditing = false
    let total = rows.reduce(0) { total, row in
      if isEditing {
        isEditing = false
        switch edit {
        case 0: rows.update(12) { $0.number += 1000 }
        case 1: rows.remove(12)
        default: rows.insert(Row(id: 500, number: 7))
        }
      }
      return total + row.number
    } removing: {
      $0 - $1.number
    }
    _ = total.value
    batch { for id in 10..<15 { rows.update(id) { $0.number += 1 } } }
    isEditing = true
    _ = total.value
    #expect(!isEditing && total.value == rows.value.reduce(0) { $0 + $1.number })
    rows.update(12) { $0.number += 1 }
    rows.update(13) { $0.number += 1 }
    #expect(total.value == rows.value.reduce(0) { $0 + $1.number })
  }

  @Test("values that are objects are compared by identity, and released")
  func identity() {
    let live = LiveCount()
    do {
      let rows = OpenKeyed([Row(id: 1)])
      let total = rows.reduce(live.make()) { _, _ in
        live.make()
      } removing: { total, _ in
        total
      }
      var count = 0
      total.sink { _ in count += 1 }
      rows.update(1) { $0.number = 1 }
      rows.remove(1)
      #expect(count == 1)
    }
    #expect(live.alive == 0)
  }

  #if DEBUG && (os(macOS) || os(Linux) || os(Windows))
  @Test("functions that do not undo each other stop with a message")
  func wrongUndo() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let rows = OpenKeyed([Row(id: 1)])
      let total = rows.reduce(0) {
        $0 + $1.number
      } removing: { total, _ in
        total
      }
      for number in 0..<2000 {
        rows.update(1) { $0.number = number }
        _ = total.value
      }
    }
    try expectStop(
      result, says: ["Keyed+ReduceTests.swift", "does not undo its adding function", "After 1,024 changes", "sum(_:)"])
  }

  @Test("they stop after as many changes in batches")
  func wrongUndoInBatches() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let rows = OpenKeyed((0..<10).map { Row(id: $0) })
      let total = rows.grouped { $0.id % 2 }.reduce(0) {
        $0 + $1.number
      } removing: { total, _ in
        total
      }
      for number in 0..<200 {
        batch { for id in 0..<10 { rows.update(id) { $0.number = number } } }
        _ = total.value
      }
    }
    try expectStop(result, says: ["Keyed+ReduceTests.swift", "does not undo its adding function"])
  }
  #endif

  @Test("functions that undo each other never stop, however many changes there are")
  func rightUndo() {
    let rows = OpenKeyed((0..<10).map { Row(id: $0) })
    let total = rows.reduce(0) {
      $0 &+ $1.number
    } removing: {
      $0 &- $1.number
    }
    for step in 0..<5000 {
      rows.update(step % 10) { $0.number = step }
      #expect(total.value == rows.value.reduce(0) { $0 + $1.number })
    }
  }
}
