enum TextDifference {
  /// Characters of a value's text.
  static let room = 300
  private static let contextLines = 2
  private static let shownLines = 40

  /// The texts of two unequal values, always distinguishable.
  static func texts(of a: Any, _ b: Any) -> (String, String) {
    if let a = a as? any StringProtocol, let b = b as? any StringProtocol {
      return window(String(a), String(b)) { $0.debugDescription }
    }
    for usesDescriptions in [true, false] {
      let first = ValueText.of(a, room: room, usesDescriptions: usesDescriptions)
      let second = ValueText.of(b, room: room, usesDescriptions: usesDescriptions)
      if first != second { return (first, second) }
    }
    let first = ValueText.of(a, room: 20_000, usesDescriptions: false)
    let second = ValueText.of(b, room: 20_000, usesDescriptions: false)
    if first != second { return window(first, second) { $0 } }
    let text = ValueText.of(a, room: room)
    if type(of: a) != type(of: b) {
      return ("\(text), of type \(ShortTypeName.of(type(of: a)))", "\(text), of type \(ShortTypeName.of(type(of: b)))")
    }
    let reason =
      a is any Equatable ? "== says that they differ" : "they differ in something that cannot be seen"
    return (text, "\(text)\n(the same to look at, but \(reason))")
  }

  /// The parts of two texts around their first difference.
  private static func window(_ a: String, _ b: String, _ quoted: (String) -> String) -> (String, String) {
    (Cut(a, beside: b).text(quoted), Cut(b, beside: a).text(quoted))
  }

  private struct Cut {
    private let before: Int
    private let part: Substring
    private let after: Int

    init(_ text: String, beside other: String) {
      let common = zip(text, other).prefix { $0 == $1 }.count
      before = common > 60 ? common - 20 : 0
      let rest = text.dropFirst(before)
      part = rest.prefix(room - 100)
      after = rest[part.endIndex...].count
    }

    func text(_ quoted: (String) -> String) -> String {
      let start = before > 0 ? "(\(before) characters) …" : ""
      let end = after > 0 ? "… (\(after) more characters)" : ""
      return start + quoted(String(part)) + end
    }
  }

  /// The lines that differ, each with its sign, with some context. Nil for single lines, or if no line differs.
  static func lines(from a: String, to b: String) -> [String]? {
    let first = a.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let second = b.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    if first.count == 1 && second.count == 1 { return nil }
    let diff = SequenceDiff(
      first.count, second.count, isSame: { first[$0] == second[$1] }, firstKey: { AnyHashable(first[$0]) },
      secondKey: { AnyHashable(second[$0]) })
    if diff.pairs.count == first.count && first.count == second.count { return nil }

    var lines: [String] = []
    var equal: [Substring] = []
    var (a, b) = (0, 0)
    for (nextA, nextB) in diff.pairs + [(first.count, second.count)] {
      if a < nextA || b < nextB {
        lines += context(equal, isFirst: lines.isEmpty, isLast: false)
        equal = []
        lines += first[a..<nextA].map { "- " + cut($0) } + second[b..<nextB].map { "+ " + cut($0) }
      }
      if nextA < first.count { equal.append(first[nextA]) }
      (a, b) = (nextA + 1, nextB + 1)
    }
    lines += context(equal, isFirst: false, isLast: true)
    if lines.count <= shownLines { return lines }
    return lines.prefix(shownLines) + ["… \(lines.count - shownLines) more lines"]
  }

  private static func context(_ lines: [Substring], isFirst: Bool, isLast: Bool) -> [String] {
    let head = isFirst ? 0 : contextLines
    let tail = isLast ? 0 : contextLines
    if lines.count <= head + tail + 1 { return lines.map { "  " + cut($0) } }
    let omitted = ["  … \(lines.count - head - tail) equal lines"]
    return lines.prefix(head).map { "  " + cut($0) } + omitted + lines.suffix(tail).map { "  " + cut($0) }
  }

  private static func cut(_ line: Substring) -> String {
    let shown = line.prefix(room)
    let rest = line[shown.endIndex...].count
    return rest > 0 ? "\(shown)… (\(rest) more characters)" : String(shown)
  }
}
