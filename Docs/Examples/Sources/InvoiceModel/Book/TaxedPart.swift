import ReactiveDerived

/// What is taxed at one rate in an order.
///
///     subtotal ──┬─────────────────────────► net ──► tax
///                └─► the order's discount ──┘
///
/// A diamond: the net amount depends on the subtotal directly, and by way of the discount that the whole order is granted
/// for it. Nobody ever sees the new subtotal with the old discount.
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
    // The only two places where something is rounded. What follows are sums, so those by customer, by rate and over
    // everything agree to the cent.
    net = DerivedProperty(subtotal, discount, calculator: recomputations.counted { $0 - $0.part($1) })
    tax = DerivedProperty(net, rate.percent, calculator: recomputations.counted { $0.part($1) })
  }
}
