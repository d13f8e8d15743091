/// A pressed key.
public enum Key: Hashable, Sendable {
  case character(Character)
  /// A lowercase letter with the control key.
  case control(Character)
  case enter, escape, backspace, delete, tab
  case up, down, left, right, home, end, pageUp, pageDown
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}

extension Key: CustomStringConvertible {
  /// The notation of a key script.
  public var description: String {
    switch self {
    case .character("<"): "<lt>"
    case .character(let character): String(character)
    case .control(let letter): "<ctrl-\(letter)>"
    default: "<\(Self.names.first { $0.value == self }?.key ?? "")>"
    }
  }

  /// The script names of keys without a character.
  static let names: [String: Key] = [
    "enter": .enter, "escape": .escape, "backspace": .backspace, "delete": .delete, "tab": .tab, "up": .up,
    "down": .down, "left": .left, "right": .right, "home": .home, "end": .end, "page-up": .pageUp,
    "page-down": .pageDown,
  ]

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
