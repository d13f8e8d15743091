import Testing

@testable import SheetModel

@Suite struct ComparisonTests {
  /// In order; values in a group are equal.
  private static let groups: [[CellValue]] = [
    [.number(-1)], [.number(0), .empty], [.number(2)], [.text("")], [.text("a"), .text("A")], [.text("b")],
    [.boolean(false)], [.boolean(true)],
  ]

  @Test func numbersComeBeforeTextsAndTextsBeforeBooleans() {
    for (left, lefts) in Self.groups.enumerated() {
      for (right, rights) in Self.groups.enumerated() {
        for (one, other) in lefts.flatMap({ one in rights.map { (one, $0) } }) where one != .empty && other != .empty {
          #expect(one.isOrdered(to: other) == (left < right ? .before : left > right ? .after : .same))
        }
      }
    }
  }

  @Test func anEmptyCellIsZeroAnEmptyTextAndFalse() {
    for value in [CellValue.empty, .number(0), .text(""), .boolean(false)] {
      #expect(CellValue.empty.isOrdered(to: value) == .same)
      #expect(value.isOrdered(to: .empty) == .same)
    }
    #expect(CellValue.empty.isOrdered(to: .number(1)) == .before)
    #expect(CellValue.text("a").isOrdered(to: .empty) == .after)
  }

  @Test func aCriterionOfAnotherKindIsOnlyUnequal() {
    #expect(!Criterion(.text(">0")).isMet(by: .text("many")))
    #expect(Criterion(.text("<>0")).isMet(by: .text("many")))
    #expect(!Criterion(.number(0)).isMet(by: .empty))
    #expect(Criterion(.text("<>0")).isMet(by: .empty))
    #expect(Criterion(.empty).isMet(by: .number(0)))
  }
}
