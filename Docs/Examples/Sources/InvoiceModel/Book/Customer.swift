import ReactiveDerived

/// A customer, with the totals of its orders.
final class Customer {
  let id: String
  let name: String

  let orders: Behavior<[Order]>
  let net: DerivedProperty<Money>
  let tax: DerivedProperty<Money>
  let total: DerivedProperty<Money>

  init(
    _ id: String, _ name: String, ordersByCustomer: Behavior<[String: [Order]]>, counting recomputations: Recomputations
  ) {
    self.id = id
    self.name = name
    orders = ordersByCustomer.map(recomputations.counted { $0[id] ?? [] })
    net = recomputations.sum(of: orders, \.net)
    tax = recomputations.sum(of: orders, \.tax)
    total = DerivedProperty(net, tax, calculator: recomputations.counted(+))
  }
}
