// Tests: Derivation

import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("Rows that nothing but an evaluation has")
struct RowReadTests {
  struct Row: Identifiable, Equatable {
    let id: Int
    var title: String
  }

  @Test("an effect and a derivation follow a row that they ask for by its id, through removal and return")
  func follow() {
    let all = OpenKeyed<Row>([Row(id: 1, title: "one"), Row(id: 2, title: "two")])
    let long = all.filter { $0.title.count > 2 }
    for rows in [all, long] {
      var log: [String] = []
      let title = derive { rows[1].value?.title }
      let effect = Effect { log.append(rows[1].value?.title ?? "none") }
      let reader = Effect { log.append("derived \(title.value ?? "none")") }
      all.update(1) { $0.title = "uno" }
      all.update(2) { $0.title = "due" }
      all.remove(1)
      all.insert(Row(id: 1, title: "one"))
      #expect(
        log == [
          "one", "derived one", "uno", "derived uno", "none", "derived none", "one", "derived one",
        ])
      withExtendedLifetime((effect, reader)) {}
    }
  }

  @Test("a derivation that nothing observes has the present row at each read")
  func unobserved() {
    let rows = OpenKeyed<Row>([Row(id: 1, title: "one"), Row(id: 2, title: "two")])
    let selected = atom(1)
    let title = derive { rows[selected.value].value?.title }
    #expect(title.value == "one")
    rows.update(1) { $0.title = "uno" }
    #expect(title.value == "uno")
    selected.value = 2
    #expect(title.value == "two")
    rows.update(2) { $0.title = "due" }
    #expect(title.value == "due")
  }

  @Test("a row that a derivation asked for, which has ended, is followed by what read the derivation")
  func inherited() {
    let all = OpenKeyed<Row>([Row(id: 1, title: "one"), Row(id: 2, title: "two")])
    let long = all.filter { $0.title.count > 2 }
    for rows in [all, long] {
      var log: [String] = []
      let effect = Effect { log.append(derive { derive { rows[1].value?.title ?? "none" }.value }.value) }
      let title = derive { derive { [1, 2].map { rows[$0].value?.title ?? "none" }.joined(separator: "+") }.value }
      let subscription = title.observe { log.append($0) }
      all.update(1) { $0.title = "uno" }
      all.update(2) { $0.title = "due" }
      all.remove(1)
      all.insert(Row(id: 1, title: "one"))
      all.update(2) { $0.title = "two" }
      #expect(
        log == [
          "one", "one+two", "uno", "uno+two", "uno+due", "none", "none+due", "one", "one+due", "one+two",
        ])
      all.value = [Row(id: 1, title: "one"), Row(id: 2, title: "two")]
      withExtendedLifetime((effect, subscription)) {}
    }
  }

  @Test("the rows of an ended derivation stay for all that read it, until each has run again")
  func inheritedByMany() {
    let rows = OpenKeyed<Row>((1...3).map { Row(id: $0, title: "\($0)") })
    let seen = Seen()
    var title: Derivation<String>? = derive { [unowned rows] in
      seen.look(at: rows, 1)
      return (1...3).map { rows[$0].value?.title ?? "none" }.joined()
    }
    let isDone = atom(false)
    var log: [String] = []
    func follow(_ name: String) -> Effect { Effect { log.append(isDone.value ? name : name + (title?.value ?? "")) } }
    var effects = ["a", "b", "c"].map(follow)
    title = nil
    #expect(log == ["a123", "b123", "c123"] && seen.isAlive())
    effects.removeLast()
    rows.update(3) { $0.title = "drei" }
    #expect(log.dropFirst(3) == ["a", "b"] && !seen.isAlive())
    isDone.value = true
    rows.update(3) { $0.title = "tre" }
    #expect(log.dropFirst(5) == ["a", "b"])
    withExtendedLifetime(effects) {}
  }

  @Test("a row that a function of flatMap asks for, and one that is asked for in untracked")
  func flatMapped() {
    let rows = OpenKeyed<Row>([Row(id: 1, title: "one"), Row(id: 2, title: "two")])
    let selected = atom(1)
    var log: [String] = []
    let effect = selected.flatMap { rows[$0] }.sink { log.append($0?.title ?? "none") }
    let unseen = Effect { untracked { _ = rows[2].value } }
    rows.update(1) { $0.title = "uno" }
    selected.value = 2
    rows.update(2) { $0.title = "due" }
    #expect(log == ["uno", "two", "due"] && unseen.dependencies.isEmpty)
    withExtendedLifetime((effect, unseen)) {}
  }

  /// Uses separate functions: optimized code may hold an object loaded from a weak variable until the function returns.
  private final class Seen {
    private weak var row: Behavior<Row?>?
    @inline(never)
    func look(at rows: OpenKeyed<Row>, _ id: Int) {
      let found = rows[id]
      row = found
      _ = found.value
    }
    @inline(never)
    func isAlive() -> Bool { row != nil }
  }

  @Test("the row is kept by the last run alone, and ends with the effect")
  func kept() {
    let rows = OpenKeyed<Row>((0..<3).map { Row(id: $0, title: "") })
    let selected = atom(0)
    let seen = [Seen(), Seen()]
    var effect: Effect? = Effect { seen[selected.value].look(at: rows, selected.value) }
    #expect(seen[0].isAlive())
    selected.value = 1
    #expect(!seen[0].isAlive() && seen[1].isAlive())
    withExtendedLifetime(effect) {}
    effect = nil
    #expect(!seen[1].isAlive())
  }

  @Test("the ids of a selector, asked for in an effect")
  func selector() {
    let chosen = OpenBehavior(1)
    let isChosen = chosen.selector()
    var log: [Bool] = []
    let effect = Effect { log.append(isChosen[2].value) }
    chosen.value = 2
    chosen.value = 3
    #expect(log == [false, true, false])
    withExtendedLifetime(effect) {}
  }
}
