/// From 0 to 100 percent, in hundredths: `19`, `7.5`, `5.25`.
public struct Percent: Hashable, Sendable {
  public let hundredths: Int

  /// Nil for anything else, such as a sign, a third decimal place, or more than 100.
  public init?(_ text: String) {
    guard let hundredths = InvoiceModel.hundredths(text), hundredths <= 10_000 else { return nil }
    self.hundredths = hundredths
  }

  private init(hundredths: Int) {
    self.hundredths = hundredths
  }

  static let zero = Percent(hundredths: 0)
}

extension Percent: Comparable {
  public static func < (a: Percent, b: Percent) -> Bool { a.hundredths < b.hundredths }
}

extension Percent: CustomStringConvertible {
  /// `7.5 %`
  public var description: String {
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole) %" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10) %" : "\(whole).\(rest < 10 ? "0" : "")\(rest) %"
  }
}
