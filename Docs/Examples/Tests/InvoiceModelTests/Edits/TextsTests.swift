import Testing

@testable import InvoiceModel

@Suite struct TextsTests {
  @Test func whatMovesTheCursorIsReplaced() {
    #expect(printable("a\tb\u{1B}[0m\nc\u{202E}é日") == "a?b?[0m⏎c?é日")
  }

  @Test func longTextsAreShortened() {
    let sixty = String(repeating: "x", count: 60)
    #expect(shortened(sixty) == sixty)
    #expect(shortened(sixty + "y") == String(repeating: "x", count: 59) + "…")
    #expect(quoted("a\nb") == "\"a⏎b\"")
  }
}
