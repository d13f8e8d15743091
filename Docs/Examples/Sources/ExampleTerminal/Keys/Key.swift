/// What somebody has pressed.
public enum Key: Hashable, Sendable {
  case character(Character)
  /// A letter with the control key, in lower case.
  case control(Character)
  case enter, escape, backspace, delete, tab
  case up, down, left, right, home, end, pageUp, pageDown
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}

extension Key: CustomStringConvertible {
  /// As it is written in a script of keys.
  public var description: String {
    switch self {
    case .character("<"): "<lt>"
    case .character(let character): String(character)
    case .control(let letter): "<ctrl-\(letter)>"
    default: "<\(Self.names.first { $0.value == self }?.key ?? "")>"
    }
  }

  /// What a script calls the keys that write nothing.
  static let names: [String: Key] = [
    "enter": .enter, "escape": .escape, "backspace": .backspace, "delete": .delete, "tab": .tab, "up": .up,
    "down": .down, "left": .left, "right": .right, "home": .home, "end": .end, "page-up": .pageUp,
    "page-down": .pageDown,
  ]

  /// The key of this name; nil if there is none.
  init?(name: String) {
    if let key = Self.names[name] {
      self = key
    } else if name == "lt" {
      self = .character("<")
    } else if name.hasPrefix("ctrl-"), name.count == 6, let letter = name.last, ("a"..."z").contains(letter) {
      self = .control(letter)
    } else {
      return nil
    }
  }
}
