// Tests: Keyed+Filter, Keyed+Map, Keyed+Reduce, Keyed+Sorted, Keyed+Sum, Keyed+Window, Keyed+Grouped, Keyed+Joined

import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("Operators of many rows")
struct KeyedSizeTests {
  /// 100,000; in short 10,000.
  private static let large = TestSize.large / 10

  private struct Row: Identifiable, Equatable {
    var id: Int
    var number: Int
    var city: Int
  }
  private struct City: Identifiable, Equatable {
    var id: Int
    var tax = 1
  }

  enum Kind: CaseIterable {
    case map, mapRows, filter, count, reduce, sum, sorted, window, least, group, groupSums, rowCounts, joined, selector
    case changes

    /// Takes logarithmically many comparisons.
    var isOrder: Bool { [.sorted, .window, .least].contains(self) }
  }

  /// An operator that something observes, beside the plain function.
  private struct Sample {
    let rows: OpenKeyed<Row>
    var result: () -> [Int] = { [] }
    var plain: ([Row]) -> [Int] = { _ in [] }
    /// Changes something besides the rows.
    var change: (Int) -> Void = { _ in }
    let bag = SubscriptionBag()
    /// Calls of the user's functions.
    let calls = Box(0)

    init(_ kind: Kind, _ size: Int) {
      // Ten rows in each city, at first.
      let rows = OpenKeyed((0..<size).map { Row(id: $0, number: $0 * 7919 % 1_000_003, city: $0 / 10) })
      self.rows = rows
      let calls = calls
      func count<Value>(_ value: Value) -> Value {
        calls.value += 1
        return value
      }
      func before(_ one: Row, _ other: Row) -> Bool { count(one.number < other.number) }
      func inOrder(_ rows: [Row]) -> [Row] { rows.sorted { $0.number < $1.number } }
      switch kind {
      case .map: show(rows.map { count($0.number * 2) }, { $0 }, plain: { $0.map { $0.number * 2 } })
      case .mapRows: show(rows.mapRows { count($0.number * 2) }, { $0 }, plain: { $0.map { $0.number * 2 } })
      case .filter:
        show(rows.filter { count($0.number % 3 == 0) }, \.id, plain: { $0.filter { $0.number % 3 == 0 }.map(\.id) })
      case .count:
        show(rows.filter { count($0.number % 3 == 0) }.count, { [$0] }, plain: { [$0.count { $0.number % 3 == 0 }] })
      case .reduce:
        let total = rows.reduce(0) {
          count($0 + $1.number)
        } removing: {
          count($0 - $1.number)
        }
        show(total, { [$0] }, plain: { [$0.reduce(0) { $0 + $1.number }] })
      case .sum: show(rows.sum { count($0.number) }, { [$0] }, plain: { [$0.reduce(0) { $0 + $1.number }] })
      case .sorted:
        let sorted = rows.sorted(by: before)
        sorted.window(0..<1).array.sink { _ in }.store(in: bag)
        show(sorted, \.id, plain: { inOrder($0).map(\.id) })
      case .window:
        show(rows.sorted(by: before).window(10..<60).array, { $0.map(\.id) }, plain: { inOrder($0)[10..<60].map(\.id) })
      case .least: show(rows.min(by: before), { $0.map { [$0.id] } ?? [] }, plain: { [inOrder($0)[0].id] })
      case .group:
        show(
          rows.grouped { count($0.city) }.group(3).array, { $0.map(\.id) },
          plain: { $0.filter { $0.city == 3 }.map(\.id) })
      case .groupSums:
        show(
          rows.grouped { count($0.city) }.sum { count($0.number) }, { $0 }, inOrder: false,
          plain: {
            Dictionary(grouping: $0, by: \.city).values.map { $0.reduce(0) { $0 + $1.number } }.sorted()
          })
      case .rowCounts:
        show(
          rows.grouped { count($0.city) }.rowCounts(), { $0 }, inOrder: false,
          plain: {
            Dictionary(grouping: $0, by: \.city).values.map(\.count).sorted()
          })
      case .joined:
        let cities = OpenKeyed((0..<size / 10).map { City(id: $0) })
        let prices = rows.joined(with: cities) { count($0.city) }.map { count($0.left.number * ($0.right?.tax ?? 0)) }
        show(
          prices, { $0 },
          plain: { rows in
            let taxes = Dictionary(uniqueKeysWithValues: cities.value.map { ($0.id, $0.tax) })
            return rows.map { $0.number * (taxes[$0.city] ?? 0) }
          })
        change = { number in
          if number % 3 == 0 { cities.remove(number % 100) }
          cities.insert(City(id: number % 100, tax: number % 7))
        }
      case .selector:
        let chosen = OpenBehavior(0)
        let isChosen = chosen.selector()
        let all = (0..<size).map { isChosen[$0] }
        for row in all { row.sink { _ in calls.value += 1 }.store(in: bag) }
        result = { all.indices.filter { all[$0].value } }
        plain = { _ in [chosen.value] }
        change = { chosen.value = $0 % 1000 }
      case .changes:
        let (doubled, shown, lists) = (
          rows.map { count($0.number * 2) }, Box<[Int]>([]), Box<[KeyedChanges<Int, Int>]>([])
        )
        shown.value = doubled.value
        doubled.changes.sink { lists.value.append($0) }.store(in: bag)
        result = {
          for list in lists.value { list.apply(to: &shown.value) }
          lists.value = []
          return shown.value
        }
        plain = { $0.map { $0.number * 2 } }
      }
    }

    /// Observes the sum, since an array is made anew for each delivery.
    private mutating func show<ID, Shown>(
      _ collection: Keyed<ID, Shown>, _ number: @escaping (Shown) -> Int, inOrder: Bool = true,
      plain: @escaping ([Row]) -> [Int]
    ) {
      collection.sum(number).sink { _ in }.store(in: bag)
      result = { inOrder ? collection.value.map(number) : collection.value.map(number).sorted() }
      self.plain = plain
    }

    private mutating func show<Value>(
      _ behavior: Behavior<Value>, _ numbers: @escaping (Value) -> [Int], plain: @escaping ([Row]) -> [Int]
    ) {
      behavior.sink { _ in }.store(in: bag)
      _ = behavior.value
      result = { numbers(behavior.value) }
      self.plain = plain
    }

    /// Edits one of the first 1,000 rows, the same in each collection for the same `random`.
    func edit(_ random: inout SeededGenerator) {
      let (id, other) = (random.below(1000), random.below(1000))
      let row = Row(id: id, number: random.below(1_000_000), city: random.below(100))
      switch random.below(8) {
      case 0: rows.remove(id)
      case 1: rows.move(id, before: other)
      case 2: rows.insert(row, before: other)
      case 3: change(random.below(1_000_000))
      default: rows.update(id) { $0 = row }
      }
    }
  }

  @Test(
    "of 100,000 rows (short: 10,000) that are edited, each is as the plain function of an array",
    arguments: Kind.allCases)
  func plain(kind: Kind) {
    let sample = Sample(kind, Self.large)
    let rows = sample.rows
    var random = SeededGenerator(seed: 19)
    func check() { #expect(sample.result() == sample.plain(rows.value)) }
    for _ in 0..<8 { sample.edit(&random) }
    batch { for _ in 0..<200 { sample.edit(&random) } }
    check()
    batch {
      for id in Self.large - 50..<Self.large { rows.update(id) { $0.number += 1 } }
      let last = rows.remove(Self.large - 1)!
      rows.insert(last)
      for id in Self.large - 50..<Self.large { rows.update(id) { $0.number -= 1 } }
    }
    rows.removeAll { $0.id % 10 == 1 }
    check()
    rows.value = rows.value.reversed()
    check()
  }

  @Test(
    "edits call functions as often among 100,000 rows (short: 10,000) as among 1,000; comparisons, a bit more",
    arguments: Kind.allCases)
  func calls(kind: Kind) {
    func calls(_ size: Int) -> Int {
      let sample = Sample(kind, size)
      var random = SeededGenerator(seed: 20)
      sample.calls.value = 0
      for _ in 0..<60 { sample.edit(&random) }
      sample.bag.cancelAll()
      return sample.calls.value
    }
    let (few, many) = (calls(1_000), calls(Self.large))
    // A place is found with some 10 comparisons among 1,000, and some 17 among 100,000.
    #expect(few > 0 && (kind.isOrder ? many < 3 * few : many == few), "\(few), then \(many)")
    #expect(few < 60 * (kind.isOrder ? 100 : 12))
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a row of too long a chain stops with a message, where all rows can be read", arguments: [false, true])
  func deepRow(isRead: Bool) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isRead = isRead as Bool] in
      onThread(stackKibibytes: 512) {
        var last: Keyed<Int, DeepRow> = OpenKeyed([DeepRow(id: 1)])
        for _ in 0..<10_000 {
          last = last.filter(file: "Deep.swift", line: 7) { $0.id > 0 }
          if isRead { _ = last.count.value }
        }
        if isRead && (last.value != [DeepRow(id: 1)] || last.peek(1) == nil) { return }
        _ = last[1].value
      }
    }
    try expectStop(
      result, says: ["too small for a row of a collection derived from Deep.swift:7", "array and peek(_:) need none"])
  }

  @Test("an order that follows from too many others stops with a message", arguments: [false, true])
  func deepOrder(isGrouped: Bool) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isGrouped = isGrouped as Bool] in
      onThread(stackKibibytes: 512) {
        let rows = OpenKeyed([DeepRow(id: 1)])
        var last: Keyed<Int, DeepRow> = rows
        for _ in 0..<10_000 {
          last =
            isGrouped ? last.grouped { _ in 1 }.group(1, file: "Deep.swift", line: 7) : last.sorted { _, _ in false }
          if isGrouped { _ = last.count.value }
        }
        rows.insert(DeepRow(id: 2))
        _ = last.value
      }
    }
    try expectStop(result, says: ["too small to order rows for ", "sorted or grouped from each other"])
  }
  private struct DeepRow: Identifiable, Equatable { var id: Int }
  #endif
}
