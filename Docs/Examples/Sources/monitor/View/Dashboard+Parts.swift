import ReactiveCore

extension Dashboard {
  /// Writes constant text.
  func label(_ line: Line, at place: Place) {
    screen.write(line, row: place.row, column: place.column)
  }

  func line<Value>(_ place: Place, showing source: Behavior<Value>, as text: @escaping (Value) -> Line) {
    cell(place, showing: source) { [text($0)] }
  }

  /// Draws a box, and returns its interior.
  func panel(_ title: String, at place: Place) -> Place {
    let heading: Line = [Run("╭─ ", .border), Run(title, .name), Run(" ", .border)]
    let rest = String(repeating: "─", count: place.width - heading.width - 1) + "╮"
    label(heading + [Run(rest, .border)], at: place.line(0))
    for row in 1..<(place.height - 1) {
      label([Run("│", .border)], at: place.line(row))
      label([Run("│", .border)], at: place.line(row).columns(from: place.width - 1, width: 1))
    }
    label([Run("╰" + String(repeating: "─", count: place.width - 2) + "╯", .border)], at: place.line(place.height - 1))
    return place.inset(columns: 2)
  }

  /// A cell at the right of a panel's upper border.
  func note<Value>(
    in panel: Place, width: Int, showing source: Behavior<Value>, as text: @escaping (Value) -> Run?
  ) {
    line(panel.line(0).columns(from: panel.width - 2 - width, width: width), showing: source) { value in
      let note: Line = text(value).map { [Run(" "), $0, Run(" ")] } ?? []
      return [Run(String(repeating: "─", count: max(0, width - note.width)), .border)] + note
    }
  }

  func level(_ place: Place, label text: String, showing metric: Metric) {
    label([Run(text, .faint)], at: place)
    let width = place.width - text.count - 8
    line(place.columns(from: text.count, width: width), showing: metric.value) { gauge($0, width: width) }
    line(place.columns(from: place.width - 7, width: 7), showing: metric.value) { [Run(percentText($0))] }
  }

  /// A graph of shares from the row at `first` to the last but one.
  func fullGraph(_ inside: Place, from first: Int, showing metric: Metric) {
    let height = inside.height - 1 - first
    // The color of a row is that of the shares that reach it.
    let styles = (0..<height).map { Style.severity(1 - (Double($0) + 0.5) / Double(height)) }
    let place = Place(row: inside.row + first, column: inside.column, width: inside.width, height: height)
    cell(place, showing: metric.history) { graph($0, scale: 1, width: place.width, styles: styles) }
  }

  /// A label, then its value in `width` columns.
  func value<Value>(
    _ place: Place, label text: String, width: Int, showing source: Behavior<Value>,
    as value: @escaping (Value) -> String
  ) {
    label([Run(text, .faint)], at: place)
    line(place.columns(from: text.count + 1, width: width), showing: source) { [Run(value($0))] }
  }
}

func alertLine(_ alert: Alert) -> Line {
  let isRaised = alert.kind == .raised
  return [
    Run(clockText(alert.clock), .faint),
    Run(isRaised ? " ▲ " : " ▽ ", isRaised ? .hot : .good),
    Run("\(alert.subject) "),
    Run(valueText(alert.value, alert.unit), .name),
  ]
}

func tallyText(_ counts: RepaintTally.Counts) -> String {
  guard counts.possible > 0 else { return "" }
  let share = trimmed(percentText(Double(counts.painted) / Double(counts.possible)))
  return "repainted \(counts.paintedInFrame) of \(counts.cells) cells, in \(groupedText(counts.frames)) frames "
    + "\(groupedText(counts.painted)) of \(groupedText(counts.possible)) (\(share))"
}
