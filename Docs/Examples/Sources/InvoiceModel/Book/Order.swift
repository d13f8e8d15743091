import ReactiveDerived

/// An order, from its lines to the amount to pay.
///
///     lines ─┬─► subtotal at the standard rate ─┬─► subtotal ─► discount
///            ├─► … at the reduced one ──────────┤                  │
///            └─► …                              └─► the parts' net and tax ─► net, tax, total
final class Order {
  let number: String
  /// An identifier, because the customer refers to its orders, and is not retained by them.
  let customer: StoredProperty<String>
  let lines: StoredProperty<[Line]>

  /// Before the discount.
  let subtotal: DerivedProperty<Money>
  let discount: DerivedProperty<Percent>
  /// In the order of the rates.
  let parts: [TaxedPart]
  let net: DerivedProperty<Money>
  let tax: DerivedProperty<Money>
  /// Computed only for shown orders: the customers' totals use net and tax.
  let total: DerivedProperty<Money>

  private var lastLineNumber: Int
  private let recomputations: Recomputations

  init(
    _ number: String, for customer: String, _ lines: [Line] = [], rates: [TaxRate], tiers: Behavior<[Tier]>,
    counting recomputations: Recomputations
  ) {
    self.number = number
    self.customer = StoredProperty(customer)
    self.lines = StoredProperty(lines)
    self.recomputations = recomputations
    lastLineNumber = lines.last?.number ?? 0

    let subtotals = rates.map { [lines = self.lines] rate in
      // A new line leaves the other rates' lists equal, so only one subtotal recomputes.
      let taxed = lines.map(recomputations.counted { $0.filter { $0.rate === rate } })
      return recomputations.sum(of: taxed, \.net)
    }
    let subtotal = recomputations.sum(of: subtotals)
    // Seldom changes, and its dependents recompute only then.
    let discount = DerivedProperty(subtotal, tiers, calculator: recomputations.counted { $1.discount(on: $0) })
    self.subtotal = subtotal
    self.discount = discount
    parts = zip(rates, subtotals).map { rate, subtotal in
      TaxedPart(subtotal, discount: discount, at: rate, counting: recomputations)
    }
    net = recomputations.sum(of: parts.map(\.net))
    tax = recomputations.sum(of: parts.map(\.tax))
    total = DerivedProperty(net, tax, calculator: recomputations.counted(+))
  }

  /// Line numbers are never reused.
  func addLine(_ quantity: Int, _ product: String, at price: Money, _ rate: TaxRate) {
    lastLineNumber += 1
    let line = Line(lastLineNumber, quantity, product, at: price, rate, counting: recomputations)
    lines.value.append(line)
  }
}

extension Order: Equatable {
  /// By identity, like lines.
  static func == (a: Order, b: Order) -> Bool { a === b }
}
