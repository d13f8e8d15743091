struct Token: Equatable {
  enum Kind: Equatable {
    case number(Double)
    case text(String)
    /// A function, an address, `TRUE` or `FALSE`.
    case name(String)
    case binary(BinaryOperator)
    case percent
    case open
    case close
    case comma
    case colon
    case end
  }

  var kind: Kind
  /// As written, for messages.
  var source: String
  /// From 1; the `=` at the beginning is the first.
  var position: Int
}

extension Token {
  /// Splits a formula, without its `=`, into tokens. The last is the end.
  static func all(of source: String) throws(FormulaError) -> [Token] {
    var scanner = Scanner(characters: Array(source), position: 1)
    var tokens: [Token] = []
    repeat { tokens.append(try scanner.token()) } while tokens.last?.kind != .end
    return tokens
  }
}

private struct Scanner {
  let characters: [Character]
  var position: Int

  mutating func token() throws(FormulaError) -> Token {
    skip(while: \.isWhitespace)
    let start = position
    let kind = try kind()
    return Token(kind: kind, source: String(characters[start..<position]), position: start + 1)
  }

  private mutating func kind() throws(FormulaError) -> Token.Kind {
    guard let character = next else { return .end }
    if character == "\"" { return .text(try text()) }
    if character.isNumberPart { return .number(try number()) }
    if character.isNamePart { return .name(skip(while: \.isNamePart)) }
    position += 1
    switch character {
    case "%": return .percent
    case "(": return .open
    case ")": return .close
    case ",": return .comma
    case ":": return .colon
    default:
      if let second = next, let symbol = BinaryOperator(rawValue: "\(character)\(second)") {
        position += 1
        return .binary(symbol)
      }
      if let symbol = BinaryOperator(rawValue: String(character)) { return .binary(symbol) }
      throw FormulaError(reason: "unexpected \"\(printable(String(character)))\" at character \(position)")
    }
  }

  private mutating func text() throws(FormulaError) -> String {
    let start = position
    var text = ""
    position += 1
    while let character = next {
      position += 1
      if character == "\"" {
        guard next == "\"" else { return text }
        position += 1
      }
      text.append(character)
    }
    throw FormulaError(reason: "the quote at character \(start + 1) is never closed")
  }

  private mutating func number() throws(FormulaError) -> Double {
    var digits = skip(while: \.isNumberPart)
    // An exponent requires digits: in "2E", the letter is an error that the parser reports.
    let mark = position
    if next == "e" || next == "E" {
      position += 1
      var exponent = "e"
      if let sign = next, sign == "+" || sign == "-" {
        exponent.append(sign)
        position += 1
      }
      let power = skip(while: \.isNumberPart)
      if power.isEmpty { position = mark } else { digits += exponent + power }
    }
    guard let number = Double(digits), number.isFinite else {
      throw FormulaError(reason: "\"\(digits)\" is no number")
    }
    return number
  }

  private var next: Character? {
    position < characters.count ? characters[position] : nil
  }

  @discardableResult
  private mutating func skip(while condition: (Character) -> Bool) -> String {
    let start = position
    while let next, condition(next) { position += 1 }
    return String(characters[start..<position])
  }
}

extension Character {
  fileprivate var isNumberPart: Bool { ("0"..."9").contains(self) || self == "." }
  fileprivate var isNamePart: Bool { isLetter || ("0"..."9").contains(self) || self == "_" || self == "$" }
}
