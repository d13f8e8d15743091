import Testing

@testable import SheetModel

@Suite struct CellAddressTests {
  @Test(arguments: [
    ("A1", 0, 0), ("B2", 1, 1), ("z9", 25, 8), ("AA10", 26, 9), ("AZ1", 51, 0), ("BA1", 52, 0), ("ZZ1", 701, 0),
    ("AAA1", 702, 0), ("XFD1048576", 16_383, 1_048_575), ("$B$2", 1, 1), ("$b2", 1, 1), ("B$2", 1, 1),
  ])
  func addressesAreReadAndWritten(text: String, column: Int, row: Int) {
    let address = CellAddress(text)
    #expect(address == CellAddress(column: column, row: row))
    #expect(address?.description == text.uppercased().filter { $0 != "$" })
  }

  @Test(arguments: [
    "", "A", "1", "A0", "A01", "1A", "A1B", "A-1", "A1.5", "XFE1", "A1048577", "A99999999999999999999999",
    "AAAAAAAAAAAAAAAAAAAAAAA1", "$", "$A", "A$", "$$A1", "A$$1", "É1", "A１", " A1", "A1 ",
  ])
  func whatIsNoAddressIsNone(text: String) {
    #expect(CellAddress(text) == nil)
  }

  @Test func theOrderIsRowByRow() {
    #expect(["B2", "A10", "C1", "A2"].map(at).sorted().map(\.description) == ["C1", "A2", "B2", "A10"])
  }
}
