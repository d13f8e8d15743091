/// Writes to a terminal, by moving the cursor to where something has changed.
final class TerminalScreen: Screen {
  /// What falls outside is not written, because the terminal would wrap it around.
  var size: Size
  private let colors: Bool
  private let output: (String) -> Void
  // A frame goes out in one piece, so that nobody sees half of it.
  private var pending = ""

  init(size: Size, colors: Bool, output: @escaping (String) -> Void) {
    self.size = size
    self.colors = colors
    self.output = output
  }

  func write(_ line: Line, row: Int, column: Int) {
    guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return }
    pending += "\u{1B}[\(row + 1);\(column + 1)H"
    let room = size.columns - column
    pending += (line.width > room ? line.fitted(to: room) : line).escaped(colors: colors)
  }

  func clear() {
    pending += "\u{1B}[2J"
  }

  func flush() {
    guard !pending.isEmpty else { return }
    output(pending)
    pending = ""
  }
}

extension Line {
  /// The text with the escape sequences for its styles, ending in the terminal's own style.
  func escaped(colors: Bool) -> String {
    guard colors else { return map(\.text).joined() }
    return map { run in
      guard let code = run.style.code else { return run.text }
      return "\u{1B}[\(code)m\(run.text)\u{1B}[0m"
    }.joined()
  }
}

extension Style {
  /// Colors from the palette of 256, which every terminal of today has; the terminal's own color for what must be
  /// readable on any background.
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .faint: "38;5;245"
    case .border: "38;5;240"
    case .title: "1;38;5;75"
    case .name: "1"
    case .good: "38;5;78"
    case .warm: "38;5;221"
    case .hot: "38;5;203"
    case .incoming: "38;5;80"
    case .outgoing: "38;5;176"
    }
  }
}
