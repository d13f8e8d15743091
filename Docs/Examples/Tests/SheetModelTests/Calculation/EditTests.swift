import Testing

@testable import SheetModel

@Suite struct EditTests {
  @Test(arguments: [
    ("B2=7", "B2", "7"), ("b2 = 7 ", "B2", "7"), ("$B$2=x=y", "B2", "x=y"), ("B2==A1*2", "B2", "=A1*2"),
    ("B2= =A1", "B2", "=A1"), ("B2=", "B2", ""), ("B2=  ", "B2", ""), ("B2=a b", "B2", "a b"),
  ])
  func whatIsBehindTheFirstEqualsSignIsTyped(text: String, cell: String, content: String) throws {
    #expect(try Edit(text) == Edit(at: at(cell), content: content))
  }

  @Test(arguments: [
    ("B2", "expected CELL=CONTENT, as in B2=7, found \"B2\""),
    ("", "expected CELL=CONTENT, as in B2=7, found \"\""),
    ("=7", "\"\" is no cell"), ("B0=7", "\"B0\" is no cell"), ("B2:C3=7", "\"B2:C3\" is no cell"),
  ])
  func whatIsNoEditSaysWhy(text: String, reason: String) {
    #expect(throws: InputError(reason)) { try Edit(text) }
  }

  @Test func textThatWouldBeAFormulaGetsAHint() throws {
    #expect(try Edit("B2=SUM(A1:A3)").hint == "B2 is text now; a formula has a second = in front: B2==SUM(A1:A3)")
    for text in ["B2==A1", "B2=7", "B2=coffee", "B2=2025-01-31", "B2=1+1", "B2=SUM(", "B2="] {
      #expect(try Edit(text).hint == nil)
    }
  }
}
