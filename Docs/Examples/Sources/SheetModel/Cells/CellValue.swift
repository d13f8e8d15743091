/// The value of a cell without error.
public enum CellValue: Hashable, Sendable {
  case empty
  /// Always finite: an overflow is a ``CellError``.
  case number(Double)
  case text(String)
  case boolean(Bool)
}

extension CellValue {
  /// Interprets input that is not a formula: `7`, `4.50`, `5%`, `TRUE`, or else text.
  init(typed text: String) {
    if text.isEmpty {
      self = .empty
    } else if let number = Double(typed: text) {
      self = .number(number)
    } else if text.utf8.count <= 5, let boolean = ["TRUE": true, "FALSE": false][text.uppercased()] {
      self = .boolean(boolean)
    } else {
      self = .text(text)
    }
  }

  /// The value as text, for display and for `&`.
  public var text: String {
    switch self {
    case .empty: ""
    case .number(let number): numberText(number)
    case .text(let text): text
    case .boolean(let boolean): boolean ? "TRUE" : "FALSE"
    }
  }
}

extension Double {
  /// A number in digits: `7`, `-0.5`, `1e3`, `5%`. Surrounding blanks are ignored.
  init?(typed text: String) {
    var digits = text.utf8[...]
    while digits.first == .blank { digits.removeFirst() }
    while digits.last == .blank { digits.removeLast() }
    let isPercentage = digits.last == UInt8(ascii: "%")
    if isPercentage { digits.removeLast() }
    // `Double` would also accept "nan", "infinity" and "0x10".
    guard digits.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }), let number = Double(Substring(digits)),
      number.isFinite
    else { return nil }
    self = isPercentage ? number / 100 : number
  }
}

extension UInt8 {
  fileprivate static let blank = UInt8(ascii: " ")
}
