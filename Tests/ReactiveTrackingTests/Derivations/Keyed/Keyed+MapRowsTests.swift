// Tests: Keyed+MapRows, RowDerivations

import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("mapRows")
struct KeyedMapRowsTests {
  private struct Order: Identifiable, Equatable {
    var id: Int
    var price: Int
  }
  private final class Log {
    var lines: [String] = []
    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }
  private static func orders(_ ids: some Sequence<Int>) -> OpenKeyed<Order> {
    OpenKeyed(ids.map { Order(id: $0, price: 10 * $0) })
  }

  @Test("the function runs for rows that have changed, and for those that have read what has changed")
  func runs() {
    let orders = Self.orders(1...4)
    let rate = atom(2)
    let other = atom(1)
    var ran: [Int] = []
    let lines = orders.mapRows { order in
      ran.append(order.id)
      return order.id % 2 == 0 ? order.price * rate.value : order.price + (order.id == 3 ? other.value : 0)
    }
    #expect(ran == [])
    var notified: [[Int]] = []
    let token = lines.observe { notified.append($0) }
    #expect(ran == [1, 2, 3, 4] && notified == [[10, 40, 31, 80]])
    ran = []
    orders.update(1) { $0.price = 11 }
    #expect(ran == [1])
    rate.value = 3
    #expect(ran == [1, 2, 4] && notified.last == [11, 60, 31, 120])
    other.value = 2
    #expect(ran == [1, 2, 4, 3] && notified.last == [11, 60, 32, 120])
    ran = []
    orders.move(4, before: 1)
    #expect(ran == [] && notified.last == [120, 11, 60, 32])
    orders.insert(Order(id: 6, price: 1))
    #expect(ran == [6] && notified.last == [120, 11, 60, 32, 3])
    batch {
      orders.update(2) { $0.price = 1 }
      rate.value = 1
    }
    #expect(ran.sorted() == [2, 4, 6, 6] && notified.last == [40, 11, 1, 32, 1])
    orders.remove(2)
    ran = []
    rate.value = 5
    #expect(ran.sorted() == [4, 6] && notified.last == [200, 11, 32, 5])
    token.cancel()
  }

  @Test("what a run reads is found anew in each")
  func dynamicReads() {
    let orders = Self.orders(1...2)
    let rate = atom(2)
    var runs = 0
    let lines = orders.mapRows { order in
      runs += 1
      return order.price > 10 ? order.price * rate.value : order.price
    }
    #expect(lines.value == [10, 40] && runs == 2)
    orders.update(2) { $0.price = 5 }
    #expect(lines.value == [10, 5] && runs == 3)
    rate.value = 3
    #expect(lines.value == [10, 5] && runs == 3)
    orders.update(1) { $0.price = 20 }
    #expect(lines.value == [60, 5] && runs == 4)
    rate.value = 1
    #expect(lines.value == [20, 5] && runs == 5)
  }

  @Test("cleanups run before the next run of the row, when the row has been removed, and at the end")
  func cleanups() {
    let orders = Self.orders(1...2)
    let rate = atom(1)
    let log = Log()
    var lines: Keyed<Int, Int>? = orders.mapRows { order in
      log.lines.append("+\(order.id)")
      onCleanup { log.lines.append("-\(order.id)") }
      return order.id == 2 ? rate.value : 0
    }
    #expect(lines?.value == [0, 1] && log.take() == ["+1", "+2"])
    orders.update(1) { $0.price = 0 }
    rate.value = 2
    #expect(lines?.value == [0, 2] && log.take() == ["-1", "+1", "-2", "+2"])
    orders.remove(2)
    #expect(lines?.value == [0] && log.take() == ["-2"])
    rate.value = 3
    #expect(lines?.value == [0] && log.take() == [])
    orders.insert(Order(id: 2, price: 0))
    #expect(lines?.value == [0, 3] && log.take() == ["+2"])
    // Reinserted before an evaluation: the derivation stays.
    orders.remove(1)
    orders.insert(Order(id: 1, price: 0), before: 2)
    #expect(lines?.value == [0, 3] && log.take() == [])
    orders.value = []
    #expect(lines?.value == [] && log.take().sorted() == ["-1", "-2"])
    orders.value = [Order(id: 1, price: 0)]
    #expect(lines?.value == [0] && log.take() == ["+1"])
    lines = nil
    #expect(log.take() == ["-1"])
  }

  @Test("the scope of a row is emptied before each run, and ends with the row")
  func scopes() {
    let orders = Self.orders(1...2)
    let rate = atom(1)
    let log = Log()
    var scopes: [Int: EffectScope] = [:]
    let lines = orders.scopedMapRows { order, scope in
      scopes[order.id] = scope
      scope.effect { log.lines.append("\(order.id): \(order.price * rate.value)") }
      return order.price
    }
    let token = lines.observe { _ in }
    #expect(log.take() == ["1: 10", "2: 20"])
    rate.value = 2
    #expect(log.take() == ["1: 20", "2: 40"])
    let first = scopes[1]
    orders.update(1) { $0.price = 1 }
    #expect(log.take() == ["1: 2"] && scopes[1] === first)
    orders.remove(1)
    #expect(first?.isCancelled == true)
    rate.value = 3
    #expect(log.take() == ["2: 60"])
    token.cancel()
  }

  @Test("an effect of a row runs for the row as it is, or not at all", arguments: [true, false], [true, false])
  func effectsOfChangedRows(isObserved: Bool, isRateFirst: Bool) {
    let orders = Self.orders(1...3)
    let rate = atom(1)
    let log = Log()
    let lines = orders.scopedMapRows { order, scope in
      scope.effect { inner in
        log.lines.append("\(order.id): \(order.price * rate.value)")
        inner.effect { log.lines.append("\(order.id): inner \(order.price * rate.value)") }
      }
      return order.price
    }
    func change(_ newRate: Int, _ edit: () -> Void) -> [String] {
      _ = log.take()
      batch {
        if isRateFirst { rate.value = newRate }
        edit()
        if !isRateFirst { rate.value = newRate }
      }
      return log.take().sorted()
    }
    let token = isObserved ? lines.observe { _ in } : nil
    _ = lines.value
    #expect(change(2) { orders.remove(1) } == ["2: 40", "2: inner 40", "3: 60", "3: inner 60"])
    #expect(change(3) { orders.update(2) { $0.price = 5 } } == ["2: 15", "2: inner 15", "3: 90", "3: inner 90"])
    #expect(change(4) { orders.update(2) { $0.price = 5 } } == ["2: 20", "2: inner 20", "3: 120", "3: inner 120"])
    #expect(change(5) { orders.value = [] } == [])
    token?.cancel()
  }

  @Test("rows that are removed, and inserted behind others, before more edits than are kept: each keeps its derivation")
  func otherSlots() {
    let orders = Self.orders(1...4)
    var runs: [Int] = []
    let prices = orders.mapRows { order in
      runs.append(order.id)
      return order.price
    }
    _ = prices.value
    runs = []
    let removed = [1, 2].compactMap { orders.remove($0) }
    for price in 1...200 { orders.update(4) { $0.price = price } }
    for id in 8...9 { orders.insert(Order(id: id, price: 0)) }
    for order in removed { orders.insert(order) }
    for id in 8...9 { orders.remove(id) }
    for price in 1...200 { orders.update(4) { $0.price = price } }
    #expect(prices.value == orders.value.map(\.price) && runs == [4])
  }

  @Test("an effect of a row in a paused scope does not bring an unobserved collection up to date")
  func pausedEffects() {
    let orders = Self.orders(1...1)
    let rate = atom(1)
    var (runs, paid) = (0, 0)
    var scopes: [EffectScope] = []
    let lines = orders.scopedMapRows { order, scope in
      runs += 1
      scopes.append(scope)
      scope.effect { paid = order.price * rate.value }
      return order.price
    }
    _ = lines.value
    scopes[0].pause()
    for number in 2...5 {
      orders.update(1) { $0.price = number }
      rate.value = number
    }
    #expect(runs == 1 && paid == 10)
    scopes[0].resume()
    #expect(runs == 2 && paid == 25)
  }

  @Test("a row behavior is notified of its row alone, and of what its derivation has read")
  func rowBehaviors() {
    let orders = Self.orders(1...3)
    let rate = atom(1)
    let lines = orders.mapRows { $0.id == 3 ? $0.price : $0.price * rate.value }
    var notified: [String] = []
    let tokens = [1, 3, 4].map { id in
      lines[id].observe { notified.append("\(id): \($0.map(String.init) ?? "nil")") }
    }
    #expect(notified == ["1: 10", "3: 30", "4: nil"])
    notified = []
    orders.update(2) { $0.price = 0 }
    #expect(notified == [])
    rate.value = 2
    #expect(notified == ["1: 20"])
    orders.insert(Order(id: 4, price: 1))
    rate.value = 3
    #expect(notified.sorted() == ["1: 20", "1: 30", "4: 2", "4: 3"])
    notified = []
    orders.remove(1)
    rate.value = 4
    #expect(notified.sorted() == ["1: nil", "4: 4"])
    for token in tokens { token.cancel() }
  }

  @Test("what a batch takes back is no change, and nothing is missed after it")
  func takenBack() {
    let orders = Self.orders(1...3)
    let rate = atom(1)
    let lines = orders.mapRows { $0.price * rate.value }
    var notified: [[Int]] = []
    let token = lines.sink { notified.append($0) }
    batch {
      rate.value = 2
      #expect(lines.value == [20, 40, 60])
      orders.update(1) { $0.price = 1 }
      #expect(lines.value == [2, 40, 60])
      orders.remove(2)
      #expect(lines.value == [2, 60])
      rate.value = 1
      orders.value = [Order(id: 1, price: 10), Order(id: 2, price: 20), Order(id: 3, price: 30)]
    }
    #expect(notified == [] && lines.value == [10, 20, 30])
    rate.value = 2
    #expect(notified == [[20, 40, 60]])
    orders.update(3) { $0.price = 1 }
    #expect(notified.last == [20, 40, 2])
    token.cancel()
  }

  @Test("a row's behavior follows the derivation that replaces another in a batch", arguments: [false, true])
  func replacedDerivation(isObserved: Bool) {
    let orders = Self.orders(1...3)
    let rate = atom(2)
    let lines = orders.mapRows { $0.price < 100 ? $0.price * rate.value : $0.price - 960 }
    let second = lines[2]
    var notified: [Int?] = []
    let token = isObserved ? second.sink { notified.append($0) } : nil
    #expect(second.value == 40)
    let before = orders.value
    for newRate in [3, 3] {
      batch {
        // The same result, by a run that does not read the rate.
        orders.update(2) { $0.price = 1000 }
        rate.value = newRate
        #expect(lines.value.count == 3)
        orders.remove(2)
        #expect(lines.value.count == 2)
        orders.value = before
      }
      #expect(second.value == 60 && lines.value == [30, 60, 90])
    }
    rate.value = 4
    #expect(second.value == 80)
    #expect(notified == (isObserved ? [60, 80] : []))
    token?.cancel()
  }

  @Test("a function that removes its own row finishes, and the row ends after that")
  func removesItself() {
    let orders = Self.orders(1...3)
    let log = Log()
    let lines = orders.mapRows { order in
      if order.price < 0 { orders.remove(order.id) }
      log.lines.append("+\(order.id)")
      onCleanup { log.lines.append("-\(order.id)") }
      return order.price
    }
    var notified: [[Int]] = []
    let token = lines.observe { notified.append($0) }
    _ = log.take()
    orders.update(2) { $0.price = -1 }
    #expect(notified.last == [10, 30] && log.take() == ["-2", "+2", "-2"])
    #expect(orders.value.map(\.id) == [1, 3])
    token.cancel()
  }

  @Test("a function that removes its own row in the first read misses no other row", arguments: [1, 2, 3])
  func removesItselfAtFirst(id: Int) {
    let orders = Self.orders(1...3)
    let log = Log()
    let lines = orders.filter { $0.price > 0 }.mapRows { order in
      log.lines.append("+\(order.id)")
      onCleanup { log.lines.append("-\(order.id)") }
      if order.id == id { orders.remove(id) }
      return order.price
    }
    let others = [10, 20, 30].filter { $0 != 10 * id }
    #expect(lines.value == others && lines.count.value == 2)
    orders.update(id == 1 ? 2 : 1) { $0.price = 5 }
    #expect(lines.value.count == 2 && lines.value.contains(5))
    #expect(log.lines.filter { $0.hasPrefix("+") }.count == 2 + log.lines.filter { $0.hasPrefix("-") }.count)
  }

  @Test("the collection, the row and the derivations are released, in any order")
  func released() {
    final class Held {
      let gone: () -> Void
      init(_ gone: @escaping () -> Void) { self.gone = gone }
      deinit { gone() }
    }
    var ended = 0
    var orders: OpenKeyed<Order>? = Self.orders(1...40)
    let rate = atom(1)
    var lines: Keyed<Int, Held>? = orders?.mapRows { _ in
      _ = rate.value
      return Held { ended += 1 }
    }
    #expect(lines?.value.count == 40)
    orders?.remove(5)
    #expect(lines?.value.count == 39 && rate.dependentCount == 39)
    var row = lines?[7]
    #expect(row?.value != nil)
    orders = nil
    #expect(lines?.value.count == 39)
    // The behavior of a row keeps its source.
    lines = nil
    rate.value = 2
    #expect(row?.value != nil && rate.dependentCount == 39)
    row = nil
    #expect(ended == 40 + 39 && rate.dependentCount == 0)
  }

  @Test("a row whose end reads the results is released after the evaluation", arguments: [false, true])
  func endsThatRead(isObserved: Bool) {
    struct Row: Identifiable {
      let id: Int
      var end: Farewell?
    }
    let rows = OpenKeyed((0..<4).map { Row(id: $0) })
    var results: Keyed<Int, Row>?
    var ended = 0
    func makeEnd() -> Farewell {
      Farewell {
        ended += 1
        if let results { #expect(results.count.value == 4 && results.value.count == 4) }
      }
    }
    results = rows.mapRows { Row(id: $0.id, end: makeEnd()) }
    let bag = SubscriptionBag()
    if isObserved { results?.changes.sink { _ in }.store(in: bag) }
    for number in 0..<600 {
      rows.update(number % 4) { $0.end = makeEnd() }
      // By now the journal of the rows has dropped those of the last update.
      if number % 100 == 0 { #expect(results?.value.count == 4) }
    }
    #expect(ended > 500)
    bag.cancelAll()
    let last = results
    results = nil
    withExtendedLifetime(last) {}
  }

  @Test("slots that are given to other ids have derivations of their own")
  func reusedSlots() {
    let orders = Self.orders(0..<100)
    var live: Set<Int> = []
    let rate = atom(1)
    let lines = orders.mapRows { order in
      live.insert(order.id)
      onCleanup { live.remove(order.id) }
      return order.id * 1000 + rate.value
    }
    let token = lines.count.observe { _ in }
    for round in 1...5 {
      for id in 0..<100 {
        orders.remove((round - 1) * 100 + id)
        orders.insert(Order(id: round * 100 + id, price: 0))
      }
      rate.value = round
      #expect(lines.value == (0..<100).map { (round * 100 + $0) * 1000 + round })
      #expect(live == Set(round * 100..<round * 100 + 100))
    }
    token.cancel()
  }

  @Test("rows that move several times between two reads are read in their new order")
  func movedBetweenReads() {
    let orders = Self.orders([0, 4, 3])
    let results: [Keyed<Int, Int>] = [
      orders.mapRows(\.id), orders.map(\.id), orders.map(\.id).map { $0 }, orders.mapRows(\.id).mapRows { $0 },
      orders.filter { _ in true }.map(\.id), orders.grouped { _ in 0 }.group(0).mapRows(\.id),
    ]
    func expectOrder(_ ids: [Int]) {
      #expect(orders.value.map(\.id) == ids)
      for (place, result) in results.enumerated() {
        #expect(result.value == ids && result.ids.value == ids, "result \(place)")
      }
    }
    expectOrder([0, 4, 3])
    orders.move(3, before: 0)
    orders.move(0, before: nil)
    orders.move(3, before: 0)
    expectOrder([4, 3, 0])
    orders.move(4, before: nil)
    orders.value = [0, 4, 3].map { Order(id: $0, price: 10 * $0) }
    expectOrder([0, 4, 3])
    orders.move(3, before: 0)
    orders.value = [4, 3, 0].map { Order(id: $0, price: 10 * $0) }
    expectOrder([4, 3, 0])
  }

  @Test("rows that return between two reads keep their derivations, though they have other slots")
  func returnedRows() {
    struct Order: Identifiable, Equatable { var id: Int, price: Int, city: String }
    let orders = OpenKeyed((1...6).map { Order(id: $0, price: 10 * $0, city: $0 < 6 ? "Rome" : "Oslo") })
    let isAlone = atom(false)
    let groups = orders.grouped(by: { isAlone.value && $0.id != 5 ? "others" : $0.city })
    let rate = atom(2)
    var log: [String] = []
    let totals = groups.group("Rome").mapRows { order in
      log.append("run \(order.id)")
      onCleanup { log.append("end \(order.id)") }
      return order.id == 3 ? order.price * rate.value : order.price
    }
    #expect(totals.value == [10, 20, 60, 40, 50])
    log = []
    // A move and another result of the group's function at once: the group forgets its journal, then its slots.
    batch {
      orders.move(4, before: 1)
      isAlone.value = true
    }
    #expect(groups["Rome"].value?.map(\.id) == [5])
    isAlone.value = false
    batch {
      orders.remove(2)
      orders.insert(Order(id: 7, price: 70, city: "Rome"), before: 1)
    }
    #expect(totals.value == [40, 70, 10, 60, 50])
    #expect(log.sorted() == ["end 2", "run 7"])
    log = []
    rate.value = 3
    #expect(totals.value == [40, 70, 10, 90, 50])
    #expect(log == ["end 3", "run 3"])
    log = []
    orders.update(4) { $0.price = 41 }
    orders.remove(1)
    #expect(totals.value == [41, 70, 90, 50])
    #expect(log.sorted() == ["end 1", "end 4", "run 4"])
  }

  @Test("rows without an equality: a moved one counts as changed, also for what follows that row")
  func rowsWithoutEquality() {
    struct Plain: Identifiable {
      let id: Int
      var price: Int
    }
    let rows = OpenKeyed((1...3).map { Plain(id: $0, price: $0) })
    let rate = atom(1)
    var runs = 0
    let lines = rows.mapRows { row in
      runs += 1
      return row.price * rate.value
    }
    let row = lines[1]
    var notified: [Int?] = []
    let token = row.observe { notified.append($0) }
    let all = lines.observe { _ in }
    #expect(runs == 3)
    rows.move(1, before: nil)
    #expect(runs == 4 && lines.value == [2, 3, 1] && notified == [1])
    rate.value = 2
    #expect(runs == 7 && lines.value == [4, 6, 2] && notified == [1, 2])
    rows.value = [Plain(id: 1, price: 5), Plain(id: 4, price: 1)]
    #expect(lines.value == [10, 2] && notified == [1, 2, 10])
    rate.value = 1
    #expect(lines.value == [5, 1] && notified == [1, 2, 10, 5])
    token.cancel()
    all.cancel()
  }

  @Test(
    "after more edits than are kept, what follows a row runs once if the result changes, and not otherwise",
    arguments: [64, 65, 200], ["1", "2", "doubled", "all", "1 2", "2 doubled", "1 2 doubled all"])
  func manyEdits(count: Int, observed: String) {
    let orders = Self.orders(0..<count)
    let rate = atom(0)
    let lines = orders.mapRows { $0.price * rate.value }
    let doubled = lines.mapRows { 2 * $0 + 0 * rate.value }
    var runs: [String] = []
    let all: [String: () -> String] = [
      "1": { "\(lines[1].value ?? -1)" },
      "2": { "\(lines[1].value ?? -1), \(lines[2].value ?? -1)" },
      "doubled": { "\(doubled[1].value ?? -1)" },
      "all": { "\(lines.value[1])" },
    ]
    let effects = observed.split(separator: " ").map { name in
      Effect { runs.append("\(name): " + (all[String(name)]?() ?? "")) }
    }
    func edit() { batch { for id in 0..<count { orders.update(id) { $0.price += 1 } } } }
    func take(_ expected: [String: String]) -> Bool {
      defer { runs = [] }
      return runs.sorted() == expected.filter { observed.contains($0.key) }.map { "\($0): \($1)" }.sorted()
    }
    runs = []
    edit()
    #expect(take([:]))
    rate.value = 1
    #expect(take(["1": "11", "2": "11, 21", "doubled": "22", "all": "11"]))
    edit()
    #expect(take(["1": "12", "2": "12, 22", "doubled": "24", "all": "12"]))
    orders.update(1) { $0.price = 0 }
    #expect(take(["1": "0", "2": "0, 22", "doubled": "0", "all": "0"]))
    batch {
      edit()
      rate.value = 0
    }
    #expect(take(["2": "0, 0", "all": "0"]))
    batch {
      edit()
      rate.value = 1
      #expect(lines.value[1] == 2)
    }
    #expect(take(["1": "2", "2": "2, 24", "doubled": "4", "all": "2"]))
    for effect in effects { effect.cancel() }
  }

  @Test("of a collection whose rows all change, what follows a row runs once if the result changes, and not otherwise")
  func fullPasses() {
    let orders = Self.orders(1...3)
    let (tax, rate) = (atom(1), atom(0))
    let lines = orders.sorted(by: \.price)
      .map { Order(id: $0.id, price: $0.price + tax.value) }
      .mapRows { $0.price * rate.value }
    var seen: [Int?] = []
    let effect = Effect { seen.append(lines[1].value) }
    tax.value = 2
    tax.value = 3
    #expect(seen == [0])
    rate.value = 1
    tax.value = 4
    #expect(seen == [0, 13, 14])
    orders.update(1) { $0.price = 100 }
    #expect(seen == [0, 13, 14, 104])
    effect.cancel()
  }

  @Test("results without an equality: each run is a change, and nothing else is")
  func resultsWithoutEquality() {
    struct Line { let price: Int }
    let orders = Self.orders(1...3)
    let rate = atom(1)
    let lines = orders.mapRows { order in Line(price: order.id == 2 ? order.price : order.price * rate.value) }
    var notified: [String] = []
    let tokens = (1...3).map { id in
      lines[id].sink { notified.append("\(id): \($0?.price ?? 0)") }
    }
    orders.update(2) { $0.price = 1 }
    #expect(notified == ["2: 1"])
    rate.value = 2
    #expect(notified.sorted() == ["1: 20", "2: 1", "3: 60"])
    for token in tokens { token.cancel() }
  }

  @Test("a derivation of derivations: each row follows what either reads")
  func chained() {
    let orders = Self.orders(1...3)
    let rate = atom(1)
    let bonus = atom(0)
    var runs: [Int] = []
    let lines = orders.mapRows { $0.id == 1 ? $0.price * rate.value : $0.price }
    let totals = lines.mapRows { line in
      runs.append(line)
      return line > 15 ? line + bonus.value : line
    }
    var notified: [String] = []
    let tokens = (1...2).map { id in
      totals[id].observe { notified.append("\(id): \($0 ?? 0)") }
    }
    #expect(notified == ["1: 10", "2: 20"] && runs == [10, 20, 30])
    (notified, runs) = ([], [])
    rate.value = 2
    #expect(notified == ["1: 20"] && runs == [20])
    (notified, runs) = ([], [])
    bonus.value = 1
    #expect(notified.sorted() == ["1: 21", "2: 21"] && runs.sorted() == [20, 20, 30])
    (notified, runs) = ([], [])
    batch {
      rate.value = 1
      bonus.value = 2
      orders.update(2) { $0.price = 50 }
    }
    #expect(notified.sorted() == ["1: 10", "2: 52"] && runs.sorted() == [10, 30, 50])
    for token in tokens { token.cancel() }
  }

  @Test("the collection is dropped by the function of one of its rows")
  func droppedInARun() {
    let orders = Self.orders(1...3)
    let rate = atom(1)
    let log = Log()
    var lines: Keyed<Int, Int>?
    lines = orders.mapRows { order in
      log.lines.append("+\(order.id)")
      onCleanup { log.lines.append("-\(order.id)") }
      if rate.value == 2 { lines = nil }
      return order.price
    }
    #expect(lines?.value == [10, 20, 30])
    _ = log.take()
    rate.value = 2
    _ = lines?.value
    let lived = log.take()
    #expect(lines == nil && lived.filter { $0.hasPrefix("-") }.count == lived.filter { $0.hasPrefix("+") }.count + 3)
    rate.value = 3
    orders.update(1) { $0.price = 0 }
    #expect(log.take() == [])
  }

  @Test("a function that edits another row: that one runs as well")
  func editsAnother() {
    let orders = Self.orders(1...3)
    let lines = orders.mapRows { order in
      if order.price == 7 { orders.update(order.id % 3 + 1) { $0.price = 8 } }
      return order.price
    }
    let token = lines.observe { _ in }
    orders.update(1) { $0.price = 7 }
    #expect(lines.value == [7, 8, 30])
    orders.update(3) { $0.price = 7 }
    #expect(lines.value == [8, 8, 7])
    token.cancel()
  }

  @Test("100,000 rows: an edit runs one function, a change that one row reads as well")
  func many() {
    let count = 100_000
    let orders = Self.orders(0..<count)
    let rates = (0..<10).map { atom($0) }
    var runs = 0
    let lines = orders.mapRows { order in
      runs += 1
      return order.id % 1000 < 10 ? order.price + rates[order.id % 1000].value : order.price
    }
    var notified = 0
    let token = lines.count.observe { _ in notified += 1 }
    #expect(runs == count)
    runs = 0
    orders.update(77_777) { $0.price = 1 }
    #expect(runs == 1)
    rates[3].value = 100
    #expect(runs == 101)
    orders.remove(1003)
    rates[3].value = 101
    #expect(runs == 200 && notified == 2)
    #expect(lines.value[2] == 20 + 2 && lines.value[3] == 30 + 101)
    token.cancel()
  }

  @Test("of a sorted collection: a row that a batch replaces by another with an equal result moves", arguments: [1, 2])
  func moveByReplacement(reads: Int) {
    let orders = Self.orders(1...3)
    let lines = orders.sorted(by: \.price).mapRows { order in order.id }
    var notified: [[Int]] = []
    let token = lines.observe { notified.append($0) }
    var shown = lines.value
    let changes = lines.changes.sink { $0.apply(to: &shown) }
    batch {
      orders.remove(3)
      #expect(lines.value == [1, 2])
      orders.insert(Order(id: 3, price: 5))
      if reads == 2 { #expect(lines.value == [3, 1, 2]) }
    }
    #expect(lines.value == [3, 1, 2] && shown == [3, 1, 2])
    #expect(notified == [[1, 2, 3], [3, 1, 2]])
    batch {
      let before = orders.value
      orders.remove(2)
      #expect(lines.value == [3, 1])
      orders.value = before
    }
    #expect(lines.value == [3, 1, 2] && notified.count == 2)
    token.cancel()
    changes.cancel()
  }

  @Test("of a sorted collection: after a batch that removes a row and brings it back, a row with an equal result moves")
  func moveAfterRevert() {
    let orders = Self.orders(1...4)
    let before = orders.value
    let lines = orders.sorted(by: \.price).mapRows { order in order.id == 4 ? 0 : order.id }
    var notified: [[Int]] = []
    let token = lines.observe { notified.append($0) }
    batch {
      orders.remove(4)
      #expect(lines.value == [1, 2, 3])
      orders.value = before
    }
    #expect(notified == [[1, 2, 3, 0]])
    orders.update(4) { $0.price = 1 }
    #expect(lines.value == [0, 1, 2, 3])
    #expect(notified.last == [0, 1, 2, 3])
    token.cancel()
  }

  @Test("the removal of a row that a filter had left out already runs no effect", arguments: [false, true])
  func removalOfLeftOut(isInBatch: Bool) {
    let orders = Self.orders(1...3)
    let rate = atom(1)
    let lines = orders.mapRows { $0.price * rate.value }.filter { $0 > 10 }
    var seen: [Int?] = []
    let effect = Effect { seen.append(lines[1].value) }
    func edit(_ body: () -> Void) { if isInBatch { batch(body) } else { body() } }
    edit { orders.remove(1) }
    edit { orders.insert(Order(id: 1, price: 10)) }
    edit {
      orders.remove(1)
      if isInBatch { #expect(lines.value == [20, 30]) }
    }
    #expect(seen == [nil])
    orders.insert(Order(id: 1, price: 10))
    rate.value = 2
    #expect(seen == [nil, 20])
    effect.cancel()
  }

  @Test("the removal of a row that a filter had left out already, read in a batch, runs no derivation")
  func removalOfLeftOutRead() {
    let orders = Self.orders(1...3)
    let rate = atom(1)
    let lines = orders.mapRows { $0.price * rate.value }.filter { $0 > 10 }
    var runs = 0
    let line = derive {
      runs += 1
      return lines[1].value
    }
    let token = line.sink { _ in }
    runs = 0
    batch {
      orders.remove(1)
      #expect(line.value == nil && runs == 0)
      orders.insert(Order(id: 1, price: 5))
    }
    #expect(runs == 0)
    rate.value = 3
    #expect(runs == 1 && line.value == 15)
    token.cancel()
  }
}
