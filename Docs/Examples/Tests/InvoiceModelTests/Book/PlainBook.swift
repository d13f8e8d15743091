import ReactiveDerived

@testable import InvoiceModel

/// The same calculation without properties, complete each time.
struct PlainBook: Equatable {
  struct Line: Equatable {
    var number: Int
    var rate: String
    var quantity: Int
    var price: Int
  }

  struct Order: Equatable {
    var customer: String
    var lines: [Line] = []
    var lastNumber = 0
  }

  var rates: [String: Int]
  /// Hundredths of a percent, by start.
  var tiers: [Int: Int]
  var customers: [String]
  var orders: [String: Order] = [:]

  init(_ file: OrderFile) {
    rates = Dictionary(uniqueKeysWithValues: file.rates.map { ($0.name, $0.percent.hundredths) })
    tiers = Dictionary(uniqueKeysWithValues: file.tiers.map { ($0.from.cents, $0.percent.hundredths) })
    customers = file.customers.map(\.id)
    for order in file.orders {
      orders[order.number] = Order(customer: order.customer)
      for line in order.lines { add(line.quantity.count, line.price.cents, line.rate, to: order.number) }
    }
  }

  private mutating func add(_ quantity: Int, _ price: Int, _ rate: String, to number: String) {
    let line = (orders[number]?.lastNumber ?? 0) + 1
    orders[number]?.lastNumber = line
    orders[number]?.lines.append(Line(number: line, rate: rate, quantity: quantity, price: price))
  }

  // MARK: - Edits

  /// - Returns: whether the edit was possible.
  mutating func perform(_ edit: Edit) -> Bool {
    switch edit {
    case .quantity(let order, let line, let quantity):
      return (1...10_000).contains(quantity) && change(line, of: order) { $0.quantity = quantity }
    case .price(let order, let line, let price):
      return price.cents <= 10_000_000 && change(line, of: order) { $0.price = price.cents }
    case .customer(let order, let customer):
      guard customers.contains(customer), orders[order] != nil else { return false }
      orders[order]?.customer = customer
    case .rate(let name, let percent):
      guard rates[name] != nil else { return false }
      rates[name] = percent.hundredths
    case .tier(let amount, let percent):
      tiers[amount.cents] = percent.hundredths
    case .addLine(let order, let quantity, let price, let rate, _):
      guard (1...10_000).contains(quantity), price.cents <= 10_000_000, rates[rate] != nil, orders[order] != nil else {
        return false
      }
      add(quantity, price.cents, rate, to: order)
    case .removeLine(let order, let line):
      guard let index = orders[order]?.lines.firstIndex(where: { $0.number == line }) else { return false }
      orders[order]?.lines.remove(at: index)
    case .addOrder(let number, let customer):
      guard orders[number] == nil, customers.contains(customer) else { return false }
      orders[number] = Order(customer: customer)
    case .removeOrder(let number):
      return orders.removeValue(forKey: number) != nil
    }
    return true
  }

  private mutating func change(_ line: Int, of order: String, _ body: (inout Line) -> Void) -> Bool {
    guard let index = orders[order]?.lines.firstIndex(where: { $0.number == line }) else { return false }
    body(&orders[order]!.lines[index])
    return true
  }

  // MARK: - Totals

  struct Amounts: Equatable {
    var net = 0
    var tax = 0
    var total: Int { net + tax }
  }

  struct Totals: Equatable {
    var all = Amounts()
    var customers: [String: Amounts] = [:]
    var rates: [String: Amounts] = [:]
    var orderCounts: [Int: Int] = [:]
    var orders: [String: Amounts] = [:]
  }

  var totals: Totals {
    var totals = Totals()
    for customer in customers { totals.customers[customer] = Amounts() }
    for rate in rates.keys { totals.rates[rate] = Amounts() }
    for (number, order) in orders {
      totals.orders[number] = Amounts()
      let subtotal = order.lines.reduce(0) { $0 + $1.quantity * $1.price }
      let discount = tiers.filter { $0.key <= subtotal }.max { $0.key < $1.key }?.value ?? 0
      totals.orderCounts[discount, default: 0] += 1
      for (rate, percent) in rates {
        let goods = order.lines.filter { $0.rate == rate }.reduce(0) { $0 + $1.quantity * $1.price }
        let net = goods - rounded(goods * discount)
        let tax = rounded(net * percent)
        for path in [\Totals.all, \.customers[order.customer]!, \.rates[rate]!, \.orders[number]!] {
          totals[keyPath: path].net += net
          totals[keyPath: path].tax += tax
        }
      }
    }
    return totals
  }

  /// Ten-thousandths, half up. The tests' amounts are small enough to multiply first.
  private func rounded(_ number: Int) -> Int { (number + 5_000) / 10_000 }
}

extension Book {
  /// The totals by the properties.
  var totals: PlainBook.Totals {
    var totals = PlainBook.Totals()
    totals.all = .init(net: net.value.cents, tax: tax.value.cents)
    for customer in customers {
      totals.customers[customer.id] = .init(net: customer.net.value.cents, tax: customer.tax.value.cents)
    }
    for total in rateTotals {
      totals.rates[total.rate.name] = .init(net: total.net.value.cents, tax: total.tax.value.cents)
    }
    for (discount, count) in orderCounts.value { totals.orderCounts[discount.hundredths] = count }
    for order in orders.value {
      totals.orders[order.number] = .init(net: order.net.value.cents, tax: order.tax.value.cents)
    }
    return totals
  }

  /// Whether each total is net plus tax.
  var addsUp: Bool {
    net.value + tax.value == total.value
      && customers.allSatisfy { $0.net.value + $0.tax.value == $0.total.value }
      && rateTotals.allSatisfy { $0.net.value + $0.tax.value == $0.total.value }
      && orders.value.allSatisfy { $0.net.value + $0.tax.value == $0.total.value }
  }
}
