import Testing

@testable import SheetModel

@Suite struct TableTextTests {
  private let sheet = Sheet(rows: [
    ["Item", "Price", "Sum"], ["Coffee", "4.50", "=B2*10"], ["Tea, green", "12", "=B3/8"], ["", "", "=1/0"],
  ])

  private func lines(_ range: String, width: Int? = nil) throws -> [String] {
    TableText(of: sheet, showing: try CellRange(parsing: range), width: width).lines
  }

  @Test func numbersAreLinedUpAtThePoint() throws {
    #expect(
      try lines("A1:C4") == [
        "   A           B      C",
        "1  Item        Price  Sum",
        "2  Coffee       4.50     45",
        "3  Tea, green  12         1.5",
        "4                     #DIV/0!",
      ])
  }

  @Test func aPartCanBeShown() throws {
    #expect(try lines("B2:B2") == ["   B", "2  4.50"])
    #expect(try lines("X9:Y10") == ["    X  Y", " 9", "10"])
  }

  @Test func columnsThatDoNotFitAreLeftOut() throws {
    let range = try CellRange(parsing: "A1:C4")
    #expect(TableText(of: sheet, showing: range, width: 20).shown.description == "A1:B4")
    #expect(TableText(of: sheet, showing: range, width: 29).shown.description == "A1:C4")
    #expect(TableText(of: sheet, showing: range, width: 28).shown.description == "A1:B4")
    // At least one is shown.
    #expect(TableText(of: sheet, showing: range, width: 1).shown.description == "A1:A4")
    #expect(TableText(of: sheet, showing: range, width: 29).lines.allSatisfy { $0.count <= 29 })
  }

  @Test func textsCannotUpsetTheTable() throws {
    let sheet = Sheet(rows: [["one\ntwo\u{1B}[2J", "x"], [String(repeating: "long ", count: 9), "y"]])
    let lines = TableText(of: sheet, showing: try CellRange(parsing: "A1:B2")).lines
    #expect(
      lines == [
        "   A                         B", "1  one⏎two?[2J               x", "2  long long long long lon…  y",
      ])
  }
}
