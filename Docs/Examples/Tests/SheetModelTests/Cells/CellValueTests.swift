import Testing

@testable import SheetModel

@Suite struct CellValueTests {
  @Test(
    arguments: [
      ("", .empty), ("7", .number(7)), ("-0.5", .number(-0.5)), ("+3", .number(3)), (" 4.50 ", .number(4.5)),
      ("1e3", .number(1000)), ("5%", .number(0.05)), (".5", .number(0.5)), ("TRUE", .boolean(true)),
      ("false", .boolean(false)), ("2025-01-31", .text("2025-01-31")), ("1,000", .text("1,000")),
      ("nan", .text("nan")), ("inf", .text("inf")), ("0x10", .text("0x10")), ("1e999", .text("1e999")),
      ("%", .text("%")), (".", .text(".")), ("e", .text("e")), ("-", .text("-")), (" ", .text(" ")),
      ("12 kg", .text("12 kg")), ("=", .text("=")),
    ] as [(String, CellValue)])
  func whatIsTypedIsUnderstood(text: String, value: CellValue) {
    #expect(CellValue(typed: text) == value)
  }

  @Test func contentThatBeginsWithAnEqualsSignIsAFormula() {
    #expect(CellContent("=1+1").isFormula)
    #expect(CellContent("=1+").isFormula)
    #expect(!CellContent("=").isFormula)
    #expect(!CellContent("1=1").isFormula)
  }
}
