internal import ReactiveCore

/// How many messages had no receiver in the update that runs on this thread, because their child is not there. Each
/// thread has one, made when the first message is lost.
@safe
@usableFromInline
final class LostMessages {
  @safe @exclusivity(unchecked) @usableFromInline var count = 0

  static var ofThread: LostMessages { Context.attachment { LostMessages() } }
}
