/// A text that is being typed, and where the cursor stands in it.
///
/// The text is kept as what is before the cursor and what is behind it. So what is typed may melt with what is there, as
/// an accent does with its letter, and the cursor still stands between two characters.
public struct TextInput: Hashable, Codable, Sendable {
  public private(set) var before: String
  public private(set) var after = ""

  public init(_ text: String = "") { before = text }

  public var text: String { before + after }

  public enum Message: Hashable, Codable, Sendable {
    case typed(String)
    case erased, erasedForward
    case moved(Movement)
  }

  public enum Movement: String, Codable, Sendable {
    case left, right, start, end
  }

  mutating func update(for message: Message) {
    switch message {
    case .typed(let text): before += text
    case .erased: if !before.isEmpty { before.removeLast() }
    case .erasedForward: if !after.isEmpty { after.removeFirst() }
    case .moved(.left): if let last = before.popLast() { after.insert(last, at: after.startIndex) }
    case .moved(.right): if !after.isEmpty { before.append(after.removeFirst()) }
    case .moved(.start): (before, after) = ("", text)
    case .moved(.end): (before, after) = (text, "")
    }
  }
}
