import Foundation

/// A line of Swift, taken apart.
struct Code {
  /// Without its comment.
  var text: String
  /// Without its comment and the contents of its strings.
  var bare = ""
  var comment: String?
  /// The number of brackets open at its end; a multi-line string counts as one.
  var depth = 0

  /// The texts that the comment says are printed until the line has run: none for `prints nothing`, nil if it says
  /// nothing.
  ///
  /// Throws for a comment that resembles such a statement.
  func expectation() throws -> [String]? {
    struct Unreadable: Error {}
    guard let comment, !comment.isEmpty else { return nil }
    if comment.contains(#/\bprints nothing\b/#) { return [] }
    if let start = comment.firstRange(of: #/\bprints (?=")/#) {
      var rest = comment[start.upperBound...]
      var texts: [String] = []
      while let literal = rest.prefixMatch(of: #/"((?:[^"\\]|\\.)*)"(?:, (?="))?/#) {
        texts.append(String(literal.1).replacing(#/\\(.)/#) { $0.1 == "n" ? "\n" : $0.1 })
        rest = rest[literal.range.upperBound...]
      }
      if texts.isEmpty { throw Unreadable() }
      return texts
    }
    if comment.contains(#/(?i)^(it )?(print|prints|printed|output)\b:?( |$)/#) { throw Unreadable() }
    return bare.contains(#/^ *print\(/#) ? [comment] : nil
  }
}

/// Takes consecutive lines of Swift apart.
///
/// Supports interpolations and multi-line strings, but not raw strings, regular expressions or block comments.
struct CodeReader {
  private var depth = 0
  private var isInMultilineString = false

  mutating func read(_ line: String) -> Code {
    var code = Code(text: line)
    let characters = Array(line)
    var index = 0
    while index < characters.count {
      if characters[index...].starts(with: "\"\"\"") {
        isInMultilineString.toggle()
        code.bare += "\"\"\""
        index += 3
      } else if isInMultilineString {
        index += characters[index] == "\\" ? 2 : 1
      } else if characters[index...].starts(with: "//") {
        code.text = String(characters[..<index])
        code.comment = String(characters[(index + 2)...]).trimmingCharacters(in: .whitespaces)
        break
      } else if characters[index] == "\"" {
        index = Self.endOfString(characters, from: index)
        code.bare += "\"\""
      } else {
        if "{([".contains(characters[index]) { depth += 1 }
        if "})]".contains(characters[index]) { depth -= 1 }
        code.bare.append(characters[index])
        index += 1
      }
    }
    code.depth = isInMultilineString ? depth + 1 : depth
    return code
  }

  private static func endOfString(_ characters: [Character], from start: Int) -> Int {
    var index = start + 1
    while index < characters.count, characters[index] != "\"" {
      guard characters[index...].starts(with: "\\(") else {
        index += characters[index] == "\\" ? 2 : 1
        continue
      }
      index += 2
      var depth = 1
      while index < characters.count, depth > 0 {
        switch characters[index] {
        case "\"": index = endOfString(characters, from: index) - 1
        case "(": depth += 1
        case ")": depth -= 1
        default: break
        }
        index += 1
      }
    }
    return index + 1
  }
}
