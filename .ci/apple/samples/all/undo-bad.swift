internal import Foundation

final class Page {
  var title = ""
}

func register(_ page: Page, with undoManager: UndoManager) {
  undoManager.registerUndo(withTarget: page) { $0.title = "" }  // expect-error: in a synchronous nonisolated context
}

func undo(_ undoManager: UndoManager) {
  undoManager.undo()  // expect-error: in a synchronous nonisolated context
}

@MainActor func mistype(_ undoManager: UndoManager) {
  undoManager.registerUndo(withTarget: 1 as Int) { _ in }  // expect-error: requires that 'Int' be a class type
  undoManager.isUndoRegistrationEnabled = false  // expect-error: cannot assign to property
}
