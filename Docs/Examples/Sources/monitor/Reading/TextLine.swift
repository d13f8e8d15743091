struct TextLine {
  /// From 1, as in editors.
  let number: Int
  let words: [Substring]

  /// The nonblank lines of `text`.
  static func all(of text: String) -> [TextLine] {
    // Splits bytes: a Character may absorb the line break (CR LF is one), and a Unicode-aware split of /proc is slow.
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().compactMap {
      let words = $1.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
      return words.isEmpty ? nil : TextLine(number: $0 + 1, words: words.map { Substring($0) })
    }
  }

  /// `meaning` describes it in errors.
  func integer(_ index: Int, _ meaning: String) throws(MalformedText) -> UInt64 {
    let word = try word(index, meaning)
    guard let number = UInt64(word) else { throw expected(meaning, found: word) }
    return number
  }

  /// The number of KiB at `index`, in bytes.
  func kibibytes(_ index: Int, _ meaning: String) throws(MalformedText) -> UInt64 {
    let (bytes, overflow) = try integer(index, meaning).multipliedReportingOverflow(by: 1024)
    guard !overflow else { throw expected(meaning, found: words[index]) }
    return bytes
  }

  /// The decimal number at `index`: finite and not negative.
  func decimal(_ index: Int, _ meaning: String) throws(MalformedText) -> Double {
    let word = try word(index, meaning)
    // `Double` would also accept "nan" and "inf".
    guard let number = Double(word), number.isFinite, number >= 0 else { throw expected(meaning, found: word) }
    return number
  }

  func word(_ index: Int, _ meaning: String) throws(MalformedText) -> Substring {
    guard words.indices.contains(index) else { throw MalformedText(line: number, reason: "\(meaning) is missing") }
    return words[index]
  }

  private func expected(_ meaning: String, found word: Substring) -> MalformedText {
    MalformedText(line: number, reason: "expected \(meaning), found \"\(printable(word))\"")
  }
}

struct MalformedText: Error, Equatable {
  var line: Int
  var reason: String
}

/// Replaces everything that could move the cursor or upset the columns: process names may contain anything.
func printable(_ text: some StringProtocol) -> String {
  String(text.unicodeScalars.map { (" "..."~").contains($0) ? Character($0) : "?" })
}
