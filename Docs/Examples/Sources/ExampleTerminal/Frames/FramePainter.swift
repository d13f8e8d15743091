/// Paints frames on a screen, writing only changed rows.
///
/// A frame is written at once, without blank rows in between, so nothing flickers.
public struct FramePainter {
  private let isColored: Bool
  private let output: (String) -> Void
  private var shown: [[Span]]?

  public init(colored isColored: Bool, output: @escaping (String) -> Void) {
    self.isColored = isColored
    self.output = output
  }

  /// Forgets the screen's contents, so that the next frame is written whole.
  public mutating func forget() { shown = nil }

  public mutating func paint(_ frame: Frame) {
    var text = shown == nil ? "\u{1B}[0m\u{1B}[2J" : ""
    let old = shown ?? []
    for (index, row) in frame.rows.enumerated() where !old.indices.contains(index) || old[index] != row {
      text += "\u{1B}[\(index + 1);1H" + escaped(row) + "\u{1B}[K"
    }
    for index in frame.rows.count..<max(frame.rows.count, old.count) { text += "\u{1B}[\(index + 1);1H\u{1B}[K" }
    if let cursor = frame.cursor {
      text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
    } else {
      text += "\u{1B}[?25l"
    }
    shown = frame.rows
    output(text)
  }

  private func escaped(_ row: [Span]) -> String {
    row.map { span in
      guard let code = isColored ? span.style.code : span.style.codeWithoutColors else { return span.text }
      return "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
    }.joined()
  }
}

extension Span.Style {
  /// Colors from the 256-color palette of current terminals. Text that must be readable on any background has the
  /// terminal's own color.
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .faint: "38;5;245"
    case .strong: "1"
    case .accent: "1;38;5;75"
    case .selected: "7"
    case .good: "38;5;78"
    case .warm: "38;5;221"
    case .hot: "38;5;203"
    }
  }

  /// Styles that carry meaning are visible without colors, too.
  fileprivate var codeWithoutColors: String? {
    switch self {
    case .selected: "7"
    case .strong, .accent, .hot: "1"
    default: nil
    }
  }
}
