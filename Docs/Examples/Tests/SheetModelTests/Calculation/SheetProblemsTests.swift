import Testing

@testable import SheetModel

@Suite struct SheetProblemsTests {
  @Test func anErrorIsToldOnceWithItsReach() {
    let sheet = Sheet(rows: [["=1/0", "=A1", "=B1+FOO(1)", "=FOO(1)", "=D1+A1"]])
    let problems = sheet.problems.map { "\($0.error.origin) \($0.error.code) \($0.reason) \($0.cellCount)" }
    #expect(
      problems == [
        "A1 #DIV/0! division by zero 2", "C1 #ERROR! unknown function FOO 1", "D1 #ERROR! unknown function FOO 2",
      ])
  }

  @Test func aSheetWithoutErrorsHasNone() {
    #expect(Sheet(rows: [["1", "=A1"]]).problems.isEmpty)
  }

  @Test func aCellTellsWhatItIsMadeOf() throws {
    let sheet = Sheet(rows: [["2", "x", "=A1*SUM(A1:A9)", "=B1+1", "=D1", "=F1"]])
    func lines(_ cell: String) -> [String] { sheet.explanation(of: at(cell)).map { "\($0.label): \($0.text)" } }

    #expect(lines("A1") == ["A1: 2"])
    #expect(lines("A9") == ["A9: (empty)"])
    #expect(
      lines("C1") == [
        "C1: 4", "formula: =A1*SUM(A1:A9)", "refers to: A1 = 2, A1:A9",
        "calculated: when it was read for the first time",
      ])
    #expect(lines("D1").contains("because: \"x\" is no number"))
    #expect(lines("E1").contains("because: D1: \"x\" is no number"))
    #expect(lines("F1").contains("because: F1 → F1"))
  }

  @Test func aCellTellsWhyItWasCalculated() throws {
    let sheet = Sheet(rows: [["2", "3", "=A1+B1", "=C1"]])
    func cause(_ cell: String) -> String? { sheet.explanation(of: at(cell)).last?.text }

    try sheet.type("B1=4")
    #expect(cause("C1") == "the last time because B1 changed")
    #expect(cause("D1") == "the last time because C1 changed")
    try sheet.type("C1==A1")
    #expect(cause("C1") == "the last time because something else was typed in")
    try sheet.type("A1==D1")
    #expect(cause("D1") == "the last time because cycles came or went")
  }
}
