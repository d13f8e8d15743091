import Testing

@testable import SheetModel

@Suite struct ReportTests {
  @Test func recalculationsAreCountedAndListed() throws {
    let sheet = Sheet(rows: [["1"] + (2...10).map { "=A1+\($0)" }])
    let report = Report(sheet: sheet)
    #expect(
      report.recalculation(sheet.edit([try Edit("A1=2")]))
        == "recomputed 9 of 9 formula cells: B1, C1, D1, E1, F1, G1, …")
    #expect(report.recalculation(sheet.edit([try Edit("B1==5")])) == "recomputed 1 of 9 formula cells: B1")
    #expect(report.recalculation(sheet.edit([try Edit("Z9=5")])) == "recomputed 0 of 9 formula cells")
    let single = Sheet(rows: [["1", "=A1"]])
    #expect(
      Report(sheet: single).recalculation(single.edit([try Edit("A1=2")])) == "recomputed 1 of 1 formula cell: B1")
  }

  @Test func errorsAreListedBelowTheTable() throws {
    let sheet = Sheet(rows: [["=1/0", "=A1"]])
    #expect(
      Report(sheet: sheet).table(try CellRange(parsing: "A1:B1"), width: nil) == [
        "   A        B", "1  #DIV/0!  #DIV/0!", "", "1 error:", "  A1 #DIV/0! division by zero (also in 1 other cell)",
      ])
  }

  @Test func longListsAreCutOff() {
    let sheet = Sheet(rows: (0..<15).map { _ in ["=1/0"] })
    let lines = Report(sheet: sheet).problems
    #expect(lines.count == 12)
    #expect(lines.first == "15 errors:")
    #expect(lines.last == "  and 5 more")
    #expect(Report(sheet: Sheet(rows: [])).problems == ["no errors"])
  }

  @Test func aPartOfTheSheetSaysSo() throws {
    let sheet = Sheet(rows: [["1", "2"], ["3", "4"]])
    #expect(Report(sheet: sheet).table(try CellRange(parsing: "A1:B1"), width: nil).last == "A1:B1 of A1:B2")
    #expect(Report(sheet: sheet).table(try CellRange(parsing: "A1:B2"), width: nil).count == 3)
  }
}
