internal import ReactiveCore

/// Counts the messages of this thread's current update whose child is absent. Made at a thread's first lost message.
@safe
@usableFromInline
final class LostMessages {
  @safe @exclusivity(unchecked) @usableFromInline var count = 0

  static var ofThread: LostMessages { Context.attachment { LostMessages() } }
}
