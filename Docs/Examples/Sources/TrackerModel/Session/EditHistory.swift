/// Which steps of a recorded session undo and redo lead to. It holds numbers only: the recorder has the issues.
struct EditHistory {
  /// The steps after which there was something else than now, the latest last.
  private var past: [Int] = []
  /// The step that what is there now comes from.
  private var present: Int
  /// The steps that were undone, the latest last.
  private var future: [Int] = []

  init(at step: Int) { present = step }

  /// At this step, the user has edited something.
  mutating func edited(at step: Int) {
    past.append(present)
    present = step
    future = []
  }

  /// At this step, what others have written has come. What was before it must not come back: it would undo their work.
  mutating func arrived(at step: Int) { self = EditHistory(at: step) }

  /// The step to go back to; nil if there is none, or it is not among those that are kept.
  mutating func undo(keeping first: Int) -> Int? {
    guard let step = past.last, step >= first else { return nil }
    past.removeLast()
    future.append(present)
    present = step
    return step
  }

  /// The step to go forward to.
  mutating func redo(keeping first: Int) -> Int? {
    guard let step = future.last, step >= first else { return nil }
    future.removeLast()
    past.append(present)
    present = step
    return step
  }
}
