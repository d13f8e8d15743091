/// A text being typed, with a cursor.
///
/// Stored as the text before and after the cursor. A typed character may combine with a neighbor, such as an accent
/// with its letter, and the cursor still stays between two characters.
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
