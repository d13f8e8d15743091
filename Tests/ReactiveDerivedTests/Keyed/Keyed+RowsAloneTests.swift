// Tests: Keyed+Filter, Keyed+Grouped, Keyed+Map

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Rows used alone, of functions that read other behaviors")
struct KeyedRowsAloneTests {
  fileprivate struct Row: Identifiable {
    var id: Int
    var number: Int
    /// Counts the comparisons, of which each run of a row makes one.
    var runs: Count
  }
  fileprivate final class Count { var number = 0 }

  /// What the functions read for a row.
  enum Reads: CaseIterable {
    case level, ownLevel, branch, otherRow
  }

  @Test("an edit runs the row's own derivations, whatever the number of rows", arguments: Reads.allCases)
  func edits(reads: Reads) {
    let count = Count()
    let rows = OpenKeyed((0..<400).map { Row(id: $0, number: 0, runs: count) })
    let world = World(400, reads)
    let filtered = rows.filter { world.number(of: $0.id, $0.number) < 5 }
    let mapped = filtered.map { row in
      var row = row
      row.number += world.number(of: row.id, row.number)
      return row
    }
    let grouped = mapped.grouped { world.number(of: $0.id, $0.number) % 2 }
    let group = grouped.group(0)
    var notified = 0
    let tokens = [filtered, mapped, group].flatMap { rows in
      (0..<400).map { id in rows[id].sink { _ in notified += 1 } }
    }
    for _ in 0..<3 { rows.update(7) { $0.number += 2 } }
    count.number = 0
    notified = 0
    rows.update(7) { $0.number += 2 }
    #expect(notified == 3 && count.number < 40)
    rows.remove(9)
    rows.insert(Row(id: 9, number: 2, runs: count), before: 3)
    #expect(notified == 9 && count.number < 120)
    // All that may have changed runs, and is notified.
    notified = 0
    for place in 0..<2 { world.change(place) }
    #expect(notified > 0)
    for token in tokens { token.cancel() }
  }

  @Test("a row does not make a derivation run that no function reads any more")
  func droppedReads() {
    let count = Count()
    let sources = (0..<200).map { OpenBehavior($0) }
    var runs = 0
    let derivations = sources.map { source in
      source.map { number in
        runs += 1
        return number
      }
    }
    let rows = OpenKeyed((0..<2).map { Row(id: $0, number: 0, runs: count) })
    let filtered = rows.filter { $0.id > 0 || derivations[$0.number].value >= 0 }
    var notified = 0
    let tokens = [filtered.count.sink { _ in }, filtered[1].sink { _ in notified += 1 }]
    // The function runs for all rows meanwhile, because it keeps reading other derivations.
    for number in 1..<200 { rows.update(0) { $0.number = number } }
    (runs, count.number) = (0, 0)
    for source in sources.prefix(50) { source.value += 1_000 }
    #expect(runs == 0 && count.number == 0 && notified == 0)
    sources[199].value += 1_000
    #expect(runs == 1)
    for token in tokens { token.cancel() }
  }

  @Test("a function's earlier reads are released, though no row is used since")
  func droppedRows() {
    let count = Count()
    let isRead = OpenBehavior(true)
    var others: Keyed<Int, Row>? = OpenKeyed([Row(id: 0, number: 0, runs: count)]).filter { _ in true }
    let rows = OpenKeyed([Row(id: 0, number: 0, runs: count)])
    let filtered = rows.filter { _ in isRead.value ? others?[0].value != nil : true }
    #expect(filtered[0].value != nil && filtered.count.value == 1)
    weak let other = others?[0]
    #expect(other != nil)
    others = nil
    isRead.value = false
    #expect(filtered.count.value == 1 && other == nil)
    #expect(filtered[0].value != nil)
  }

  @Test("the end of a value that a function has read uses the collection", arguments: [false, true])
  func endOfValue(isObserved: Bool) {
    final class Resource: Equatable {
      let end: () -> Void
      init(_ end: @escaping () -> Void) { self.end = end }
      static func == (one: Resource, other: Resource) -> Bool { one === other }
      deinit { end() }
    }
    let isRead = OpenBehavior(true)
    let (count, number) = (Count(), OpenBehavior(1))
    var runs = 0
    let derivation = number.map { number in
      runs += 1
      return number
    }
    var others: Keyed<Int, Resource>?
    let rows = OpenKeyed((0..<2).map { Row(id: $0, number: 0, runs: count) })
    let filtered = rows.filter { isRead.value ? others?[$0.id].value != nil : true }
    var ends = 0
    others = OpenKeyed([Row(id: 0, number: 0, runs: count)]).map { _ in
      Resource { if filtered[1].value != nil && filtered.peek(1) != nil && derivation.value > 0 { ends += 1 } }
    }
    var tokens = [filtered[1].sink { _ in }]
    if isObserved { tokens.append(filtered.count.sink { _ in }) }
    others = nil
    isRead.value = false
    #expect(ends == 1 && runs == 1)
    // What it has read is no dependency.
    number.value = 2
    #expect(runs == 1 && filtered.count.value == 2)
    for token in tokens { token.cancel() }
  }

  @Test("a batch restores a row, and a behavior that no function has read in it since the row was removed")
  func restoredRow() {
    let count = Count()
    let isShown = (0..<2).map { OpenBehavior($0 == 1) }
    let rows = OpenKeyed((0..<2).map { Row(id: $0, number: 0, runs: count) })
    let filtered = rows.filter { isShown[$0.id].value }
    var notified = 0
    let tokens = (0..<2).map { filtered[$0].sink { _ in notified += 1 } }
    let old = rows.value
    batch {
      isShown[0].value = true
      #expect(filtered[0].value != nil)
      rows.remove(0)
      rows.update(1) { $0.number = 1 }
      #expect(filtered[1].value?.number == 1)
      rows.value = old
      isShown[0].value = false
    }
    #expect(filtered[0].value == nil && filtered[1].value?.number == 0 && notified == 0)
    isShown[0].value = true
    #expect(filtered[0].value != nil && notified == 1)
    for token in tokens { token.cancel() }
  }

  @Test("a pass over all rows, because of what a function has read for another row, does not run what reads this one")
  func passOfOtherReads() {
    let count = Count()
    let (first, second) = (OpenBehavior(1), OpenBehavior(1))
    let rows = OpenKeyed((0..<2).map { Row(id: $0, number: 0, runs: count) })
    let filtered = rows.filter { $0.id < 9 && ($0.number == 0 ? first : second).value > 0 }
    var runs = 0
    let absent = filtered[9].map { row in
      runs += 1
      return row?.number
    }
    let token = absent.sink { _ in }
    rows.update(1) { $0.number = 1 }
    // Begins to read the second behavior, which the absent row does not depend on.
    #expect(filtered.count.value == 2)
    second.value = 2
    runs = 0
    batch {
      rows.insert(Row(id: 9, number: 0, runs: count))
      #expect(absent.value == nil)
    }
    #expect(runs == 0)
    token.cancel()
  }

  @Test("no row is notified before a function that edits the source has settled")
  func editingFunction() {
    let count = Count()
    let offset = OpenBehavior(10)
    let rows = OpenKeyed((0..<3).map { Row(id: $0, number: 0, runs: count) })
    let numbers = rows.map { row in
      if row.id == 0, let other = rows.peek(1), other.number < 3 { rows.update(1) { $0.number += 1 } }
      return row.number + offset.value
    }
    var notified: [Int?] = []
    let tokens = [numbers[0].sink { _ in }, numbers[1].sink { notified.append($0) }]
    rows.update(2) { $0.number = 1 }
    #expect(numbers[1].value == 13)
    notified = []
    batch {
      rows.update(1) { $0.number = 0 }
      rows.update(0) { $0.number = 1 }
    }
    #expect(numbers[1].value == 13 && notified.isEmpty)
    for token in tokens { token.cancel() }
  }

  @Test("random edits, changes of what is read, reads and reverts", arguments: 0..<8 as Range<UInt64>)
  func random(seed: UInt64) { for reads in Reads.allCases { check(seed: seed, reads) } }

  private func check(seed: UInt64, _ reads: Reads) {
    var random = SeededGenerator(seed: seed)
    let size = random.below(2) == 0 ? 8 : 60
    let world = World(size, reads)
    let count = Count()
    let rows = OpenKeyed((0..<size).map { Row(id: $0, number: random.below(6), runs: count) })
    let filtered = rows.filter { world.number(of: $0.id, $0.number) % 3 > 0 }
    let mapped = filtered.map { $0.number + world.number(of: $0.id, $0.number) }
    let group = rows.grouped { world.number(of: $0.id, $0.number) % 2 }.group(1)
    func plain(_ place: Int) -> Int? {
      let (collection, id) = (place / size, place % size)
      guard let row = rows.peek(id) else { return nil }
      let number = world.plainNumber(of: id, row.number)
      return switch collection {
      case 0: number % 3 > 0 ? row.number : nil
      case 1: number % 3 > 0 ? row.number + number : nil
      default: number % 2 == 1 ? row.number : nil
      }
    }
    func read(_ place: Int) -> Int? {
      switch place / size {
      case 0: filtered[place % size].value?.number
      case 1: mapped[place % size].value
      default: group[place % size].value?.number
      }
    }
    var (seen, calls) = ([Int: Int?](), [Int: Int]())
    var tokens: [Int: Subscription] = [:]
    func observe(_ place: Int) {
      func note(_ number: Int?) {
        seen[place] = .some(number)
        calls[place, default: 0] += 1
      }
      tokens[place]?.cancel()
      tokens[place] =
        switch place / size {
        case 0: filtered[place % size].sink { note($0?.number) }
        case 1: mapped[place % size].sink { note($0) }
        default: group[place % size].sink { note($0?.number) }
        }
      seen[place] = .some(plain(place))
    }
    func edit() {
      let id = random.below(size)
      switch random.below(9) {
      case 0...2: rows.update(id) { $0.number = random.below(6) }
      case 3: rows.remove(id)
      case 4: rows.insert(Row(id: id, number: random.below(6), runs: count))
      case 5: if rows.peek(id) != nil { rows.move(id, before: rows.ids.peek().first) }
      case 6: _ = read(random.below(3 * size))
      default: batch { world.change(random.below(size + 2)) }
      }
    }
    for place in 0..<3 * size where random.below(4) > 0 { observe(place) }
    for _ in 0..<60 {
      let before = (0..<3 * size).map(plain)
      calls = [:]
      switch random.below(8) {
      case 0: observe(random.below(3 * size))
      case 1: tokens.removeValue(forKey: random.below(3 * size))?.cancel()
      case 2...4: edit()
      default:
        batch {
          let (old, values) = (rows.value, world.values)
          for _ in 0...random.below(5) { edit() }
          if random.below(3) == 0 {
            rows.value = old
            world.values = values
          }
        }
      }
      for place in 0..<3 * size {
        let now = plain(place)
        let isObserved = tokens[place] != nil
        #expect(!isObserved || seen[place] == now, "seed \(seed), \(reads): \(place)")
        let expected = before[place] == now ? 0 : 1
        #expect(!isObserved || calls[place, default: 0] == expected, "seed \(seed), \(reads): \(place)")
        if random.below(8) == 0 { #expect(read(place) == now, "seed \(seed), \(reads): \(place)") }
      }
    }
    for token in tokens.values { token.cancel() }
  }

  private final class World {
    private let reads: Reads
    private let isFirst = OpenBehavior(1)
    private let levels: [OpenBehavior<Int>]
    private let others: OpenKeyed<Other>
    private struct Other: Identifiable, Equatable {
      var id: Int
      var number = 0
    }

    init(_ count: Int, _ reads: Reads) {
      self.reads = reads
      levels = (0..<count).map { _ in OpenBehavior(0) }
      others = OpenKeyed((0..<count).map { Other(id: $0) })
    }

    func number(of id: Int, _ number: Int) -> Int {
      switch reads {
      case .level: levels[0].value
      case .ownLevel: levels[id].value
      case .branch: isFirst.value == 1 ? levels[(id + number) % levels.count].value : number % 2 * levels[1].value
      case .otherRow: others[(id + number) % levels.count].value?.number ?? 0
      }
    }
    func plainNumber(of id: Int, _ number: Int) -> Int {
      switch reads {
      case .level: levels[0].peek()
      case .ownLevel: levels[id].peek()
      case .branch: isFirst.peek() == 1 ? levels[(id + number) % levels.count].peek() : number % 2 * levels[1].peek()
      case .otherRow: others.peek((id + number) % levels.count)?.number ?? 0
      }
    }

    /// Changes one of the things that are read.
    func change(_ place: Int) {
      if place >= levels.count {
        isFirst.value = 1 - isFirst.peek()
        levels[0].value = (levels[0].peek() + 1) % 4
      } else {
        levels[place].value = (levels[place].peek() + 1) % 4
        others.update(place) { $0.number = ($0.number + 1) % 4 }
      }
    }
    var values: [Int] {
      get { [isFirst.peek()] + levels.map { $0.peek() } + others.peek().map(\.number) }
      set {
        isFirst.value = newValue[0]
        for (place, level) in levels.enumerated() {
          level.value = newValue[place + 1]
          others.update(place) { $0.number = newValue[place + 1 + levels.count] }
        }
      }
    }
  }
}

extension KeyedRowsAloneTests.Row: Equatable {
  static func == (one: Self, other: Self) -> Bool {
    one.runs.number += 1
    return one.id == other.id && one.number == other.number
  }
}
