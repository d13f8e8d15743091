import ReactiveDerived
import ReactiveTestSupport
import Testing

/// Law 8 for properties, combinators and updaters: values and their dependents agree after a batch.
@Suite("Batches of properties")
struct PropertyBatchTests {
  private struct Row: Equatable {
    var id: Int
    var title: String
    static func == (a: Row, b: Row) -> Bool { a.id == b.id }
  }

  @Test("a property that ends on a duplicate has what it began with, and so has all that is derived from it")
  func coarseProperty() {
    let row = StoredProperty(Row(id: 1, title: "old"))
    let other = StoredProperty(10, isDuplicate: { $0 / 10 == $1 / 10 })
    let mapped = row.map(\.title)
    let combined = DerivedProperty(row, other) { "\($0.title) \($1)" }
    let selected = row.flatMap { [other] row in other.map { "\(row.title) \($0)" } }
    let passed = PassThroughProperty(parentProperty: row)
    let scanned = row.scan("") { $0 + $1.title }
    let tentative = TentativeProperty(parentProperty: row)
    let connected = ConnectableProperty(unconnectedValue: Row(id: 0, title: ""))
    connected.connect(row)
    func state() -> [String] {
      [mapped.value, combined.value, selected.value, passed.value.title, tentative.value.title, connected.value.title]
    }
    let began = ["old", "old 10", "old 10", "old", "old", "old"]
    #expect(state() == began)
    var log: [String] = []
    for behavior in [mapped, combined, selected, scanned] { behavior.sink { log.append($0) } }
    passed.sink { log.append($0.title) }
    tentative.sink { log.append($0.title) }
    connected.sink { log.append($0.title) }
    let updater = Updater()
    updater.keepUpToDate(dependencies: [row, other]) { log.append("update \(row.value.title) \(other.value)") }
    updater.onTransition(row) { log.append("from \($0?.title ?? "none") to \($1.title)") }
    log = []
    for isRead in [false, true] {
      batch {
        row.value = Row(id: 0, title: "middle")
        other.value = 20
        if isRead { #expect(state() == ["middle", "middle 20", "middle 20", "middle", "middle", "middle"]) }
        row.value = Row(id: 1, title: "new")
        other.value = 15
        if isRead { #expect(state() == ["new", "new 15", "new 15", "new", "new", "new"]) }
      }
      #expect(row.value.title == "old")
      #expect(other.value == 10)
      #expect(state() == began)
    }
    #expect(log == [])
    row.value = Row(id: 2, title: "next")
    #expect(log.contains("update next 10"))
    #expect(log.contains("from old to next"))
    #expect(state() == ["next", "next 10", "next 10", "next", "next", "next"])
  }

  @Test("a manual property that is recalculated there and back keeps its value")
  func recalculated() {
    var outside = Row(id: 1, title: "old")
    let manual = ManuallyRecalculatedDerivedProperty(calculator: { outside })
    let title = manual.map(\.title)
    var log: [String] = []
    title.sink { log.append($0) }
    batch {
      outside = Row(id: 0, title: "middle")
      manual.recalculate()
      #expect(title.value == "middle")
      outside = Row(id: 1, title: "new")
      manual.recalculate()
    }
    #expect(manual.value.title == "old")
    #expect(title.value == "old")
    #expect(log == [])
  }

  @Test("so does one on which nothing depends, and a property that is read there and back")
  func unwatched() {
    var outside = Row(id: 1, title: "old")
    let manual = ManuallyRecalculatedDerivedProperty(calculator: { outside })
    let number = StoredProperty(1)
    let row = number.map { Row(id: $0 / 10, title: "\($0)") }
    #expect(row.value.title == "1")
    batch {
      outside = Row(id: 0, title: "middle")
      manual.recalculate()
      number.value = 50
      #expect(manual.value.title == "middle")
      #expect(row.value.title == "50")
      outside = Row(id: 1, title: "new")
      manual.recalculate()
      number.value = 2
      #expect(manual.value.title == "new")
      #expect(row.value.title == "2")
    }
    #expect(manual.value.title == "old")
    #expect(row.value.title == "1")
    manual.recalculate()
    #expect(manual.value.title == "old")
  }

  @Test("the body of update is a batch, and a duplicate is reverted")
  func update() {
    let list = StoredProperty([1], isDuplicate: { $0.count == $1.count })
    let count = StoredProperty(0)
    var log: [String] = []
    let updater = Updater()
    updater.keepUpToDate(dependencies: [list, count]) { log.append("\(list.value) \(count.value)") }
    list.update {
      $0.append(2)
      count.value += 1
    }
    list.update { $0[0] = 9 }
    #expect(log == ["[1] 0", "[1, 2] 1"])
    #expect(list.value == [1, 2])
  }

  @Test("a property that comes to follow what the batch wrote before, and is back, notifies nothing")
  func unwatchedSource() {
    let isOn = StoredProperty(false)
    let level = StoredProperty(0)
    let none = StoredProperty(0)
    var shown: Behavior<String>?
    let updater = Updater()
    updater.keepUpToDate(dependencies: [isOn]) {
      if !isOn.value { return }
      level.value = 5
      #expect(shown?.value == "5")
      level.value = 0
    }
    let current = isOn.flatMap { $0 ? level : none }
    let text = current.map { "\($0)" }
    shown = text
    var log: [String] = []
    let token = text.sink { log.append($0) }
    isOn.value = true
    #expect(text.value == "0")
    #expect(log == [])
    level.value = 2
    #expect(log == ["2"])
    withExtendedLifetime((updater, token)) {}
  }

  // --- Keyed collections ---------------------------------------------------------------------------------------------

  struct Entry: Identifiable, Equatable {
    var id: Int
    var number = 0
    var note = ""
  }
  /// Compared by all but the note.
  struct Coarse: Equatable, CustomStringConvertible {
    var id: Int
    var number: Int
    var note: String
    static func == (a: Coarse, b: Coarse) -> Bool { (a.id, a.number) == (b.id, b.number) }
    var description: String { "\(number) \(note)" }
  }
  enum Operator: CaseIterable {
    case map, filter, window, sorted, group, joined, joinedOther, reducedGroups

    func apply(to rows: Keyed<Int, Entry>) -> Keyed<Int, Coarse> {
      let coarse = rows.map { Coarse(id: $0.id, number: $0.number, note: $0.note) }
      return switch self {
      case .map: coarse
      case .filter: coarse.filter { $0.number < 9 }
      case .window: coarse.window(0..<5)
      case .sorted: coarse.sorted { $0.number < $1.number }
      case .group: coarse.grouped { $0.number % 2 }.group(0)
      case .joined: coarse.joined(with: rows) { $0.number }.map { $0.left }
      case .joinedOther:
        rows.map(\.id).joined(with: coarse) { $0 }.map { $0.right ?? Coarse(id: -1, number: -1, note: "none") }
      case .reducedGroups:
        rows.grouped(by: \.id).reduce(
          Coarse(id: 0, number: 0, note: ""),
          adding: { Coarse(id: $0.id + $1.id, number: $0.number + $1.number, note: $1.note) },
          removing: { Coarse(id: $0.id - $1.id, number: $0.number - $1.number, note: $1.note) })
      }
    }
  }

  @Test(
    "a computed collection whose rows end on duplicates has the rows that it began with",
    arguments: Operator.allCases, [false, true])
  func coarseRows(tested: Operator, isObserved: Bool) {
    let rows = OpenKeyed([Entry(id: 1, note: "first")])
    let coarse = tested.apply(to: rows)
    let id = 1
    let notes = coarse.map(\.note)
    let row = coarse[id]
    let last = coarse.reduce(
      "", adding: { $0 + $1.note }, removing: { total, row in String(total.dropLast(row.note.count)) })
    func now() -> [String] {
      [
        "\(coarse.value)", "\(coarse.peek(id)?.note ?? "none")", "\(row.value?.note ?? "none")", "\(notes.value)",
        "\(last.value)",
      ]
    }
    var seen = now()
    let bag = SubscriptionBag()
    if isObserved {
      coarse.sink { seen[0] = "\($0)" }.store(in: bag)
      row.sink { seen[2] = $0?.note ?? "none" }.store(in: bag)
      notes.sink { seen[3] = "\($0)" }.store(in: bag)
      last.sink { seen[4] = $0 }.store(in: bag)
    }
    let before = now()
    for round in 0..<3 {
      batch {
        switch round {
        case 0: rows.update(1) { $0 = Entry(id: 1, number: 1, note: "other") }
        case 1: rows.remove(1)
        default: rows.value = [Entry(id: 2, number: 4), Entry(id: 1, number: 2, note: "other")]
        }
        #expect(now() != before)
        rows.value = [Entry(id: 1, note: "third")]
        if round == 1 { #expect(now() == before) }
      }
      #expect(now() == before)
      if isObserved { #expect(seen == before) }
    }
    // The next change has other contents.
    rows.update(1) { $0 = Entry(id: 1, number: 2, note: "later") }
    let after = now()
    #expect(after.allSatisfy { $0.contains("later") })
    if isObserved { #expect([after[0], seen[1], after[2], after[3], after[4]] == seen) }
    batch {
      rows.update(1) { $0.number = 4 }
      _ = now()
      rows.update(1) { $0 = Entry(id: 1, number: 0, note: "fifth") }
    }
    #expect(now().allSatisfy { $0.contains("fifth") })
    bag.cancelAll()
  }

  @Test("a row that goes and returns as a duplicate, or that moves, is the same row")
  func coarseMoves() {
    let rows = OpenKeyed([Entry(id: 1, note: "first"), Entry(id: 2)])
    let coarse = Operator.map.apply(to: rows)
    let row = coarse[1]
    var seen: [String?] = []
    row.observe { seen.append($0?.note) }
    batch {
      rows.remove(1)
      rows.insert(Entry(id: 1, note: "other"))
    }
    #expect(coarse.ids.value == [2, 1])
    #expect(seen == ["first"] && row.value?.note == "first" && coarse.peek(1)?.note == "first")
    rows.move(1, before: 2)
    #expect(coarse.value.map(\.note) == ["first", ""])
  }

  @Test("what is read of a computed collection is what was notified, whatever was read in a batch", arguments: 0..<4)
  func randomCoarseRows(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let rows = OpenKeyed<Entry>()
      let all = Operator.allCases.map { $0.apply(to: rows) }
      let bag = SubscriptionBag()
      var checks: [() -> Void] = []
      var reads: [() -> Void] = []
      for (tested, coarse) in zip(Operator.allCases, all) where Bool.random(using: &generator) {
        let notes = coarse.map(\.note)
        let row = coarse[1]
        reads += [{ _ = coarse.value }, { _ = coarse.peek(2) }, { _ = row.value }, { _ = notes.value }]
        let isObserved = Bool.random(using: &generator)
        var (shown, shownRow, shownNotes) = (coarse.value.map(\.note), row.value?.note, notes.value)
        if isObserved {
          coarse.sink { shown = $0.map(\.note) }.store(in: bag)
          row.sink { shownRow = $0?.note }.store(in: bag)
          notes.sink { shownNotes = $0 }.store(in: bag)
        }
        checks.append {
          // Unobserved values keep what they were last read as, if that is a duplicate.
          #expect(coarse.ids.value.map { coarse.peek($0) } == coarse.value, "\(tested)")
          if !isObserved { return }
          let all = coarse.value.map(\.note)
          #expect(coarse.ids.value.map { coarse.peek($0)?.note } == all, "\(tested)")
          #expect(shown == all && notes.value == all && shownNotes == all, "\(tested)")
          #expect(row.value?.note == coarse.peek(1)?.note && shownRow == coarse.peek(1)?.note, "\(tested)")
        }
      }
      var edits = 0
      func edit() {
        edits += 1
        let id = Int.random(in: 1..<4, using: &generator)
        let number = Int.random(in: 0..<3, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: rows.remove(id)
        case 1: rows.move(id, before: number)
        case 2: rows.update(id) { $0.number = number }
        default: rows.insert(Entry(id: id, number: number, note: "\(edits)"))
        }
      }
      for _ in 0..<12 {
        batch {
          for _ in 0..<Int.random(in: 1..<6, using: &generator) {
            edit()
            if Bool.random(using: &generator) { for read in reads { read() } }
          }
        }
        if Bool.random(using: &generator) { for check in checks { check() } }
      }
      bag.cancelAll()
    }
  }
}
