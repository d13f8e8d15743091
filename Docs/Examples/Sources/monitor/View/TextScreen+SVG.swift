extension TextScreen {
  /// The screen as a picture, the same in any fixed-width font: text is stretched to its columns, and blocks are
  /// rectangles.
  var svg: String {
    let width = size.columns * Pixels.width + 2 * Pixels.margin
    let height = size.rows * Pixels.height + 2 * Pixels.margin
    let rows = lines.enumerated().flatMap { row, line in
      var column = 0
      return line.map { run in
        defer { column += run.text.count }
        return run.svg(row: row, column: column)
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
      <rect width="100%" height="100%" rx="8" fill="#16181d"/>
      <g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">
      \(rows.filter { !$0.isEmpty }.joined(separator: "\n"))
      </g>
      </svg>

      """
  }

  /// In pixels.
  fileprivate enum Pixels {
    static let width = 8
    static let height = 18
    static let margin = 16
    /// From the top of a row to its baseline.
    static let baseline = 14
  }
}

extension Run {
  fileprivate func svg(row: Int, column: Int) -> String {
    typealias Pixels = TextScreen.Pixels
    let (x, y) = (Pixels.margin + column * Pixels.width, Pixels.margin + row * Pixels.height)
    var shapes: [String] = []
    // As wide as its columns in any font.
    let words = text.map { $0.eighths == nil ? $0 : " " }
    let start = words.firstIndex { $0 != " " }
    if let start {
      let end = words.lastIndex { $0 != " " }! + 1
      let content = String(words[start..<end])
        .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      shapes.append(
        """
        <text x="\(x + start * Pixels.width)" y="\(y + Pixels.baseline)" fill="\(style.color)"\(style.weight) \
        textLength="\((end - start) * Pixels.width)" lengthAdjust="spacingAndGlyphs">\(content)</text>
        """)
    }
    var index = 0
    for blocks in text.map(\.eighths).chunked() {
      defer { index += blocks.count }
      guard let eighths = blocks.first ?? nil else { continue }
      let height = max(1, Pixels.height * eighths / 8)
      shapes.append(
        """
        <rect x="\(x + index * Pixels.width)" y="\(y + Pixels.height - height)" \
        width="\(blocks.count * Pixels.width)" height="\(height)" fill="\(style.color)"/>
        """)
    }
    return shapes.joined(separator: "\n")
  }
}

extension Array where Element: Equatable {
  /// Runs of equal elements.
  fileprivate func chunked() -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var rest = self[...]
    while let first = rest.first {
      chunks.append(rest.prefix { $0 == first })
      rest = rest.dropFirst(chunks[chunks.count - 1].count)
    }
    return chunks
  }
}

extension Character {
  /// The height of a block in eighths; nil for other characters.
  fileprivate var eighths: Int? {
    guard let scalar = unicodeScalars.first, ("▁"..."█").contains(scalar) else { return nil }
    return Int(scalar.value - ("▁" as Unicode.Scalar).value) + 1
  }
}

extension Style {
  /// Terminal colors, on a dark background.
  fileprivate var color: String {
    switch self {
    case .plain, .name: "#d8dae0"
    case .faint: "#8a8a8a"
    case .border: "#585858"
    case .title: "#5fafff"
    case .good: "#5fd787"
    case .warm: "#ffd75f"
    case .hot: "#ff5f5f"
    case .incoming: "#5fd7d7"
    case .outgoing: "#d787d7"
    }
  }

  fileprivate var weight: String {
    switch self {
    case .title, .name: " font-weight=\"bold\""
    default: ""
    }
  }
}
