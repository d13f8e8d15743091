import ReactiveDerived

/// The orders of all customers, and their totals.
///
/// Editable data is stored, everything else is derived. No code states which totals an edit affects.
///
///     line ─► part of an order ─► order ─┬─► customer ─┬─► all
///                                        └─► rate      └─► …
final class Book {
  let rates: [TaxRate]
  let tiers: StoredProperty<[Tier]>
  let orders: StoredProperty<[Order]>
  let customers: [Customer]

  /// In the order of the rates.
  let rateTotals: [RateTotal]
  /// By discount.
  let orderCounts: Behavior<[Percent: Int]>
  let net: DerivedProperty<Money>
  let tax: DerivedProperty<Money>
  let total: DerivedProperty<Money>

  let recomputations: Recomputations

  /// Makes the properties from a checked file. None is computed before it is read or observed.
  init(_ file: OrderFile, counting recomputations: Recomputations = Recomputations()) {
    let rates = file.rates.map { TaxRate($0.name, $0.percent) }
    let ratesByName = Dictionary(uniqueKeysWithValues: rates.map { ($0.name, $0) })
    let tiers = StoredProperty(file.tiers.map { Tier(from: $0.from, discount: $0.percent) })
    let orders = StoredProperty(
      file.orders.map { order in
        let lines = order.lines.enumerated().compactMap { index, line in
          ratesByName[line.rate].map {
            Line(index + 1, line.quantity.count, line.product, at: line.price, $0, counting: recomputations)
          }
        }
        return Order(
          order.number, for: order.customer, lines, rates: rates, tiers: tiers, counting: recomputations)
      })
    self.rates = rates
    self.tiers = tiers
    self.orders = orders
    self.recomputations = recomputations

    // Groups orders by customer once for all, when an order is added, removed or reassigned. Each customer then checks
    // whether its own orders changed.
    let assigned = MultilevelCollectionProperty(parentProperty: orders, childKeyPath: \.customer)
    let ordersByCustomer = assigned.map(recomputations.counted { Dictionary(grouping: $0, by: \.customer.value) })
    customers = file.customers.map {
      Customer($0.id, $0.name, ordersByCustomer: ordersByCustomer, counting: recomputations)
    }

    rateTotals = rates.enumerated().map { index, rate in
      RateTotal(of: rate, at: index, in: orders, counting: recomputations)
    }
    let discounted = MultilevelCollectionProperty(parentProperty: orders, childKeyPath: \.discount)
    orderCounts = discounted.map(
      recomputations.counted { $0.reduce(into: [:]) { $0[$1.discount.value, default: 0] += 1 } })
    net = recomputations.sum(of: customers.map(\.net))
    tax = recomputations.sum(of: customers.map(\.tax))
    total = DerivedProperty(net, tax, calculator: recomputations.counted(+))
  }
}
