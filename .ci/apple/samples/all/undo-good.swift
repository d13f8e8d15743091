public import Foundation

@MainActor public final class Page {
  public var title = "" {
    didSet {
      let old = oldValue
      if undoManager.isUndoRegistrationEnabled { undoManager.registerUndo(withTarget: self) { $0.title = old } }
    }
  }
  private let undoManager: UndoManager
  public init(_ undoManager: UndoManager) { self.undoManager = undoManager }
  public func close() { undoManager.removeAllActions(withTarget: self) }
}
