/// The rows of a CSV file, as in RFC 4180.
///
/// ```swift
/// let file = try CSVText(parsing: Array("name,price\r\n\"Baker, Son & Co.\",4.50\r\n".utf8))
/// print(file.rows[1])  // ["Baker, Son & Co.", "4.50"]
/// ```
///
/// Misplaced quotes, and lines with more or fewer fields than the first, are errors: leniency could silently shift
/// values into wrong cells. An empty line is a harmless empty row. (SwiftCSV accepts all of these, drops an empty last
/// field, and reports errors without lines; otherwise this type would use it.)
public struct CSVText: Equatable {
  public enum LineEnd: String {
    case unix = "\n"
    case windows = "\r\n"
  }

  public var rows: [[String]]
  /// The end of the first line, kept when the file is saved.
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

  /// The text of the file: quoted where necessary, with rows padded to the same length.
  public var text: String {
    let width = rows.reduce(0) { max($0, $1.count) }
    var text = ""
    for row in rows {
      // A row of empty fields stays a line of commas, because an empty line could be read as no row.
      let fields = row + Array(repeating: "", count: width - row.count)
      text += fields.map(Self.quoted).joined(separator: ",") + lineEnd.rawValue
    }
    return text
  }

  private static func quoted(_ field: String) -> String {
    // Compares scalars: a carriage return and line feed are a single character.
    let needsQuotes = field.unicodeScalars.contains { [",", "\"", "\n", "\r"].contains($0) }
    guard needsQuotes else { return field }
    let doubled = field.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
    return "\"\(String(String.UnicodeScalarView(doubled)))\""
  }
}
