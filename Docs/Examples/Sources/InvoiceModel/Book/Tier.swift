/// The discount on orders that come to so much or more, up to where the next tier begins.
struct Tier: Equatable, Sendable {
  var from: Money
  var discount: Percent
}

extension [Tier] {
  /// The discount on an amount. In order of where they begin.
  func discount(on amount: Money) -> Percent {
    last { $0.from <= amount }?.discount ?? .zero
  }

  /// Gives another discount from an amount on; a new tier if none begins there.
  mutating func set(_ discount: Percent, from amount: Money) {
    removeAll { $0.from == amount }
    append(Tier(from: amount, discount: discount))
    sort { $0.from < $1.from }
  }
}
