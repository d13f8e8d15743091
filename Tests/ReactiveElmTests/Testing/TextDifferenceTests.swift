import ReactiveElm
import Testing

private struct Rounded: Equatable {
  var value: Double
  static func == (a: Rounded, b: Rounded) -> Bool { false }
}
private struct Named: CustomStringConvertible {
  var name: String
  var secret: Int
  var description: String { name }
}

@Suite("Testing: differences of texts")
struct TextDifferenceTests {
  @Test("of a text of many lines those that differ are shown, with a few around them")
  func lines() {
    let text = (1...12).map { "line \($0)" }
    var other = text
    other[5] = "LINE 6"
    #expect(
      difference(["text": text.joined(separator: "\n")], ["text": other.joined(separator: "\n")]) == """
        Dictionary<String, String>
          ["text"]:
              … 3 equal lines
              line 4
              line 5
            - line 6
            + LINE 6
              line 7
              line 8
              … 4 equal lines
        """)
    #expect(difference("a\nb\n", "a\nb") == "String\n    a\n    b\n  - ")
    #expect(difference("a\r\nb", "a\nb") == "String\n  - \"a\\r\\nb\"\n  + \"a\\nb\"")
  }

  @Test("very large values are cut, and it is said how much is left out")
  func large() throws {
    let long = String(repeating: "x", count: 5_000)
    #expect(
      difference(long + "a" + long, long + "b" + long) == """
        String
          - (4980 characters) …"\(String(repeating: "x", count: 20))a\(String(repeating: "x", count: 179))"… (4821 more characters)
          + (4980 characters) …"\(String(repeating: "x", count: 20))b\(String(repeating: "x", count: 179))"… (4821 more characters)
        """)
    let numbers = try #require(difference([[Int]](), [Array(0..<100_000)]))
    #expect(numbers.count < 400)
    #expect(numbers.contains("more]"))
    let many = try #require(difference(Array(0..<50), Array(100..<150)))
    #expect(many.split(separator: "\n").count == 42)
    #expect(many.hasSuffix("\n  … and 30 more differences"))
    let text = (0..<1_000).map { "\($0)" }.joined(separator: "\n")
    let others = (0..<1_000).map { "-\($0)" }.joined(separator: "\n")
    #expect(difference(text, others)?.hasSuffix("\n  … 1960 more lines") == true)
  }

  @Test("values that look the same have a clear text")
  func alike() throws {
    #expect(
      difference(Rounded(value: 1), Rounded(value: 1)) == """
        Rounded
          - Rounded(value: 1.0)
          + Rounded(value: 1.0)
            (the same to look at, but == says that they differ)
        """)
    #expect(difference(Double.nan, .nan)?.contains("== says that they differ") == true)
    #expect(difference(1 as Any, UInt8(1) as Any) == "Any\n  - 1, of type Int\n  + 1, of type UInt8")
    #expect(
      difference(Named(name: "a", secret: 1), Named(name: "a", secret: 2)) == "Named\n  secret: - 1\n          + 2")
    #expect(
      difference([Named(name: "a", secret: 1)] as [any Sendable], [2]) == "[Any]\n  [0]: - a\n       + 2")
  }
}
