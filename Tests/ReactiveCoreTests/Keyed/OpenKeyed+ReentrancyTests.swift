// Tests: OpenKeyed

import ReactiveCore
import ReactiveTestSupport
import Testing

/// IDs, comparisons and `deinit`s of rows that use their own collection.
@Suite("Rows whose functions edit the collection that has them")
struct OpenKeyedReentrancyTests {
  /// An action that the functions of IDs and rows run once.
  private final class Hook {
    var action: (() -> Void)?
    func run() {
      guard let action else { return }
      self.action = nil
      action()
    }
  }
  private struct ID: Hashable {
    let number: Int
    let hook: Hook
    static func == (a: ID, b: ID) -> Bool {
      a.hook.run()
      return a.number == b.number
    }
    func hash(into hasher: inout Hasher) {
      hook.run()
      // All collide, so that they are compared.
      hasher.combine(0)
    }
  }
  private struct Row: Equatable {
    var id: ID
    var price = 0
    var end: Farewell?
    var onCompare: Hook?
    static func == (a: Row, b: Row) -> Bool {
      a.onCompare?.run()
      b.onCompare?.run()
      return a.id.number == b.id.number && a.price == b.price && a.end === b.end
    }
  }
  private typealias Rows = OpenKeyedRows<ID, Row>

  private func expectWhole(_ rows: Rows, _ hook: Hook, _ expected: [Int: Int], among all: [Int]) {
    hook.action = nil
    let value = rows.value
    #expect(Dictionary(value.map { ($0.id.number, $0.price) }) { _, _ in -1 } == expected)
    #expect(value.count == expected.count && rows.count.value == expected.count)
    for number in all { #expect(rows[ID(number: number, hook: hook)].value?.price == expected[number]) }
  }

  private static var edits: [(Rows, Hook) -> Void] {
    [
      { rows, hook in rows.insert(Row(id: ID(number: 2, hook: hook), price: 7)) },
      { rows, hook in rows.insert(Row(id: ID(number: 50, hook: hook), price: 7)) },
      { rows, hook in rows.insert(Row(id: ID(number: 51, hook: hook), price: 7), before: ID(number: 2, hook: hook)) },
      { rows, hook in rows.update(ID(number: 2, hook: hook)) { $0.price = 7 } },
      { rows, hook in rows.remove(ID(number: 2, hook: hook)) },
      { rows, hook in rows.move(ID(number: 2, hook: hook), before: ID(number: 1, hook: hook)) },
      { rows, hook in rows.move(ID(number: 1, hook: hook), before: ID(number: 2, hook: hook)) },
      { rows, hook in
        rows.value = [3, 2, 60].map { Row(id: ID(number: $0, hook: hook), price: 7) }
      },
      { rows, hook in rows.removeAll { $0.price == 0 } },
    ]
  }
  /// The edits that a function makes during one of `edits`.
  private static var actions: [(Rows, Hook) -> Void] {
    [
      { rows, hook in rows.remove(ID(number: 2, hook: hook)) },
      { rows, hook in rows.remove(ID(number: 1, hook: hook)) },
      { rows, hook in rows.removeAll() },
      { rows, hook in
        rows.remove(ID(number: 2, hook: hook))
        rows.insert(Row(id: ID(number: 90, hook: hook)))
        rows.insert(Row(id: ID(number: 91, hook: hook)))
      },
      { rows, hook in for number in 100..<150 { rows.insert(Row(id: ID(number: number, hook: hook))) } },
      { rows, hook in
        rows.removeAll()
        for number in 100..<150 { rows.insert(Row(id: ID(number: number, hook: hook))) }
      },
      { rows, hook in for number in 0..<60 { _ = rows[ID(number: number, hook: hook)].value } },
      { rows, hook in
        _ = rows.value
        rows.observe { _ in }
        rows[ID(number: 2, hook: hook)].observe { _ in }
      },
    ]
  }

  @Test(
    "ids and comparisons of rows that edit, read and observe: nothing is lost, and every view is the same",
    arguments: 0..<9, 0..<8)
  func functions(edit: Int, action: Int) {
    for isWatched in [false, true] {
      for isOfRow in [false, true] {
        // The call at which the function acts: the first, the second, ...
        for delay in 0..<14 {
          let hook = Hook()
          let rowHook = Hook()
          let rows = Rows(
            (0..<5).map { Row(id: ID(number: $0, hook: hook), onCompare: isOfRow ? rowHook : nil) }, id: \.id)
          let known = (0..<60).map { rows[ID(number: $0, hook: hook)] }
          var shown = rows.value
          let subscription = isWatched ? rows.changes.sink { $0.apply(to: &shown) } : nil
          var left = delay
          let acting = isOfRow ? rowHook : hook
          func act() {
            if left > 0 {
              left -= 1
              acting.action = act
            } else {
              Self.actions[action](rows, hook)
            }
          }
          acting.action = act
          Self.edits[edit](rows, hook)
          acting.action = nil
          let value = rows.value
          #expect(Set(value.map(\.id.number)).count == value.count, "\(delay): an id is there twice")
          expectWhole(
            rows, hook, Dictionary(value.map { ($0.id.number, $0.price) }) { first, _ in first },
            among: [0, 1, 2, 3, 4, 5, 50, 51, 60, 90, 91, 100, 149, 150])
          for (number, row) in known.enumerated() {
            #expect(row.value?.price == value.first { $0.id.number == number }?.price, "\(delay): row \(number)")
          }
          if isWatched { #expect(shown == value, "\(delay)") }
          subscription?.cancel()
        }
      }
    }
  }

  @Test("a row that goes edits its own collection: every view is the same", arguments: [false, true], 0..<3)
  func farewell(isRead: Bool, action: Int) {
    let hook = Hook()
    let rows = Rows(id: \.id)
    let id = ID(number: 1, hook: hook)
    let row = rows[id]
    var shown: [Row] = []
    let subscription = isRead ? rows.changes.sink { $0.apply(to: &shown) } : nil
    var runs = 0
    for step in 0..<300 {
      let end = Farewell { [weak rows] in
        runs += 1
        guard let rows, runs % 3 == 0 else { return }
        switch action {
        case 0: rows.remove(id)
        case 1: rows.insert(Row(id: id, price: -step))
        default:
          rows.remove(id)
          rows.insert(Row(id: ID(number: 2, hook: hook), price: step))
        }
      }
      if step % 7 == 0 { rows.remove(id) } else { rows.insert(Row(id: id, price: step, end: end)) }
      // Reading releases cached rows, which edit too.
      var before = runs
      repeat {
        before = runs
        _ = (rows.value, rows.count.value, row.value)
      } while runs != before
      let price = rows.value.first { $0.id == id }?.price
      #expect(row.value?.price == price && rows.value.count == rows.count.value)
      if isRead { #expect(shown.map(\.price) == rows.value.map(\.price)) }
    }
    #expect(runs > 0)
    subscription?.cancel()
    rows.removeAll()
  }

  @Test("the function of a removal removes the row that it is asked about: the others are asked all the same")
  func removalInRemoval() {
    let hook = Hook()
    let rows = Rows((0..<6).map { Row(id: ID(number: $0, hook: hook)) }, id: \.id)
    var asked: [Int] = []
    rows.removeAll { row in
      asked.append(row.id.number)
      if row.id.number == 2 { rows.remove(row.id) }
      if row.id.number == 3 { rows.remove(ID(number: 4, hook: hook)) }
      return row.id.number % 2 == 1
    }
    #expect(asked == [0, 1, 2, 3, 5] && rows.value.map(\.id.number) == [0])
  }

  @Test("what is first asked for in the middle of an edit follows it", arguments: [false, true])
  func firstUse(isObserved: Bool) {
    let hook = Hook()
    let rows = Rows((0..<6).map { Row(id: ID(number: $0, hook: hook)) }, id: \.id)
    var kept: [Behavior<Row?>] = []
    var (count, all) = (6, 6)
    rows.removeAll { row in
      if kept.isEmpty {
        kept = (0..<6).map { rows[ID(number: $0, hook: hook)] }
        _ = (rows.value, rows.count.value)
        if isObserved {
          rows.count.sink { count = $0 }
          rows.sink { all = $0.count }
        }
      }
      return row.id.number % 2 == 0
    }
    #expect(kept.map { $0.value?.id.number } == [nil, 1, nil, 3, nil, 5])
    #expect(rows.value.count == 3 && rows.count.value == 3)
    if isObserved { #expect(count == 3 && all == 3) }
  }

  private struct Named: Identifiable, Equatable {
    struct ID: Hashable, CustomStringConvertible {
      let number: Int
      let hook: Hook
      static func == (a: ID, b: ID) -> Bool { a.number == b.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
      var description: String {
        hook.run()
        return "\(number)"
      }
    }
    let id: ID
    var price = 0
  }

  @Test("the description of an ID, which names the row of a named collection, edits that row", arguments: 0..<4)
  func description(edit: Int) {
    let hook = Hook()
    let (first, second) = (Named.ID(number: 1, hook: hook), Named.ID(number: 2, hook: hook))
    let rows = OpenKeyed([Named(id: first), Named(id: second)], name: "rows")
    hook.action = {
      switch edit {
      case 0: rows.update(first) { $0.price = 7 }
      case 1: rows.remove(first)
      case 2: rows.value = [Named(id: first, price: 7)]
      // The slot goes to another ID.
      default:
        rows.removeAll()
        rows.insert(Named(id: second, price: 8))
        rows.insert(Named(id: first, price: 7))
      }
    }
    let row = rows[first]
    #expect(hook.action == nil && row.value == rows.peek(first))
    #expect(row.value?.price == (edit == 1 ? nil : 7))
    rows.insert(Named(id: first, price: 9))
    #expect(row.value?.price == 9 && rows[first] === row)
    #expect(row.label == "rows[1]")
  }

  /// An id whose hash, or whose end, calls something.
  private struct CallingID: Hashable {
    final class End {
      let call: () -> Void
      init(_ call: @escaping () -> Void) { self.call = call }
      deinit { call() }
    }
    let number: Int
    var onHash: (() -> Void)?
    var end: End?
    static func == (a: CallingID, b: CallingID) -> Bool { a.number == b.number }
    func hash(into hasher: inout Hasher) {
      onHash?()
      hasher.combine(number)
    }
  }
  private struct Item: Equatable {
    var id: CallingID
    var text = ""
  }

  @Test("the hash of an id removes the row before which that of the id is inserted", arguments: [false, true])
  func hashRemoves(isObserved: Bool) {
    let rows = OpenKeyedRows((1...4).map { Item(id: CallingID(number: $0)) }, id: \.id)
    let subscription = isObserved ? rows.observe { _ in } : nil
    var calls = 0
    let id = CallingID(
      number: 9,
      onHash: { [unowned rows] in
        calls += 1
        rows.remove(CallingID(number: 3))
      })
    rows.insert(Item(id: id), before: CallingID(number: 3))
    #expect(calls == 1)
    rows.insert(Item(id: CallingID(number: 10)))
    #expect(rows.value.map(\.id.number) == [1, 2, 4, 9, 10] && rows.count.value == 5)
    subscription?.cancel()
  }

  @Test("the end of an id whose slot another one takes edits the collection", arguments: [1, 100])
  func endInserts(count: Int) {
    let rows = OpenKeyedRows<CallingID, Item>(id: \.id)
    var isDone = false
    let end = CallingID.End { [unowned rows] in
      if isDone { return }
      isDone = true
      for number in 2..<(2 + count) { rows.insert(Item(id: CallingID(number: number), text: "inner")) }
    }
    rows.insert(Item(id: CallingID(number: 1, end: consume end)))
    rows.remove(CallingID(number: 1))
    #expect(rows.insert(Item(id: CallingID(number: 2), text: "outer")))
    #expect(isDone && rows.count.value == count && Set(rows.value.map(\.id.number)).count == count)
    #expect(rows.peek(CallingID(number: 2))?.text == "inner")
    rows.remove(CallingID(number: 2))
    #expect(rows.peek(CallingID(number: 2)) == nil && rows.count.value == count - 1)
  }

  @Test("a comparison that inserts a row in an edit: the next edit is noticed", arguments: 1...2)
  func comparisonInserts(call: Int) {
    let hook = Hook()
    var calls = 0
    func arm() {
      hook.action = {
        calls += 1
        if calls == call { rows.insert(Row(id: ID(number: 0, hook: Hook()))) } else { arm() }
      }
    }
    let rows = OpenKeyedRows([Row(id: ID(number: 2, hook: Hook()), price: 2, onCompare: hook)], id: \.id)
    #expect(rows.count.value == 1)
    arm()
    rows.update(ID(number: 2, hook: Hook())) { $0.price = 0 }
    hook.action = nil
    #expect(calls == call && rows.count.value == 2 && rows.value.count == 2)
    rows.remove(ID(number: 0, hook: Hook()))
    #expect(rows.count.value == 1 && rows.value.count == 1)
  }
}
