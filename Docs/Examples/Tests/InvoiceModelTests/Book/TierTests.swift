import Testing

@testable import InvoiceModel

@Suite struct TierTests {
  private let tiers = ["10", "20"].map { Tier(from: Money($0)!, discount: Percent($0)!) }

  @Test func aTierBeginsWithItsAmount() {
    #expect(
      ["0", "9.99", "10", "19.99", "20", "999"].map { tiers.discount(on: Money($0)!).hundredths }
        == [0, 0, 1000, 1000, 2000, 2000])
  }

  @Test func withoutTiersThereIsNoDiscount() {
    #expect([Tier]().discount(on: Money(cents: 100)) == .zero)
  }
}
