// Tests: RowTable, TrackedRows

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Rows that are made when they are asked for")
struct RowTableTests {
  @Test("a row is one object for as long as it is used, and is made anew after that")
  func weak() {
    let table = RowTable<Int, Behavior<String?>>()
    var made = 0
    func row(_ id: Int) -> Behavior<String?> {
      table.row(id) {
        made += 1
        return OpenBehavior("\(id)")
      }
    }
    var first: Behavior<String?>? = row(1)
    weak let known = first
    #expect(row(1) === first && made == 1)
    first = nil
    #expect(known == nil)
    #expect(row(1).value == "1" && made == 2)
  }

  @Test("a row that is handed out is kept while a port follows it, and no other")
  func tracked() {
    let tracked = TrackedRows()
    weak var known: Behavior<Int?>?
    do {
      let row = tracked.handOut(OpenBehavior<Int?>(1))
      known = row
      tracked.keep(row, true)
    }
    #expect(known != nil)
    if let known { tracked.keep(known, false) }
    #expect(known == nil)
    known = tracked.handOut(OpenBehavior<Int?>(2))
    #expect(known == nil)
  }

  @Test("rows that are no longer used leave nothing behind, and those that are used stay")
  func forgotten() {
    let live = LiveCount()
    struct Key: Hashable {
      let number: Int
      let mark: Tracked
      static func == (a: Key, b: Key) -> Bool { a.number == b.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    let table = RowTable<Key, Behavior<Int?>>()
    var kept: [Behavior<Int?>] = []
    for number in 0..<10_000 {
      let row = table.row(Key(number: number, mark: live.make())) { OpenBehavior<Int?>(number) }
      if number < 10 { kept.append(row) }
    }
    #expect(live.alive < 100)
    for (number, row) in kept.enumerated() {
      #expect(
        table.row(Key(number: number, mark: live.make())) { OpenBehavior<Int?>(-1) } === row && row.value == number)
    }
  }

  @Test("ids whose functions ask for other rows, and whose ends do")
  func reentrant() {
    final class Hook { var action: (() -> Void)? }
    struct Key: Hashable {
      let number: Int
      let hook: Hook
      var end: Farewell?
      static func == (a: Key, b: Key) -> Bool {
        a.run()
        return a.number == b.number
      }
      func hash(into hasher: inout Hasher) {
        run()
        hasher.combine(0)
      }
      func run() {
        guard let action = hook.action else { return }
        hook.action = nil
        action()
        hook.action = action
      }
    }
    let hook = Hook()
    // The `deinit` actions of IDs retain the table, so the test releases it at the end.
    var held: RowTable<Key, Behavior<Int?>>? = RowTable()
    var kept: [Behavior<Int?>] = []
    func row(_ number: Int, _ end: Farewell? = nil) -> Behavior<Int?> {
      guard let table = held else { return OpenBehavior<Int?>(nil) }
      return table.row(Key(number: number, hook: hook, end: end)) { OpenBehavior<Int?>(number) }
    }
    var next = 1000
    hook.action = {
      next += 1
      _ = row(next)
      #expect(row(0).value == 0)
    }
    var ends = 0
    for number in 0..<40 {
      let new = row(
        number,
        Farewell {
          ends += 1
          _ = row(number + 500)
        })
      if number < 20 { kept.append(new) }
      #expect(new.value == number)
    }
    for (number, known) in kept.enumerated() { #expect(row(number) === known) }
    hook.action = nil
    for number in 2000..<2100 { _ = row(number) }
    #expect(ends > 0)
    let last = held
    held = nil
    withExtendedLifetime(last) {}
  }
}
