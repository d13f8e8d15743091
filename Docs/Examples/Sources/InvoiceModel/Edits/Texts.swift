/// One line, without characters that could move the cursor. Files may contain anything.
func printable(_ text: String) -> String {
  String(
    text.map { character in
      if character.isNewline { return "⏎" }
      return character.unicodeScalars.contains { $0.properties.generalCategory.isInvisible } ? "?" : character
    })
}

/// User input, for a message.
func quoted(_ text: String) -> String {
  "\"\(shortened(printable(text)))\""
}

/// At most sixty characters.
func shortened(_ text: String) -> String {
  text.count > 60 ? "\(text.prefix(59))…" : text
}

extension Unicode.GeneralCategory {
  fileprivate var isInvisible: Bool {
    switch self {
    case .control, .format, .surrogate, .unassigned, .privateUse: true
    default: false
    }
  }
}
