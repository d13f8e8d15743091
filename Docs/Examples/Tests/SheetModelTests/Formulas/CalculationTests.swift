import Testing

@testable import SheetModel

@Suite struct CalculationTests {
  private let rows = [["2", "text", "TRUE", "", "5%"]]

  @Test(arguments: [
    ("=A1*E1", "0.1"), ("=A1+C1", "3"), ("=A1+D1", "2"), ("=D1", "0"), ("=\"3\"+1", "4"), ("=D1&\"x\"", "x"),
    ("=A1&B1&C1", "2textTRUE"), ("=0.1+0.2", "0.3"), ("=1/3", "0.333333333"), ("=10^6", "1000000"),
    ("=0^0", "1"), ("=(-8)^3", "-512"), ("=-D1", "0"), ("=2^0.5", "1.414213562"), ("=C1%", "0.01"),
  ])
  func valuesBecomeWhatTheOperatorNeeds(formula: String, text: String) {
    #expect(calculated(formula, in: rows) == text)
  }

  @Test(arguments: [
    ("=B1+1", "#ERROR! \"text\" is no number"),
    ("=-B1", "#ERROR! \"text\" is no number"),
    ("=\"\"+1", "#ERROR! \"\" is no number"),
    ("=IF(B1,1,2)", "#ERROR! \"text\" is neither TRUE nor FALSE"),
    ("=1/0", "#DIV/0! division by zero"),
    ("=1/D1", "#DIV/0! division by zero"),
    ("=0/0", "#DIV/0! division by zero"),
    ("=0^-1", "#DIV/0! division by zero"),
    ("=(-8)^0.5", "#ERROR! -8 has no power 0.5"),
    ("=10^308*10", "#ERROR! the result is too large"),
    ("=10^400", "#ERROR! the result is too large"),
    ("=10^308+10^308", "#ERROR! the result is too large"),
    ("=1/10^-320", "#ERROR! the result is too large"),
  ])
  func whatCannotBeCalculatedSaysWhy(formula: String, text: String) {
    #expect(calculated(formula, in: rows) == text)
  }

  @Test func errorsGoOnToWhoReadsThemWithTheirOrigin() {
    let sheet = Sheet(rows: [["0", "=1/A1", "=B1+1", "=SUM(A1:C1)", "=IF(A1=0,\"fine\",C1)", "=C1&\"x\"", "=C1=C1"]])
    #expect(
      sheet.texts("B1", "C1", "D1", "E1", "F1", "G1") == [
        "#DIV/0!", "#DIV/0!", "#DIV/0!", "fine", "#DIV/0!", "#DIV/0!",
      ])
    #expect(sheet.result(of: at("D1")) == .failure(CellError(kind: .divisionByZero, origin: at("B1"))))
  }
}
