import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Rows that are filtered")
struct KeyedFilterTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }

  @Test("k changes are k calls, when they are needed; other rows are not asked")
  func calls() {
    let rows = OpenKeyed((0..<1000).map { Row(id: $0, number: $0) })
    var asked: [Int] = []
    let even = rows.filter {
      asked.append($0.id)
      return $0.number % 2 == 0
    }
    rows.update(1) { $0.number = 2 }
    #expect(asked.isEmpty)
    #expect(even.count.value == 501 && asked.count == 1000)
    asked = []
    rows.update(3) { $0.number = 4 }
    rows.update(5) { $0.number = 7 }
    rows.update(3) { $0.number = 6 }
    rows.insert(Row(id: 2000, number: 1))
    rows.remove(7)
    rows.move(9, before: 0)
    #expect(asked.isEmpty)
    #expect(even.value.count == 502 && even.count.value == 502)
    #expect(asked.sorted() == [3, 5, 9, 2000])
  }

  @Test("a write of all rows is a call for each row that is new, changed or moved")
  func callsForWhole() {
    let rows = OpenKeyed((0..<1000).map { Row(id: $0, number: $0) })
    var asked: [Int] = []
    let all = rows.filter {
      asked.append($0.id)
      return true
    }
    func write(_ new: [Row]) -> [Int] {
      asked = []
      rows.value = new
      #expect(all.value == new)
      return asked.sorted()
    }
    _ = all.value
    #expect(write([Row(id: 1000)] + rows.value) == [1000])
    #expect(write([rows.value[1000]] + rows.value.dropLast()) == [999])
    #expect(write(Array(rows.value.dropFirst()) + [rows.value[0]]) == [999])
    #expect(write(Array(rows.value.dropFirst(3))) == [])
  }

  @Test("rows keep the order of the source, also one that comes in later, is replaced, or moves")
  func order() {
    let rows = OpenKeyed((0..<6).map { Row(id: $0, number: $0 % 2) })
    let odd = rows.filter { $0.number == 1 }
    var log: [[Int]] = []
    odd.sink { log.append($0.map(\.id)) }
    rows.update(2) { $0.number = 1 }
    rows.update(4) { $0.number = 8 }
    rows.insert(Row(id: 9, number: 1), before: 0)
    rows.move(5, before: 1)
    rows.move(4, before: nil)
    rows.value = rows.value.reversed()
    #expect(log == [[1, 2, 3, 5], [9, 1, 2, 3, 5], [9, 5, 1, 2, 3], [3, 2, 1, 5, 9]])
  }

  @Test("a batch that takes back what it did is no change, whatever was read in it")
  func takenBack() {
    let rows = OpenKeyed((0..<5).map { Row(id: $0, number: $0) })
    let large = rows.filter { $0.number > 2 }
    var notified = 0
    let subscriptions = [
      large.sink { _ in notified += 1 }, large.count.sink { _ in notified += 1 }, large[3].sink { _ in notified += 1 },
      large.changes.sink { _ in notified += 1 },
    ]
    batch {
      rows.update(3) { $0.number = 0 }
      #expect(large.value.map(\.id) == [4] && large[3].value == nil)
      rows.remove(4)
      #expect(large.count.value == 0)
      rows.update(3) { $0.number = 3 }
      rows.insert(Row(id: 4, number: 4))
    }
    #expect(notified == 0 && large.value.map(\.id) == [3, 4])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("rows of what is filtered are notified of themselves, of nil as they leave, and of what the function reads")
  func rows() {
    let rows = OpenKeyed((0..<5).map { Row(id: $0, number: $0) })
    let level = OpenBehavior(2)
    let large = rows.filter { $0.number > level.value }
    var log: [Int?] = []
    let subscription = large[3].observe { log.append($0?.number) }
    rows.update(4) { $0.number = 9 }
    rows.update(3) { $0.number = 5 }
    level.value = 5
    level.value = 6
    level.value = 1
    rows.remove(3)
    rows.insert(Row(id: 3, number: 7))
    #expect(log == [3, 5, nil, 5, nil, 7])
    subscription.cancel()
  }

  @Test("the order of dropping does not matter; what is made of a collection keeps it")
  func drops() {
    let live = LiveCount()
    do {
      let rows = OpenKeyed((0..<5).map { Row(id: $0, number: $0) })
      let mark = live.make()
      var filtered: Keyed<Int, Row>? = rows.filter { [mark] in
        mark.touch()
        return $0.number > 1
      }
      var row = filtered?[3]
      var again = filtered?.filter { $0.number < 4 }
      filtered = nil
      rows.update(3) { $0.number = 2 }
      #expect(row?.value?.number == 2 && again?.value.map(\.id) == [2, 3])
      again = nil
      rows.update(3) { $0.number = 0 }
      #expect(row?.value == nil && live.alive == 1)
      row = nil
    }
    #expect(live.alive == 0)
  }

  @Test("the function edits, reads and observes the collection: what is read after that is right", arguments: 0..<5)
  func functionEdits(edit: Int) {
    let rows = OpenKeyed((0..<6).map { Row(id: $0, number: $0) })
    var isEditing = false
    let odd = rows.filter { row in
      if isEditing {
        isEditing = false
        switch edit {
        case 0: rows.remove(row.id == 4 ? 3 : 4)
        case 1: rows.update(row.id) { $0.number += 1 }
        case 2: rows.insert(Row(id: 77, number: 7), before: 0)
        case 3: rows.observe { _ in }
        default: rows.removeAll()
        }
      }
      return row.number % 2 == 1
    }
    var shown = odd.value
    let subscription = odd.changes.sink { $0.apply(to: &shown) }
    for id in [2, 3, 4] {
      isEditing = true
      rows.update(id) { $0.number += 1 }
      isEditing = false
      #expect(odd.value == rows.value.filter { $0.number % 2 == 1 })
      #expect(shown == odd.value && odd.count.value == shown.count)
    }
    subscription.cancel()
  }

  @Test("100,000 rows")
  func many() {
    let rows = OpenKeyed((0..<100_000).map { Row(id: $0, number: $0) })
    var calls = 0
    let even = rows.filter {
      calls += 1
      return $0.number % 2 == 0
    }
    var counts: [Int] = []
    even.count.observe { counts.append($0) }
    for id in stride(from: 1, to: 100, by: 2) { rows.update(id) { $0.number += 1 } }
    #expect(counts == Array(50_000...50_050) && calls == 100_050)
    batch { rows.removeAll { $0.id >= 50_000 } }
    #expect(even.count.value == 25_050)
  }

  @Test("rows that moved with a row that is left out have moved")
  func movedWithOther() {
    let rows = OpenKeyed((1...5).map { Row(id: $0) })
    let most = rows.filter { $0.id != 2 }
    #expect(most.value.map(\.id) == [1, 3, 4, 5])
    rows.value = [1, 5, 2, 3, 4].map { Row(id: $0) }
    #expect(most.value.map(\.id) == [1, 5, 3, 4])
  }

  @Test("the observers of its changes last as long as it, or as a subscription to them")
  func observersOfChanges() {
    let rows = OpenKeyed([Row(id: 1)])
    var log: [String] = []
    var kept: Keyed<Int, Row>? = rows.filter { $0.number == 0 }
    kept?.changes.sink { log.append("kept \($0.insertions.count)") }
    let token = rows.filter { $0.number == 0 }.changes.sink { log.append("token \($0.insertions.count)") }
    rows.filter { $0.number == 0 }.changes.sink { _ in log.append("ended") }
    rows.insert(Row(id: 2))
    #expect(log == ["kept 1", "token 1"])
    kept = nil
    rows.insert(Row(id: 3))
    #expect(log == ["kept 1", "token 1", "token 1"])
    token.cancel()
    rows.insert(Row(id: 4))
    #expect(log.count == 3 && !rows.node.hasDependents)
  }
}
