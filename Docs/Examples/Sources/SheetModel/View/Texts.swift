import Foundation

/// `1234.5`: decimals only up to ten digits in total, which hides that 0.1 + 0.2 is 0.30000000000000004.
func numberText(_ number: Double) -> String {
  let magnitude = abs(number)
  guard magnitude < 1e15, magnitude >= 1e-5 || number == 0 else {
    return String(format: "%.10g", number)
  }
  let digitsBeforePoint = magnitude < 1 ? 1 : Int(log10(magnitude)) + 1
  var text = String(format: "%.\(max(0, 10 - digitsBeforePoint))f", number)
  if text.contains(".") {
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
  }
  return text == "-0" ? "0" : text
}

/// `12,345`
public func groupedText(_ number: Int) -> String {
  var digits = String(number.magnitude)
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
}

/// One line, without characters that could move the cursor. Files may contain anything.
public func printable(_ text: String) -> String {
  String(
    text.map { character in
      if character.isNewline { return "⏎" }
      return character.unicodeScalars.contains { $0.properties.generalCategory.isInvisible } ? "?" : character
    })
}

extension Unicode.GeneralCategory {
  fileprivate var isInvisible: Bool {
    switch self {
    case .control, .format, .surrogate, .unassigned, .privateUse: true
    default: false
    }
  }
}

/// Foundation's `pow`, with labeled operands.
func raised(_ base: Double, to exponent: Double) -> Double {
  pow(base, exponent)
}
