import ReactiveDerived

/// An order, from its lines to what has to be paid.
///
///     lines ─┬─► subtotal at the standard rate ─┬─► subtotal ─► discount
///            ├─► … at the reduced one ──────────┤                  │
///            └─► …                              └─► the parts' net and tax ─► net, tax, total
final class Order {
  let number: String
  /// By identifier. A customer knows its orders, and does not have to be kept alive by them.
  let customer: StoredProperty<String>
  let lines: StoredProperty<[Line]>

  /// Before the discount.
  let subtotal: DerivedProperty<Money>
  let discount: DerivedProperty<Percent>
  /// One for each rate, in the order of the rates.
  let parts: [TaxedPart]
  let net: DerivedProperty<Money>
  let tax: DerivedProperty<Money>
  /// Of an order that is not shown, this is never computed: the totals of customers are made of the other two.
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
      // Equal for the other rates when a line is added: only one subtotal is computed again.
      let taxed = lines.map(recomputations.counted { $0.filter { $0.rate === rate } })
      return recomputations.sum(of: taxed, \.net)
    }
    let subtotal = recomputations.sum(of: subtotals)
    // It seldom changes, and only then is what depends on it computed.
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

  /// A line with a number that none has had.
  func addLine(_ quantity: Int, _ product: String, at price: Money, _ rate: TaxRate) {
    lastLineNumber += 1
    let line = Line(lastLineNumber, quantity, product, at: price, rate, counting: recomputations)
    lines.value.append(line)
  }
}

extension Order: Equatable {
  /// By identity, as lines are.
  static func == (a: Order, b: Order) -> Bool { a === b }
}
