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
    var reader = JSONReader(bytes: Array(text))
    do {
      try reader.readAll()
      return nil
    } catch {
      reason = error.text
    }
    let before = reader.bytes[..<reader.index]
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // A character's later bytes do not count.
    column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
  }
}

private struct JSONReader {
  /// What is wrong, where the reader stands.
  struct Fault: Error { let text: String }

  let bytes: [UInt8]
  var index = 0

  private var next: Unicode.Scalar? { index < bytes.count ? Unicode.Scalar(bytes[index]) : nil }

  private mutating func skipSpace() { while skip(" ") || skip("\n") || skip("\r") || skip("\t") {} }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    index += 1
    return true
  }

  /// What was found where something else was expected.
  private func expected(_ what: String) -> Fault {
    guard index < bytes.count else {
      return Fault(text: bytes.isEmpty ? "the data is empty" : "the text ends here, before \(what)")
    }
    // As many bytes as the character has.
    let length = bytes[index] < 0xC0 ? 1 : bytes[index] < 0xE0 ? 2 : bytes[index] < 0xF0 ? 3 : 4
    return Fault(text: "expected \(what), found \"\(String(decoding: bytes[index...].prefix(length), as: UTF8.self))\"")
  }

  mutating func readAll() throws(Fault) {
    // The brackets that close those that are open.
    var open: [Unicode.Scalar] = []
    value: while true {
      skipSpace()
      if skip("{") {
        open.append("}")
        skipSpace()
        if next != "}" {
          try readKey()
          continue value
        }
      } else if skip("[") {
        open.append("]")
        skipSpace()
        if next != "]" { continue value }
      } else {
        try readPlainValue()
      }
      while let bracket = open.last {
        skipSpace()
        if skip(bracket) {
          open.removeLast()
        } else if skip(",") {
          skipSpace()
          if bracket == "}" { try readKey() }
          continue value
        } else {
          throw expected("a comma or \"\(bracket)\"")
        }
      }
      skipSpace()
      if next != nil { throw expected("nothing more") }
      return
    }
  }

  private mutating func readKey() throws(Fault) {
    if next != "\"" { throw expected("a key in quotes") }
    try readString()
    skipSpace()
    if !skip(":") { throw expected("a colon") }
  }

  private mutating func readPlainValue() throws(Fault) {
    switch next {
    case "\""?: try readString()
    case "t"?: try readWord("true")
    case "f"?: try readWord("false")
    case "n"?: try readWord("null")
    case let next? where next == "-" || ("0"..."9").contains(next): try readNumber()
    default: throw expected("a JSON value")
    }
  }

  private mutating func readWord(_ word: String) throws(Fault) {
    for character in word.unicodeScalars where !skip(character) { throw expected("\"\(word)\"") }
  }

  private mutating func readString() throws(Fault) {
    index += 1
    while let character = next {
      if character < " " { throw Fault(text: "a string contains a control character, which has to be escaped") }
      index += 1
      if character == "\"" { return }
      if character != "\\" { continue }
      if skip("u") {
        for _ in 0..<4 {
          guard let digit = next, Character(digit).isHexDigit else { throw expected("a hex digit") }
          index += 1
        }
      } else if let next {
        if !"\"\\/bfnrt".unicodeScalars.contains(next) { throw expected("a character that can be escaped") }
        index += 1
      }
    }
    throw expected("the end of a string")
  }

  private mutating func readDigits() throws(Fault) {
    let start = index
    while let next, ("0"..."9").contains(next) { index += 1 }
    if index == start { throw expected("a digit") }
  }

  private mutating func readNumber() throws(Fault) {
    _ = skip("-")
    if !skip("0") { try readDigits() }
    if skip(".") { try readDigits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try readDigits()
    }
  }
}
