import Testing

@testable import SheetModel

@Suite struct FormulaParserTests {
  @Test(arguments: [
    ("=1+2*3", "7"), ("=(1+2)*3", "9"), ("=10-4-3", "3"), ("=24/4/2", "3"), ("=2^3^2", "64"), ("=-2^2", "4"),
    ("=2^-1", "0.5"), ("=--3", "3"), ("=-+-3", "3"), ("=3--2", "5"), ("=50%", "0.5"), ("=200*10%", "20"),
    ("=-50%", "-0.5"), ("=1&2+3", "15"), ("=\"a\"&\"b\"&1.5", "ab1.5"), ("=1+1=2", "TRUE"), ("=1<2=TRUE", "TRUE"),
    ("=1<>2", "TRUE"), ("=2<=2", "TRUE"), ("=3>=4", "FALSE"), ("=\"say \"\"hi\"\"\"", "say \"hi\""), ("=\"\"", ""),
    ("=.5+1.", "1.5"), ("=1e2+1E-1", "100.1"), ("= 1 +\t2 ", "3"), ("=true", "TRUE"), ("=sum(1,2)", "3"),
    ("=Sum( 1 , 2 )", "3"), ("=((((1))))", "1"),
  ])
  func operatorsBindAsInOtherSheets(formula: String, text: String) {
    #expect(calculated(formula) == text)
  }

  @Test(arguments: [
    ("=1+", "something is missing at the end"),
    ("=(1+2", "expected \")\" at the end"),
    ("=SUM(1", "expected \")\" at the end"),
    ("=SUM(1 2)", "expected \")\" at character 8"),
    ("=1+*2", "unexpected \"*\" at character 4"),
    ("=1 2", "unexpected \"2\" at character 4"),
    ("=)", "unexpected \")\" at character 2"),
    ("=5%%", "unexpected \"%\" at character 4"),
    ("=SUM(,1)", "unexpected \",\" at character 6"),
    ("=SUM(1,)", "unexpected \")\" at character 8"),
    ("=A1 # 2", "unexpected \"#\" at character 5"),
    ("=\u{1B}", "unexpected \"?\" at character 2"),
    ("=\"abc", "the quote at character 2 is never closed"),
    ("=1.2.3", "\"1.2.3\" is no number"),
    ("=1e999", "\"1e999\" is no number"),
    ("=2E", "unexpected \"E\" at character 3"),
    ("=FOO(1)", "unknown function FOO"),
    ("=foo", "\"foo\" is neither a cell nor a function"),
    ("=A0", "\"A0\" is neither a cell nor a function"),
    ("=SUM", "\"SUM\" is neither a cell nor a function"),
    ("=SUM()", "SUM takes at least 1 argument, not 0"),
    ("=IF(1)", "IF takes 2 to 3 arguments, not 1"),
    ("=IF(1,2,3,4)", "IF takes 2 to 3 arguments, not 4"),
    ("=NOT(1,2)", "NOT takes 1 argument, not 2"),
    ("=ROUND(1)", "ROUND takes 2 arguments, not 1"),
    ("=COUNTIF(1,2)", "COUNTIF needs a range of cells"),
    ("=A1:B2", "A1:B2 is a range, where one value is needed"),
    ("=A1:B2+1", "A1:B2 is a range, where one value is needed"),
    ("=1+A1:B2", "A1:B2 is a range, where one value is needed"),
    ("=-A1:B2", "A1:B2 is a range, where one value is needed"),
    ("=(A1:B2)", "A1:B2 is a range, where one value is needed"),
    ("=SUM(A1:B2%)", "A1:B2 is a range, where one value is needed"),
    ("=IF(A1:B2,1)", "A1:B2 is a range, where one value is needed"),
    ("=SUM(A1:)", "unexpected \")\" at character 9"),
    ("=SUM(A1:B)", "unexpected \"B\" at character 9"),
    ("=SUM(A1:B2:C3)", "expected \")\" at character 11"),
    ("=SUM(A1:ZZ9999)", "A1:ZZ9999 has 7,019,298 cells, more than 200,000"),
  ])
  func aBadFormulaSaysWhatIsWrong(formula: String, reason: String) {
    #expect(throws: FormulaError(reason: reason)) { try Formula(parsing: formula) }
    #expect(calculated(formula) == "#ERROR! \(reason)")
  }

  @Test func referencesAreCollectedWhereverTheyAre() throws {
    let formula = try Formula(parsing: "=IF($A$1>0,SUM(B2:C9,d4),\"A9\"&-E5)+COUNTIF(F1,G1)+A1")
    #expect(formula.references.map(\.description) == ["A1", "B2:C9", "D4", "E5", "F1", "G1"])
  }

  @Test func nestingIsLimitedAndLengthIsNot() {
    let limit = FormulaParser.nestingLimit
    func nested(_ depth: Int) -> String {
      "=" + String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth)
    }
    #expect(calculated(nested(limit)) == "1")
    #expect(calculated(nested(limit + 1)) == "#ERROR! nested deeper than 64 levels")
    #expect(calculated("=" + String(repeating: "NOT(", count: 2000)) == "#ERROR! nested deeper than 64 levels")
    #expect(calculated("=0" + String(repeating: "+1", count: 4000)) == "4000")
    #expect(calculated("=" + String(repeating: "-", count: 8000) + "1") == "1")
    #expect(calculated("=0" + String(repeating: "+1", count: 4096)).hasSuffix("longer than 8,192 bytes"))
  }
}
