import Testing

@testable import SheetModel

@Suite struct SheetTests {
  @Test func anEditCalculatesWhatDependsOnItAndNothingElse() throws {
    let sheet = Sheet(rows: [["2", "3", "=A1*B1"], ["4", "5", "=A2*B2"], ["", "", "=SUM(C1:C2)"], ["=1+1"]])
    #expect(sheet.texts("C1", "C2", "C3", "A4") == ["6", "20", "26", "2"])
    #expect(try sheet.type("A1=10") == ["C1", "C3"])
    #expect(sheet.texts("C1", "C2", "C3") == ["30", "20", "50"])
    #expect(try sheet.type("D9=hello") == [])
  }

  @Test func aCellThatComesToTheSameEndsTheMatter() throws {
    let sheet = Sheet(rows: [["12", "=IF(A1>=12,5%,0)", "=B1*100"]])
    #expect(try sheet.type("A1=13") == ["B1"])
    #expect(try sheet.type("A1=11") == ["B1", "C1"])
    #expect(try sheet.type("A1=11") == [])
    // Another text for the same number.
    #expect(try sheet.type("A1=11.0") == [])
  }

  @Test func severalEditsAreOneChange() throws {
    let sheet = Sheet(rows: [["1", "2", "=A1+B1", "=C1*2"]])
    #expect(try sheet.type("A1=2", "B1=1") == ["C1"])
    #expect(try sheet.type("A1=5", "B1=5") == ["C1", "D1"])
    #expect(try sheet.type("A1=7", "A1=5") == [])
  }

  @Test func aFormulaDependsOnTheBranchThatItReads() throws {
    let sheet = Sheet(rows: [["TRUE", "1", "2", "=IF(A1,B1,C1)"]])
    #expect(try sheet.type("C1=3") == [])
    #expect(try sheet.type("A1=FALSE") == ["D1"])
    #expect(sheet.texts("D1") == ["3"])
    #expect(try sheet.type("B1=9") == [])
    #expect(try sheet.type("C1=4") == ["D1"])
  }

  @Test func cellsThatAreEmptyCanBeReferredTo() throws {
    let sheet = Sheet(rows: [["=SUM(X1:Y99)+Z1000"]])
    #expect(sheet.texts("A1") == ["0"])
    #expect(try sheet.type("Y50=5") == ["A1"])
    #expect(try sheet.type("Z1000=2") == ["A1"])
    #expect(sheet.texts("A1") == ["7"])
  }

  @Test func contentOfAnyKindTakesThePlaceOfAnyOther() throws {
    let sheet = Sheet(rows: [["1", "=A1+1", "=B1+1"]])
    try sheet.type("A1==10*2")
    #expect(sheet.texts("A1", "B1", "C1") == ["20", "21", "22"])
    #expect(try sheet.type("B1=x") == ["C1"])
    #expect(sheet.texts("B1", "C1") == ["x", "#ERROR!"])
    #expect(try sheet.type("A1=1") == [])
    try sheet.type("B1==A1+")
    #expect(sheet.texts("B1", "C1") == ["#ERROR!", "#ERROR!"])
    try sheet.type("B1=")
    #expect(sheet.texts("B1", "C1") == ["", "1"])
  }

  @Test func numbersAreShownAsTheyWereTyped() {
    let sheet = Sheet(rows: [["4.50", "=A1", "007", "5%", "true", "=TRUE"]])
    #expect(sheet.texts("A1", "B1", "C1", "D1", "E1", "F1") == ["4.50", "4.5", "007", "5%", "true", "TRUE"])
  }

  @Test func aColumnThatAddsUpMayBeAsLongAsYouLike() throws {
    let count = 10_000
    // Both directions: read from the top, the downward one would be harmless, the upward one not.
    let rows = (0..<count).map { row in
      ["1", row == 0 ? "=A1" : "=B\(row)+A\(row + 1)", row == count - 1 ? "=A\(count)" : "=C\(row + 2)+A\(row + 1)"]
    }
    let sheet = Sheet(rows: rows)
    #expect(sheet.texts("B\(count)", "C1") == ["\(count)", "\(count)"])
    #expect(try sheet.type("A1=2").count == count + 1)
    #expect(sheet.texts("B\(count)", "C1") == ["\(count + 1)", "\(count + 1)"])
    #expect(try sheet.type("B1=oops").count == count - 1)
    #expect(sheet.texts("B\(count)", "C1") == ["#ERROR!", "\(count + 1)"])
  }

  @Test func theSheetEndsWithWhatWasTypedLast() throws {
    let sheet = Sheet(rows: [["a", "", ""], [], ["", "=Z99"], ["", ""]])
    #expect(sheet.extent?.description == "A1:B3")
    #expect(sheet.rows == [["a", ""], ["", ""], ["", "=Z99"]])
    try sheet.type("B3=", "A1=")
    #expect(sheet.extent == nil)
    #expect(sheet.rows == [])
    #expect(Sheet(rows: []).extent == nil)
  }

  @Test func aSheetGoesWhenNobodyHoldsIt() {
    weak var gone: Sheet?
    do {
      let sheet = Sheet(rows: [["1", "=A1", "=D1", "=C1"]])
      gone = sheet
      #expect(gone != nil)
    }
    #expect(gone == nil)
  }
}
