import ReactiveDerived

extension CollectionCases {
  static func grouped(_ size: Int) -> Case {
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

  static func joined(_ size: Int) -> Case {
    let customers = (0..<1_000).map { Customer(id: $0, discount: $0 % 10) }
    func customer(_ row: Order) -> Int { row.id % customers.count }
    func net(_ row: Order, _ customer: Customer?) -> Int { row.price &* (100 &- (customer?.discount ?? 0)) }
    let byID = Dictionary(uniqueKeysWithValues: customers.map { ($0.id, $0) })
    func sum(_ rows: [Order]) -> Int { rows.reduce(0) { $0 &+ net($1, byID[customer($1)]) } }
    return Case(
      name: "change one row of \(size.grouped), joined with 1,000 others, reduce",
      unit: "ns",
      contenders: [
        .floor(deltaByHand) {
          let table = OrdersByHand(size)
          var total = sum(table.rows)
          var seen = total
          let observers: [(Int) -> Void] = [{ seen = $0 }]
          return edits(of: size) { id, price in
            let old = table.update(id, price)
            let new = table[id]
            let found = byID[customer(new)]
            total = total &- net(old, found) &+ net(new, found)
            for observer in observers { observer(total) }
          } result: {
            seen
          } expected: {
            sum($0)
          }
        },
        .ours("joined(with:on:), reduce") {
          edits(
            of: size,
            observing: {
              $0.joined(with: OpenKeyed(customers), on: customer).reduce(
                0, adding: { $0 &+ net($1.left, $1.right) }, removing: { $0 &- net($1.left, $1.right) })
            }, expected: sum)
        },
        computedAnew(of: size, sum),
      ])
  }
}
