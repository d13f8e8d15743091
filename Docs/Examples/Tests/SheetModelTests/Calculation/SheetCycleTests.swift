import Testing

@testable import SheetModel

@Suite struct SheetCycleTests {
  @Test func circularCellsAndThoseThatReadThemSaySo() {
    let sheet = Sheet(rows: [["=B1", "=C1+1", "=A1*2", "=C1+1", "5", "=E1"]])
    #expect(sheet.texts("A1", "B1", "C1", "D1", "E1", "F1") == ["#CYCLE!", "#CYCLE!", "#CYCLE!", "#CYCLE!", "5", "5"])
  }

  @Test func aCellThatRefersToItselfIsCircular() {
    let sheet = Sheet(rows: [["=A1+1", "=SUM(A2:C2)"], ["", "=SUM(A2:C2)"]])
    #expect(sheet.texts("A1", "B1", "B2") == ["#CYCLE!", "#CYCLE!", "#CYCLE!"])
  }

  @Test func anEditThatBreaksTheCycleHealsAllOfThem() throws {
    let sheet = Sheet(rows: [["1", "=A1+1", "=B1+1", "=C1+1"]])
    #expect(try sheet.type("A1==C1") == ["A1", "B1", "C1", "D1"])
    #expect(sheet.texts("A1", "B1", "C1", "D1") == ["#CYCLE!", "#CYCLE!", "#CYCLE!", "#CYCLE!"])
    #expect(try sheet.type("B1=10") == ["A1", "C1", "D1"])
    #expect(sheet.texts("A1", "B1", "C1", "D1") == ["11", "10", "11", "12"])
  }

  @Test func aBranchThatIsNotTakenCountsToo() throws {
    let sheet = Sheet(rows: [["=IF(B1,1,A1)", "TRUE"]])
    #expect(sheet.texts("A1") == ["#CYCLE!"])
    // A circular reference in a branch not taken has no effect.
    try sheet.type("C1==IF(B1,1,A1)")
    #expect(sheet.texts("C1") == ["1"])
  }

  @Test func anotherCycleElsewhereCalculatesNoOtherCell() throws {
    let sheet = Sheet(rows: [["=B1", "=A1"], ["1", "=A2+1"]])
    #expect(try sheet.type("C5==C6", "C6==C5") == ["C5", "C6"])
    #expect(try sheet.type("C5=1") == ["C6"])
    #expect(sheet.texts("A1", "B2", "C6") == ["#CYCLE!", "2", "1"])
  }

  @Test func cyclesMayGrowTogetherAndComeApart() throws {
    let sheet = Sheet(rows: [["=B1", "=A1"], ["=B2", "=A2"]])
    #expect(sheet.problems.map(\.reason) == ["A1 → B1 → A1", "A2 → B2 → A2"])
    try sheet.type("A1==B1+A2", "A2==B2+A1")
    #expect(sheet.problems.map(\.cellCount) == [4])
    try sheet.type("A1=1")
    #expect(sheet.texts("A1", "B1", "A2") == ["1", "1", "#CYCLE!"])
    try sheet.type("B2=2")
    #expect(sheet.texts("A1", "B1", "A2", "B2") == ["1", "1", "3", "2"])
  }

  @Test func aBatchMayTurnAChainAround() throws {
    let sheet = Sheet(rows: [["1", "=A1", "=B1"]])
    try sheet.type("C1=7", "B1==C1", "A1==B1")
    #expect(sheet.texts("A1", "B1", "C1") == ["7", "7", "7"])
    try sheet.type("A1=3", "B1==A1", "C1==B1")
    #expect(sheet.texts("A1", "B1", "C1") == ["3", "3", "3"])
  }

  @Test func aCycleAsLongAsTheSheetNeedsNoStack() throws {
    let count = 10_000
    let sheet = Sheet(rows: (0..<count).map { ["=A\(($0 + 1) % count + 1)"] })
    #expect(sheet.problems.map(\.cellCount) == [count])
    #expect(sheet.problems.first?.reason == "A1 → A2 → A3 → A4 → … → A9999 → A10000 → A1")
    try sheet.type("A1=5")
    #expect(sheet.texts("A2", "A\(count)") == ["5", "5"])
  }
}
