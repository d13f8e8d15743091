import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Rows that are mapped")
struct KeyedMapTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }

  /// Compared by its key alone.
  private struct Titled: Identifiable, Equatable {
    var id = 1
    var key: Int
    var title: String
    static func == (a: Titled, b: Titled) -> Bool { a.id == b.id && a.key == b.key }
  }

  @Test("after a quarter of the rows has changed, again and again, a later function runs for these alone")
  func manyChanges() {
    let count = 1000
    let rows = OpenKeyed((0..<count).map { Row(id: $0) })
    var runs = 0
    let doubled = rows.map { $0 }.map { row in
      runs += 1
      return 2 * row.number
    }
    _ = doubled.value
    for round in 1...5 {
      for changed in [count / 4, 1, count / 5, count / 8] {
        runs = 0
        batch { for id in 0..<changed { rows.update(id) { $0.number += round } } }
        _ = doubled.value
        #expect(runs == changed)
      }
    }
  }

  @Test("a row that two writes change to an equal one is what the functions get", arguments: [false, true])
  func equalAfterTwoChanges(isObserved: Bool) {
    let rows = OpenKeyed([Titled(key: 0, title: "old")])
    let titles = rows.map(\.title)
    let length = rows.sum(\.title.count)
    var log: [[String]] = []
    let subscription = isObserved ? titles.sink { log.append($0) } : nil
    #expect(titles.value == ["old"] && length.value == 3)
    change(rows)
    #expect(titles.value == ["newer"] && length.value == 5)
    rows.insert(Titled(id: 2, key: 0, title: "x"))
    #expect(length.value == 6)
    rows.remove(1)
    #expect(length.value == 1)
    if isObserved { #expect(log.first != nil && log.last == ["x"]) }
    subscription?.cancel()
  }

  /// Two changes that are no batch.
  private func change(_ rows: OpenKeyed<Titled>) {
    rows.update(1) { row in
      row.key = 3
      row.title = "loading"
    }
    rows.update(1) { row in
      row.key = 0
      row.title = "newer"
    }
  }

  @Test("k changes are k calls; an equal result is no change")
  func calls() {
    let rows = OpenKeyed((0..<100).map { Row(id: $0, number: $0) })
    var calls: [Int] = []
    let tens = rows.map { row in
      calls.append(row.id)
      return row.number / 10
    }
    var notified: [Int] = []
    tens.sink { notified.append($0.reduce(0, +)) }
    calls = []
    rows.update(11) { $0.number = 12 }
    #expect(calls == [11] && notified.isEmpty)
    batch {
      rows.update(11) { $0.number = 20 }
      rows.update(12) { $0.number = 13 }
      rows.update(11) { $0.number = 21 }
      rows.move(50, before: 0)
    }
    #expect(calls.sorted() == [11, 11, 12, 50] && notified == [451])
    #expect(tens.value.prefix(2) == [5, 0] && tens[11].value == 2)
  }

  @Test("results that are objects: the same instance is no change; they are released with their rows")
  func identity() {
    let live = LiveCount()
    let (one, two) = (live.make(), live.make())
    let rows = OpenKeyed([Row(id: 1, number: 1)])
    let objects = rows.map { [one, two] in $0.number > 5 ? two : $0.number < 0 ? live.make() : one }
    var count = 0
    objects.sink { _ in count += 1 }
    rows.update(1) { $0.number = 2 }
    #expect(count == 0)
    rows.update(1) { $0.number = 6 }
    #expect(count == 1 && objects.value.first === two)
    rows.update(1) { $0.number = -1 }
    #expect(live.alive == 3)
    rows.remove(1)
    for number in 0..<300 {
      rows.insert(Row(id: number, number: 1))
      rows.remove(number)
    }
    #expect(live.alive == 2)
  }

  @Test("what the function reads beside the row is followed; taken back, it is no change")
  func outerReads() {
    let rows = OpenKeyed((0..<5).map { Row(id: $0, number: 1) })
    let factor = OpenBehavior(1)
    var calls = 0
    let products = rows.map { row in
      calls += 1
      return row.number * factor.value
    }
    var notified: [[Int]] = []
    products.sink { notified.append($0) }
    calls = 0
    factor.value = 2
    #expect(calls == 5)
    rows.update(0) { $0.number = 3 }
    #expect(calls == 6)
    batch {
      factor.value = 9
      #expect(products.value == [27, 9, 9, 9, 9])
      factor.value = 2
    }
    #expect(notified == [[2, 2, 2, 2, 2], [6, 2, 2, 2, 2]])
  }

  @Test("the order is that of the source, of a sorted one too, by rows that the results no longer have")
  func sorted() {
    let rows = OpenKeyed((0..<4).map { Row(id: $0, number: -$0) })
    let ids = rows.sorted(by: \.number).map(\.id)
    var notified: [[Int]] = []
    let subscription = ids.observe { notified.append($0) }
    rows.update(0) { $0.number = -10 }
    rows.update(2) { $0.number = 5 }
    rows.update(2) { $0.number = 6 }
    #expect(notified == [[3, 2, 1, 0], [0, 3, 2, 1], [0, 3, 1, 2]])
    subscription.cancel()
  }

  @Test("the function edits its collection, and what it makes edits it when it goes")
  func reentrancy() {
    let rows = OpenKeyed((0..<6).map { Row(id: $0, number: $0) })
    var ends = 0
    var left = 40
    let farewells = rows.map { row in
      let number = row.number
      if left > 0 {
        left -= 1
        rows.update((row.id + 1) % 6) { $0.number += 1 }
      }
      return Farewell { [weak rows] in
        ends += 1
        if number % 3 == 0 { rows?.remove(ends % 6) } else { rows?.insert(Row(id: ends % 6, number: number + 1)) }
      }
    }
    let numbers = rows.map(\.number)
    for step in 0..<60 {
      rows.update(step % 6) { $0.number += 2 }
      _ = farewells.value.count
      if step % 5 == 0 { rows.insert(Row(id: step % 6, number: step)) }
      #expect(numbers.value == rows.value.map(\.number) && rows.count.value == rows.value.count)
    }
    left = 0
    #expect(ends > 0 && farewells.value.count == farewells.count.value)
    #expect(farewells.count.value == rows.count.value)
  }
}
