/// What an operator has received and not emitted, while its stream is observed.
///
/// The handler at the source holds it, and it holds the link. When the source finishes, the stream finishes only after
/// what is held back.
@usableFromInline
class HeldBack {
  /// Whether the source has finished, and what is held back still waits.
  var isAlone: Bool { false }

  /// The source has finished: calls `finish` of the link, at once or when what is held back has been emitted.
  func sourceFinished() {}

  /// What waits without a source is not needed any more.
  func drop() {}
}
