import Testing

@testable import TrackerModel

@Suite struct EditHistoryTests {
  @Test func undoAndRedoGoThroughTheStepsOfEdits() {
    var history = EditHistory(at: 0)
    for step in [3, 5, 9] { history.edited(at: step) }
    #expect((0..<4).map { _ in history.undo(keeping: 0) } == [5, 3, 0, nil])
    #expect((0..<4).map { _ in history.redo(keeping: 0) } == [3, 5, 9, nil])
  }

  @Test func anEditForgetsWhatWasUndone() {
    var history = EditHistory(at: 0)
    history.edited(at: 3)
    _ = history.undo(keeping: 0)
    history.edited(at: 8)
    #expect(history.redo(keeping: 0) == nil)
    #expect(history.undo(keeping: 0) == 0)
  }

  @Test func whatOthersHaveWrittenIsNotUndone() {
    var history = EditHistory(at: 0)
    history.edited(at: 3)
    history.arrived(at: 6)
    #expect(history.undo(keeping: 0) == nil)
    history.edited(at: 7)
    #expect(history.undo(keeping: 0) == 6)
  }

  @Test func stepsThatAreNotKeptCannotBeGoneTo() {
    var history = EditHistory(at: 0)
    history.edited(at: 3)
    history.edited(at: 40)
    #expect(history.undo(keeping: 3) == 3)
    #expect(history.undo(keeping: 3) == nil)
    #expect(history.redo(keeping: 3) == 40)
  }
}
