// Tests: Keyed+Filter, Keyed+Grouped, Keyed+Joined, Keyed+Map, Keyed+Reduce, Keyed+Sorted, Keyed+Sum, Keyed+Window

import ReactiveDerived
import ReactiveTestSupport
import Testing

/// Every user function edits the collection at random. Once the edits stop, everything matches plain functions of the
/// rows.
@Suite("Functions, comparisons, observers and ends of rows that edit at random")
struct KeyedReentrancyTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
    var end: Farewell?
    var onCompare: (() -> Void)?
    static func == (a: Row, b: Row) -> Bool {
      a.onCompare?()
      return a.id == b.id && a.number == b.number && a.end === b.end
    }
    var pair: [Int] { [id, number] }
  }

  /// The rows' `deinit` and `==` hold the collection, which still has some of them in its journal and in the array that
  /// was read.
  private func empty(_ rows: OpenKeyed<Row>) {
    rows.removeAll()
    for number in 0..<300 {
      rows.insert(Row(id: -1, number: number))
      rows.remove(-1)
    }
    #expect(rows.value.isEmpty)
  }

  @Test("all is right when they are quiet", arguments: 0..<60)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = seed % 3 == 0 ? 150 : 8
    let rows = OpenKeyed<Row>()
    let level = OpenBehavior(3)
    var budget = 0
    func make(_ id: Int) -> Row {
      var row = Row(id: id, number: random.below(9))
      if seed % 2 == 0 && random.once(in: 3) { row.end = Farewell { disturb() } }
      if seed % 5 == 0 { row.onCompare = { disturb() } }
      return row
    }
    func edit() {
      let id = random.below(size + 2)
      switch random.below(9) {
      case 0, 1: rows.remove(id)
      case 2: rows.move(id, before: random.below(size))
      case 3: rows.insert(make(id), before: random.below(size))
      case 4: level.value = random.below(6)
      case 5 where random.once(in: 4):
        rows.value = (0..<size).shuffled(using: &random).dropFirst(3).map { Row(id: $0, number: $0 % 9) }
      case 6 where random.once(in: 4): rows.removeAll { $0.number == 4 }
      default: rows.insert(make(id))
      }
    }
    var isEditing = false
    func disturb() {
      guard budget > 0, !isEditing else { return }
      budget -= 1
      isEditing = true
      edit()
      isEditing = false
    }
    let large = rows.filter {
      disturb()
      return $0.number > level.value
    }
    let doubled = large.map {
      disturb()
      return $0.number * 2
    }
    let sorted = rows.sorted {
      disturb()
      return $0.number < $1.number
    }
    let window = sorted.window(1..<5)
    let total = rows.reduce(0) {
      disturb()
      return $0 + $1.number
    } removing: {
      disturb()
      return $0 - $1.number
    }
    let sum = doubled.sum {
      disturb()
      return $0
    }
    let single = large[3]
    var (shownLarge, shownWindow) = ([[Int]](), [[Int]]())
    let bag = SubscriptionBag()
    let pairs = (large.map(\.pair), window.map(\.pair))
    pairs.0.changes.sink {
      disturb()
      $0.apply(to: &shownLarge)
    }.store(in: bag)
    pairs.1.changes.sink { $0.apply(to: &shownWindow) }.store(in: bag)
    single.sink { _ in disturb() }.store(in: bag)
    total.sink { _ in disturb() }.store(in: bag)
    for _ in 0..<80 {
      budget = random.below(4)
      if random.once(in: 3) {
        batch { for _ in 0..<1 + random.below(6) { edit() } }
      } else {
        edit()
      }
      if random.once(in: 2) { _ = (doubled.value, sum.value, window.count.value, single.value) }
      budget = 0
      _ = (rows.value, large.value, window.value)
      let plain = rows.value.map { Row(id: $0.id, number: $0.number) }
      let level = level.value
      let plainLarge = plain.filter { $0.number > level }
      #expect(large.value.map(\.pair) == plainLarge.map(\.pair))
      #expect(doubled.value == plainLarge.map { $0.number * 2 } && doubled.count.value == plainLarge.count)
      #expect(sum.value == plainLarge.reduce(0) { $0 + 2 * $1.number })
      #expect(total.value == plain.reduce(0) { $0 + $1.number })
      #expect(single.value?.number == plainLarge.first { $0.id == 3 }?.number)
      #expect(rows[3].value?.number == plain.first { $0.id == 3 }?.number)
      let plainWindow = Array(plain.sorted { $0.number < $1.number }.dropFirst().prefix(4))
      #expect(window.value.map(\.pair) == plainWindow.map(\.pair))
      // Compared without order: a row moved during an evaluation may be missing in the lists of changes.
      #expect(shownLarge.sorted { $0[0] < $1[0] } == plainLarge.map(\.pair).sorted { $0[0] < $1[0] })
      #expect(shownWindow == plainWindow.map(\.pair))
    }
    bag.cancelAll()
    empty(rows)
  }

  /// In the functions, rows come, go and change, but do not move.
  @Test("groups, their sums, joins and extremes are right when the functions that edit are quiet", arguments: 0..<60)
  func groupsAndJoins(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = seed % 3 == 0 ? 150 : 8
    let rows = OpenKeyed<Row>()
    var budget = 0
    var isEditing = false
    func make(_ id: Int) -> Row {
      var row = Row(id: id, number: random.below(9))
      if seed % 2 == 0 && random.once(in: 3) { row.end = Farewell { disturb() } }
      if seed % 5 == 0 { row.onCompare = { disturb() } }
      return row
    }
    func edit() {
      let id = random.below(size + 2)
      switch random.below(6) {
      case 0, 1: rows.remove(id)
      case 2 where !isEditing: rows.move(id, before: random.below(size))
      case 3 where random.once(in: 4): rows.removeAll { $0.number == 4 }
      default: rows.insert(make(id))
      }
    }
    func disturb() {
      guard budget > 0, !isEditing else { return }
      budget -= 1
      isEditing = true
      edit()
      isEditing = false
    }
    func disturbing<Value>(_ value: Value) -> Value {
      disturb()
      return value
    }
    let large = rows.filter { disturbing($0.number > 3) }
    let groups = rows.grouped { disturbing($0.number % 3) }
    let (first, sums) = (groups.group(1), groups.sum { disturbing($0.number) })
    let joined = rows.joined(with: large) { disturbing($0.number) }
    let (least, greatest) = (
      rows.min { disturbing($0.number < $1.number) }, rows.max { disturbing($0.number < $1.number) }
    )
    let bag = SubscriptionBag()
    if seed % 4 != 0 {
      first.sink { _ in disturb() }.store(in: bag)
      sums[2].sink { _ in disturb() }.store(in: bag)
      joined.sink { _ in disturb() }.store(in: bag)
      joined.changes.sink { _ in disturb() }.store(in: bag)
      least.sink { _ in disturb() }.store(in: bag)
    }
    for _ in 0..<60 {
      budget = random.below(4)
      if random.once(in: 3) {
        batch { for _ in 0..<1 + random.below(6) { edit() } }
      } else {
        edit()
      }
      if random.once(in: 2) { _ = (groups[1].value, sums.value, joined[3].value, greatest.value) }
      budget = 0
      let plain = rows.value.map { Row(id: $0.id, number: $0.number) }
      let plainGroups = Dictionary(grouping: plain) { $0.number % 3 }
      #expect(first.value.map(\.pair) == (plainGroups[1] ?? []).map(\.pair))
      #expect(groups[2].value?.map(\.pair) == plainGroups[2]?.map(\.pair))
      #expect(groups.count.value == plainGroups.count)
      for key in 0..<3 { #expect(sums[key].value == plainGroups[key]?.reduce(0) { $0 + $1.number }) }
      #expect(joined.value.map(\.left.pair) == plain.map(\.pair))
      let named = plain.map { row in plain.first { $0.id == row.number && $0.number > 3 }?.pair }
      #expect(joined.value.map { $0.right?.pair } == named)
      #expect(least.value?.number == plain.map(\.number).min())
      #expect(greatest.value?.number == plain.map(\.number).max())
    }
    bag.cancelAll()
    empty(rows)
  }

  @Test("a row whose end reads a collection is released after its evaluation", arguments: 0..<7, [false, true])
  func endsThatRead(kind: Int, isObserved: Bool) {
    let rows = OpenKeyed((0..<4).map { Row(id: $0) })
    var derived: Keyed<Int, Row>?
    var ended = 0
    func makeEnd() -> Farewell {
      Farewell {
        ended += 1
        if let derived { #expect(derived.count.value == 4 && derived.value.count == 4) }
      }
    }
    derived =
      switch kind {
      case 0: rows
      case 1: rows.filter { $0.number >= 0 }
      case 2: rows.map { $0 }
      case 3: rows.map { Row(id: $0.id, number: $0.number, end: makeEnd()) }
      case 4: rows.grouped { _ in 1 }.group(1)
      case 5: rows.joined(with: rows, on: \.id).map(\.left)
      default: rows.sorted { $0.number < $1.number }.window(0..<4)
      }
    let bag = SubscriptionBag()
    if isObserved {
      derived?.count.sink { _ in }.store(in: bag)
      derived?.changes.sink { _ in }.store(in: bag)
    }
    for number in 1...600 {
      rows.update(number % 4) {
        $0.number = number
        $0.end = makeEnd()
      }
      if number % 100 == 0 { #expect(derived?.value.count == 4) }
    }
    #expect(derived?.value.map(\.number).sorted() == [597, 598, 599, 600])
    #expect(ended > 450)
    bag.cancelAll()
    let last = derived
    derived = nil
    withExtendedLifetime(last) {}
  }

  @Test("collections and what is made of them are dropped in any order, one of them in a function", arguments: 0..<40)
  func drops(seed: UInt64) {
    let live = LiveCount()
    var random = SeededGenerator(seed: seed)
    do {
      struct Item: Identifiable {
        let id: Int
        var number: Int
        let object: Tracked
      }
      let kept = Box<[AnyObject]>([])
      var dropsInFunction = false
      func maybeDrop() {
        if dropsInFunction && !kept.value.isEmpty {
          dropsInFunction = false
          let dropped = kept.value.remove(at: kept.value.count / 2)
          withExtendedLifetime(dropped) {}
        }
      }
      func number(_ item: Item) -> Int {
        maybeDrop()
        return item.number
      }
      func make() -> OpenKeyed<Item> {
        let rows = OpenKeyed((0..<20).map { Item(id: $0, number: $0 * 7 % 20, object: live.make()) })
        let others = OpenKeyed((0..<20).map { Item(id: $0, number: $0, object: live.make()) })
        let joined = rows.joined(with: others, on: number)
        let groups = joined.grouped { number($0.left) % 3 }
        let sums: [Behavior<Int>] = [
          rows.sum(number), joined.sum { number($0.left) },
          others.reduce(0) {
            $0 + number($1)
          } removing: {
            $0 - number($1)
          },
        ]
        let extremes = [rows.min { number($0) < number($1) }, others.max { number($0) < number($1) }].map {
          $0.map { $0?.number ?? 0 }
        }
        let best = joined.min { number($0.left) < number($1.left) }.map { $0?.right?.number ?? 0 }
        kept.value =
          [others, joined, groups, groups.sum { number($0.left) }, joined.changes, groups.group(1), best] + sums
          + extremes
        for behavior in sums + extremes + [best] { behavior.sink { _ in maybeDrop() } }
        kept.value.shuffle(using: &random)
        return rows
      }
      let rows = make()
      while !kept.value.isEmpty {
        if random.once(in: 2) {
          dropsInFunction = true
        } else {
          kept.value.removeLast()
        }
        rows.update(random.below(20)) { $0.number = random.below(20) }
        if random.once(in: 3) { rows.remove(random.below(20)) }
        if dropsInFunction { kept.value.removeLast() }
        dropsInFunction = false
      }
      rows.insert(Item(id: 50, number: 1, object: live.make()))
      #expect(live.alive > 0)
    }
    #expect(live.alive == 0)
  }

  @Test("the comparison of a group's id asks for another group, or for the same", arguments: 0..<3)
  func groupInComparison(distance: Int) {
    final class Hook { var action: (() -> Void)? }
    struct City: Hashable {
      let number: Int
      let hook: Hook
      static func == (a: City, b: City) -> Bool {
        let action = a.hook.action
        a.hook.action = nil
        action?()
        return a.number == b.number
      }
      func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }
    let hook = Hook()
    let rows = OpenKeyedRows<Int, Int>(Array(1...9), id: { $0 })
    let groups = rows.grouped { City(number: $0 % 3, hook: hook) }
    let one = groups.group(City(number: 1, hook: hook))
    var others: [Keyed<Int, Int>] = []
    for number in 0..<3 {
      var calls = 0
      hook.action = {
        calls += 1
        others.append(groups.group(City(number: (number + distance) % 3, hook: hook)))
      }
      others.append(groups.group(City(number: number, hook: hook)))
      #expect(calls == 1)
    }
    rows.insert(10)
    rows.insert(12)
    #expect(one.value == [1, 4, 7, 10])
    #expect(Set(others.map(\.value)) == [[3, 6, 9, 12], [1, 4, 7, 10], [2, 5, 8]])
  }

  @Test("the hash of a row's id moves another row to another group, while the group is filled")
  func groupInHash() {
    final class Hook { var action: (() -> Void)? }
    struct ID: Hashable {
      let number: Int
      let hook: Hook
      static func == (a: ID, b: ID) -> Bool { a.number == b.number }
      func hash(into hasher: inout Hasher) {
        let action = hook.action
        hook.action = nil
        action?()
        hasher.combine(number)
      }
    }
    struct Person: Identifiable, Equatable {
      let id: ID
      var city: String
    }
    let hook = Hook()
    let rows = OpenKeyed((1...4).map { Person(id: ID(number: $0, hook: hook), city: $0 < 4 ? "Rome" : "Oslo") })
    let groups = rows.grouped { $0.city }
    #expect(groups.count.value == 2)
    hook.action = {
      rows.update(ID(number: 2, hook: Hook())) { $0.city = "Oslo" }
      #expect(groups.count.value == 2)
    }
    let (rome, oslo) = (groups.group("Rome"), groups.group("Oslo"))
    #expect(hook.action == nil && rome.value.map(\.id.number) == [1, 3] && oslo.value.map(\.id.number) == [2, 4])
    rows.insert(Person(id: ID(number: 7, hook: hook), city: "Rome"))
    #expect(rome.value.map(\.id.number) == [1, 3, 7])
  }

  @Test("a function that edits the rows in its first pass misses none, at any distance from them", arguments: 0..<100)
  func firstPass(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rows = OpenKeyed((0..<6).map { Row(id: $0, number: $0) })
    let source: Keyed<Int, Row> =
      switch random.below(4) {
      case 0: rows
      case 1: rows.filter { $0.number >= 0 }
      case 2: rows.filter { $0.number >= 0 }.map { $0 }
      default: rows.sorted { $0.number > $1.number }.filter { $0.number >= 0 }
      }
    var budget = 1 + random.below(3)
    func number(_ row: Row) -> Int {
      if budget == 0 || !random.once(in: 3) { return row.number }
      budget -= 1
      let other = random.below(12)
      switch random.below(5) {
      case 0: rows.remove(row.id)
      case 1: rows.remove(other)
      case 2: rows.insert(Row(id: other, number: other), before: row.id)
      case 3: rows.insert(Row(id: other, number: other))
      default: rows.move(random.once(in: 2) ? row.id : other, before: random.once(in: 2) ? nil : random.below(6))
      }
      return row.number
    }
    let numbers = source.map { number($0) }
    let odd = source.filter { number($0) % 2 == 1 }
    let sum = source.reduce(0, adding: { $0 + number($1) }, removing: { $0 - $1.number })
    let groups = source.grouped { number($0) % 2 }
    // The functions may edit in the first read of each. Then all are up to date.
    for _ in 0..<2 { _ = (numbers.value, odd.value, sum.value, groups.group(0).value) }
    budget = 0
    let now = source.value.map(\.number)
    #expect(numbers.value == now)
    #expect(odd.value.map(\.number) == now.filter { $0 % 2 == 1 })
    #expect(sum.value == now.reduce(0, +))
    #expect(groups.group(0).value.map(\.number) == now.filter { $0 % 2 == 0 })
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a function that edits its source for ever stops with the operator's place", arguments: 0..<3)
  func endless(number: Int) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [number = number as Int] in
      let rows = OpenKeyed([Row(id: 1), Row(id: 2)], file: "Rows.swift", line: 1)
      func edit(_ row: Row) -> Row {
        rows.update(row.id) { $0.number += 1 }
        return row
      }
      let observed: Behavior<Int> =
        switch number {
        case 0: rows.filter(file: "Place.swift", line: 7) { edit($0).id > 0 }.count
        case 1: rows.grouped(by: { edit($0).id }, file: "Place.swift", line: 7).rowCounts().count
        // The place of an order is that of the rows.
        default: rows.map(file: "Place.swift", line: 7) { $0 }.sorted { edit($0).number < $1.number }.ids.map(\.count)
        }
      observed.sink { _ in }.store(in: SubscriptionBag())
    }
    try expectStop(
      result, says: ["the function of Place.swift:7 wrote what it reads in 100000 runs", "Let the function only read"])
  }

  @Test("a function that adds a row for each row stops", arguments: [false, true])
  func endlessPass(isInFront: Bool) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isInFront = isInFront as Bool] in
      let rows = OpenKeyed([Row(id: 0)])
      var first = 0
      let numbers = rows.map(file: "Place.swift", line: 7) { row in
        rows.insert(Row(id: row.id + 1), before: isInFront ? first : nil)
        first = row.id + 1
        return row.number
      }
      _ = numbers.value
    }
    try expectStop(
      result, says: ["the function of Place.swift:7 wrote what it reads in one run", "Let the function only read"])
  }
  #endif
}
