/// An effect that is not retained.
struct WeakEffect {
  private(set) weak var effect: Reaction?
  /// Where the effect was made, or its dependency written.
  private let origin = ExecutionContext.current
  init(_ effect: Reaction) { self.effect = effect }

  /// The effect, if it is at home here. Without an actor, another task's or thread's effect may be running, and must
  /// not be retained, since it could be deallocated here.
  var effectHere: Reaction? {
    if origin.isForeign { return nil }
    guard let effect, !effect.isolation.isForeign else { return nil }
    return effect
  }

  /// The effect, for the flush.
  func effectToRun() -> Reaction? {
    // On another thread, the effect may only be read for the message.
    if origin.isForeign { stopFlushElsewhere() }
    return effect
  }

  private func stopFlushElsewhere() -> Never {
    stop(
      """
      flush() was called outside of any actor, in a task or thread other than the one that uses \
      \(effect?.label ?? "an effect"), which waits for it. It would run while that one goes on. Call flush() there, \
      or use the graph and flush() on an actor.
      """)
  }
}
