import ReactiveDerived

extension Suite {
  /// The cost of one edit of a keyed collection, by its number of rows.
  static var derivedCollections: Suite {
    typealias Cases = CollectionCases
    let sizes = [1_000, 10_000, 100_000, 1_000_000]
    let sizesOfObjects = Array(sizes.prefix(3))
    let edits = [
      sizes.map(Cases.unobserved), sizes.map(Cases.reduced), sizes.map(Cases.counted), sizes.map(Cases.page),
      sizes.map(Cases.observedRow), sizes.map(Cases.grouped), sizes.map(Cases.joined), sizes.map(Cases.rowDerived),
      sizesOfObjects.map(Cases.selected), sizesOfObjects.map(Cases.multilevel),
    ]
    return Suite(
      name: "Derived: collections",
      cases: [1_000, 100_000, 1_000_000].map(Cases.filling) + edits.joined() + Cases.memory)
  }
}

/// The cases of the suite "Derived: collections".
enum CollectionCases {
  static let deltaByHand = "the change alone, by hand"

  static func unobserved(_ size: Int) -> Case {
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

  static func reduced(_ size: Int) -> Case {
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
          edits(
            of: size, observing: { $0.reduce(0, adding: { $0 &+ $1.price }, removing: { $0 &- $1.price }) },
            expected: sum)
        },
        computedAnew(of: size, sum),
      ])
  }

  static func counted(_ size: Int) -> Case {
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
          edits(of: size, observing: { $0.filter(\.isOpen).count }, expected: count)
        },
        computedAnew(of: size, count),
      ])
  }

  static func page(_ size: Int) -> Case {
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
}
