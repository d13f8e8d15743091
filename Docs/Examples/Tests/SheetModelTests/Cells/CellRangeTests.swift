import Testing

@testable import SheetModel

@Suite struct CellRangeTests {
  @Test(arguments: [
    ("A1:B2", ["A1", "B1", "A2", "B2"]), ("B2:A1", ["A1", "B1", "A2", "B2"]), ("B1:A2", ["A1", "B1", "A2", "B2"]),
    ("C3", ["C3"]), ("$A$1:a3", ["A1", "A2", "A3"]),
  ])
  func aRangeIsTheRectangleBetweenItsCorners(text: String, cells: [String]) throws {
    let range = try CellRange(parsing: text)
    #expect(range.map(\.description) == cells)
    #expect(range.count == cells.count)
  }

  @Test(arguments: ["", ":", "A1:", ":A1", "A1:B", "A1:B2:C3", "A1-B2"])
  func whatIsNoRangeIsRefused(text: String) {
    #expect(throws: InputError("\"\(text)\" is no range of cells")) { try CellRange(parsing: text) }
  }

  @Test func theDescriptionIsInOrder() {
    #expect(CellRange("B9:A2")?.description == "A2:B9")
    #expect(CellRange("B9:B9")?.description == "B9")
  }
}
