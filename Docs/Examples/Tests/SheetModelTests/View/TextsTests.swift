import Testing

@testable import SheetModel

@Suite struct TextsTests {
  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (7, "7"), (-1.5, "-1.5"), (0.1 + 0.2, "0.3"), (1.0 / 3, "0.333333333"),
      (1234567.891, "1234567.891"), (123_456_789_012, "123456789012"), (123456789.126, "123456789.1"),
      (0.00012345, "0.00012345"),
      (1e15, "1e+15"), (1.5e-7, "1.5e-07"), (999999999.99, "1000000000"), (0.1234567891, "0.123456789"),
      (-1e-12, "-1e-12"), (100, "100"), (1e300, "1e+300"),
    ] as [(Double, String)])
  func numbersHaveTenDigitsAtMost(number: Double, text: String) {
    #expect(numberText(number) == text)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (8021, "8,021"), (1_234_567, "1,234,567"), (-1234, "-1,234"),
  ])
  func largeCountsAreGrouped(number: Int, text: String) {
    #expect(groupedText(number) == text)
  }

  @Test func whatCouldMoveTheCursorIsNotPrinted() {
    #expect(printable("a\nb\r\nc\td\u{1B}e\u{202E}é日") == "a⏎b⏎c?d?e?é日")
  }
}
