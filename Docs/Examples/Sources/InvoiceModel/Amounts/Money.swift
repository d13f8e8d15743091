/// An amount in whole cents, so that sums are exact in any order.
///
/// Fractions of a cent arise only in `part(_:)`, and are rounded there.
public struct Money: Hashable, Sendable {
  public var cents: Int

  public init(cents: Int) {
    self.cents = cents
  }

  /// `1250` and `1250.5` and `1250.50`; nil for anything else, such as a sign, more digits, or an overflow.
  public init?(_ text: String) {
    guard let hundredths = hundredths(text) else { return nil }
    cents = hundredths
  }

  /// Requires a nonnegative amount. Rounds half up to a cent.
  func part(_ percent: Percent) -> Money {
    // Two steps avoid an overflow for large amounts; the first is exact.
    let (tenThousands, rest) = cents.quotientAndRemainder(dividingBy: 10_000)
    return Money(cents: tenThousands * percent.hundredths + (rest * percent.hundredths + 5_000) / 10_000)
  }

  static func * (price: Money, quantity: Int) -> Money { Money(cents: price.cents * quantity) }
}

extension Money: Comparable {
  public static func < (a: Money, b: Money) -> Bool { a.cents < b.cents }
}

extension Money: AdditiveArithmetic {
  public static let zero = Money(cents: 0)
  public static func + (a: Money, b: Money) -> Money { Money(cents: a.cents + b.cents) }
  public static func - (a: Money, b: Money) -> Money { Money(cents: a.cents - b.cents) }
}

extension Money: CustomStringConvertible {
  /// `1,234.50`
  public var description: String {
    let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
    return "\(cents < 0 ? "-" : "")\(grouped(whole)).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// A hundred times a decimal number without sign, with at most two decimal places.
func hundredths(_ text: String) -> Int? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  guard let whole = parts.first, parts.count <= 2 else { return nil }
  let fraction = parts.count == 2 ? parts[1] : "0"
  guard !whole.isEmpty, (1...2).contains(fraction.count) else { return nil }
  // Digits only, because `Int` accepts a sign. An overflow is nil.
  let digits = whole + fraction + (fraction.count == 1 ? "0" : "")
  return digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
}

/// `12,345`
func grouped(_ number: some BinaryInteger) -> String {
  var rest = String(number)
  var groups: [String] = []
  while rest.count > 3 {
    groups.insert(String(rest.suffix(3)), at: 0)
    rest.removeLast(3)
  }
  return ([rest] + groups).joined(separator: ",")
}
