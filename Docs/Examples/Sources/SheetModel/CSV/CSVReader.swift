/// Parses the bytes of a CSV file.
///
/// It works on bytes, because CSV syntax is ASCII and a `Character` may absorb it: `\r\n` is one, and so is a comma
/// with a combining accent.
struct CSVReader {
  private(set) var firstLineEnd: CSVText.LineEnd?

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: byteOrderMark) { position = byteOrderMark.count }
  }

  mutating func rows() throws(MalformedCSV) -> [[String]] {
    var rows: [[String]] = []
    var width: (fields: Int, line: Int)?
    while position < bytes.count {
      let start = line
      let row = try row()
      guard row != [""] else {
        rows.append([])
        continue
      }
      if let width, row.count != width.fields {
        let fields = "\(row.count) \(row.count == 1 ? "field" : "fields")"
        throw MalformedCSV(line: start, reason: "\(fields), where line \(width.line) has \(width.fields)")
      }
      width = width ?? (row.count, start)
      rows.append(row)
    }
    return rows
  }

  private mutating func row() throws(MalformedCSV) -> [String] {
    var fields: [String] = []
    repeat {
      fields.append(next == .quote ? try quotedField() : try plainField())
    } while take(.comma)
    try endLine()
    return fields
  }

  private mutating func plainField() throws(MalformedCSV) -> String {
    let start = position
    while let byte = next, ![.comma, .lineFeed, .carriageReturn].contains(byte) {
      guard byte != .quote else {
        throw MalformedCSV(line: line, reason: "a quote in a field that does not begin with one")
      }
      position += 1
    }
    return try text(bytes[start..<position], line: line)
  }

  private mutating func quotedField() throws(MalformedCSV) -> String {
    let opening = line
    var content: [UInt8] = []
    position += 1
    while let byte = next {
      position += 1
      if byte == .quote, !take(.quote) { return try text(content[...], line: opening) }
      if byte == .lineFeed { line += 1 }
      content.append(byte)
    }
    throw MalformedCSV(line: opening, reason: "the quote that opens here is never closed")
  }

  private mutating func endLine() throws(MalformedCSV) {
    guard next != nil else { return }
    let isWindows = take(.carriageReturn)
    guard take(.lineFeed) else {
      let found = isWindows ? "a carriage return without a line feed" : "text after the quote that ends a field"
      throw MalformedCSV(line: line, reason: found)
    }
    firstLineEnd = firstLineEnd ?? (isWindows ? .windows : .unix)
    line += 1
  }

  private func text(_ bytes: ArraySlice<UInt8>, line: Int) throws(MalformedCSV) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding repairs invalid UTF-8, which changes the bytes.
    guard text.utf8.elementsEqual(bytes) else { throw MalformedCSV(line: line, reason: "not UTF-8") }
    return text
  }

  private var next: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }
}

extension UInt8 {
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
}
