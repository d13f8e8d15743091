import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Lists of what has changed")
struct KeyedChangesTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }
  private typealias Changes = KeyedChanges<Int, Row>

  private func text(_ changes: Changes) -> String {
    let parts =
      changes.removals.map { "-\($0.id)@\($0.place)" } + changes.insertions.map { "+\($0.id)@\($0.place)" }
      + changes.moves.map { "\($0.id)@\($0.from)>\($0.to)" } + changes.updates.map { "=\($0.id)@\($0.place)" }
    return parts.joined(separator: " ")
  }

  private func log(_ rows: Keyed<Int, Row>) -> (Box<[String]>, Subscription) {
    let log = Box<[String]>([])
    return (log, rows.changes.sink { log.value.append(text($0)) })
  }

  @Test("what is removed has its place before, all else its place now; one list for each delivery")
  func lists() {
    let rows = OpenKeyed((0..<5).map { Row(id: $0) })
    let (log, subscription) = log(rows)
    rows.remove(1)
    rows.insert(Row(id: 9), before: 2)
    rows.update(3) { $0.number = 1 }
    rows.move(4, before: 0)
    batch {
      rows.remove(0)
      rows.remove(9)
      rows.insert(Row(id: 7))
      rows.insert(Row(id: 8), before: 4)
      rows.update(2) { $0.number = 5 }
    }
    #expect(log.value == ["-1@1", "+9@1", "=3@3", "4@4>0", "-0@1 -9@2 +8@0 +7@4 =2@2"])
    subscription.cancel()
  }

  @Test("a row that moves and changes is in both lists; one that goes and comes back has moved")
  func both() {
    let rows = OpenKeyed((0..<4).map { Row(id: $0) })
    let (log, subscription) = log(rows)
    batch {
      rows.update(0) { $0.number = 1 }
      rows.move(0, before: nil)
    }
    batch {
      rows.remove(1)
      rows.insert(Row(id: 1))
    }
    batch {
      rows.remove(2)
      rows.insert(Row(id: 2), before: 3)
    }
    batch {
      rows.insert(Row(id: 5))
      rows.remove(5)
    }
    #expect(log.value == ["0@0>3 =0@3", "1@0>3"])
    subscription.cancel()
  }

  @Test("the items have the rows: of one that was removed, as it was last")
  func items() {
    let rows = OpenKeyed([Row(id: 1, number: 5)])
    var removed: [Row] = []
    let subscription = rows.changes.sink { removed += $0.removals.map(\.row) }
    batch {
      rows.update(1) { $0.number = 6 }
      rows.remove(1)
    }
    rows.insert(Row(id: 1, number: 7))
    rows.update(1) { $0.number = 8 }
    rows.remove(1)
    #expect(removed == [Row(id: 1, number: 5), Row(id: 1, number: 8)])
    subscription.cancel()
  }

  @Test("lists lead from one array to the next, also when all is looked at", arguments: 0..<30)
  func applied(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = seed % 3 == 0 ? 300 : 10
    let rows = OpenKeyed((0..<size).map { Row(id: $0) })
    var shown = rows.value
    let subscription = rows.changes.sink {
      #expect(!$0.isEmpty)
      $0.apply(to: &shown)
    }
    for _ in 0..<60 {
      batch {
        for _ in 0..<1 + random.below(seed % 2 == 0 ? 4 : 150) {
          let id = random.below(size + 4)
          switch random.below(6) {
          case 0: rows.remove(id)
          case 1: rows.move(id, before: random.below(size))
          case 2: rows.insert(Row(id: id, number: 1), before: random.below(size))
          case 3 where random.below(5) == 0: rows.value = rows.value.shuffled(using: &random)
          default: rows.update(id) { $0.number += 1 }
          }
        }
      }
      #expect(shown == rows.value)
    }
    subscription.cancel()
  }

  @Test("100,000 rows written in another order are moves, and no more of them than needed")
  func many() {
    let rows = OpenKeyed((0..<100_000).map { Row(id: $0) })
    var last: Changes?
    let subscription = rows.changes.sink { last = $0 }
    rows.value = [Row(id: 99_999)] + rows.value.dropLast()
    #expect(last.map(text) == "99999@99999>0")
    rows.update(5) { $0.number = 1 }
    #expect(last.map(text) == "=5@6")
    subscription.cancel()
  }

  @Test("observed in the middle of a batch: what comes after is in the list, also where the batch takes all back")
  func observedInBatch() {
    let rows = OpenKeyed([Row(id: 0)])
    var shown: [Row] = []
    var subscription: Subscription?
    batch {
      rows.insert(Row(id: 1))
      shown = rows.value
      subscription = rows.changes.sink { $0.apply(to: &shown) }
      rows.insert(Row(id: 2))
    }
    #expect(shown == rows.value)
    subscription?.cancel()
    batch {
      rows.insert(Row(id: 3))
      shown = rows.value
      subscription = rows.changes.sink { $0.apply(to: &shown) }
      rows.remove(3)
    }
    #expect(shown == rows.value)
    rows.insert(Row(id: 4))
    #expect(shown == rows.value)
    subscription?.cancel()
  }

  @Test("two observers of one stream get the same lists; a later one begins where it is; after a pause it begins anew")
  func observers() {
    let rows = OpenKeyed([Row(id: 0)])
    let stream = rows.changes
    var log: [String] = []
    let first = stream.sink { log.append("first \(text($0))") }
    rows.insert(Row(id: 1))
    let second = stream.sink { log.append("second \(text($0))") }
    rows.remove(0)
    #expect(log == ["first +1@1", "first -0@0", "second -0@0"])
    first.cancel()
    second.cancel()
    log = []
    rows.insert(Row(id: 2))
    let third = stream.sink { log.append("third \(text($0))") }
    rows.insert(Row(id: 3))
    #expect(log == ["third +3@2"])
    third.cancel()
  }

  @Test(
    "added between two edits of a delivery or batch, an observer gets what leads from there on",
    arguments: [false, true], [false, true])
  func addedBetween(isObserved: Bool, isInBatch: Bool) {
    let rows = OpenKeyed([Row(id: 0)])
    let changes = rows.changes
    let go = Event<Void>()
    var last = 0
    var tokens: [Subscription] = []
    var mirrors = [rows.array.value]
    if isObserved { tokens.append(changes.sink { $0.apply(to: &mirrors[0]) }) }
    func add() {
      let place = mirrors.count
      mirrors.append(rows.array.peek())
      tokens.append(changes.sink { $0.apply(to: &mirrors[place]) })
    }
    go.sink {
      func edit() {
        add()
        rows.insert(Row(id: last + 1), before: last)
        add()
        rows.remove(last)
        rows.insert(Row(id: last + 2))
        last += 2
        add()
      }
      if isInBatch { batch(edit) } else { edit() }
    }
    for _ in 0..<3 { go.trigger() }
    if !isObserved { mirrors.removeFirst() }
    #expect(mirrors.count >= 9 && mirrors.allSatisfy { $0 == rows.array.value })
    withExtendedLifetime(tokens) {}
  }

  @Test("an observer edits the collection: each list is one step, and they lead to what is there")
  func editInObserver() {
    let rows = OpenKeyed((0..<3).map { Row(id: $0) })
    var shown = rows.value
    var lists: [String] = []
    let subscription = rows.changes.sink { changes in
      lists.append(text(changes))
      changes.apply(to: &shown)
      if let item = changes.insertions.first, item.id < 13 { rows.insert(Row(id: item.id + 1)) }
      if changes.insertions.first?.id == 13 { rows.removeAll { $0.id < 12 } }
    }
    rows.insert(Row(id: 10))
    #expect(lists == ["+10@3", "+11@4", "+12@5", "+13@6", "-0@0 -1@1 -2@2 -10@3 -11@4"])
    #expect(shown == rows.value)
    subscription.cancel()
  }

  @Test("a subscription keeps no collection, and ends with it")
  func subscription() {
    let live = LiveCount()
    var rows: OpenKeyedRows<String, Tracked>? = OpenKeyedRows(id: \.note)
    rows?.insert(live.make())
    let subscription = rows?.changes.sink { _ in }
    rows = nil
    #expect(live.alive == 0 && subscription?.isCancelled == true)
  }

  @Test("a stream keeps the collection until it is observed, and ends with it")
  func stream() {
    let live = LiveCount()
    var rows: OpenKeyedRows<String, Tracked>? = OpenKeyedRows(id: \.note)
    let stream = rows!.changes
    rows?.insert(live.make())
    rows = nil
    #expect(live.alive == 1)
    stream.sink { _ in }
    #expect(live.alive == 0)
    let late = stream.sink { _ in }
    #expect(late.isCancelled)
  }

  @Test("a collection keeps the observers of its changes, without a subscription, and ends them")
  func keptByCollection() {
    let live = LiveCount()
    var log: [String] = []
    var rows: OpenKeyed<Row>? = OpenKeyed([Row(id: 1)])
    rows?.changes.sink { [captured = live.make()] in log.append("a\($0.insertions.count)\(captured.note)") }
    do {
      let again = rows?.changes.sink { log.append("b\($0.insertions.count)") }
      rows?.insert(Row(id: 2))
      again?.cancel()
    }
    rows?.insert(Row(id: 3))
    #expect(log == ["a1", "b1", "a1"] && live.alive == 1)
    #expect(rows?.observedChanges.count == 1)
    rows = nil
    #expect(live.alive == 0)
  }

  @Test("an observer that ends is not kept, nor one with an owner that has ended")
  func notKept() {
    final class Table { var changes = 0 }
    let rows = OpenKeyed([Row(id: 1)])
    rows.changes.sink { _ in }.cancel()
    #expect(rows.observedChanges.isEmpty)
    var table: Table? = Table()
    rows.changes.sink(with: table!) { table, _ in table.changes += 1 }
    rows.insert(Row(id: 2))
    #expect(table?.changes == 1)
    table = nil
    for id in 3..<40 { rows.insert(Row(id: id)) }
    #expect(rows.observedChanges.isEmpty)
  }

  @Test("applying to rows that are others does no harm")
  func foreign() {
    let rows = OpenKeyed((0..<9).map { Row(id: $0) })
    var shown: [Row] = [Row(id: 77)]
    let subscription = rows.changes.sink { $0.apply(to: &shown) }
    rows.removeAll { $0.id > 1 }
    rows.value = [Row(id: 1, number: 4), Row(id: 0), Row(id: 6)]
    #expect(shown.count <= 3)
    subscription.cancel()
  }
}
