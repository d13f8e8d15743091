/// Turns terminal input into keys.
///
/// Input may arrive in pieces of any size; an incomplete piece is kept.
public struct KeyDecoder {
  private var pending: [UInt8] = []

  public init() {}

  /// Whether the kept input may be the beginning of a longer sequence.
  public var isWaiting: Bool { !pending.isEmpty }

  /// The keys in the kept input and `bytes`.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    var rest = pending[...]
    while let first = rest.first {
      let length = first == escape ? Self.sequenceLength(rest) : Self.characterLength(rest)
      guard let length else { break }
      if let key = Self.key(rest.prefix(length)) { keys.append(key) }
      rest = rest.dropFirst(length)
    }
    pending = Array(rest)
    return keys
  }

  /// The keys in the kept input if nothing follows: a lone escape is the Escape key.
  public mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending.first == escape ? [.escape] : []
  }

  /// Nil if it is incomplete.
  private static func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let second = bytes.dropFirst().first else { return nil }
    // Only these two begin a sequence. Two escapes are a key and the beginning of the next.
    guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else { return 1 }
    guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
    return end - bytes.startIndex + 1
  }

  /// In UTF-8; nil if it is incomplete.
  private static func characterLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    let length =
      switch bytes[bytes.startIndex] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    return length <= bytes.count ? length : nil
  }

  /// Nil if it is no supported key.
  private static func key(_ bytes: ArraySlice<UInt8>) -> Key? {
    let first = bytes[bytes.startIndex]
    switch first {
    case escape: return bytes.count == 1 ? .escape : sequences[String(decoding: bytes.dropFirst(2), as: UTF8.self)]
    case 0x0D, 0x0A: return .enter
    case 0x09: return .tab
    case 0x7F, 0x08: return .backspace
    case 0x01...0x1A: return .control(Character(Unicode.Scalar(first + 0x60)))
    case ..<0x20: return nil
    default: return String(validating: bytes, as: UTF8.self)?.first.map { .character($0) }
    }
  }

  /// The part after the escape and the bracket.
  private static let sequences: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "1~": .home, "4~": .end, "7~": .home,
    "8~": .end, "3~": .delete, "5~": .pageUp, "6~": .pageDown,
  ]
}

private let escape: UInt8 = 0x1B
