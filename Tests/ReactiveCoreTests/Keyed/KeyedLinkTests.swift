// Tests: KeyedLink, OuterReads

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("What depends on a collection looks at what has changed")
struct KeyedLinkTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }

  private final class Stage {
    var visited: [Int] = []
    var passes = 0
    let numbers: Keyed<Int, Int>

    init(_ source: Keyed<Int, Row>, _ function: @escaping (Row) -> Int) {
      let link = KeyedLink(source)
      let own = KeyedTable<Int>(source.space.order, ==)
      weak var stage: Stage?
      numbers = Keyed(source.space, own, source.ordering, file: #fileID, line: #line) { _, node in
        { node.follow() }
      } update: { evaluation in
        link.update(in: evaluation) {
          stage?.passes += 1
          if link.hasLostPlaces { own.forgetJournal() }
        } change: { slot, _, predecessor in
          let new = link.table.row(at: slot).map { row in evaluation.tracking { function(row) } }
          if new != nil { stage?.visited.append(slot) }
          own.set(new, at: slot, movedFrom: predecessor)
        }
      }
      stage = self
    }

    func taken() -> [Int] {
      defer { visited = [] }
      return visited
    }
  }

  @Test("k changes are k calls; a lag is one pass over all")
  func calls() {
    let rows = OpenKeyed((0..<1000).map { Row(id: $0) })
    let stage = Stage(rows) { $0.number }
    #expect(stage.taken().isEmpty && stage.passes == 0)
    _ = stage.numbers.value
    #expect(stage.taken() == Array(0..<1000) && stage.passes == 1)
    rows.update(7) { $0.number = 1 }
    rows.update(8) { $0.number = 1 }
    rows.update(7) { $0.number = 2 }
    rows.remove(9)
    #expect(stage.taken().isEmpty)
    #expect(stage.numbers.value[7] == 2)
    #expect(stage.taken().sorted() == [7, 8] && stage.passes == 1)
    for round in 1...2 { for id in 100..<400 { rows.update(id) { $0.number = round } } }
    #expect(stage.numbers.value.count == 999 && stage.taken().count == 999 && stage.passes == 2)
  }

  @Test("what is read beside the rows is followed, also by a run that reads nothing of it")
  func outerReads() {
    let rows = OpenKeyed((0..<10).map { Row(id: $0, number: $0) })
    let (factor, rare) = (OpenBehavior(1), OpenBehavior(0))
    let stage = Stage(rows) { row in row.number * factor.value + (row.id == 3 ? rare.value : 0) }
    var notified: [Int] = []
    let subscription = stage.numbers.sink { notified.append($0[3]) }
    _ = stage.taken()
    rows.update(5) { $0.number = 0 }
    #expect(stage.taken() == [5])
    rare.value = 100
    #expect(stage.taken().count == 10 && notified.last == 103)
    rows.update(5) { $0.number = 1 }
    #expect(stage.taken() == [5])
    factor.value = 2
    #expect(stage.taken().count == 10 && notified.last == 106)
    rare.value = 200
    #expect(notified.last == 206)
    // The row that read `rare` is removed. Its writes cause one pass at most, with the right result.
    rows.remove(3)
    _ = stage.taken()
    rare.value = 300
    rare.value = 400
    #expect(stage.numbers.value.count == 9)
    subscription.cancel()
  }

  @Test("what is read beside the rows and is taken back in a batch is no change; read in the middle, it is seen")
  func outerReadsInBatches() {
    let rows = OpenKeyed((0..<5).map { Row(id: $0, number: 1) })
    let factor = OpenBehavior(1)
    let stage = Stage(rows) { $0.number * factor.value }
    var notified: [Int] = []
    let subscription = stage.numbers.sink { notified.append($0.reduce(0, +)) }
    batch {
      factor.value = 2
      #expect(stage.numbers.value == [2, 2, 2, 2, 2])
      rows.update(1) { $0.number = 5 }
      #expect(stage.numbers.value == [2, 10, 2, 2, 2])
      factor.value = 1
      #expect(stage.numbers.value == [1, 5, 1, 1, 1])
      rows.update(1) { $0.number = 1 }
    }
    #expect(notified.isEmpty && stage.numbers.value == [1, 1, 1, 1, 1])
    factor.value = 3
    rows.update(1) { $0.number = 2 }
    #expect(notified == [15, 18])
    subscription.cancel()
  }

  @Test("what is read beside the rows may be released")
  func released() {
    let rows = OpenKeyed((0..<3).map { Row(id: $0) })
    let box = Box<OpenBehavior<Int>?>(OpenBehavior(5))
    let stage = Stage(rows) { $0.number + (box.value?.value ?? 0) }
    #expect(stage.numbers.value == [5, 5, 5])
    box.value = nil
    rows.update(1) { $0.number = 1 }
    rows.update(2) { $0.number = 1 }
    #expect(stage.numbers.value == [0, 1, 1])
    box.value = OpenBehavior(7)
    rows.update(0) { $0.number = 1 }
    #expect(stage.numbers.value[0] == 8)
  }

  @Test("a function that edits the collection: what is read after that is right", arguments: 0..<4)
  func functionEdits(edit: Int) {
    let rows = OpenKeyed((0..<6).map { Row(id: $0, number: $0) })
    var isEditing = false
    let stage = Stage(rows) { row in
      if isEditing {
        isEditing = false
        switch edit {
        case 0: rows.remove(row.id + 1)
        case 1: rows.update(row.id) { $0.number += 100 }
        case 2: rows.insert(Row(id: 77, number: 7), before: 0)
        default: rows.value = rows.value.reversed()
        }
      }
      return row.number
    }
    for id in [2, 3, 4] {
      isEditing = true
      batch {
        rows.update(id) { $0.number += 10 }
        rows.update(id - 1) { $0.number += 10 }
      }
      _ = stage.numbers.value
      isEditing = false
      #expect(stage.numbers.value == rows.value.map(\.number))
      #expect(stage.numbers.count.value == rows.count.value)
    }
  }
}
