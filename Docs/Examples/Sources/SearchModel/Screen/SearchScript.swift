public import ExampleTerminal

/// User input, one action per line.
///
/// `type wren`, `erase 2`, `down`, `up 3`, `enter`, `escape`, `wait 300ms`, and `wait`, which waits for the answer.
public struct SearchScript: Sendable {
  enum Step: Sendable, Equatable {
    case press(Key)
    case wait(Duration)
    case waitForAnswer
  }

  let steps: [Step]

  /// Reads a text; skips blank lines and lines that begin with `#`.
  public init(_ text: String, name: String) throws(InputError) {
    var steps: [Step] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if line.first == "#" || line.allSatisfy(\.isWhitespace) { continue }
      guard let found = Self.steps(of: line) else { throw InputError("\(name):\(index + 1): cannot do “\(line)”") }
      steps += found
    }
    self.steps = steps
  }

  private static func steps(of line: Substring) -> [Step]? {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch (parts[0], parts.dropFirst().first) {
    case ("type", let text?): return text.map { .press(.character($0)) }
    case ("wait", nil): return [.waitForAnswer]
    case ("wait", let time?):
      guard time.hasSuffix("ms"), let count = Int(time.dropLast(2)), count >= 0 else { return nil }
      return [.wait(.milliseconds(count))]
    case (let name, let times):
      guard let key = keys[name], let count = Int(times ?? "1"), count >= 0 else { return nil }
      return Array(repeating: .press(key), count: count)
    }
  }

  private static let keys: [String: Key] = [
    "erase": .backspace, "up": .up, "down": .down, "enter": .enter, "escape": .escape,
  ]
}
