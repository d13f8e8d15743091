#if canImport(ObjectiveC)
public import Foundation
public import ReactiveCore

extension Undoing {
  /// Registers each step with an undo manager from now on: its menu and gestures undo and redo them, in order with what
  /// other code registers there.
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
  /// The history owns the steps, and each action of the manager undoes or redoes one. So undo with the manager while it is
  /// registered: when `undo()`, `redo()` or `clear()` is called on the history itself, and when the manager does not register a
  /// step since registration is disabled, the manager's actions fit no more, and it loses those that it has of this history.
  /// A manager that groups by event undoes what was done in one event together. Let the history keep as many steps as the
  /// manager does: an action whose step is forgotten does nothing.
  ///
  /// It ends when the result is cancelled, which may be thrown away, and then the manager loses its actions, too. It keeps
  /// neither of the two, and neither keeps the other; with the history gone, the actions do nothing. Cost: about 0.5 kB, and
  /// for each step what the manager needs. Type-checked, but never run on an Apple system; what it does is tested without
  /// one.
  ///
  /// - Returns: what ends it.
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

/// The target of what is registered. The manager does not retain its targets: the handlers do.
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
