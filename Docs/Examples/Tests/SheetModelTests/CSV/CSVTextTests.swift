import Testing

@testable import SheetModel

@Suite struct CSVTextTests {
  @Test(arguments: [
    [["a", "b"], ["c", "d"]],
    [["a,b", "say \"hi\""], ["one\ntwo", "one\r\ntwo"]],
    [["\"", ""], ["", ","]],
    [["\r", " "], ["é", "日本"]],
    [["=SUM(A1,B2)", "=\"x\""]],
  ])
  func whatIsWrittenIsReadAgain(rows: [[String]]) throws {
    for lineEnd in [CSVText.LineEnd.unix, .windows] {
      let text = CSVText(rows: rows, lineEnd: lineEnd)
      #expect(try CSVText(parsing: Array(text.text.utf8)) == text)
    }
  }

  @Test func onlyWhatNeedsQuotesGetsThem() {
    let rows = [["a", "b c", "d,e"], ["f\"g", "", "1.5"]]
    #expect(CSVText(rows: rows).text == "a,b c,\"d,e\"\n\"f\"\"g\",,1.5\n")
  }

  @Test func shortRowsAreFilledUp() {
    #expect(CSVText(rows: [["a", "b"], [], ["c"]], lineEnd: .windows).text == "a,b\r\n,\r\nc,\r\n")
  }
}
