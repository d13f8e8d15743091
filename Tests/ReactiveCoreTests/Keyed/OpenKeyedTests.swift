// Tests: OpenKeyed, OpenKeyed+Whole, OpenKeyed+Editing

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Rows that are edited")
struct OpenKeyedTests {
  private struct Order: Identifiable, Equatable {
    var id: Int
    var price = 0
  }
  private struct Failure: Error {}

  private func make(_ ids: some Sequence<Int>) -> OpenKeyed<Order> {
    OpenKeyed(ids.map { Order(id: $0, price: 10 * $0) })
  }

  @Test("several moves that leave each moved row behind its old neighbor are a change", arguments: [false, true])
  func movesBehindOldNeighbors(isInBatch: Bool) {
    let orders = make([0, 4, 3])
    var notified: [[Int]] = []
    let tokens = [
      orders.sink { notified.append($0.map(\.id)) }, orders.ids.sink { notified.append($0) },
      orders.changes.sink { notified.append($0.moves.map(\.id)) },
    ]
    func move() {
      orders.move(3, before: 0)
      orders.move(0, before: nil)
      orders.move(3, before: 0)
    }
    if isInBatch { batch(move) } else { move() }
    #expect(orders.value.map(\.id) == [4, 3, 0] && orders.ids.value == [4, 3, 0])
    if isInBatch { #expect(notified.prefix(2) == [[4, 3, 0], [4, 3, 0]] && notified.last?.contains(0) == true) }
    notified = []
    // Back in one batch: no change.
    batch {
      orders.move(0, before: 4)
      orders.move(3, before: 0)
      orders.move(0, before: nil)
      orders.move(3, before: 0)
    }
    #expect(orders.value.map(\.id) == [4, 3, 0] && notified == [])
    for token in tokens { token.cancel() }
  }

  @Test("removeAll asks about all rows before it removes any, and removes none if none is to go")
  func removeAllAsksFirst() {
    let orders = make(1...3)
    var seen: [[Int]] = []
    var notified = 0
    let token = orders.sink { _ in notified += 1 }
    orders.removeAll {
      seen.append([orders.count.value, orders.value.count, orders.peek(1)?.price ?? -1, orders[1].value?.price ?? -1])
      return orders.peek($0.id - 1) == nil
    }
    #expect(seen == [[3, 3, 10, 10], [3, 3, 10, 10], [3, 3, 10, 10]])
    #expect(orders.value.map(\.id) == [2, 3] && notified == 1)
    orders.removeAll { _ in false }
    #expect(notified == 1)
    token.cancel()
  }

  @Test("of rows with the same id in a written array, the last alone counts", arguments: [false, true])
  func writtenTwice(isInBatch: Bool) {
    struct Row: Identifiable, Equatable {
      var id: Int
      var number: Int
      var note: String
      static func == (one: Row, other: Row) -> Bool { one.id == other.id && one.number == other.number }
    }
    let rows = OpenKeyed([Row(id: 1, number: 1, note: "first")])
    var notified: [String] = []
    let row = rows[1]
    let tokens = [
      rows.sink { notified.append("rows \($0.map(\.note))") }, row.sink { notified.append("row \($0?.note ?? "")") },
    ]
    func write(_ new: [Row]) { if isInBatch { batch { rows.value = new } } else { rows.value = new } }
    write([Row(id: 1, number: 2, note: "second"), Row(id: 1, number: 1, note: "third")])
    #expect(notified == [] && rows.value.map(\.note) == ["first"])
    #expect(row.value?.note == "first" && rows.peek(1)?.note == "first")
    write([
      Row(id: 1, number: 1, note: "fourth"), Row(id: 2, number: 0, note: "a"), Row(id: 1, number: 3, note: "last"),
    ])
    #expect(notified == ["rows [\"last\", \"a\"]", "row last"] && rows.value.map(\.note) == ["last", "a"])
    #expect(row.value?.note == "last" && rows.peek(1)?.note == "last")
    for token in tokens { token.cancel() }
  }

  @Test("the end of a row sees the collection as it is after the whole edit")
  func endsOfRows() {
    struct Row: Identifiable {
      var id: Int
      let farewell: Farewell
    }
    var seen: [[Int]] = []
    weak var known: OpenKeyed<Row>?
    func row(_ id: Int) -> Row {
      Row(
        id: id,
        farewell: Farewell {
          guard let known else { return }
          seen.append([known.count.value] + known.value.map(\.id) + (1...4).filter { known.peek($0) != nil })
        })
    }
    let rows = OpenKeyed((1...3).map(row))
    known = rows
    rows.removeAll { $0.id != 2 }
    #expect(seen == [[1, 2, 2], [1, 2, 2]])
    seen = []
    rows.value = [row(4)]
    // The array has kept the old row until now.
    #expect(rows.value.map(\.id) == [4])
    #expect(seen == [[1, 4, 4]])
    known = nil
  }

  @Test("a batch in which a row ends on a duplicate of what it was leaves it as it was", arguments: [false, true])
  func rowEndsOnDuplicate(isRead: Bool) {
    struct Row: Identifiable, Equatable {
      var id: Int
      var number: Int
      var note: String
      static func == (one: Row, other: Row) -> Bool { one.id == other.id && one.number == other.number }
    }
    let first = Row(id: 1, number: 0, note: "first")
    let other = Row(id: 2, number: 0, note: "other")
    let changes: [(OpenKeyed<Row>) -> Void] = [
      { $0.insert(Row(id: 1, number: 0, note: "last")) },
      { $0.update(1) { $0 = Row(id: 1, number: 0, note: "last") } },
      { $0.value = [Row(id: 1, number: 0, note: "last"), other] },
    ]
    for change in changes {
      let rows = OpenKeyed([first, other])
      let row = rows[1]
      var seen: [String] = []
      rows.observe { seen.append($0[0].note) }
      row.sink { seen.append($0?.note ?? "none") }
      func check() {
        #expect(rows.value[0].note == "first" && rows.peek(1)?.note == "first" && row.value?.note == "first")
      }
      batch {
        rows.insert(Row(id: 1, number: 5, note: "middle"))
        if isRead { #expect(rows.value[0].note == "middle") }
        change(rows)
      }
      check()
      #expect(seen == ["first"])
      // Others have changed.
      batch {
        rows.remove(1)
        if isRead { #expect(rows.count.value == 1) }
        rows.insert(Row(id: 1, number: 5, note: "middle"))
        change(rows)
        rows.move(1, before: 2)
        rows.insert(Row(id: 2, number: 7, note: "other"))
      }
      check()
      #expect(seen == ["first", "first"])
    }
  }

  @Test("so does one with an edit in a call of independently", arguments: [1, 2, 3])
  func isRestoredAroundIndependentEdit(of other: Int) {
    struct Row: Identifiable, Equatable {
      var id: Int
      var number = 0
      var note = ""
      static func == (one: Row, other: Row) -> Bool { one.id == other.id && one.number == other.number }
    }
    let rows = OpenKeyed([Row(id: 1, note: "first"), Row(id: 2, note: "other")])
    let row = rows[1]
    var notified: [String] = []
    let subscriptions = [row.sink { notified.append($0?.note ?? "") }, rows.sink { _ in }]
    batch {
      rows.update(1) { $0 = Row(id: 1, number: 1, note: "second") }
      independently {
        if rows.update(other, { $0.number = 2 }) == nil { rows.insert(Row(id: other)) }
      }
      rows.update(1) { $0 = Row(id: 1, note: "third") }
    }
    #expect(notified.allSatisfy { $0 != "third" })
    #expect(rows.peek(1)?.note == "first" && rows.value.first?.note == "first" && row.value?.note == "first")
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("insert puts a row at the end, before another one, or in the place of that with its id")
  func insert() {
    let orders = make([])
    #expect(orders.insert(Order(id: 1)) && orders.insert(Order(id: 2)))
    #expect(orders.insert(Order(id: 3), before: 1) && orders.insert(Order(id: 4), before: 9))
    #expect(orders.value.map(\.id) == [3, 1, 2, 4])
    #expect(!orders.insert(Order(id: 1, price: 7)) && !orders.insert(Order(id: 2, price: 8), before: 3))
    #expect(orders.value == [Order(id: 3), Order(id: 1, price: 7), Order(id: 2, price: 8), Order(id: 4)])
    #expect(orders.count.value == 4)
  }

  @Test("a duplicate id replaces: of the rows given at first, and of those that are written, the last one counts")
  func duplicateIDs() {
    let orders = OpenKeyed([Order(id: 1, price: 1), Order(id: 2), Order(id: 1, price: 2)])
    #expect(orders.value == [Order(id: 1, price: 2), Order(id: 2)])
    orders.value = [Order(id: 3), Order(id: 2, price: 4), Order(id: 3, price: 5), Order(id: 2, price: 6)]
    #expect(orders.value == [Order(id: 3, price: 5), Order(id: 2, price: 6)])
    #expect(orders.count.value == 2 && orders[1].value == nil && orders[3].value?.price == 5)
  }

  @Test("update changes one row, returns what its body does, and nil where there is no row")
  func update() {
    let orders = make(1...3)
    var notified: [Int?] = []
    let subscription = orders[2].sink { notified.append($0?.price) }
    #expect(
      orders.update(2) { row in
        row.price += 1
        return "done"
      } == "done")
    #expect(orders.update(9) { _ in "never" } == nil)
    orders.update(2) { _ in }
    orders.update(1) { $0.price = 5 }
    #expect(notified == [21] && orders.value.map(\.price) == [5, 21, 30])
    #expect(throws: Failure.self) {
      try orders.update(2) { row throws(Failure) in
        row.price = 22
        throw Failure()
      }
    }
    #expect(notified == [21, 22])
    subscription.cancel()
  }

  @Test("the body of an update is a batch, and reads in it see the row as it was")
  func updateIsBatch() {
    let orders = make(1...2)
    let other = OpenBehavior(0)
    var log: [[Int?]] = []
    let subscription = orders[1].sink { log.append([$0?.price, other.value]) }
    other.sink { log.append([orders[1].value?.price, $0]) }
    orders.update(1) { row in
      other.value = 1
      row.price = 7
      #expect(orders[1].value?.price == 10 && orders.value[0].price == 10 && log.isEmpty)
    }
    #expect(log == [[7, 1], [7, 1]])
    subscription.cancel()
  }

  @Test("remove returns the row; remove all asks each row once")
  func remove() {
    let orders = make(1...6)
    #expect(orders.remove(3)?.price == 30 && orders.remove(3) == nil)
    var asked: [Int] = []
    orders.removeAll {
      asked.append($0.id)
      return $0.id % 2 == 0
    }
    #expect(asked == [1, 2, 4, 5, 6] && orders.value.map(\.id) == [1, 5])
    orders.removeAll()
    #expect(orders.value.isEmpty && orders.count.value == 0)
    orders.insert(Order(id: 3))
    #expect(orders.value == [Order(id: 3)])
  }

  @Test("move puts a row before another one, or to the end")
  func move() {
    let orders = make(1...4)
    var notified: [[Int]] = []
    orders.sink { notified.append($0.map(\.id)) }
    #expect(orders.move(4, before: 1) && orders.move(1, before: nil))
    #expect(notified == [[4, 1, 2, 3], [4, 2, 3, 1]])
    #expect(!orders.move(9, before: 1) && !orders.move(1, before: 9))
    #expect(orders.move(2, before: 2) && orders.move(2, before: 3) && orders.move(1, before: nil))
    #expect(notified.count == 2)
  }

  @Test("writing all rows notifies of the rows that differ, and of nothing if none does")
  func replaceAll() {
    let orders = make(1...3)
    var log: [String] = []
    let subscriptions = (1...4).map { id in orders[id].sink { log.append("\(id): \($0?.price ?? -1)") } }
    orders.count.sink { log.append("count \($0)") }
    orders.value = make(1...3).value
    #expect(log.isEmpty)
    orders.value = [Order(id: 4, price: 1), Order(id: 3, price: 30), Order(id: 1, price: 2)]
    #expect(log.sorted() == ["1: 2", "2: -1", "4: 1"])
    #expect(orders.value.map(\.id) == [4, 3, 1])
    orders.value = []
    #expect(log.dropFirst(3).sorted() == ["1: -1", "3: -1", "4: -1", "count 0"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("a batch is one change; what it takes back is none, though it was read in the middle")
  func batches() {
    let orders = make(1...5)
    var log: [String] = []
    orders.sink { log.append("\($0.map(\.id))") }
    orders.count.sink { log.append("count \($0)") }
    let subscriptions = [
      orders[2].sink { log.append("2: \($0?.price ?? -1)") }, orders.changes.sink { _ in log.append("changes") },
    ]
    batch {
      orders.remove(2)
      #expect(orders[2].value == nil && orders.count.value == 4 && orders.value.map(\.id) == [1, 3, 4, 5])
      orders.insert(Order(id: 2, price: 20), before: 3)
      #expect(orders[2].value?.price == 20 && orders.count.value == 5)
      orders.move(5, before: 1)
      #expect(orders.value.map(\.id) == [5, 1, 2, 3, 4])
      orders.move(5, before: nil)
      orders.insert(Order(id: 9))
      orders.remove(9)
      orders.update(2) { $0.price = 1 }
      orders.update(2) { $0.price = 20 }
    }
    #expect(log.isEmpty)
    batch {
      orders.remove(1)
      orders.update(2) { $0.price = 3 }
      orders.update(2) { $0.price = 4 }
    }
    #expect(log.sorted() == ["2: 4", "[2, 3, 4, 5]", "changes", "count 4"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("rows are objects: the same instance is no change, another one is")
  func identity() {
    let live = LiveCount()
    let rows = OpenKeyedRows<String, Tracked>(id: \.note)
    let (first, second) = (live.make(), live.make())
    var count = 0
    rows.sink { _ in count += 1 }
    rows.insert(first)
    rows.insert(first)
    rows.insert(second)
    #expect(count == 2 && rows.value.count == 1 && rows[""].value === second)
  }

  @Test("what is stored is released with the collection; a row outlives it")
  func leaks() {
    let live = LiveCount()
    var rows: OpenKeyedRows<String, Tracked>? = OpenKeyedRows(id: \.note)
    for number in 0..<100 {
      let object = live.make()
      object.note = "\(number)"
      rows?.insert(object)
    }
    let row = rows?["7"]
    let array = rows?.array
    rows?.remove("8")
    #expect(live.alive == 99 && array?.value.count == 99)
    rows = nil
    #expect(live.alive == 99 && row?.value?.note == "7")
    withExtendedLifetime(array) {}
  }

  @Test("100,000 rows: each edit notifies what it concerns")
  func many() {
    let orders = make(0..<100_000)
    var log: [Int] = []
    let subscriptions = stride(from: 0, to: 100_000, by: 10_000).map { id in orders[id].sink { _ in log.append(id) } }
    for id in stride(from: 0, to: 100_000, by: 5_000) { orders.update(id) { $0.price += 1 } }
    #expect(log == Array(stride(from: 0, to: 100_000, by: 10_000)))
    for subscription in subscriptions { subscription.cancel() }
    batch { for id in 0..<50_000 { orders.remove(id) } }
    #expect(orders.count.value == 50_000 && orders.value.first?.id == 50_000)
    batch { for id in (0..<50_000).reversed() { orders.insert(Order(id: id), before: id + 1) } }
    #expect(orders.value.map(\.id) == Array(0..<100_000))
    orders.value = orders.value.reversed()
    #expect(orders.value.map(\.id) == (0..<100_000).reversed())
  }

  @Test("an observer of a row edits the collection: all see each state once, in order")
  func editInObserver() {
    let orders = make(1...3)
    var (rows, counts) = ([Int?](), [Int]())
    let subscriptions = [
      orders[1].sink { row in
        rows.append(row?.price)
        if let row, row.price < 5 { orders.update(1) { $0.price += 1 } }
        if row?.price == 5 { orders.remove(1) }
        if row == nil { orders.insert(Order(id: 8)) }
      },
      orders.count.sink { counts.append($0) },
    ]
    orders.update(1) { $0.price = 3 }
    #expect(rows == [3, 4, 5, nil] && orders.value.map(\.id) == [2, 3, 8])
    #expect(counts.last ?? 3 == 3)
    for subscription in subscriptions { subscription.cancel() }
  }
}
