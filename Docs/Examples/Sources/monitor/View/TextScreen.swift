/// Keeps what is written in memory, to be printed in one piece.
final class TextScreen: Screen {
  private struct Glyph {
    var text: Character = " "
    var style = Style.plain
  }

  private var rows: [[Glyph]]

  init(size: Size) {
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

  /// The screen as lines without cursor movements.
  func text(colors: Bool = false) -> String {
    rows.map { row in
      // Blanks at the end of a line only get in the way of whoever copies it.
      let end = row.lastIndex { $0.text != " " }.map { $0 + 1 } ?? 0
      var line: Line = []
      for glyph in row[..<end] {
        if line.last?.style == glyph.style {
          line[line.count - 1].text.append(glyph.text)
        } else {
          line.append(Run(String(glyph.text), glyph.style))
        }
      }
      return line.escaped(colors: colors) + "\n"
    }.joined()
  }
}
