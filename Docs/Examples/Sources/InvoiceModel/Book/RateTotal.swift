import ReactiveDerived

/// What all orders come to at one rate.
final class RateTotal {
  let rate: TaxRate
  let net: DerivedProperty<Money>
  let tax: DerivedProperty<Money>
  let total: DerivedProperty<Money>

  /// For the rate that is the `index`th of each order's parts.
  init(of rate: TaxRate, at index: Int, in orders: Behavior<[Order]>, counting recomputations: Recomputations) {
    self.rate = rate
    net = recomputations.sum(of: orders) { $0.parts[index].net }
    tax = recomputations.sum(of: orders) { $0.parts[index].tax }
    total = DerivedProperty(net, tax, calculator: recomputations.counted(+))
  }
}
