/// An event in a market.
public enum MarketEvent: Equatable, Sendable {
  public enum Side: Sendable { case buy, sell }

  /// A new order. Orders are numbered from 1.
  case added(Side, price: Int, quantity: Int)
  /// Part or all of an order is cancelled.
  case cancelled(order: Int, quantity: Int)
  /// Part or all of an order is traded.
  case traded(order: Int, quantity: Int)
  /// Time passes.
  case passed(milliseconds: Int)
}

extension MarketEvent {
  /// Parses a line such as `B10012 300`, `S10015 200`, `-17 100`, `x17 100` and `@250`; nil for any other line.
  public init?(_ line: some StringProtocol) {
    let numbers = line.dropFirst().split(separator: " ", omittingEmptySubsequences: false).map { Int($0) }
    guard let kind = line.first, let first = numbers.first ?? nil, first >= 0 else { return nil }
    if kind == "@" {
      if numbers.count != 1 { return nil }
      self = .passed(milliseconds: first)
      return
    }
    guard numbers.count == 2, let quantity = numbers[1], quantity > 0 else { return nil }
    switch kind {
    case "B": self = .added(.buy, price: first, quantity: quantity)
    case "S": self = .added(.sell, price: first, quantity: quantity)
    case "-": self = .cancelled(order: first, quantity: quantity)
    case "x": self = .traded(order: first, quantity: quantity)
    default: return nil
    }
  }
}
