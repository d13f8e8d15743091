// Unsafe: the owners of a reaction, found through unretained references.
//
// Invariant: an owner ends all that it owns before it dies, so the owners of a reaction that has not ended are alive.
//
// Effects may be nested, and a change may queue an inner one before an outer one. The outer one has its turn first.

extension ScopeMember {
  /// Calls `body` with the scopes around it, the innermost first, up to the first one that was marked with `stretch`.
  fileprivate final func forEachOwner(outsideOf stretch: UInt64, _ body: (ScopeNode) -> Void) {
    var owner = ownedBy
    while let present = unsafe owner {
      unsafe present._withUnsafeGuaranteedRef { present in
        if present.passedAt == stretch {
          unsafe owner = nil
          return
        }
        if let effect = present.effect {
          unsafe effect._withUnsafeGuaranteedRef { unsafe owner = $0.ownedBy }
        } else {
          unsafe owner = present.ownedBy
        }
        body(present)
      }
    }
  }
}

extension Context {
  /// Gives the effects around a reaction their turns before the reaction's own turn, the outermost effect first.
  ///
  /// An outer effect that runs ends the reaction. (A reaction that ran first would run on a branch that its owner no
  /// longer takes.) If the turn of an outer effect is deferred, until its runtime is flushed or it is resumed, the
  /// reaction's turn is deferred with it.
  ///
  /// Returns whether the reaction still needs its turn.
  @inline(never)
  func ownersGoFirst(_ node: NodeRef) -> Bool {
    guard let retained = node.tryRetain().map({ unsafe unsafeDowncast($0, to: Reaction.self) }) else { return false }
    while !retained.flags.contains(.ended) {
      let stretch = queueStretch()
      var waiting = waitingOwners(of: retained, in: stretch)
      if waiting.isEmpty { return true }
      // Inwards, until something else is queued. The owners are alive, since the reaction has not ended.
      while let owner = waiting.popLast(), !retained.flags.contains(.ended), queueStretch() == stretch {
        if owner.flags.contains(.queued) {
          unqueue(owner)
          notify(owner)
          if retained.flags.contains(.ended) { return false }
        }
        // Its turn is deferred, now or before.
        let isDeferred = owner.withReaction { owner in
          if owner.hooks?.turn != .waiting { return false }
          retained.holdTurn(for: owner)
          return true
        }
        if isDeferred { return false }
      }
    }
    return false
  }

  /// The effects around `reaction` that wait for their turns, the innermost first.
  ///
  /// If none of them waits, the scopes around `reaction` are marked with `stretch`. A later search in the same stretch
  /// ends at a marked scope, so the turns of *n* nested effects look at *n* scopes, not at *n*² / 2.
  private func waitingOwners(of reaction: Reaction, in stretch: UInt64) -> [NodeRef] {
    var waiting: [NodeRef] = []
    reaction.forEachOwner(outsideOf: stretch) { owner in
      if pendingWork.contains(.tracing) { unsafe raw.pointee.counters.owners += 1 }
      guard let effect = owner.effect else { return }
      unsafe effect._withUnsafeGuaranteedRef { effect in
        if effect.flags.contains(.queued) || effect.hooks?.turn == .waiting { waiting.append(effect.node) }
      }
    }
    if waiting.isEmpty { reaction.forEachOwner(outsideOf: stretch) { $0.passedAt = stretch } }
    return waiting
  }

  /// A number that stays the same until an effect that owns others is queued on this thread. No other thread has the same
  /// number.
  private func queueStretch() -> UInt64 {
    let end = unsafe raw.pointee.queue.end
    if unsafe raw.pointee.stretch != 0 && !mayHoldOwner(from: raw.pointee.stretchEnd) {
      unsafe raw.pointee.stretchEnd = end
      return unsafe raw.pointee.stretch
    }
    // The upper half is drawn for the thread, the lower half counts.
    if unsafe raw.pointee.stretch << 32 == 0 { unsafe raw.pointee.stretch = Self.drawStretches() }
    unsafe raw.pointee.stretch += 1
    unsafe raw.pointee.stretchEnd = end
    return unsafe raw.pointee.stretch
  }

  /// Whether an effect that owns others may have been queued at `place` or after it. Each entry is looked at once.
  private func mayHoldOwner(from place: UInt32) -> Bool {
    let (begin, end) = unsafe (raw.pointee.queue.begin, raw.pointee.queue.end)
    // Some of these have had their turn already, which may be deferred.
    if place &- begin > end &- begin { return true }
    var place = place
    while place != end {
      if let node = unsafe raw.pointee.queue.node(at: place), node.flags.contains(.reaction),
        node.withReaction({ $0.hooks?.inner != nil })
      {
        return true
      }
      place = place &+ 1
    }
    return false
  }

  private static let stretches = Locked<UInt64>(0)
  private static func drawStretches() -> UInt64 {
    stretches.withLock { last in
      last += 1 << 32
      return last
    }
  }
}
