import ReactiveDerived
import ReactiveTracking

extension CollectionCases {
  static func filling(_ count: Int) -> Case {
    func rows(_ value: Int) -> [Order] { (0..<count).map { Order(id: $0, price: value &+ $0) } }
    return Case(
      name: "fill \(count.grouped) rows in a batch, through filter and map",
      unit: "ns/row",
      bounds: count == 1_000 ? [.atMost(300)] : [],
      isSlow: count >= 1_000_000,
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

  private static func expect(_ found: Int, _ expected: Int) {
    if found != expected { fail("benchmarks: \(found) rows instead of \(expected)") }
  }

  static var memory: [Case] {
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
      bytes("the same, with a derivation for each row, whose count is observed") { orders in
        let prices = orders.mapRows(\.price)
        prices.count.sink { _ in }
        return prices
      },
      bytes("the same, with a sorted window of 50 that is observed") { orders in
        let page = orders.sorted(by: \.price).window(0..<50)
        page.observe { _ in }
        return page
      },
    ]
  }
}
