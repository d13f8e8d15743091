/// What a cell comes to, if nothing goes wrong.
public enum CellValue: Hashable, Sendable {
  case empty
  /// Always finite: a calculation that leaves the numbers ends in a ``CellError``.
  case number(Double)
  case text(String)
  case boolean(Bool)
}

extension CellValue {
  /// What somebody means who types `text`, which is no formula: `7`, `4.50`, `5%`, `TRUE`, or else just text.
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

  /// The value as text, for a reader and for `&`.
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
  /// The number that `text` says in digits: `7`, `-0.5`, `1e3`, `5%`. Blanks around it do not matter.
  init?(typed text: String) {
    var digits = text.utf8[...]
    while digits.first == .blank { digits.removeFirst() }
    while digits.last == .blank { digits.removeLast() }
    let isPercentage = digits.last == UInt8(ascii: "%")
    if isPercentage { digits.removeLast() }
    // The initialiser of the standard library would also read "nan", "infinity" and "0x10".
    guard digits.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }), let number = Double(Substring(digits)),
      number.isFinite
    else { return nil }
    self = isPercentage ? number / 100 : number
  }
}

extension UInt8 {
  fileprivate static let blank = UInt8(ascii: " ")
}
