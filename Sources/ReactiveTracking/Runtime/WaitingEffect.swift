/// An effect that waits for a flush.
struct WaitingEffect {
  private(set) weak var reaction: Reaction?
  /// Where what it reads was written.
  private let writer = ExecutionContext.current
  init(_ reaction: Reaction) { self.reaction = reaction }

  /// The effect, for the one that flushes.
  func effectToRun() -> Reaction? {
    // Not even its memory may be looked at then, but for the last words.
    if writer.isForeign { stopFlushElsewhere() }
    return reaction
  }

  private func stopFlushElsewhere() -> Never {
    stop(
      """
      flush() was called outside of any actor, in another task or thread than the one that uses \(reaction?.label ?? "an effect") and has \
      it wait. It would run while that one goes on. Call flush() there, or use the graph and flush() on an actor.
      """)
  }
}
