import ExampleTerminal

extension IssueList.View {
  /// The list, with the selected issue visible.
  func frame(columns: Int, rows: Int, now: Moment) -> Frame {
    let (filterRow, cursor) = filterRow
    let room = max(0, rows - 2)
    // Centered, except near the ends of the list.
    let first = max(0, min((selectedIndex ?? 0) - room / 2, issues.count - room))
    let titles = Self.cells("#", "status", "prio", "age", "title").map { Span($0, .faint) }
    let body = issues.indices.dropFirst(first).prefix(room).map { index in
      row(for: issues[index], isSelected: index == selectedIndex, columns: columns, now: now)
    }
    let empty = total == 0 ? "No issues yet: n makes one." : "No issue is like that."
    return Frame(rows: [filterRow, titles] + (issues.isEmpty ? [[Span(empty, .faint)]] : body), cursor: cursor)
  }

  private var filterRow: ([Span], Frame.Cursor?) {
    let status = [Span("Show ", .faint), Span(filter.status?.rawValue ?? "all", .strong)]
    let label = [Span("  find ", .faint)]
    if let search {
      let cursor = Frame.Cursor(row: 0, column: (status + label).columns + search.before.printable.columns)
      return (status + label + [Span(search.text.printable, .accent)], cursor)
    }
    return (filter.text.isEmpty ? status : status + label + [Span(filter.text.printable, .strong)], nil)
  }

  private func row(for issue: Issue, isSelected: Bool, columns: Int, now: Moment) -> [Span] {
    let cells = Self.cells(
      "\(issue.id)", issue.status.rawValue, issue.priority.rawValue, issue.created.age(at: now), issue.title.printable)
    if isSelected { return [Span(cells.joined().shortened(to: columns), .selected)].fitted(to: columns) }
    var row = zip(cells, [.faint, issue.status.style, issue.priority.style, .faint, .plain]).map { Span($0, $1) }
    let room = columns - row.dropLast().reduce(0) { $0 + $1.text.columns }
    row[row.count - 1].text = row[row.count - 1].text.shortened(to: max(0, room))
    return row
  }

  private static func cells(_ id: String, _ status: String, _ priority: String, _ age: String, _ title: String)
    -> [String]
  {
    [
      String(repeating: " ", count: max(0, 4 - id.columns)) + id + "  ", status.padded(to: 9), priority.padded(to: 8),
      String(repeating: " ", count: max(0, 6 - age.columns)) + age + "  ", title,
    ]
  }
}

extension Status {
  var style: Span.Style {
    switch self {
    case .open: .plain
    case .started: .warm
    case .done: .good
    }
  }
}

extension Priority {
  var style: Span.Style {
    switch self {
    case .low: .faint
    case .normal: .plain
    case .high: .hot
    }
  }
}
