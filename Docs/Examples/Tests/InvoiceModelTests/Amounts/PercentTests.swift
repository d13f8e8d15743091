import Testing

@testable import InvoiceModel

@Suite struct PercentTests {
  @Test(arguments: [
    ("0", "0 %"), ("7", "7 %"), ("7.5", "7.5 %"), ("7.50", "7.5 %"), ("5.25", "5.25 %"), ("0.05", "0.05 %"),
    ("100.00", "100 %"),
  ])
  func percentagesAreReadAndWritten(text: String, written: String) {
    #expect(Percent(text)?.description == written)
  }

  @Test(arguments: ["", "100.01", "-1", "7.125", "7%", "x"])
  func anythingElseIsNone(text: String) {
    #expect(Percent(text) == nil)
  }
}
