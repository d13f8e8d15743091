/// The rows of a CSV file, as RFC 4180 has them.
///
/// ```swift
/// let file = try CSVText(parsing: Array("name,price\r\n\"Baker, Son & Co.\",4.50\r\n".utf8))
/// print(file.rows[1])  // ["Baker, Son & Co.", "4.50"]
/// ```
///
/// It is strict where leniency would put a value into the wrong cell without a word: a quote that is out of place, or a
/// line with more or fewer fields than the first one. An empty line is harmless, and is an empty row. (SwiftCSV accepts
/// all of these, leaves out an empty last field, and gives no line in its errors, or this would use it.)
public struct CSVText: Equatable {
  public enum LineEnd: String {
    case unix = "\n"
    case windows = "\r\n"
  }

  public var rows: [[String]]
  /// What the first line ended with; a file that is saved again keeps it.
  public var lineEnd: LineEnd

  public init(rows: [[String]], lineEnd: LineEnd = .unix) {
    self.rows = rows
    self.lineEnd = lineEnd
  }

  /// Reads the bytes of a file: UTF-8, with or without a byte order mark.
  public init(parsing bytes: [UInt8]) throws(MalformedCSV) {
    var reader = CSVReader(bytes)
    rows = try reader.rows()
    lineEnd = reader.firstLineEnd ?? .unix
  }

  /// The text of the file: quotes where they are needed, and rows filled up with empty fields to the same length.
  public var text: String {
    let width = rows.reduce(0) { max($0, $1.count) }
    var text = ""
    for row in rows {
      // A row of nothing but empty fields stays a line of commas: an empty line could be taken for no row at all.
      let fields = row + Array(repeating: "", count: width - row.count)
      text += fields.map(Self.quoted).joined(separator: ",") + lineEnd.rawValue
    }
    return text
  }

  private static func quoted(_ field: String) -> String {
    // Asked of scalars: as a character, a line feed after a carriage return is neither of the two.
    let needsQuotes = field.unicodeScalars.contains { [",", "\"", "\n", "\r"].contains($0) }
    guard needsQuotes else { return field }
    let doubled = field.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
    return "\"\(String(String.UnicodeScalarView(doubled)))\""
  }
}
