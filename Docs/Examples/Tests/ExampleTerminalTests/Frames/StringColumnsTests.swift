import ExampleTerminal
import Testing

@Suite struct StringColumnsTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("äß", 2), ("e\u{301}", 1), ("漢字", 4), ("한글", 4), ("🙂", 2), ("👩‍🚀", 2), ("🖨️", 2), ("…·", 2),
    ("ｆｕｌｌ", 8),
  ])
  func textTakesSoManyColumns(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test func whatIsTooLongIsCutWithAnEllipsis() {
    #expect("abcdef".shortened(to: 6) == "abcdef")
    #expect("abcdef".shortened(to: 5) == "abcd…")
    #expect("漢字漢".shortened(to: 5) == "漢字…")
    #expect("漢字漢".shortened(to: 4) == "漢…")
    #expect("ab".shortened(to: 0) == "")
  }

  @Test func linesAreBrokenBetweenWords() {
    #expect("one two three".wrapped(to: 7) == ["one two", "three"])
    #expect("one two three".wrapped(to: 6) == ["one ", "two ", "three"])
    #expect("abcdefgh".wrapped(to: 3) == ["abc", "def", "gh"])
    #expect("a\n\nb".wrapped(to: 3) == ["a", "", "b"])
    #expect("".wrapped(to: 3) == [""])
    #expect("漢字".wrapped(to: 1) == ["漢", "字"])
  }

  @Test func noLineIsWiderThanItMayBeAndNothingButBlanksIsLost() {
    let text = "A line of  words, someofwhicharelong, 漢字 and such; and a last one."
    for width in 2...80 {
      let lines = text.wrapped(to: width)
      #expect(lines.allSatisfy { $0.columns <= width })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }

  @Test func whatCouldMoveTheCursorIsNotPrinted() {
    #expect("a\u{1B}[2Jb\u{7}\nc\u{202E}".printable == "a?[2Jb?⏎c?")
    #expect("a\r\nb\u{7}".printableLines == "a\nb?")
    #expect("é🙂👩‍🚀漢".printable == "é🙂👩‍🚀漢")
  }
}
