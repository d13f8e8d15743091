/// The discount on orders from an amount on, up to the next tier.
struct Tier: Equatable, Sendable {
  var from: Money
  var discount: Percent
}

extension [Tier] {
  /// Expects the tiers in ascending order.
  func discount(on amount: Money) -> Percent {
    last { $0.from <= amount }?.discount ?? .zero
  }

  /// Replaces the tier that begins at `amount`, or adds one.
  mutating func set(_ discount: Percent, from amount: Money) {
    removeAll { $0.from == amount }
    append(Tier(from: amount, discount: discount))
    sort { $0.from < $1.from }
  }
}
