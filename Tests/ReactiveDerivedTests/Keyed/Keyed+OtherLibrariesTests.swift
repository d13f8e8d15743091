// Tests: Behavior+Selector, Keyed+Filter, Keyed+Grouped, Keyed+Map

import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking
import Testing

/// Faults that were reported to other libraries, as cases for keyed collections.
@Suite("Keyed collections: faults reported to other libraries")
struct KeyedOtherLibrariesTests {
  private struct Part: Hashable, Identifiable {
    let id: String
    var text = ""
  }
  private struct Message: Identifiable, Equatable {
    let id: String
    var parts: [Part] = []
  }
  private struct Session: Identifiable, Equatable {
    let id: Int
    var messages: [Message]
  }

  @Test("Leptos #3828: a row of nested rows with ids that are no places is notified of each change to it, no other is")
  func leptos3828() {
    let sessions = OpenKeyed((0..<4).map { Session(id: $0, messages: [Message(id: "m\(90 - $0)")]) })
    var log: [String] = []
    let messages = sessions.map(\.messages)
    let rows = (0..<4).map { id in messages[id].map { $0?.last?.parts.map(\.text) ?? [] } }
    let effects = (0..<4).map { id in Effect { log.append("\(id) \(rows[id].value)") } }
    log = []
    for (id, text) in [(2, "a"), (0, "b"), (2, "c")] {
      sessions.update(id) { $0.messages[0].parts.append(Part(id: "p\(text)", text: text)) }
    }
    sessions.move(2, before: 0)
    sessions.update(2) { $0.messages.append(Message(id: "m1", parts: [Part(id: "x", text: "d")])) }
    sessions.update(3) { $0.messages[0].parts = [Part(id: "pa", text: "e")] }
    #expect(log == [#"2 ["a"]"#, #"0 ["b"]"#, #"2 ["a", "c"]"#, #"2 ["d"]"#, #"3 ["e"]"#])
    withExtendedLifetime(effects) {}
  }

  @Test("Leptos #3957: a whole list that replaces another notifies the rows that differ, by id, and ends those missing")
  func leptos3957() {
    let rows = OpenKeyed((1...5).map { Part(id: "\($0)", text: "old") })
    var log: [String] = []
    let subscriptions = ["1", "2", "3", "4", "5", "6"].map { id in
      rows[id].sink { log.append("\(id) \($0?.text ?? "none")") }
    }
    rows.value = ["5", "6", "3", "2", "1"].map { Part(id: $0, text: $0 == "3" || $0 == "6" ? "new" : "old") }
    #expect(log.sorted() == ["3 new", "4 none", "6 new"])
    log = []
    // At another place than the row had when it was first asked for.
    rows.update("5") { $0.text = "last" }
    rows.update("4") { $0.text = "none" }
    #expect(log == ["5 last"])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("Leptos #4544: what reads one row does not run for others that are edited, inserted, moved or removed")
  func leptos4544() {
    let rows = OpenKeyed((0..<100).map { Part(id: "\($0)") })
    let some = rows.filter { !$0.text.isEmpty || $0.id.count < 3 }
    var runs = 0
    let effects = [
      Effect {
        runs += 1
        _ = rows["50"].value
      },
      Effect {
        runs += 1
        _ = some["50"].value
      },
    ]
    #expect(runs == 2)
    for id in 0..<100 where id != 50 { rows.update("\(id)") { $0.text = "x" } }
    rows.insert(Part(id: "new"), before: "50")
    rows.move("50", before: "0")
    rows.removeAll { $0.id == "49" || $0.id == "51" }
    rows.value = rows.value.reversed()
    #expect(runs == 2)
    rows.update("50") { $0.text = "y" }
    #expect(runs == 4)
    withExtendedLifetime(effects) {}
  }

  @Test("mobx-utils #116: rows, groups and selections that are read outside of any evaluation are not kept")
  func mobx116() {
    let live = LiveCount()
    let rows = OpenKeyed([Part(id: "0")])
    let chosen = OpenBehavior("")
    let (groups, isChosen) = (rows.grouped(by: \.text), chosen.selector())
    let lengths = rows.map(\.id.count)
    for number in 0..<1000 {
      let id = "\(number)"
      weak var row: Behavior<Part?>?
      weak var length: Behavior<Int?>?
      weak var selected: Behavior<Bool>?
      do {
        let (one, two, three) = (rows[id], lengths[id], isChosen[id])
        (row, length, selected) = (one, two, three)
        one.sink { [mark = live.make()] _ in mark.touch() }
        _ = (one.value, two.value, three.value, groups[id].value, groups.group(id).value)
      }
      #expect(row == nil && length == nil && selected == nil && live.alive == 0)
    }
  }

  @Test("mobx-utils #319: rows that are read in a batch, an observer or an effect's end are not kept after it")
  func mobx319() {
    let rows = OpenKeyed([Part(id: "0")])
    let chosen = OpenBehavior("")
    let isChosen = chosen.selector()
    let lengths = rows.map(\.id.count)
    let trigger = OpenBehavior(0)
    var ids = 0
    var places: [() -> Bool] = []
    func read() {
      ids += 1
      let (row, length, selected) = (rows["\(ids)"], lengths["\(ids)"], isChosen["\(ids)"])
      _ = (row.value, length.value, selected.value)
      places += [
        { [weak row] in row == nil }, { [weak length] in length == nil }, { [weak selected] in selected == nil },
      ]
    }
    let token = trigger.sink { _ in read() }
    var effect: Effect? = Effect {
      _ = trigger.value
      read()
      onCleanup { read() }
    }
    for number in 1...20 {
      batch {
        trigger.value = number
        read()
        rows.update("0") { $0.text = "\(number)" }
      }
    }
    withExtendedLifetime(effect) {}
    effect = nil
    token.cancel()
    #expect(ids > 60 && places.allSatisfy { $0() })
  }
}
