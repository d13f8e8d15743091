/// The differences between two values, each with its path.
///
///     Tracker.Model
///       filter: - .open
///               + .all
///       issues[2].title: - "bug"
///                        + "bugs"
///       issues[3]: + Issue(id: 7, title: "crash")
///
/// A minus marks the expected value, a plus the actual one. The text is bounded and states how much it omits.
struct Difference {
  private let title: String
  private let entries: [DifferenceEntry]
  private let omitted: Int

  private static let shownEntries = 20
  private static let countedEntries = 1000

  /// Nil if the values are equal by ``isSame(_:_:)``.
  init?<Value>(from expected: Value, to actual: Value) {
    if isSame(expected, actual) { return nil }
    var walk = DifferenceWalk(shown: Self.shownEntries, counted: Self.countedEntries)
    walk.compare(expected, actual, at: "")
    title = ShortTypeName.of(Value.self)
    entries = walk.entries
    omitted = walk.omitted
  }

  var lines: [String] {
    var lines = [title]
    for entry in entries { lines += entry.lines.map { "  " + $0 } }
    if omitted > 0 {
      let number = omitted >= Self.countedEntries ? "at least \(omitted)" : "\(omitted)"
      lines.append("  … and \(number) more differences")
    }
    return lines
  }

  var indented: String { lines.map { "  " + $0 }.joined(separator: "\n") }
}

struct DifferenceEntry {
  enum Content {
    case values(removed: String?, added: String?)
    /// Signed lines.
    case text([String])
  }
  let path: String
  let content: Content

  var lines: [String] {
    switch content {
    case .values(let removed, let added):
      let signed = [removed.map { ("- ", $0) }, added.map { ("+ ", $0) }].compactMap { $0 }
        .flatMap { sign, text in
          text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { ($0 == 0 ? sign : "  ") + $1 }
        }
      return path.isEmpty ? signed : Self.behind(path, signed)
    case .text(let lines):
      return path.isEmpty ? lines : ["\(path):"] + lines.map { "  " + $0 }
    }
  }

  private static func behind(_ path: String, _ lines: [String]) -> [String] {
    if path.count > 40 && lines.count > 1 { return ["\(path):"] + lines.map { "  " + $0 } }
    let space = String(repeating: " ", count: path.count + 2)
    return lines.enumerated().map { ($0 == 0 ? "\(path): " : space) + $1 }
  }
}
