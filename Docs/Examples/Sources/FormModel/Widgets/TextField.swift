import ExampleTerminal

/// An editable line of text, with a cursor.
final class TextField: Widget {
  // The text before and after the cursor. A typed character may combine with a neighbor, such as an accent with its
  // letter, and the cursor still stays between two characters.
  private(set) var before = ""
  private(set) var after = ""

  /// The maximum length. Longer text is cut, typed or written.
  let limit: Int
  var isSecret = false
  /// Called after typing changes the text, and after a written text was cut. Other writes of ``text`` do not call it.
  var onEdit: (() -> Void)?

  init(limit: Int = 200) { self.limit = limit }

  /// A write moves the cursor to the end.
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
