public import ExampleTerminal

extension SignUpForm {
  /// The screen, within the size of the window.
  public func frame(for size: ScreenSize) -> Frame {
    let columns = max(1, size.columns)
    var frame = Frame(rows: [[Span("Sign up", .accent)], []])
    let fields = [
      (name, "Name", [nameProblem]), (email, "E-mail", [emailProblem]),
      (password, "Password", [passwordStrength, passwordProblem]), (age, "Age", [ageProblem]),
    ]
    for (field, title, labels) in fields {
      let room = max(2, min(30, columns - Self.margin - 2))
      let view = field.view(columns: room)
      if field === focused {
        frame.cursor = Frame.Cursor(row: frame.rows.count, column: min(Self.margin + 1 + view.cursor, columns - 1))
      }
      frame.rows.append(
        [marker(of: field), Span(title.padded(to: Self.margin - 2), .faint), Span("[", .faint)]
          + [Span(view.text, field === focused ? .accent : .plain), Span("]  ", .faint)] + Self.joined(labels))
    }
    frame.rows.append([])
    for box in [showsPassword, acceptsTerms] {
      let margin = Span(String(repeating: " ", count: Self.margin - 2))
      frame.rows.append([margin, marker(of: box), Span(box.isChecked ? "[x]" : "[ ]"), Span(" \(box.title)")])
    }
    let buttons = [signUp, suggest, clear].flatMap { button in
      let title = button.isEnabled ? "[\(button.title)]" : "(\(button.title))"
      return [marker(of: button), Span(title, button.isEnabled ? .strong : .faint), Span(" ")]
    }
    frame.rows += [[], buttons, [], Self.joined([summary, notice]), []]
    frame.rows.append([Span("Tab ↑ ↓ move · Space, Enter press · ^S suggest · ^X clear · ^U undo · ^C leave", .faint)])

    frame.rows = frame.rows.prefix(max(0, size.rows)).map { $0.fitted(to: columns) }
    if let cursor = frame.cursor, cursor.row >= frame.rows.count { frame.cursor = nil }
    return frame
  }

  /// The column of the fields.
  private static let margin = 12

  private func marker(of widget: any Widget) -> Span { Span(widget === focused ? "› " : "  ", .accent) }

  private static func joined(_ labels: [Label]) -> [Span] {
    let spans = labels.filter { !$0.text.isEmpty }.map { [Span($0.text.printable, $0.style)] }
    return Array(spans.joined(separator: [Span(" · ", .faint)]))
  }
}

extension TextField {
  /// The visible part of the text around the cursor, padded, and the cursor's column in it.
  func view(columns: Int) -> (text: String, cursor: Int) {
    let (before, after) = (shown(before), shown(after))
    // The cursor needs a column, too.
    var excess = before.columns - (columns - 1)
    let head = before.drop { character in
      defer { excess -= character.columns }
      return excess > 0
    }
    let text = (head + after).prefix(columns: columns)
    return (text.padded(to: columns), String(head).columns)
  }

  private func shown(_ text: String) -> String {
    isSecret ? String(repeating: "•", count: text.count) : text.printable
  }
}
