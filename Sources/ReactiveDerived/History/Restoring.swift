import ReactiveCore

/// Whether an undo or redo is writing earlier values in a call on this thread. A part of what is gone is then left out.
///
/// Per thread, since a task that such a write begins is no part of the undo.
final class Restoring {
  static var ofThread: Restoring { Context.attachment { Restoring() } }
  static var isUnderway: Bool { Context.current.attachment(Restoring.self)?.isUnderway ?? false }

  private var isUnderway = false

  func run<Result>(_ body: () -> Result) -> Result {
    let outer = isUnderway
    isUnderway = true
    defer { isUnderway = outer }
    return body()
  }
}
