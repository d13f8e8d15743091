/// The place where a text stops being JSON (RFC 8259), and the reason.
///
/// Decoders need not report it, and Foundation's on Linux does not. Not recursive, so depth is unlimited.
struct JSONFault: Equatable {
  let line: Int
  let column: Int
  let reason: String

  var place: String { "line \(line), column \(column)" }

  /// Nil if `text`, in UTF-8, is JSON.
  init?(in text: some Sequence<UInt8>) {
    var bytes = Array(text)
    // Editors do not count a byte order mark as a column.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: mark) { bytes.removeFirst(mark.count) }
    var reader = JSONReader(bytes: bytes)
    do {
      try reader.readAll()
      return nil
    } catch {
      reason = error.text
    }
    let before = reader.bytes[..<reader.index]
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // Continuation bytes do not count.
    column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
  }
}

private struct JSONReader {
  struct Fault: Error { let text: String }

  let bytes: [UInt8]
  var index = 0

  private static let digits = "0123456789"

  private var next: Unicode.Scalar? { index < bytes.count ? Unicode.Scalar(bytes[index]) : nil }

  /// Reads one of `characters`, if next.
  private mutating func skip(_ characters: String) -> Bool {
    guard let next, characters.unicodeScalars.contains(next) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() { while skip(" \n\r\t") {} }

  private mutating func read(_ characters: String, _ what: String) throws(Fault) {
    if !skip(characters) { throw expected(what) }
  }

  private func expected(_ what: String) -> Fault {
    guard index < bytes.count else {
      return Fault(text: bytes.isEmpty ? "the data is empty" : "the text ends here, before \(what)")
    }
    let length = bytes[index] < 0xC0 ? 1 : bytes[index] < 0xE0 ? 2 : bytes[index] < 0xF0 ? 3 : 4
    return Fault(text: "expected \(what), found \"\(String(decoding: bytes[index...].prefix(length), as: UTF8.self))\"")
  }

  mutating func readAll() throws(Fault) {
    // The closing brackets of the open ones.
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
        if skip(String(bracket)) {
          open.removeLast()
          continue
        }
        try read(",", "a comma or \"\(bracket)\"")
        skipSpace()
        if bracket == "}" { try readKey() }
        continue value
      }
      skipSpace()
      if next != nil { throw expected("nothing more") }
      return
    }
  }

  private mutating func readKey() throws(Fault) {
    try read("\"", "a key in quotes")
    try readString()
    skipSpace()
    try read(":", "a colon")
  }

  private mutating func readPlainValue() throws(Fault) {
    if skip("\"") { return try readString() }
    for word in ["true", "false", "null"] where next == word.unicodeScalars.first {
      for character in word { try read(String(character), "\"\(word)\"") }
      return
    }
    let isNegative = skip("-")
    if !skip("0") { try readDigits(isNegative ? "a digit" : "a JSON value") }
    if skip(".") { try readDigits() }
    if skip("eE") {
      _ = skip("+-")
      try readDigits()
    }
  }

  private mutating func readDigits(_ what: String = "a digit") throws(Fault) {
    try read(Self.digits, what)
    while skip(Self.digits) {}
  }

  /// After the opening quote.
  private mutating func readString() throws(Fault) {
    while let character = next {
      if character < " " { throw Fault(text: "a string contains a control character, which has to be escaped") }
      index += 1
      if character == "\"" { return }
      if character != "\\" { continue }
      if skip("u") {
        for _ in 0..<4 { try read(Self.digits + "abcdefABCDEF", "a hex digit") }
      } else if next != nil {
        try read("\"\\/bfnrt", "a character that can be escaped")
      }
    }
    throw expected("the end of a string")
  }
}
