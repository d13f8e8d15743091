import Testing

@testable import InvoiceModel

@Suite struct MoneyTests {
  @Test(arguments: [
    ("0", 0), ("12", 1200), ("12.5", 1250), ("12.50", 1250), ("12.05", 1205), ("007.00", 700),
    ("92233720368547758.07", Int.max),
  ])
  func amountsAreRead(text: String, cents: Int) {
    #expect(Money(text)?.cents == cents)
  }

  @Test(arguments: [
    "", ".", "12.", ".5", "-1", "+1", "1.234", "1,50", "1.5.0", "1e3", "١٢", " 1", "12 ", "92233720368547758.08",
    "1.-5",
  ])
  func anythingElseIsNone(text: String) {
    #expect(Money(text) == nil)
  }

  @Test(arguments: [(0, "0.00"), (5, "0.05"), (-1250, "-12.50"), (123_456_789, "1,234,567.89"), (100_000, "1,000.00")])
  func theyAreWrittenInGroups(cents: Int, text: String) {
    #expect("\(Money(cents: cents))" == text)
  }

  @Test func partsAreRoundedHalfUp() throws {
    let five = try #require(Percent("5"))
    #expect([9, 10, 29, 30, 50].map { Money(cents: $0).part(five).cents } == [0, 1, 1, 2, 3])
    let odd = try #require(Percent("7.25"))
    #expect(Money(cents: 1_000_000_00).part(odd).cents == 72_500_00)
    #expect(Money(cents: 33).part(.zero) == .zero)
  }

  @Test func partsOfLargeAmountsDoNotOverflow() throws {
    let all = try #require(Percent("100"))
    #expect(Money(cents: .max).part(all).cents == .max)
    let most = try #require(Percent("99.99"))
    // 0.9999 × 9223372036854775807 = 9222449699651090329.42
    #expect(Money(cents: .max).part(most).cents == 9_222_449_699_651_090_329)
  }
}
