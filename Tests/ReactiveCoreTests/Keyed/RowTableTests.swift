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

  @Test("rows that have ended leave nothing behind though no other is made, after some reads of one that is used")
  func forgottenWithoutOthers() {
    let live = LiveCount()
    struct Key: Hashable {
      let number: Int
      var mark: Tracked?
      static func == (a: Key, b: Key) -> Bool { a.number == b.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    let table = RowTable<Key, Behavior<Int?>>()
    var rows = (0..<10_000).map { number in
      table.row(Key(number: number, mark: live.make())) { OpenBehavior<Int?>(number) }
    }
    rows.removeLast(9_999)
    #expect(live.alive > 5_000)
    for _ in 0..<100_000 { #expect(table.row(Key(number: 0)) { OpenBehavior(nil) } === rows[0]) }
    #expect(live.alive == 1)
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

  private typealias Table = RowTable<Wild, Behavior<Kept>>

  /// The value of a row, which runs an action at the end of the row.
  private struct Kept {
    let number: Int
    var end: Farewell?
  }

  /// An id whose functions and end run actions.
  private struct Wild: Hashable {
    final class Hook {
      var (hash, equals): ((Int) -> Void, (Int) -> Void) = ({ _ in }, { _ in })
    }
    let number: Int
    let hook: Hook
    /// The modulus of the hash values.
    var hashes = Int.max
    var end: Farewell?

    static func == (one: Wild, other: Wild) -> Bool {
      one.hook.equals(other.number)
      return one.number == other.number
    }
    func hash(into hasher: inout Hasher) {
      hook.hash(number)
      hasher.combine(number % hashes)
    }
  }

  @Test("a row whose last reference a comparison drops, and whose end asks for rows", arguments: [Int.max, 1])
  func droppedByComparison(hashes: Int) {
    let hook = Wild.Hook()
    let table = Table()
    func row(_ number: Int, _ end: Farewell? = nil) -> Behavior<Kept> {
      table.row(Wild(number: number, hook: hook, hashes: hashes)) { OpenBehavior(Kept(number: number, end: end)) }
    }
    let others = (10..<20).map { row($0) }
    var (ends, made): (Int, [Behavior<Kept>]) = (0, [])
    for number in 0..<10 {
      var held: Behavior<Kept>? = row(
        number,
        Farewell {
          ends += 1
          made = [row(number), row(number + 100)] + (200..<240).map { row($0) }
        })
      hook.equals = { _ in
        hook.equals = { _ in }
        held = nil
      }
      let found = row(number)
      hook.equals = { _ in }
      #expect(held == nil)
      #expect(found === row(number) && found.value.number == number)
      if let first = made.first, first.value.number == number { #expect(first === found) }
      for (index, other) in others.enumerated() { #expect(row(index + 10) === other) }
      made = []
    }
    #expect(ends == 10)
  }

  @Test("a row that the hash function makes is the row of the id, whichever call makes it", arguments: 1...4)
  func madeByHash(call: Int) {
    let hook = Wild.Hook()
    let table = Table()
    func row(_ number: Int) -> Behavior<Kept> {
      table.row(Wild(number: number, hook: hook)) { OpenBehavior(Kept(number: number)) }
    }
    for number in 0..<100 {
      var (calls, inner): (Int, Behavior<Kept>?) = (0, nil)
      hook.hash = { _ in
        calls += 1
        if calls != call { return }
        hook.hash = { _ in }
        inner = row(number)
      }
      let outer = row(number)
      hook.hash = { _ in }
      #expect(row(number) === outer)
      if let inner { #expect(inner === outer) }
    }
  }

  @Test("a row that the end of an unused id makes is the row of its id", arguments: [Int.max, 1])
  func madeByEnd(hashes: Int) {
    let hook = Wild.Hook()
    // The ids' ends retain the table, so the test releases it at the end.
    var held: Table? = Table()
    func row(_ number: Int, _ end: Farewell? = nil) -> Behavior<Kept> {
      guard let table = held else { return OpenBehavior(Kept(number: number)) }
      return table.row(Wild(number: number, hook: hook, hashes: hashes, end: end)) {
        OpenBehavior(Kept(number: number))
      }
    }
    var (kept, asked, ends) = ([Int: Behavior<Kept>](), 0, 0)
    for number in 0..<200 {
      // The row of an id that ends, perhaps while `asked` is being made.
      _ = row(
        1000 + number,
        Farewell {
          ends += 1
          if kept[asked] == nil { kept[asked] = row(asked) }
        })
      asked = number
      let found = row(number)
      #expect(kept[number] == nil || kept[number] === found)
      kept[number] = found
    }
    #expect(ends > 100)
    for (number, known) in kept { #expect(row(number) === known) }
    let last = held
    held = nil
    withExtendedLifetime(last) {}
  }

  @Test("an id that is asked for again and again leaves nothing behind, nor do many with one hash")
  func askedAgain() {
    let live = LiveCount()
    let hook = Wild.Hook()
    let table = Table()
    func row(_ number: Int, _ hashes: Int) -> Behavior<Kept> {
      let mark = live.make()
      return table.row(Wild(number: number, hook: hook, hashes: hashes, end: Farewell { mark.touch() })) {
        OpenBehavior(Kept(number: number))
      }
    }
    for _ in 0..<10_000 { #expect(row(7, 1).value.number == 7) }
    #expect(live.alive < 100)
    // One row in ten is kept.
    for hashes in [1, 3] {
      var kept: [Int: Behavior<Kept>] = [:]
      for number in 0..<1000 {
        let new = row(number, hashes)
        if number % 10 == 0 { kept[number] = new }
      }
      #expect(live.alive < 300)
      for (number, known) in kept { #expect(row(number, hashes) === known) }
      kept = [:]
      for number in 1000..<1300 { #expect(row(number, hashes).value.number == number) }
      #expect(live.alive < 200)
    }
  }

  @Test("a comparison that makes a row each time it is called is not called without end")
  func makingComparison() {
    let hook = Wild.Hook()
    let table = Table()
    func row(_ number: Int) -> Behavior<Kept> {
      table.row(Wild(number: number, hook: hook, hashes: 1)) { OpenBehavior(Kept(number: number)) }
    }
    let kept = (0..<100).map { row($0) }
    var (next, isInside) = (1000, false)
    hook.equals = { _ in
      if isInside { return }
      isInside = true
      next += 1
      _ = row(next)
      isInside = false
    }
    for number in 0..<100 { #expect(row(number) === kept[number]) }
    let new = row(100)
    hook.equals = { _ in }
    #expect(row(100) === new)
    #expect(next > 1100)
  }
}
