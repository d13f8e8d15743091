/// An object that can undo and redo steps, such as `History` of ReactiveDerived.
///
/// ```swift
/// extension Undoing {
///   func undoAll() { while canUndo.peek() { undo() } }
/// }
/// ```
///
/// The protocol connects independent layers: ReactiveBindings passes the steps of any conforming object to an
/// `UndoManager`.
public protocol Undoing: AnyObject {
  /// Whether there is a step to undo.
  var canUndo: Behavior<Bool> { get }
  /// Whether there is a step to redo.
  var canRedo: Behavior<Bool> { get }
  /// The changes to its steps, one payload each.
  var steps: EventStream<UndoStep> { get }

  /// Undoes the last step, if any; ``steps`` then emits `undone`.
  func undo()
  /// Redoes the step undone last, if any; ``steps`` then emits `redone`.
  func redo()
}

/// A change to the steps of an ``Undoing`` object.
public enum UndoStep: Sendable {
  /// A new step can be undone, and none can be redone any more.
  case made
  /// The last step was undone.
  case undone
  /// The step undone last was redone.
  case redone
  /// All steps, if there were any, were discarded.
  case cleared
}
