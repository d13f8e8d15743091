/// Writes to a terminal, moving the cursor to changed places.
final class TerminalScreen: Screen {
  /// Text outside is not written, because the terminal would wrap it.
  var size: Size
  private let colors: Bool
  private let output: (String) -> Void
  // A frame is written at once, so it is never shown half-finished.
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
  /// The text with escape sequences, ending in the terminal's own style.
  func escaped(colors: Bool) -> String {
    guard colors else { return map(\.text).joined() }
    return map { run in
      guard let code = run.style.code else { return run.text }
      return "\u{1B}[\(code)m\(run.text)\u{1B}[0m"
    }.joined()
  }
}

extension Style {
  /// Colors from the 256-color palette of current terminals. Text that must be readable on any background has the
  /// terminal's own color.
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
