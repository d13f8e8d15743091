import Testing

@testable import SheetModel

@Suite struct CSVReaderTests {
  private func rows(_ text: String) throws -> [[String]] {
    try CSVText(parsing: Array(text.utf8)).rows
  }

  @Test(
    arguments: [
      ("", []),
      ("a", [["a"]]),
      ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
      ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
      (",\n,\n", [["", ""], ["", ""]]),
      ("a,\n", [["a", ""]]),
      ("\"a,b\",\"say \"\"hi\"\"\"\n", [["a,b", "say \"hi\""]]),
      ("\"\",\"\"\"\"\n", [["", "\""]]),
      ("\"one\ntwo\",x\r\n", [["one\ntwo", "x"]]),
      ("\"one\r\ntwo\",x\r\n", [["one\r\ntwo", "x"]]),
      (" a , b \n", [[" a ", " b "]]),
      ("\u{FEFF}a,b\n", [["a", "b"]]),
      ("a,b\n\nc,d\n\n", [["a", "b"], [], ["c", "d"], []]),
      ("é,日本\n", [["é", "日本"]]),
      // Contain commas or quotes as bytes, but not as characters.
      ("a,\u{301}b\n\"c\"\u{2C}\u{308}d\n", [["a", "\u{301}b"], ["c", "\u{308}d"]]),
    ] as [(String, [[String]])])
  func rowsAreReadAsTheStandardHasThem(text: String, expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test(arguments: [
    ("a,b\nc\n", 2, "1 field, where line 1 has 2"),
    ("\n\na\nb,c,d\n", 4, "3 fields, where line 3 has 1"),
    ("a,b\n\"c\nd\ne\",f,g\n", 2, "3 fields, where line 1 has 2"),
    ("a,b\nc,\"d\ne\n", 2, "the quote that opens here is never closed"),
    ("\"a\n\nb\",\"c", 3, "the quote that opens here is never closed"),
    ("a,b\nc,d\"e\"\n", 2, "a quote in a field that does not begin with one"),
    ("a\n \"b\"\n", 2, "a quote in a field that does not begin with one"),
    ("a,b\n\"c\"d,e\n", 2, "text after the quote that ends a field"),
    ("\"a\nb\" ,c\n", 2, "text after the quote that ends a field"),
    ("a\nb\rc\n", 2, "a carriage return without a line feed"),
    ("a\nb\r", 2, "a carriage return without a line feed"),
  ])
  func aMalformedLineIsNamedWithItsNumber(text: String, line: Int, reason: String) {
    #expect(throws: MalformedCSV(line: line, reason: reason)) { try rows(text) }
  }

  @Test func bytesThatAreNotUTF8AreNamedWithTheirLine() {
    #expect(throws: MalformedCSV(line: 2, reason: "not UTF-8")) {
      try CSVText(parsing: Array("a\nb".utf8) + [0xFF, 0x0A])
    }
    #expect(throws: MalformedCSV(line: 1, reason: "not UTF-8")) { try CSVText(parsing: [0x22, 0xC3, 0x22]) }
  }
}
