import Testing

@testable import SheetModel

@Suite struct CalculationFunctionsTests {
  private let rows = [
    ["Coffee", "10", "TRUE"],
    ["tea", "4.5", "FALSE"],
    ["coffee", "-3", ""],
    ["", "", ""],
    ["Tea", "many", "1"],
  ]

  @Test(arguments: [
    ("=SUM(B1:B5)", "11.5"), ("=SUM(B1:B5,1,B1)", "22.5"), ("=SUM(A1)", "0"), ("=SUM(TRUE,\"2\")", "3"),
    ("=SUM(C1:C5)", "1"), ("=COUNT(A1:C5)", "4"), ("=AVERAGE(B1:B5)", "3.833333333"), ("=AVERAGE(1,2)", "1.5"),
    ("=MIN(B1:B5)", "-3"), ("=MAX(B1:B5)", "10"), ("=MAX(A1:A5)", "0"), ("=MIN(B1:B3,-8)", "-8"),
    ("=MAX(-5,-2)", "-2"),
  ])
  func aggregatesTakeTheNumbersOfACell(formula: String, text: String) {
    #expect(calculated(formula, in: rows) == text)
  }

  @Test(arguments: [
    ("=COUNTIF(A1:A5,\"coffee\")", "2"), ("=COUNTIF(A1:A5,\"=TEA\")", "2"), ("=COUNTIF(A1:A5,\"<>tea\")", "3"),
    ("=COUNTIF(A1:A5,A1)", "2"), ("=COUNTIF(A1:A5,\"\")", "1"), ("=COUNTIF(A1:A5,\"<>\")", "4"),
    ("=COUNTIF(B1:B5,\">0\")", "2"), ("=COUNTIF(B1:B5,\">=-3\")", "3"), ("=COUNTIF(B1:B5,\"<10\")", "2"),
    ("=COUNTIF(B1:B5,\"<=10\")", "3"), ("=COUNTIF(B1:B5,10)", "1"), ("=COUNTIF(B1:B5,\"10\")", "1"),
    ("=COUNTIF(B1:B5,0)", "0"), ("=COUNTIF(C1:C5,TRUE)", "1"), ("=COUNTIF(C1:C5,\"true\")", "1"),
    ("=COUNTIF(A1,\"coffee\")", "1"), ("=COUNTIF(A1:B5,\">=d\")", "3"),
    ("=SUMIF(A1:A5,\"coffee\",B1:B5)", "7"), ("=SUMIF(B1:B5,\">0\")", "14.5"), ("=SUMIF(A1:A5,\"tea\",B1:B5)", "4.5"),
    ("=SUMIF(A1:A5,\"tea\",B1:B4)", "#ERROR! SUMIF needs ranges of the same size, not A1:A5 and B1:B4"),
    ("=COUNTIF(A1:A5,1/0)", "#DIV/0! division by zero"),
  ])
  func criteriaSelectCells(formula: String, text: String) {
    #expect(calculated(formula, in: rows) == text)
  }

  @Test func cellsWithErrorsMeetNoCriterion() {
    let sheet = Sheet(rows: [["=1/0", "1"], ["2", "2"], ["=COUNTIF(A1:A2,\"<>9\")", "=SUMIF(A1:A2,2,B1:B2)"]])
    #expect(sheet.texts("A3", "B3") == ["1", "2"])
  }

  @Test(arguments: [
    ("=IF(B1>5,\"yes\",\"no\")", "yes"), ("=IF(B1>50,\"yes\",IF(B1>5,\"some\",\"no\"))", "some"),
    ("=IF(FALSE,1)", "FALSE"), ("=IF(TRUE,1,1/0)", "1"), ("=IF(0,1/0,2)", "2"),
    ("=IF(1/0,1,2)", "#DIV/0! division by zero"),
    ("=IF(A4,1,2)", "2"), ("=AND(TRUE,1,B1)", "TRUE"), ("=AND(C1:C5)", "FALSE"), ("=OR(C1:C5)", "TRUE"),
    ("=OR(FALSE,0)", "FALSE"), ("=OR(TRUE,1/0)", "TRUE"), ("=AND(FALSE,1/0)", "FALSE"), ("=NOT(0)", "TRUE"),
    ("=NOT(B1)", "FALSE"), ("=IF(AND(B1>0,B2>0),\"both\",\"\")", "both"),
  ])
  func conditionsDecide(formula: String, text: String) {
    #expect(calculated(formula, in: rows) == text)
  }

  @Test(arguments: [
    ("=ROUND(2.345,2)", "2.35"), ("=ROUND(1.005,2)", "1.01"), ("=ROUND(-1.005,2)", "-1.01"), ("=ROUND(2.5,0)", "3"),
    ("=ROUND(-2.5,0)", "-3"), ("=ROUND(1234.5,-2)", "1200"), ("=ROUND(0.5,1.9)", "0.5"),
    ("=ROUND(10^300,200)=10^300", "TRUE"),
    ("=ROUND(1,999)", "#ERROR! ROUND has no 999 decimals"), ("=ROUND(1.004999,2)", "1"), ("=ROUND(0,2)", "0"),
  ])
  func roundRoundsAsPeopleDo(formula: String, text: String) {
    #expect(calculated(formula, in: rows) == text)
  }

  @Test func averageOfNothingIsADivisionByZero() {
    #expect(calculated("=AVERAGE(A1:A5)", in: rows) == "#DIV/0! division by zero")
  }

  @Test func everyFunctionCanBeCalled() {
    for function in Function.allCases {
      let arguments = (0..<function.argumentCounts.lowerBound).map { _ in "B1" }.joined(separator: ",")
      #expect(!calculated("=\(function.rawValue.lowercased())(\(arguments))", in: rows).contains("#"))
    }
  }
}
