/// Keeps what is written in memory, to be printed in one piece.
final class TextScreen: Screen {
  private struct Glyph {
    var text: Character = " "
    var style = Style.plain
  }

  let size: Size
  private var rows: [[Glyph]]

  init(size: Size) {
    self.size = size
    rows = Array(repeating: Array(repeating: Glyph(), count: size.columns), count: size.rows)
  }

  func write(_ line: Line, row: Int, column: Int) {
    guard rows.indices.contains(row) else { return }
    var column = column
    for run in line {
      for text in run.text {
        if rows[row].indices.contains(column) { rows[row][column] = Glyph(text: text, style: run.style) }
        column += 1
      }
    }
  }

  /// The rows. Blanks at the end of one only get in the way of whoever copies it.
  var lines: [Line] {
    rows.map { row in
      let end = row.lastIndex { $0.text != " " }.map { $0 + 1 } ?? 0
      var line: Line = []
      for glyph in row[..<end] {
        if line.last?.style == glyph.style {
          line[line.count - 1].text.append(glyph.text)
        } else {
          line.append(Run(String(glyph.text), glyph.style))
        }
      }
      return line
    }
  }

  /// The screen as lines without cursor movements.
  func text(colors: Bool = false) -> String {
    lines.map { $0.escaped(colors: colors) + "\n" }.joined()
  }
}
