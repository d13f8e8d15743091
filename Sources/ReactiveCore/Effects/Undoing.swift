/// Something that takes steps back, and again: `History` of ReactiveDerived is one.
///
/// ```swift
/// extension Undoing {
///   func undoAll() { while canUndo.peek() { undo() } }
/// }
/// ```
///
/// It is there so that layers that do not know each other can meet: ReactiveBindings hands the steps of any of them on to
/// an `UndoManager`.
public protocol Undoing: AnyObject {
  /// Whether there is a step to undo.
  var canUndo: Behavior<Bool> { get }
  /// Whether there is a step to redo.
  var canRedo: Behavior<Bool> { get }
  /// What happens to its steps, one payload each.
  var steps: EventStream<UndoStep> { get }

  /// Takes the last step back, of which ``steps`` emits `undone`; nothing if there is none.
  func undo()
  /// Takes the last step that was undone again, of which ``steps`` emits `redone`; nothing if there is none.
  func redo()
}

/// What has happened to a step of something that is ``Undoing``.
public enum UndoStep: Sendable {
  /// There is a new step to undo, and none to redo any more.
  case made
  /// The last step was taken back.
  case undone
  /// The last step that was undone was taken again.
  case redone
  /// All steps are forgotten.
  case cleared
}
