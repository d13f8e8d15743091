/// The place where a text stops being JSON (RFC 8259), and what is wrong there.
///
/// Decoders need not say it, and Foundation's on Linux does not. No recursion, so depth does not matter.
struct JSONFault: Equatable {
  let line: Int
  let column: Int
  let reason: String

  var place: String { "line \(line), column \(column)" }

  /// Nil if `text`, in UTF-8, is JSON.
  init?(in text: some Sequence<UInt8>) {
    var reader = JSONReader(Array(text))
    guard let reason = reader.findFault() else { return nil }
    let before = reader.bytes[..<reader.index]
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // A character's later bytes do not count.
    column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    self.reason = reason
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// What was found where something else was expected.
  private func expected(_ what: String) -> String {
    guard index < bytes.count else { return bytes.isEmpty ? "the data is empty" : "the text ends here, before \(what)" }
    // As many bytes as the character has.
    let length = bytes[index] < 0xC0 ? 1 : bytes[index] < 0xE0 ? 2 : bytes[index] < 0xF0 ? 3 : 4
    return "expected \(what), found \"\(String(decoding: bytes[index...].prefix(length), as: UTF8.self))\""
  }

  /// What is wrong, at `index`.
  mutating func findFault() -> String? {
    // The brackets that are open.
    var open: [UInt8] = []
    value: while true {
      skipSpace()
      if skip("{") {
        skipSpace()
        if !skip("}") {
          open.append(UInt8(ascii: "}"))
          if let fault = readKey() { return fault }
          continue value
        }
      } else if skip("[") {
        skipSpace()
        if !skip("]") {
          open.append(UInt8(ascii: "]"))
          continue value
        }
      } else if let fault = readPlainValue() {
        return fault
      }
      while let bracket = open.last {
        skipSpace()
        if next == bracket {
          index += 1
          open.removeLast()
        } else if skip(",") {
          skipSpace()
          if bracket == UInt8(ascii: "}"), let fault = readKey() { return fault }
          continue value
        } else {
          return expected("a comma or \"\(Character(Unicode.Scalar(bracket)))\"")
        }
      }
      skipSpace()
      return next == nil ? nil : expected("nothing more")
    }
  }

  private mutating func readKey() -> String? {
    if next != UInt8(ascii: "\"") { return expected("a key in quotes") }
    if let fault = readString() { return fault }
    skipSpace()
    return skip(":") ? nil : expected("a colon")
  }

  private mutating func readPlainValue() -> String? {
    guard let next else { return expected("a JSON value") }
    switch next {
    case UInt8(ascii: "\""): return readString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumber()
    case UInt8(ascii: "t"): return readWord("true")
    case UInt8(ascii: "f"): return readWord("false")
    case UInt8(ascii: "n"): return readWord("null")
    default: return expected("a JSON value")
    }
  }

  private mutating func readWord(_ word: String) -> String? {
    for byte in word.utf8 {
      if next != byte { return expected("\"\(word)\"") }
      index += 1
    }
    return nil
  }

  private mutating func readString() -> String? {
    index += 1
    while let byte = next {
      if byte == UInt8(ascii: "\"") {
        index += 1
        return nil
      }
      if byte < 0x20 { return "a string contains a control character, which has to be escaped" }
      index += 1
      guard byte == UInt8(ascii: "\\") else { continue }
      guard let escaped = next else { break }
      if escaped == UInt8(ascii: "u") {
        index += 1
        for _ in 0..<4 {
          guard let digit = next, Character(Unicode.Scalar(digit)).isHexDigit else { return expected("a hex digit") }
          index += 1
        }
      } else if "\"\\/bfnrt".utf8.contains(escaped) {
        index += 1
      } else {
        return expected("a character that can be escaped")
      }
    }
    return expected("the end of a string")
  }

  private mutating func readDigits() -> String? {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index == start ? expected("a digit") : nil
  }

  private mutating func readNumber() -> String? {
    _ = skip("-")
    if !skip("0"), let fault = readDigits() { return fault }
    if skip("."), let fault = readDigits() { return fault }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      return readDigits()
    }
    return nil
  }
}
