import ExampleTerminal

extension Detail.Model {
  func frame(columns: Int, rows: Int, now: Moment) -> Frame {
    let facts: [Span] = [
      Span(issue.status.rawValue, issue.status.style), Span(" · "),
      Span("\(issue.priority.rawValue) priority", issue.priority.style),
      Span(" · since \(issue.created.short) (\(issue.created.age(at: now)))", .faint),
    ]
    var frame = Frame(rows: [[]])
    let number = "Issue \(issue.id)  "
    if let editor, editor.field == .title {
      let typed = editor.input.rows(columns: columns - number.columns)
      for (index, line) in typed.lines.enumerated() {
        frame.rows.append([Span(index == 0 ? number : String(repeating: " ", count: number.columns), .faint), line])
      }
      frame.cursor = Frame.Cursor(row: 1 + typed.cursor.row, column: number.columns + typed.cursor.column)
      if !editor.isAcceptable { frame.rows.append([Span("An issue needs a title.", .faint)]) }
    } else {
      let lines = issue.title.printable.wrapped(to: columns - number.columns)
      for (index, line) in lines.enumerated() {
        frame.rows.append(
          [Span(index == 0 ? number : String(repeating: " ", count: number.columns), .faint), Span(line, .strong)])
      }
    }
    frame.rows += [facts, []]

    let room = max(0, rows - frame.rows.count)
    if let editor, editor.field == .text {
      let typed = editor.input.rows(columns: columns)
      // Keeps the cursor visible.
      let first = max(0, typed.cursor.row - max(0, room - 1))
      frame.cursor = Frame.Cursor(
        row: frame.rows.count + typed.cursor.row - first, column: typed.cursor.column)
      frame.rows += typed.lines.dropFirst(first).prefix(room).map { [$0] }
    } else if issue.text.isEmpty {
      frame.rows.append([Span("No text yet.", .faint)])
    } else {
      let lines = issue.text.printableLines.wrapped(to: columns)
      frame.rows += lines.dropFirst(min(scrolled, max(0, lines.count - room))).prefix(room).map { [Span($0)] }
    }
    return frame
  }
}

extension TextInput {
  /// The lines of the text, and the cursor. Breaks at full lines, so that no word moves while it is typed.
  func rows(columns: Int) -> (lines: [Span], cursor: Frame.Cursor) {
    let columns = max(2, columns)
    let (row, column) = Self.broken(before, columns).place
    let lines = Self.broken(before + after, columns).lines.map { Span($0, .accent) }
    let blanks = Array(repeating: Span("", .accent), count: max(0, row + 1 - lines.count))
    return (lines + blanks, Frame.Cursor(row: row, column: column))
  }

  private static func broken(_ text: String, _ columns: Int) -> (lines: [String], place: (row: Int, column: Int)) {
    var lines = [""]
    var column = 0
    for character in text.printableLines {
      if character == "\n" || column + character.columns > columns {
        lines.append("")
        column = 0
      }
      if character == "\n" { continue }
      lines[lines.count - 1].append(character)
      column += character.columns
    }
    return (lines, column < columns ? (lines.count - 1, column) : (lines.count, 0))
  }
}
