import ReactiveDerived

/// The part of an order that is taxed at one rate.
///
///     subtotal ──┬─────────────────────────► net ──► tax
///                └─► the order's discount ──┘
///
/// A diamond: net depends on the subtotal directly, and through the discount of the whole order. No observer sees the
/// new subtotal with the old discount.
final class TaxedPart {
  /// Before the discount.
  let subtotal: DerivedProperty<Money>
  let net: DerivedProperty<Money>
  let tax: DerivedProperty<Money>

  init(
    _ subtotal: DerivedProperty<Money>, discount: Behavior<Percent>, at rate: TaxRate,
    counting recomputations: Recomputations
  ) {
    self.subtotal = subtotal
    // The only two roundings. Everything else is a sum, so totals by customer, by rate and overall agree to the cent.
    net = DerivedProperty(subtotal, discount, calculator: recomputations.counted { $0 - $0.part($1) })
    tax = DerivedProperty(net, rate.percent, calculator: recomputations.counted { $0.part($1) })
  }
}
