import ReactiveDerived
import ReactiveTracking

extension Suite {
  /// The cost of one edit of a keyed collection, by its number of rows.
  static var derivedCollections: Suite {
    let sizes = [1_000, 100_000, 1_000_000]
    return Suite(
      name: "Derived: collections",
      cases: [filling] + sizes.map(unobserved) + sizes.map(reduced) + sizes.map(counted) + sizes.map(page)
        + sizes.map(observedRow) + sizes.map(grouped) + sizes.map(rowDerived) + sizes.prefix(2).map(selected) + memory)
  }

  private static let deltaByHand = "the change alone, by hand"

  // --- Filling -------------------------------------------------------------------------------------------------------

  private static var filling: Case {
    let count = 1_000
    func rows(_ value: Int) -> [Order] { (0..<count).map { Order(id: $0, price: value &+ $0) } }
    return Case(
      name: "fill 1,000 rows in a batch, through filter and map",
      unit: "ns/row",
      bounds: [.atMost(300)],
      contenders: [
        .floor("a dictionary of places, arrays", per: count) {
          Work(deliveries: 0) { values in
            for value in values {
              let table = OrdersByHand()
              for row in rows(value) { table.insert(row) }
              expect(table.rows.filter(\.isOpen).map(\.price).count, count / 2)
            }
          }
        },
        .ours("OpenKeyed", per: count) {
          Work(deliveries: 0) { values in
            for value in values {
              let orders = OpenKeyed<Order>()
              let prices = orders.filter(\.isOpen).map(\.price)
              var found = 0
              prices.sink { found = $0.count }
              batch { for row in rows(value) { orders.insert(row) } }
              expect(found, count / 2)
            }
          }
        },
      ])
  }

  // --- One row of many -----------------------------------------------------------------------------------------------

  private static func unobserved(_ size: Int) -> Case {
    Case(
      name: "change one row of \(size.grouped), nothing depends on it",
      unit: "ns",
      contenders: [
        .floor(deltaByHand) {
          let table = OrdersByHand(size)
          return edits(of: size) { id, price in
            table.update(id, price)
          } result: {
            table.rows
          } expected: {
            $0
          }
        },
        .ours("update") {
          let orders = OpenKeyed(Order.list(size))
          return edits(of: size, orders) {
            $0.value
          } expected: {
            $0
          }
        },
      ])
  }

  private static func reduced(_ size: Int) -> Case {
    func sum(_ rows: [Order]) -> Int { rows.reduce(0) { $0 &+ $1.price } }
    return Case(
      name: "change one row of \(size.grouped), reduce",
      unit: "ns",
      bounds: size == 100_000 ? [.atMost(700)] : [],
      contenders: [
        .floor(deltaByHand) {
          let table = OrdersByHand(size)
          var total = sum(table.rows)
          var seen = total
          let observers: [(Int) -> Void] = [{ seen = $0 }]
          return edits(of: size) { id, price in
            let old = table.update(id, price)
            total = total &- old.price &+ price
            for observer in observers { observer(total) }
          } result: {
            seen
          } expected: {
            sum($0)
          }
        },
        .ours("reduce(_:adding:removing:)") {
          let orders = OpenKeyed(Order.list(size))
          let total = orders.reduce(0, adding: { $0 &+ $1.price }, removing: { $0 &- $1.price })
          var seen = 0
          total.observe { seen = $0 }
          return edits(of: size, orders) { _ in
            withExtendedLifetime(total) { seen }
          } expected: {
            sum($0)
          }
        },
        computedAnew(of: size, sum),
      ])
  }

  private static func counted(_ size: Int) -> Case {
    func count(_ rows: [Order]) -> Int { rows.filter(\.isOpen).count }
    return Case(
      name: "change one row of \(size.grouped), filter and count",
      unit: "ns",
      contenders: [
        .floor(deltaByHand) {
          let table = OrdersByHand(size)
          var open = count(table.rows)
          var seen = open
          let observers: [(Int) -> Void] = [{ seen = $0 }]
          return edits(of: size) { id, price in
            let old = table.update(id, price)
            let isOpen = table[id].isOpen
            if isOpen == old.isOpen { return }
            open += isOpen ? 1 : -1
            for observer in observers { observer(open) }
          } result: {
            seen
          } expected: {
            count($0)
          }
        },
        .ours("filter, count") {
          let orders = OpenKeyed(Order.list(size))
          let open = orders.filter(\.isOpen)
          var seen = 0
          open.count.observe { seen = $0 }
          return edits(of: size, orders) { _ in
            withExtendedLifetime(open) { seen }
          } expected: {
            count($0)
          }
        },
        computedAnew(of: size, count),
      ])
  }

  private static func page(_ size: Int) -> Case {
    func first(_ rows: [Order]) -> [Int] { rows.filter(\.isOpen).sorted { $0.price < $1.price }.prefix(50).map(\.id) }
    return Case(
      name: "change one row of \(size.grouped), filter, sorted, window of 50",
      unit: "ns",
      bounds: size == 100_000 ? [.atMost(5_000)] : [],
      contenders: [
        .floor(deltaByHand) {
          let table = OrdersByHand(size)
          let open = SortedOrders(table.rows.filter(\.isOpen))
          var seen = first(table.rows)
          let observers: [([Int]) -> Void] = [{ seen = $0 }]
          return edits(of: size) { id, price in
            let old = table.update(id, price)
            let new = table[id]
            var place = Int.max
            if old.isOpen { place = min(place, open.remove(old)) }
            if new.isOpen { place = min(place, open.insert(new)) }
            if place >= 50 { return }
            let page = open.rows.prefix(50).map(\.id)
            for observer in observers { observer(page) }
          } result: {
            seen
          } expected: {
            first($0)
          }
        },
        .ours("filter, sorted, window") {
          let orders = OpenKeyed(Order.list(size))
          let page = orders.filter(\.isOpen).sorted(by: \.price).window(0..<50)
          var seen: [Int] = []
          page.observe { seen = $0.map(\.id) }
          return edits(of: size, orders) { _ in
            withExtendedLifetime(page) { seen }
          } expected: {
            first($0)
          }
        },
        computedAnew(of: size, first),
      ])
  }

  private static func observedRow(_ size: Int) -> Case {
    let cell = Checksum.cell
    let id = size / 2
    return Case(
      name: "change the row that is observed, of \(size.grouped)",
      unit: "ns",
      contenders: [
        .floor("a dictionary of closures, by hand") {
          let table = OrdersByHand(size)
          let observers: [Int: [(Order) -> Void]] = [id: [{ cell.pointee &+= $0.price }]]
          return Work { values in
            for value in values {
              table.update(id, value)
              if let found = observers[id] { for observer in found { observer(table[id]) } }
            }
          }
        },
        .ours("orders[id]") {
          let orders = OpenKeyed(Order.list(size))
          let row = orders[id]
          row.sink { cell.pointee &+= $0?.price ?? 0 }
          return Work { values in
            for value in values { orders.update(id) { $0.price = value } }
            withExtendedLifetime(row) {}
          }
        },
      ])
  }

  private static func grouped(_ size: Int) -> Case {
    let groups = 100
    func sums(_ rows: [Order]) -> [Int] {
      rows.reduce(into: Array(repeating: 0, count: groups)) { $0[$1.id % groups] &+= $1.price }
    }
    return Case(
      name: "change one row of \(size.grouped), a sum for each of 100 groups",
      unit: "ns",
      bounds: size == 100_000 ? [.atMost(2_300)] : [],
      contenders: [
        .floor(deltaByHand) {
          let table = OrdersByHand(size)
          var totals = sums(table.rows)
          var seen = 0
          let observers: [(Int) -> Void] = [{ _ in seen += 1 }]
          return edits(of: size) { id, price in
            let old = table.update(id, price)
            totals[id % groups] &+= price &- old.price
            for observer in observers { observer(id % groups) }
          } result: {
            totals
          } expected: {
            sums($0)
          }
        },
        .ours("grouped(by:).sum(_:)") {
          let orders = OpenKeyed(Order.list(size))
          let totals = orders.grouped { $0.id % groups }.sum(\.price)
          var seen = 0
          let subscription = totals.changes.sink { seen += $0.updates.count }
          return edits(of: size, orders) { _ in
            withExtendedLifetime(subscription) { (0..<groups).map { totals.peek($0) ?? 0 } }
          } expected: {
            sums($0)
          }
        },
        computedAnew(of: size, sums),
      ])
  }

  private static func rowDerived(_ size: Int) -> Case {
    func sum(_ rows: [Order]) -> Int { rows.reduce(0) { $0 &+ $1.price } }
    return Case(
      name: "change one row of \(size.grouped), a derivation for each row, reduce",
      unit: "ns",
      contenders: [
        .ours("mapRows") {
          let orders = OpenKeyed(Order.list(size))
          let total = orders.mapRows(\.price).reduce(0, adding: &+, removing: &-)
          var seen = 0
          total.observe { seen = $0 }
          return edits(of: size, orders) { _ in
            withExtendedLifetime(total) { seen }
          } expected: {
            sum($0)
          }
        },
        .peer("map, one function for all") {
          let orders = OpenKeyed(Order.list(size))
          let total = orders.map(\.price).reduce(0, adding: &+, removing: &-)
          var seen = 0
          total.observe { seen = $0 }
          return edits(of: size, orders) { _ in
            withExtendedLifetime(total) { seen }
          } expected: {
            sum($0)
          }
        },
      ])
  }

  private static func selected(_ size: Int) -> Case {
    Case(
      name: "choose one of \(size.grouped) rows that are all observed",
      unit: "ns",
      bounds: size == 100_000 ? [.atMost(300)] : [],
      contenders: [
        .floor("an array of closures, by hand") {
          var seen = -1
          let observers: [(Bool) -> Void] = (0..<size).map { id in { if $0 { seen = id } } }
          var chosen = -1
          return choices(of: size) { id in
            if chosen >= 0 { observers[chosen](false) }
            chosen = id
            observers[id](true)
          } result: {
            seen
          }
        },
        .ours("selector()") {
          let chosen = OpenBehavior(-1)
          let isChosen = chosen.selector()
          let rows = (0..<size).map { isChosen[$0] }
          var seen = -1
          for (id, row) in rows.enumerated() { row.sink { if $0 { seen = id } } }
          return choices(of: size) { id in
            chosen.value = id
          } result: {
            withExtendedLifetime(rows) { seen }
          }
        },
      ])
  }

  private static func choices(of size: Int, _ choose: @escaping (Int) -> Void, result: @escaping () -> Int) -> Work {
    var last = -1
    return Work(
      run: { values in
        for value in values {
          last = value &* 7919 % size
          choose(last)
        }
      },
      deliveries: 0,
      finish: { if result() != last { fail("benchmarks: \(result()) is chosen instead of \(last)") } })
  }

  // --- What edits share ----------------------------------------------------------------------------------------------

  /// Writes each value to a row far from the previous one. After each run, untimed, the result must equal the plain
  /// function's for a copy of the rows with the same edits.
  private static func edits<Result: Equatable>(
    of size: Int, _ edit: @escaping (_ id: Int, _ price: Int) -> Void, result: @escaping () -> Result,
    expected: @escaping ([Order]) -> Result
  ) -> Work {
    var rows = Order.list(size)
    var written = 0..<0
    func id(_ value: Int) -> Int { value &* 7919 % size }
    return Work(
      run: { values in
        written = values
        for value in values { edit(id(value), Order.price(value)) }
      },
      deliveries: 0,
      finish: {
        for value in written { rows[id(value)].price = Order.price(value) }
        if result() != expected(rows) { fail("benchmarks: a collection of \(size) rows came to a wrong result") }
      })
  }

  private static func edits<Result: Equatable>(
    of size: Int, _ orders: OpenKeyed<Order>, result: @escaping (OpenKeyed<Order>) -> Result,
    expected: @escaping ([Order]) -> Result
  ) -> Work {
    edits(of: size) { id, price in
      orders.update(id) { $0.price = price }
    } result: {
      result(orders)
    } expected: {
      expected($0)
    }
  }

  /// An edit that recomputes the plain function over all rows.
  private static func computedAnew<Result: Equatable>(
    of size: Int, _ compute: @escaping ([Order]) -> Result
  ) -> Contender {
    .peer("an array, computed anew") {
      let table = OrdersByHand(size)
      var seen = compute(table.rows)
      return edits(of: size) { id, price in
        table.update(id, price)
        seen = compute(table.rows)
      } result: {
        seen
      } expected: {
        compute($0)
      }
    }
  }

  private static func expect(_ found: Int, _ expected: Int) {
    if found != expected { fail("benchmarks: \(found) rows instead of \(expected)") }
  }

  // --- Memory --------------------------------------------------------------------------------------------------------

  private static var memory: [Case] {
    let size = 100_000
    func bytes(_ name: String, bounds: [Bound] = [], _ make: @escaping (OpenKeyed<Order>) -> Any?) -> Case {
      func growth(_ make: () -> Any) -> Double {
        var kept: Any?
        let growth = HeapGrowth.during { kept = make() }
        return withExtendedLifetime(kept) { (Double(growth.live) / Double(size) * 10).rounded() / 10 }
      }
      return Case(
        name: name,
        unit: "bytes/row",
        bounds: bounds,
        contenders: [
          .once(.floor, "a dictionary of places, an array") { growth { OrdersByHand(size) } },
          .once(.ours) {
            growth {
              let orders = OpenKeyed(Order.list(size))
              let made = make(orders)
              // An edit, so that everything is up to date.
              orders.update(0) { $0.price = 1 }
              return (orders, made as Any)
            }
          },
        ])
    }
    return [
      // The bound includes the row itself, 16 bytes.
      bytes("OpenKeyed, with its rows of 16 bytes", bounds: [.atMost(64 + 16)]) { _ in nil },
      bytes("the same, with a reduce that is observed") { orders in
        let total = orders.reduce(0, adding: { $0 &+ $1.price }, removing: { $0 &- $1.price })
        total.sink { _ in }
        return total
      },
      bytes("the same, with a filter whose count is observed") { orders in
        let open = orders.filter(\.isOpen)
        open.count.sink { _ in }
        return open
      },
      bytes("the same, with a sorted window of 50 that is observed") { orders in
        let page = orders.sorted(by: \.price).window(0..<50)
        page.observe { _ in }
        return page
      },
    ]
  }
}

private struct Order: Identifiable, Equatable {
  let id: Int
  var price: Int
  /// About half of the rows are open; half of the edits open or close one.
  var isOpen: Bool { price & 1 == 0 }

  static func list(_ size: Int) -> [Order] { (0..<size).map { Order(id: $0, price: price(-$0 - 1)) } }

  /// A price unrelated to the one before.
  static func price(_ value: Int) -> Int { (value &* 0x1E37_79B9_7F4A_7C15) >> 24 & 0xFFFF_FFFF }
}

/// Rows with a place per id, without a library.
private final class OrdersByHand {
  private(set) var rows: [Order]
  private var places: [Int: Int] = [:]

  init(_ size: Int = 0) {
    rows = Order.list(size)
    places.reserveCapacity(size)
    for (place, row) in rows.enumerated() { places[row.id] = place }
  }

  func insert(_ row: Order) {
    places[row.id] = rows.count
    rows.append(row)
  }

  subscript(id: Int) -> Order { rows[places[id]!] }

  @inline(never)
  @discardableResult
  func update(_ id: Int, _ price: Int) -> Order {
    let place = places[id]!
    let old = rows[place]
    rows[place].price = price
    return old
  }
}

/// An array kept sorted by binary search.
private final class SortedOrders {
  private(set) var rows: [Order]

  init(_ rows: [Order]) { self.rows = rows.sorted(by: Self.precedes) }

  private static func precedes(_ a: Order, _ b: Order) -> Bool { (a.price, a.id) < (b.price, b.id) }

  private func place(of row: Order) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.precedes(rows[middle], row) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the place, like `remove`.
  @inline(never)
  func insert(_ row: Order) -> Int {
    let place = place(of: row)
    rows.insert(row, at: place)
    return place
  }

  @inline(never)
  func remove(_ row: Order) -> Int {
    let place = place(of: row)
    rows.remove(at: place)
    return place
  }
}

extension Int {
  /// With commas as thousands separators.
  fileprivate var grouped: String {
    var digits = Array(String(self))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return String(digits)
  }
}
