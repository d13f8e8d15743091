import ReactiveDerived
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
}
