package import ReactiveCore

/// What an undo manager has to do so that its actions stand for the steps of a history, whatever the manager is.
///
/// The history owns the steps. An action of the manager says no more than "undo one" or "redo one": there are as many of
/// them as steps, as long as what is undone is undone by way of the manager.
package final class UndoActions {
  /// What one action of the manager does.
  package enum Action: Sendable {
    case undo, redo
    /// What takes it back.
    package var opposite: Action { self == .undo ? .redo : .undo }
  }

  /// What the manager has to do.
  package enum Request: Equatable {
    case register(Action)
    /// The actions of this history are none of its steps any more.
    case removeAll
    case nothing
  }

  private weak var history: (any Undoing)?
  /// Steps that the manager's actions have taken, of which the history has not notified yet: in a delivery it does so later.
  private var expected = 0

  /// Does not keep the history.
  package init(of history: any Undoing) { self.history = history }

  /// The history has notified of `step`.
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
