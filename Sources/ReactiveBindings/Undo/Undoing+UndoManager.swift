#if canImport(ObjectiveC)
public import Foundation
public import ReactiveCore

extension Undoing {
  /// Registers each step with an undo manager from now on. Its menu and gestures undo and redo them, in order with
  /// other actions.
  ///
  /// ```swift
  /// import Foundation
  /// import ReactiveBindings
  ///
  /// @MainActor func edit(_ history: some Undoing, with undoManager: UndoManager, in bag: SubscriptionBag) {
  ///   history.register(with: undoManager).store(in: bag)
  ///   undoManager.undo()  // takes the last step of the history back
  /// }
  /// ```
  ///
  /// The history owns the steps, and each action of the manager undoes or redoes one. While registered, undo only with
  /// the manager. It loses its actions of this history if you call the history's `undo()`, `redo()` or `clear()`, or
  /// make a step while undo registration is disabled.
  ///
  /// A manager that groups by event undoes an event's steps together. Let the history keep as many steps as the
  /// manager: an action whose step is dropped does nothing.
  ///
  /// The registration, the history and the manager do not keep each other alive. Without the history, the actions do
  /// nothing. Cost: about 0.5 kB, plus the manager's cost for each step. Type-checked, never run on an Apple system;
  /// its logic is tested without one.
  ///
  /// - Returns: A discardable subscription. Cancelling it also removes the actions.
  @MainActor
  @discardableResult
  public func register(with undoManager: UndoManager) -> Subscription {
    let target = UndoTarget(undoManager, UndoActions(of: self))
    let following = steps.sink { step in target.follow(step) }
    return Subscription {
      following.cancel()
      target.removeAll()
    }
  }
}

/// The target of the actions. Their handlers retain it; the manager does not.
@MainActor
private final class UndoTarget {
  private weak var undoManager: UndoManager?
  private let actions: UndoActions

  init(_ undoManager: UndoManager, _ actions: UndoActions) {
    self.undoManager = undoManager
    self.actions = actions
  }

  func follow(_ step: UndoStep) {
    switch actions.follow(step) {
    case .register(let action): register(action)
    case .removeAll: removeAll()
    case .nothing: break
    }
  }

  func removeAll() { undoManager?.removeAllActions(withTarget: self) }

  private func register(_ action: UndoActions.Action) {
    guard let undoManager else { return }
    if !undoManager.isUndoRegistrationEnabled { return removeAll() }
    undoManager.registerUndo(withTarget: self) { [self] _ in
      register(action.opposite)
      actions.perform(action)
    }
  }
}
#endif
