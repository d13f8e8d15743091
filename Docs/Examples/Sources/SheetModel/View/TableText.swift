/// A part of a sheet as text, in columns.
///
///        A            B
///     1  Total        263414.5
///     2  Orders         2000
///
/// Numbers are aligned at the decimal point, texts at the left.
struct TableText {
  private let sheet: Sheet
  private let range: CellRange

  /// Longer texts are cut, so that one remark does not push everything else off the screen.
  static let widestColumn = 24

  /// - Parameter width: omits columns that do not fit; nil shows all.
  init(of sheet: Sheet, showing range: CellRange, width: Int? = nil) {
    self.sheet = sheet
    self.range = range
    let labelWidth = String(range.rows.upperBound + 1).count
    var columns: [Column] = []
    var used = labelWidth
    for column in range.columns {
      let next = Column(column, rows: range.rows, of: sheet)
      used += 2 + next.width
      if let width, used > width, !columns.isEmpty { break }
      columns.append(next)
    }
    self.columns = columns
    let heading = columns.map { padded($0.name, to: $0.width) }
    var lines = [([String(repeating: " ", count: labelWidth)] + heading).joined(separator: "  ")]
    for (index, row) in range.rows.enumerated() {
      let label = String(row + 1)
      let cells = columns.map { $0.cells[index] }
      lines.append(
        ([String(repeating: " ", count: labelWidth - label.count) + label] + cells).joined(separator: "  "))
    }
    self.lines = lines.map(trimmedAtEnd)
  }

  let lines: [String]
  private let columns: [Column]

  /// The columns shown, possibly fewer than requested.
  var shown: CellRange {
    let first = range.columns.lowerBound
    return CellRange(columns: first...(first + columns.count - 1), rows: range.rows)
  }
}

/// As wide as its widest cell.
private struct Column {
  let name: String
  let width: Int
  let cells: [String]

  init(_ column: Int, rows: ClosedRange<Int>, of sheet: Sheet) {
    name = CellAddress.columnName(column)
    let contents = rows.map { Content(of: CellAddress(column: column, row: $0), in: sheet) }
    var (whole, fraction, text) = (0, 0, name.count)
    for content in contents {
      switch content {
      case .number(let before, let after):
        whole = max(whole, before.count)
        fraction = max(fraction, after.count)
      case .text(let line): text = max(text, line.count)
      }
    }
    let width = max(whole + fraction, text)
    self.width = width
    cells = contents.map { content in
      switch content {
      case .number(let before, let after):
        let end = after + String(repeating: " ", count: fraction - after.count)
        return String(repeating: " ", count: width - before.count - end.count) + before + end
      case .text(let line): return padded(line, to: width)
      }
    }
  }

  private enum Content {
    /// The digits before the decimal point, and the rest including it.
    case number(String, String)
    case text(String)

    init(of address: CellAddress, in sheet: Sheet) {
      let text = sheet.text(of: address)
      if case .success(.number) = sheet.result(of: address), text.count <= TableText.widestColumn {
        let point = text.firstIndex(of: ".") ?? text.endIndex
        self = .number(String(text[..<point]), String(text[point...]))
      } else {
        let line = printable(text)
        let isLong = line.count > TableText.widestColumn
        self = .text(isLong ? line.prefix(TableText.widestColumn - 1) + "…" : line)
      }
    }
  }
}

private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

private func trimmedAtEnd(_ line: String) -> String {
  var line = line[...]
  while line.last == " " { line.removeLast() }
  return String(line)
}
