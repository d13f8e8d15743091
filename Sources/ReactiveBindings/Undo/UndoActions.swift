package import ReactiveCore

/// Keeps the actions of any undo manager in step with a history.
///
/// The history owns the steps; an action only says "undo one" or "redo one". Actions and steps match as long as you
/// undo through the manager.
package final class UndoActions {
  package enum Action: Sendable {
    case undo, redo
    package var opposite: Action { self == .undo ? .redo : .undo }
  }

  package enum Request: Equatable {
    case register(Action)
    /// The actions of this history no longer match its steps.
    case removeAll
    case nothing
  }

  private weak var history: (any Undoing)?
  /// Steps of the manager's actions that the history has not reported yet: during a delivery, it does so later.
  private var expected = 0

  /// Does not keep the history alive.
  package init(of history: any Undoing) { self.history = history }

  /// Returns the request for a reported step.
  package func follow(_ step: UndoStep) -> Request {
    switch step {
    case .made: return .register(.undo)
    case .undone, .redone:
      if expected == 0 { return .removeAll }
      expected -= 1
      return .nothing
    case .cleared: return .removeAll
    }
  }

  /// The manager performs an action, and has registered its opposite.
  package func perform(_ action: Action) {
    guard let history, (action == .undo ? history.canUndo : history.canRedo).peek() else { return }
    expected += 1
    if action == .undo { history.undo() } else { history.redo() }
  }
}
