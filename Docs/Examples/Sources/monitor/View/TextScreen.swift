/// A screen in memory, to print at once.
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

  /// Without trailing blanks, which are a nuisance in copied text.
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

  /// Lines without cursor movements.
  func text(colors: Bool = false) -> String {
    lines.map { $0.escaped(colors: colors) + "\n" }.joined()
  }
}
