/// `text` on one line, without anything that could move the cursor: a file may contain whatever it likes.
func printable(_ text: String) -> String {
  String(
    text.map { character in
      if character.isNewline { return "⏎" }
      return character.unicodeScalars.contains { $0.properties.generalCategory.isInvisible } ? "?" : character
    })
}

/// A word of the user's, in a message.
func quoted(_ text: String) -> String {
  "\"\(shortened(printable(text)))\""
}

/// Sixty characters at most.
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
