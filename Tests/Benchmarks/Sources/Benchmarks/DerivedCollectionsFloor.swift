import ReactiveDerived

extension CollectionCases {
  /// Writes each value to a row far from the previous one. After each run, untimed, the result must equal the plain
  /// function's for a copy of the rows with the same edits.
  static func edits<Result: Equatable>(
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

  static func edits<Result: Equatable>(
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

  /// Edits of rows from which `derive` makes a number, which is observed.
  static func edits(
    of size: Int, observing derive: (OpenKeyed<Order>) -> Behavior<Int>, expected: @escaping ([Order]) -> Int
  ) -> Work {
    let orders = OpenKeyed(Order.list(size))
    let derived = derive(orders)
    var seen = 0
    derived.observe { seen = $0 }
    return edits(of: size, orders) { _ in
      withExtendedLifetime(derived) { seen }
    } expected: {
      expected($0)
    }
  }

  /// An edit that recomputes the plain function over all rows.
  static func computedAnew<Result: Equatable>(
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
}

struct Order: Identifiable, Equatable {
  let id: Int
  var price: Int
  /// About half of the rows are open; half of the edits open or close one.
  var isOpen: Bool { price & 1 == 0 }

  static func list(_ size: Int) -> [Order] { (0..<size).map { Order(id: $0, price: price(-$0 - 1)) } }

  /// A price unrelated to the one before.
  static func price(_ value: Int) -> Int { (value &* 0x1E37_79B9_7F4A_7C15) >> 24 & 0xFFFF_FFFF }
}

struct Customer: Identifiable, Equatable {
  let id: Int
  var discount: Int
}

/// Rows with a place per id, without a library.
final class OrdersByHand {
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
final class SortedOrders {
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
  var grouped: String {
    var digits = Array(String(self))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return String(digits)
  }
}
