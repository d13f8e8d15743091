/// The steps of a recorded session for undo and redo. It contains only numbers; the recorder has the issues.
struct EditHistory {
  /// The steps before each edit, the latest last.
  private var past: [Int] = []
  /// The step of the current issues.
  private var present: Int
  /// The undone steps, the latest last.
  private var future: [Int] = []

  init(at step: Int) { present = step }

  /// Records a user's edit at this step.
  mutating func edited(at step: Int) {
    past.append(present)
    present = step
    future = []
  }

  /// Records an external change at this step, and clears the history: undo would revert others' work.
  mutating func arrived(at step: Int) { self = EditHistory(at: step) }

  /// Nil if there is no step, or it is no longer kept.
  mutating func undo(keeping first: Int) -> Int? {
    guard let step = past.last, step >= first else { return nil }
    past.removeLast()
    future.append(present)
    present = step
    return step
  }

  mutating func redo(keeping first: Int) -> Int? {
    guard let step = future.last, step >= first else { return nil }
    future.removeLast()
    past.append(present)
    present = step
    return step
  }
}
