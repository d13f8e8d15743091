/// Rows of text, in columns as wide as necessary.
struct Table {
  enum Column {
    /// Left-aligned.
    case words(String)
    /// Right-aligned.
    case numbers(String)
  }

  let lines: [String]

  init(_ columns: [Column], _ rows: [[String]]) {
    let header = columns.map { column in
      switch column {
      case .words(let title), .numbers(let title): title
      }
    }
    let all = [header] + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    lines = all.map { row in
      let cells = columns.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return if case .words = columns[column] { row[column] + padding } else { padding + row[column] }
      }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }
}
