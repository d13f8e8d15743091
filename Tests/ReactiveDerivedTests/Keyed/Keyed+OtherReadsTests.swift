// Tests: Keyed+Filter, Keyed+Grouped, Keyed+Map, Keyed+Sorted

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Functions of keyed collections that read behaviors which are no rows")
struct KeyedOtherReadsTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }

  private final class Item: Identifiable {
    let id: Int
    let isDone = OpenBehavior(false)
    init(_ id: Int) { self.id = id }
  }

  /// More than an operator follows directly, if many.
  private static func levels(_ count: Int) -> [OpenBehavior<Int>] { (0..<count).map { OpenBehavior($0) } }

  @Test(
    "what no function reads any more causes no run, and does not run itself", arguments: [2, 40], [false, true])
  func branchNotTaken(count: Int, isObserved: Bool) {
    let rows = OpenKeyed((0..<4).map { Row(id: $0, number: $0) })
    let isFirst = OpenBehavior(true)
    let levels = Self.levels(count)
    var derivedRuns = 0
    let derived = levels.map { level in
      level.map { number in
        derivedRuns += 1
        return number
      }
    }
    var runs = 0
    func number(of row: Row) -> Int {
      runs += 1
      return isFirst.value ? derived.reduce(row.number) { $0 + $1.value } : row.number
    }
    func check<Value>(_ behavior: Behavior<Value>) {
      isFirst.value = true
      let token = isObserved ? behavior.sink { _ in } : nil
      _ = behavior.value
      rows.update(1) { $0.number += 1 }
      _ = behavior.value
      batch {
        isFirst.value = false
        levels[count - 1].value += 1
      }
      derivedRuns = 0
      _ = behavior.value
      runs = 0
      for _ in 0..<2 { levels[0].value += 1 }
      _ = behavior.value
      #expect(runs == 0 && derivedRuns == 0)
      isFirst.value = true
      _ = behavior.value
      #expect(runs > 0 && derivedRuns > 0)
      token?.cancel()
    }
    check(rows.filter { number(of: $0) > 1 }.ids)
    check(rows.map { number(of: $0) }.array)
    check(rows.sorted { number(of: $0) < number(of: $1) }.window(0..<9).ids)
    check(rows.grouped { number(of: $0) }.ids)
  }

  @Test("a later function runs for changed rows, though an earlier one has run for all", arguments: [false, true])
  func laterFunctions(isSorted: Bool) {
    let rows = OpenKeyed((0..<100).map { Row(id: $0, number: $0) })
    let limit = OpenBehavior(50)
    let source = isSorted ? rows.sorted(by: \.number) : rows
    var laterRuns: [Int] = []
    func runs(_ edit: () -> Void) -> [Int] {
      laterRuns = []
      batch(edit)
      return laterRuns.sorted()
    }
    func later(_ id: Int) -> Int {
      laterRuns.append(id)
      return id
    }
    let filtered = source.filter { $0.number >= limit.value }.map { later($0.id) }
    let mapped = source.map { Row(id: $0.id, number: min($0.number, limit.value)) }.map { later($0.id) }
    let grouped = source.grouped { $0.number >= limit.value }.group(true).map { later($0.id) }
    for (numbers, isMapped) in [(filtered, false), (mapped, true), (grouped, false)] {
      rows.value = (0..<100).map { Row(id: $0, number: $0) }
      limit.value = 50
      let token = numbers.observe { _ in }
      #expect(runs { limit.value = 49 } == (isMapped ? Array(49..<100).filter { $0 > 49 } : [49]))
      limit.value = 97
      #expect(runs { limit.value = 98 } == (isMapped ? [98, 99] : []))
      let edited = runs {
        limit.value = 97
        rows.insert(Row(id: 200, number: 200), before: 3)
        rows.remove(99)
        rows.update(98) { $0.number = 300 }
        rows.move(98, before: 1)
      }
      #expect(edited == (isMapped ? [98, 200] : [97, 98, 200]))
      token.cancel()
      #expect(numbers.value.sorted() == numbers.ids.value.sorted())
    }
  }

  @Test("the same behind a row of another collection", arguments: [false, true])
  func branchBehindRow(isObserved: Bool) {
    let rows = OpenKeyed((0..<4).map { Row(id: $0) })
    let others = OpenKeyed((0..<4).map { Row(id: $0) })
    let level = OpenBehavior(0)
    var runs = 0
    let derived = level.map { number in
      runs += 1
      return number
    }
    let found = rows.filter { row in (others[row.id].value?.number ?? 0) == 0 ? derived.value >= 0 : true }
    let token = isObserved ? found.count.sink { _ in } : nil
    #expect(found.count.value == 4 && runs == 1)
    rows.update(1) { $0.number = 1 }
    #expect(found.count.value == 4)
    batch {
      level.value = 1
      for id in 0..<4 { others.update(id) { $0.number = 1 } }
    }
    #expect(found.count.value == 4 && runs == 1)
    token?.cancel()
  }

  @Test("what is read behind the first change is not brought up to date, in any run", arguments: 0..<3)
  func firstChange(edits: Int) {
    let rows = OpenKeyed((0..<100).map { Row(id: $0) })
    let others = Self.levels(16)
    let list = OpenBehavior(Array(0..<200))
    let count = list.map(\.count)
    var wrong: [Int] = []
    let elements = (0..<200).map { place in
      list.map { (list: [Int]) -> Int in
        if place < list.count { return list[place] }
        wrong.append(place)
        return -1
      }
    }
    let found = rows.filter { row in
      others.allSatisfy { $0.value >= 0 } && row.id < count.value && elements[row.id].value >= 0
    }
    let token = found.count.sink { _ in }
    if edits > 0 { rows.update(1) { $0.number += 1 } }
    if edits > 1 { rows.insert(Row(id: 150)) }
    batch {
      if edits > 1 { rows.update(1) { $0.number += 1 } }
      list.value = Array(0..<10)
    }
    #expect(wrong.isEmpty && found.count.value == 10)
    token.cancel()
  }

  @Test("a behavior in each of a few thousand rows: an edit follows some of them", arguments: [10, 3000])
  func behaviorsInRows(count: Int) {
    let items = OpenKeyed((0..<count).map { Item($0) })
    let open = items.filter { !$0.isDone.value }
    let token = open.count.sink { _ in }
    for id in count..<(count + 5) {
      items.insert(Item(id))
      // The rows, sixteen other reads, the tree of all others, and what the run has read.
      #expect(open.node.dependencies.count <= 19)
    }
    items.value[count / 2].isDone.value = true
    #expect(open.count.value == count + 4)
    items.remove(count / 2)
    items.value[count / 2].isDone.value = true
    #expect(open.count.value == count + 3)
    token.cancel()
  }

  @Test("the collection does not keep them", arguments: [10, 100])
  func kept(count: Int) {
    let rows = OpenKeyed((0..<count).map { Row(id: $0) })
    var levels = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, OpenBehavior(0)) })
    let low = rows.filter { (levels[$0.id]?.value ?? 0) < 5 }
    let token = low.count.sink { _ in }
    rows.update(0) { $0.number = 1 }
    for id in [1, count - 1] {
      @Weak var level = levels[id]
      #expect(level?.dependentCount ?? 0 > 0)
      levels[id] = nil
      #expect(level == nil)
      rows.update(0) { $0.number += 1 }
      #expect(low.count.value == count)
    }
    levels[2]?.value = 5
    #expect(low.count.value == count - 1)
    token.cancel()
  }

  @Test("a derived behavior that has ended: the functions run again when its source changes", arguments: [2, 100])
  func endedDerived(count: Int) {
    let levels = Self.levels(count)
    var derived = levels.map { level in level.map { $0 + 1 } }
    let rows = OpenKeyed((0..<count).map { Row(id: $0) })
    let numbers = rows.map { row in derived.isEmpty ? levels[row.id].value : derived[row.id].value }
    let token = numbers.sum { $0 }.sink { _ in }
    rows.update(0) { $0.number = 1 }
    derived = []
    rows.update(0) { $0.number = 2 }
    levels[count - 1].value += 10
    #expect(numbers.array.value == levels.map(\.value))
    token.cancel()
  }

  @Test("functions that keep reading different behaviors let go of the earlier ones")
  func changingReads() {
    let levels = Self.levels(300)
    let rows = OpenKeyed((0..<4).map { Row(id: $0) })
    let large = rows.filter { $0.number >= levels[$0.number].value }
    let token = large.count.sink { _ in }
    for number in 1..<300 { rows.update(0) { $0.number = number } }
    #expect(levels.count { $0.dependentCount > 0 } < 160)
    #expect(levels[299].dependentCount > 0 && large.count.value == 4)
    levels[299].value = 300
    #expect(large.count.value == 3)
    token.cancel()
  }

  @Test("random reads: the values are those of a plain computation, and only what was read causes runs")
  func randomReads() {
    for seed in FuzzSettings.seeds(ofPart: 0).prefix(400) {
      var generator = SeededGenerator(seed: seed)
      #expect(Program(&generator).failure(generator) == nil, "seed \(seed)")
    }
  }
}

/// Rows whose functions read behaviors by a table of places, which changes, too.
private final class Program {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var first: Int
    var second: Int
  }

  private let levels: [OpenBehavior<Int>]
  private let derived: [Behavior<Int>]
  private let isOdd: [Behavior<Bool>]
  private let rows = OpenKeyed<Row>()
  private let isObserved: Bool
  /// The levels that functions have read since all of them have run.
  private var read: Set<Int> = []
  private var ran: Set<Int> = []
  private var next = 0

  init(_ generator: inout SeededGenerator) {
    let count = [3, 20, 60][generator.below(3)]
    levels = (0..<count).map { _ in OpenBehavior(0) }
    derived = levels.map { $0.map { $0 / 2 } }
    isOdd = levels.map { $0.map { $0 % 2 == 1 } }
    isObserved = generator.once(in: 2)
    for _ in 0..<generator.below(12) { insert(&generator) }
  }

  private func insert(_ generator: inout SeededGenerator) {
    rows.insert(Row(id: next, first: generator.below(levels.count), second: generator.below(levels.count)))
    next += 1
  }

  private func look(_ row: Row, _ level: (Int) -> Int, _ half: (Int) -> Int, _ isOdd: (Int) -> Bool) -> Int {
    isOdd(row.first) ? half(row.second) : level(row.first)
  }

  private func tracked(_ row: Row) -> Int {
    ran.insert(row.id)
    return look(row) { place in
      read.insert(place)
      return levels[place].value
    } _: { place in
      read.insert(place)
      return derived[place].value
    } _: { place in
      read.insert(place)
      return isOdd[place].value
    }
  }

  func failure(_ start: SeededGenerator) -> String? {
    var generator = start
    let numbers = rows.map { [unowned self] in tracked($0) }
    let token = isObserved ? numbers.sum { $0 }.sink { _ in } : nil
    defer { token?.cancel() }
    _ = numbers.array.value
    for step in 0..<60 {
      ran = []
      let written = change(&generator)
      let seen = numbers.array.value
      let expected = rows.value.map { row in
        look(row, { levels[$0].peek() }, { levels[$0].peek() / 2 }, { levels[$0].peek() % 2 == 1 })
      }
      if seen != expected { return "step \(step): \(seen) in place of \(expected)" }
      guard let written else { continue }
      if !read.contains(written) && !ran.isEmpty { return "step \(step): runs for nothing" }
      // All functions have run, so only what they have read counts.
      if !ran.isEmpty { read = readNow() }
    }
    return nil
  }

  private func readNow() -> Set<Int> {
    Set(rows.value.flatMap { levels[$0.first].peek() % 2 == 1 ? [$0.first, $0.second] : [$0.first] })
  }

  /// Returns the place of the only level that was written.
  private func change(_ generator: inout SeededGenerator) -> Int? {
    switch generator.below(8) {
    case 0:
      insert(&generator)
    case 1:
      if let row = generator.pick(rows.value) { rows.remove(row.id) }
    case 2:
      if let row = generator.pick(rows.value) {
        rows.update(row.id) { $0.second = generator.below(levels.count) }
      }
    case 3:
      batch {
        let levels = (0..<3).map { _ in self.levels[generator.below(self.levels.count)] }
        let before = levels.map { $0.peek() }
        for level in levels { level.value = generator.below(4) }
        if generator.once(in: 2), let row = generator.pick(rows.value) { rows.update(row.id) { $0.first = 0 } }
        if generator.once(in: 2) { for (level, old) in zip(levels, before) { level.value = old } }
      }
    default:
      let place = generator.below(levels.count)
      levels[place].value = generator.below(4)
      return place
    }
    return nil
  }
}
