import ReactiveDerived

/// A line of an order.
final class Line {
  /// Stays the same when other lines are removed.
  let number: Int
  let product: String
  let rate: TaxRate
  let quantity: StoredProperty<Int>
  let price: StoredProperty<Money>

  let net: DerivedProperty<Money>

  /// Within these limits, no sum of ten million lines overflows.
  static let quantities = 1...10_000
  static let prices = Money.zero...Money(cents: 100_000_00)

  init(
    _ number: Int, _ quantity: Int, _ product: String, at price: Money, _ rate: TaxRate,
    counting recomputations: Recomputations
  ) {
    self.number = number
    self.product = product
    self.rate = rate
    self.quantity = StoredProperty(quantity)
    self.price = StoredProperty(price)
    net = DerivedProperty(self.quantity, self.price, calculator: recomputations.counted { $1 * $0 })
  }
}

extension Line: Equatable {
  /// By identity: a list changes with its lines' identities, not their contents.
  static func == (a: Line, b: Line) -> Bool { a === b }
}
