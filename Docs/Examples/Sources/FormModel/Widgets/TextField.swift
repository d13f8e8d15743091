import ExampleTerminal

/// A line of text that is typed, with a cursor.
final class TextField: Widget {
  // The text is kept as what is before the cursor and what is behind it. So what is typed may melt with what is there, as
  // an accent does with its letter, and the cursor still stands between two characters.
  private(set) var before = ""
  private(set) var after = ""

  /// How many characters it takes. A longer text is cut, whether it is typed or written.
  let limit: Int
  /// Whether the characters are hidden.
  var isSecret = false
  /// Called after the text has changed by typing, and when a text was written that had to be cut. Other writes of
  /// ``text`` do not call it.
  var onEdit: (() -> Void)?

  init(limit: Int = 200) { self.limit = limit }

  /// A text that is written has the cursor behind it.
  var text: String {
    get { before + after }
    set {
      (before, after) = (String(newValue.prefix(limit)), "")
      if before != newValue { onEdit?() }
    }
  }

  func press(_ key: Key) -> Bool {
    let text = text
    switch key {
    case .character(let character): if text.count < limit { before.append(character) }
    case .backspace: if !before.isEmpty { before.removeLast() }
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .left: if let last = before.popLast() { after.insert(last, at: after.startIndex) }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home: (before, after) = ("", text)
    case .end: (before, after) = (text, "")
    default: return false
    }
    if self.text != text { onEdit?() }
    return true
  }
}
