// Tests: Behavior+Selector, Keyed+Filter, Keyed+Grouped, Keyed+Joined, Keyed+Map, Keyed+Sorted

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Functions of keyed collections that read rows of another collection, or of a selector")
struct KeyedRowReadsTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }

  private let others = OpenKeyed((0..<4).map { Row(id: $0, number: $0) })
  private let rows = OpenKeyed((0..<4).map { Row(id: $0, number: $0) })

  /// Edits a row, so that the function runs for that row alone, then another row that it has read before.
  private func check<Value: Equatable>(
    _ behavior: Behavior<Value>, isObserved: Bool, _ expected: Value, change: () -> Void
  ) {
    var seen: Value?
    let token = isObserved ? behavior.sink { seen = $0 } : nil
    _ = behavior.value
    rows.remove(3)
    _ = behavior.value
    change()
    #expect(behavior.value == expected && (!isObserved || seen == expected))
    token?.cancel()
  }

  @Test("an edit of one row keeps the rows that the function has read for others", arguments: [false, true])
  func everyOperator(isObserved: Bool) {
    func number(of row: Row) -> Int { others[row.id].value?.number ?? 100 }
    func after(_ behavior: Behavior<[Int]>, _ expected: [Int]) {
      check(behavior, isObserved: isObserved, expected) { others.remove(0) }
      others.insert(Row(id: 0, number: 0), before: 1)
      rows.insert(Row(id: 3, number: 3))
    }
    after(rows.filter { number(of: $0) < 100 }.ids, [1, 2])
    after(rows.map(number).array, [100, 1, 2])
    after(rows.sorted { number(of: $0) < number(of: $1) }.window(0..<9).ids, [1, 2, 0])
    after(rows.grouped(by: number).ids, [100, 1, 2])
    after(rows.joined(with: others, on: number).map { $0.right?.number ?? -1 }.array, [-1, 1, 2])
  }

  @Test("a selector in a filter", arguments: [false, true])
  func selector(isObserved: Bool) {
    let chosen = OpenBehavior(0)
    let isChosen = chosen.selector()
    check(rows.filter { isChosen[$0.id].value }.ids, isObserved: isObserved, [1]) { chosen.value = 1 }
  }

  @Test("after an edit, the function runs for the changed row alone")
  func runs() {
    var runs = 0
    let found = rows.filter { row in
      runs += 1
      return others[row.number].value != nil
    }
    let token = found.sink { _ in }
    #expect(runs == 4)
    for number in 0..<3 { rows.update(1) { $0.number = number } }
    #expect(runs == 7)
    others.remove(3)
    #expect(runs == 11 && found.value.count == 3)
    token.cancel()
  }

  @Test("a run after an edit follows a few nodes, however many rows the functions have read", arguments: [10, 3000])
  func fewDependencies(count: Int) {
    let others = OpenKeyed((0..<count).map { Row(id: $0) })
    let rows = OpenKeyed((0..<count).map { Row(id: $0) })
    let chosen = OpenBehavior(0)
    let isChosen = chosen.selector()
    func check<Other>(_ derived: Keyed<Int, Other>) {
      let token = derived.count.sink { _ in }
      for id in 0..<3 {
        rows.update(id) { $0.number += 1 }
        // The rows of the source, what is kept of earlier runs, and what the run has read.
        #expect(derived.node.dependencies.count <= 4)
      }
      token.cancel()
    }
    check(rows.filter { others[$0.id].value != nil })
    check(rows.filter { !isChosen[$0.id].value })
    check(rows.map { (others[$0.id].value?.number ?? 0) + $0.number })
  }

  @Test("a function that writes the rows of another collection that it reads runs until they stay")
  func ownWrites() {
    let others = OpenKeyed((0..<100).map { Row(id: $0) })
    let rows = OpenKeyed((0..<100).map { Row(id: $0) })
    let high = rows.filter { row in
      let number = others[row.id].value?.number ?? 0
      if number < 3 { others.update(row.id) { $0.number += 1 } }
      return number >= 3
    }
    let token = high.count.sink { _ in }
    #expect(high.count.value == 100 && others.value.allSatisfy { $0.number == 3 })
    others.update(7) { $0.number = 1 }
    #expect(high.count.value == 100 && others.value.allSatisfy { $0.number == 3 })
    token.cancel()
  }

  @Test("a function that writes the row that it has read, in a run for one row, runs again", arguments: [4, 100])
  func ownWriteAfterEdit(count: Int) {
    let others = OpenKeyed((0..<count).map { Row(id: $0) })
    let rows = OpenKeyed((0..<count).map { Row(id: $0) })
    var writes = false
    let low = rows.filter { row in
      let number = others[row.id].value?.number ?? 0
      if writes {
        writes = false
        others.update(row.id) { $0.number = 9 }
      }
      return number < 9
    }
    let token = low.count.sink { _ in }
    for id in 0..<2 { rows.update(id) { $0.number = 1 } }
    writes = true
    rows.update(count - 1) { $0.number = 1 }
    #expect(!writes && low.count.value == count - 1)
    token.cancel()
  }

  @Test("what has read a collection that is gone runs when a row changes that the functions read", arguments: [4, 200])
  func inherited(count: Int) {
    let others = OpenKeyed((0..<count).map { Row(id: $0) })
    let rows = OpenKeyed((0..<count).map { Row(id: $0) })
    var found: Keyed<Int, Row>? = rows.filter { others[$0.id].value != nil }
    let number = OpenBehavior(get: { found?.count.value ?? -1 }, set: { _ in })
    var seen: [Int] = []
    let token = number.observe { seen.append($0) }
    rows.update(0) { $0.number = 1 }
    found = nil
    #expect(seen == [count])
    others.remove(3)
    #expect(seen == [count, -1])
    token.cancel()
  }

  @Test("rows that a batch restores, and those that are read in one, are followed", arguments: [false, true])
  func batches(isObserved: Bool) {
    let found = rows.filter { others[$0.id].value?.number != 9 }
    let token = isObserved ? found.sink { _ in } : nil
    #expect(found.value.count == 4)
    for _ in 0..<2 {
      rows.update(0) { $0.number += 1 }
      #expect(found.value.count == 4)
      batch {
        others.update(2) { $0.number = 9 }
        #expect(found.value.count == 3)
        rows.update(0) { $0.number += 1 }
        #expect(found.value.count == 3)
        others.update(2) { $0.number = 2 }
      }
      #expect(found.value.count == 4)
      others.update(2) { $0.number = 9 }
      #expect(found.value.count == 3)
      rows.update(2) { $0.number += 1 }
      others.update(2) { $0.number = 2 }
      #expect(found.value.count == 4)
    }
    token?.cancel()
  }

  @Test("rows that the function keeps itself are followed, though it takes them only once", arguments: [false, true])
  func keptByFunction(isObserved: Bool) {
    var known: [Int: Behavior<Row?>] = [:]
    func other(_ id: Int) -> Behavior<Row?> {
      if let row = known[id] { return row }
      let new = others[id]
      known[id] = new
      return new
    }
    let found = rows.filter { other($0.id).value != nil }
    let token = isObserved ? found.sink { _ in } : nil
    #expect(found.ids.value == [0, 1, 2, 3])
    others.update(1) { $0.number = 8 }  // the function runs for all rows
    #expect(found.ids.value == [0, 1, 2, 3])
    rows.update(0) { $0.number = 7 }  // for one
    #expect(found.ids.value == [0, 1, 2, 3])
    others.remove(2)
    #expect(found.ids.value == [0, 1, 3])
    token?.cancel()
  }

  @Test("a row that a function first reads where it is kept, and later takes, is kept", arguments: [4, 100])
  func takenLater(count: Int) {
    let others = OpenKeyed((0..<count).map { Row(id: $0) })
    let rows = OpenKeyed((0..<count).map { Row(id: $0) })
    var kept = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, others[$0]) })
    let found = rows.filter { (kept[$0.id] ?? others[$0.id]).value?.number != 9 }
    let token = found.count.sink { _ in }
    var last = kept.removeValue(forKey: count - 1)
    @Weak var taken = last
    rows.update(count - 1) { $0.number = 1 }  // takes it
    last = nil
    rows.update(0) { $0.number = 1 }
    #expect(taken != nil && last == nil)
    others.update(count - 1) { $0.number = 9 }
    #expect(found.count.value == count - 1)
    token.cancel()
    withExtendedLifetime(kept) {}
  }

  @Test("a row that is read where it is kept, then taken, is still verified before what was read behind it")
  func orderOfTaken() {
    let kept = others[1]
    var wrong = 0
    let number = kept.map { row in
      if row == nil { wrong += 1 }
      return row?.number ?? -1
    }
    let found = rows.filter { row in
      kept.value != nil && number.value >= 0 && (row.id == 1 || others[1].value != nil)
    }
    let token = found.count.sink { _ in }
    rows.update(1) { $0.number = 5 }
    others.remove(1)
    #expect(wrong == 0 && found.count.value == 0)
    token.cancel()
  }

  @Test("rows are released by the run that reads nothing else any more")
  func nothingReadAnyMore() {
    let found = rows.filter { $0.number < 100 ? others[$0.id].value != nil : true }
    let token = found.count.sink { _ in }
    @Weak var row = others[2]
    #expect(row != nil)
    batch {
      others.update(1) { $0.number = 7 }
      for id in 0..<4 { rows.update(id) { $0.number = 100 } }
    }
    #expect(row == nil && found.count.value == 4)
    token.cancel()
  }

  @Test("rows that no function reads any more are released, though every edit reads another one")
  func released() {
    let found = rows.filter { others[$0.number].value != nil }
    let token = found.sink { _ in }
    weak var first: Behavior<Row?>?
    for number in 1...300 {
      rows.update(0) { $0.number = number }
      if number == 10 { first = others[10] }
      if number == 11 { #expect(first != nil) }
    }
    #expect(first == nil)
    others.insert(Row(id: 300))
    #expect(found.ids.value == [0, 1, 2, 3])
    token.cancel()
  }
}
