/// The style of a text.
enum Style: Equatable {
  case plain, faint, border, title, name
  /// From harmless to alarming.
  case good, warm, hot
  case incoming, outgoing
}

struct Run: Equatable {
  var text: String
  var style: Style

  init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// A line of text in several styles. Every character must take one column.
typealias Line = [Run]

extension Line {
  var width: Int { reduce(0) { $0 + $1.text.count } }

  /// Cut or padded to exactly `width` columns, so that it covers the previous text.
  func fitted(to width: Int) -> Line {
    var room = Swift.max(0, width)
    var fitted: Line = []
    for run in self where room > 0 {
      fitted.append(Run(String(run.text.prefix(room)), run.style))
      room -= Swift.min(room, run.text.count)
    }
    return room > 0 ? fitted + [Run(String(repeating: " ", count: room))] : fitted
  }

  func alignedRight(to width: Int) -> Line {
    let missing = width - self.width
    return missing > 0 ? [Run(String(repeating: " ", count: missing))] + self : self
  }
}

/// A rectangle of the screen, counted from 0.
struct Place: Equatable {
  var row: Int
  var column: Int
  var width: Int
  var height = 1

  func inset(columns: Int, rows: Int = 1) -> Place {
    Place(row: row + rows, column: column + columns, width: width - 2 * columns, height: height - 2 * rows)
  }

  func line(_ index: Int) -> Place {
    Place(row: row + index, column: column, width: width)
  }

  func columns(from start: Int, width: Int) -> Place {
    Place(row: row, column: column + start, width: width, height: height)
  }
}

struct Size: Equatable {
  var columns: Int
  var rows: Int
}

/// A surface for cells.
///
/// It deliberately has no "clear and draw all": a cell writes only its own rectangle, and nothing compares old and new
/// screens.
protocol Screen: AnyObject {
  func write(_ line: Line, row: Int, column: Int)
}
