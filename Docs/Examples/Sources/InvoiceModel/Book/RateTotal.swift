import ReactiveDerived

/// The total of all orders at one rate.
final class RateTotal {
  let rate: TaxRate
  let net: DerivedProperty<Money>
  let tax: DerivedProperty<Money>
  let total: DerivedProperty<Money>

  /// The rate is the `index`th of each order's parts.
  init(of rate: TaxRate, at index: Int, in orders: Behavior<[Order]>, counting recomputations: Recomputations) {
    self.rate = rate
    net = recomputations.sum(of: orders) { $0.parts[index].net }
    tax = recomputations.sum(of: orders) { $0.parts[index].tax }
    total = DerivedProperty(net, tax, calculator: recomputations.counted(+))
  }
}
