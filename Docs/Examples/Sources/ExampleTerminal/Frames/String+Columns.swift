// Text widths. Terminals give some characters two columns, and some none.

extension String {
  /// The width in columns.
  public var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The longest prefix of at most `limit` columns.
  public func prefix(columns limit: Int) -> String {
    var room = limit
    return String(
      prefix { character in
        room -= character.columns
        return room >= 0
      })
  }

  /// Cut to `limit` columns, with … for the rest.
  public func shortened(to limit: Int) -> String {
    columns <= limit ? self : limit < 1 ? "" : prefix(columns: limit - 1) + "…"
  }

  /// Padded with blanks to `count` columns.
  public func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - columns))
  }

  /// Lines of at most `limit` columns, broken after a blank where possible.
  public func wrapped(to limit: Int) -> [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { paragraph in
      var lines: [String] = []
      var rest = String(paragraph)
      // At least one character per line, even without room; otherwise the loop would not end.
      while rest.columns > limit, rest.count > 1 {
        var line = String(rest.prefix(max(1, rest.prefix(columns: limit).count)))
        if rest.dropFirst(line.count).first != " ", let blank = line.lastIndex(of: " ") {
          line = String(line[...blank])
        }
        rest.removeFirst(line.count)
        if rest.first == " ", line.last != " " { rest.removeFirst() }
        lines.append(line)
      }
      return lines + [rest]
    }
  }

  /// One line, without characters that could move the cursor. Files may contain anything.
  public var printable: String {
    String(
      map { character in
        if character.isNewline { return "⏎" }
        return character.isDrawn ? character : "?"
      })
  }

  /// Like ``printable``, but keeps line breaks.
  public var printableLines: String {
    String(map { $0.isNewline ? "\n" : $0.isDrawn ? $0 : "?" })
  }
}

extension Character {
  /// The width in columns: two for wide East Asian characters and emoji.
  public var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    if first.properties.generalCategory == .nonspacingMark { return 0 }
    // The selector for emoji presentation.
    if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
    return Self.wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// Whether it only draws something. Invisible scalars inside an emoji belong to it.
  fileprivate var isDrawn: Bool {
    switch unicodeScalars.first?.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator, nil: false
    default: true
    }
  }

  /// Unicode Standard Annex 11, without emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
