// Tests: KeyedTable, KeyedTable+Journal

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Rows by slot and their journal, against copies")
struct KeyedTableTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number: Int
  }

  private struct Reader {
    var position = -1
    var seen: [Row?] = []
  }

  @Test("what is reported is what has changed, once, with what was there", arguments: 0..<60)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = seed % 4 == 0 ? 400 : 10
    let rows = OpenKeyed((0..<size).map { Row(id: $0, number: 0) })
    // Without an observer, the table holds nothing of a batch.
    let subscription = seed % 2 == 0 ? rows.count.sink { _ in } : nil
    var readers = [Reader(), Reader(), Reader()]
    var known = 0
    func read(_ index: Int) {
      let table = rows.table
      let begin = readers[index].seen
      var reported: [Int: Row?] = [:]
      let isKnown = table.takeChanges(since: &readers[index].position) { slot, old, _ in
        #expect(reported[slot] == nil)
        reported[slot] = old
        #expect(old == (slot < begin.count ? begin[slot] : nil))
      }
      #expect(readers[index].position == table.end)
      if isKnown {
        known += 1
        for slot in table.rows.indices where table.row(at: slot) != (slot < begin.count ? begin[slot] : nil) {
          #expect(reported[slot] != nil)
        }
      }
      readers[index].seen = Array(table.rows)
      #expect(table.count == table.rows.reduce(0) { $0 + ($1 == nil ? 0 : 1) })
    }
    func edit() {
      let id = Int.random(in: 0..<size + 4, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: rows.remove(id)
      case 1: rows.move(id, before: Int.random(in: 0..<size, using: &random))
      case 2: rows.insert(Row(id: id + 1000, number: 1), before: id)
      case 3: rows.remove(id + 1000)
      default: rows.insert(Row(id: id, number: Int.random(in: 0..<3, using: &random)))
      }
    }
    for _ in 0..<150 {
      if Int.random(in: 0..<3, using: &random) == 0 {
        let before = rows.value
        batch {
          for _ in 0..<Int.random(in: 1..<8, using: &random) {
            edit()
            if Int.random(in: 0..<3, using: &random) == 0 { read(Int.random(in: 0..<2, using: &random)) }
          }
          if Int.random(in: 0..<3, using: &random) == 0 { rows.value = before }
        }
      } else {
        edit()
      }
      if Int.random(in: 0..<3, using: &random) == 0 { read(Int.random(in: 0..<2, using: &random)) }
    }
    for index in readers.indices { read(index) }
    #expect(known > 0)
    subscription?.cancel()
  }

  @Test("a row that is back is reported to none, and all is as it was")
  func back() {
    let space = KeySpace<Int>()
    let table = KeyedTable<Int>(space.order, ==)
    let slots = (0..<3).map { space.add($0, at: nil) }
    for slot in slots { table.put(0, at: slot) }
    var position = -1
    #expect(!table.takeChanges(since: &position) { _, _, _ in })
    table.prepare(isHeld: false)
    #expect(table.set(1, at: 0) && table.set(2, at: 0) && table.set(0, at: 0))
    #expect(!table.set(0, at: 0) && !table.set(nil, at: 7))
    #expect(table.end > position && table.isUnchanged(since: position))
    var reported: [Int] = []
    #expect(table.takeChanges(since: &position) { slot, _, _ in reported.append(slot) })
    #expect(reported.isEmpty)
    table.set(3, at: 1)
    #expect(!table.isUnchanged(since: position))
  }

  @Test("a row that comes and goes is none, wherever it was")
  func comesAndGoes() {
    let rows = OpenKeyed([Row(id: 1, number: 0)])
    let subscription = rows.count.sink { _ in Issue.record("nothing has changed") }
    var position = -1
    _ = rows.table.takeChanges(since: &position) { _, _, _ in }
    batch {
      rows.insert(Row(id: 2, number: 0), before: 1)
      rows.remove(2)
      #expect(rows.table.isUnchanged(since: position))
    }
    subscription.cancel()
  }

  @Test("what lags behind too far looks at all; so does all when the journal is forgotten")
  func cut() {
    let space = KeySpace<Int>()
    let table = KeyedTable<Int>(space.order, ==)
    for id in 0..<10 { table.put(0, at: space.add(id, at: nil)) }
    var (quick, slow) = (-1, -1)
    #expect(!table.takeChanges(since: &quick) { _, _, _ in })
    #expect(!table.takeChanges(since: &slow) { _, _, _ in })
    for number in 1...200 {
      table.set(number, at: number % 10)
      var reported: [Int] = []
      #expect(table.takeChanges(since: &quick) { slot, _, _ in reported.append(slot) })
      #expect(reported == [number % 10])
    }
    #expect(!table.takeChanges(since: &slow) { _, _, _ in Issue.record("it is not known what has changed") })
    table.forgetJournal()
    #expect(!table.isUnchanged(since: quick))
    #expect(!table.takeChanges(since: &quick) { _, _, _ in Issue.record("it is not known what has changed") })
  }

  @Test("a journal that nothing reads is none")
  func unread() {
    let live = LiveCount()
    let space = KeySpace<Int>()
    let table = KeyedTable<Tracked>(space.order, ===)
    let slot = space.add(1, at: nil)
    for _ in 0..<10 { table.put(live.make(), at: slot) }
    #expect(live.alive == 1)
    var position = -1
    _ = table.takeChanges(since: &position) { _, _, _ in }
    for _ in 0..<10_000 { table.put(live.make(), at: slot) }
    #expect(live.alive <= 66)
    table.put(nil, at: slot)
    table.forgetJournal()
    #expect(live.alive == 0)
  }
}
