struct WaitingEffect {
  private(set) weak var reaction: Reaction?
  /// Where a dependency was written.
  private let writer = ExecutionContext.current
  init(_ reaction: Reaction) { self.reaction = reaction }

  /// The effect, for the flush.
  func effectToRun() -> Reaction? {
    // On another thread, the effect may only be read for the message.
    if writer.isForeign { stopFlushElsewhere() }
    return reaction
  }

  private func stopFlushElsewhere() -> Never {
    stop(
      """
      flush() was called outside of any actor, in a task or thread other than the one that uses \
      \(reaction?.label ?? "an effect"), which waits for it. It would run while that one goes on. Call flush() there, \
      or use the graph and flush() on an actor.
      """)
  }
}
