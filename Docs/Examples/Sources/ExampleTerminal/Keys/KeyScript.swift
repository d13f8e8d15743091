import Foundation

/// A sequence of pressed keys, as text: `jj<enter>eNew title<enter>`.
///
/// A character is its key. Other keys have names in angle brackets: `<enter>`, `<escape>`, `<ctrl-s>`; `<lt>` is an
/// angle bracket.
public struct KeyScript: Sendable {
  /// A key and its place in the script.
  public struct Step: Sendable {
    public let key: Key
    /// `key 7`, or `session.keys:3`.
    public let place: String
  }

  public let steps: [Step]

  /// Reads command-line text: every character counts.
  public init(_ text: String) throws(InputError) {
    var steps: [Step] = []
    try Self.read(text, into: &steps) { "key \($0 + 1)" }
    self.steps = steps
  }

  /// Reads file text: skips lines that begin with `#`, and ignores line ends.
  public init(lines text: String, name: String) throws(InputError) {
    var steps: [Step] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if line.first == "#" { continue }
      try Self.read(String(line), into: &steps) { _ in "\(name):\(index + 1)" }
    }
    self.steps = steps
  }

  /// Reads a file of keys.
  public init(reading path: String) throws(InputError) {
    guard let data = FileManager.default.contents(atPath: path) else { throw InputError("cannot read \(path)") }
    guard let text = String(validating: data, as: UTF8.self) else { throw InputError("\(path) is no text in UTF-8") }
    try self.init(lines: text, name: path)
  }

  private static func read(
    _ text: String, into steps: inout [Step], place: (Int) -> String
  ) throws(InputError) {
    var rest = text[...]
    while let character = rest.popFirst() {
      let place = place(steps.count)
      if character != "<" {
        steps.append(Step(key: Key(typing: character), place: place))
        continue
      }
      guard let end = rest.firstIndex(of: ">") else {
        throw InputError("\(place): the < is never closed; an angle bracket itself is <lt>")
      }
      let name = String(rest[..<end])
      guard let key = Key(name: name) else {
        throw InputError("\(place): there is no key <\(name)>, but \(Self.names)")
      }
      steps.append(Step(key: key, place: place))
      rest = rest[rest.index(after: end)...]
    }
  }

  private static let names = Key.names.keys.sorted().map { "<\($0)>" }.joined(separator: ", ") + ", <ctrl-a>, <lt>"
}

extension Key {
  init(typing character: Character) {
    switch character {
    case "\r", "\n", "\r\n": self = .enter
    case "\t": self = .tab
    case "\u{1B}": self = .escape
    case "\u{7F}", "\u{8}": self = .backspace
    default: self = .character(character)
    }
  }
}
