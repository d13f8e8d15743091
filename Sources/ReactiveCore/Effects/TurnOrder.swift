// Unsafe: the owners of a reaction, found through unretained references.
//
// Invariant: an owner ends all members before it is deallocated, so a reaction that has not ended has live owners.
//
// A change may queue an inner effect before an outer one. The outer one takes its turn first.

extension ScopeMember {
  /// Calls `body` with the scopes around it, innermost first, up to the first one marked with `stretch`.
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
  /// Gives the owners around a reaction their turns first, outermost first. Returns whether the reaction still needs
  /// its turn.
  ///
  /// An outer effect that runs ends the reaction, which would otherwise run on a branch that its owner no longer takes.
  /// If an outer turn is deferred, until its runtime is flushed or it is resumed, the reaction's turn is deferred with
  /// it.
  @inline(never)
  func ownersGoFirst(_ node: NodeRef) -> Bool {
    guard let retained = node.tryRetain().map({ unsafe unsafeDowncast($0, to: Reaction.self) }) else { return false }
    var hasRefreshed = false
    while !retained.flags.contains(.ended) {
      let stretch = queueStretch()
      var followed: ReactiveNode?
      var waiting = waitingOwners(of: retained, in: stretch, &followed)
      // Once, since the derivation may outdate itself. Not for a turn that is put off: the later one comes here, too.
      if let followed, !hasRefreshed, retained.hooks?.isPaused != true, !followed.flags.isDisjoint(with: .stale),
        followed.flags.isDisjoint(with: [.running, .verifying])
      {
        hasRefreshed = true
        refresh(followed.node)
        continue
      }
      if waiting.isEmpty { return true }
      // Inward, until the queue changes. The owners are alive, since the reaction has not ended.
      while let owner = waiting.popLast(), !retained.flags.contains(.ended), queueStretch() == stretch {
        if owner.flags.contains(.queued) {
          unqueue(owner)
          notify(owner)
          if retained.flags.contains(.ended) { return false }
        }
        // The owner's turn is deferred, now or earlier.
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

  /// The effects around `reaction` that wait for their turns, innermost first.
  ///
  /// If none waits, marks the scopes around `reaction` with `stretch`, where later searches in that stretch stop. So
  /// the turns of *n* nested effects look at *n* scopes, not at *n*² / 2. The scopes in a scope that follows a
  /// derivation are not marked, since that may become outdated at any time.
  private func waitingOwners(
    of reaction: Reaction, in stretch: UInt64, _ followed: inout ReactiveNode?
  ) -> [NodeRef] {
    var waiting: [NodeRef] = []
    reaction.forEachOwner(outsideOf: stretch) { owner in
      if pendingWork.contains(.tracing) { unsafe raw.pointee.counters.owners += 1 }
      if let node = owner.followed { followed = node }
      guard let effect = owner.effect else { return }
      unsafe effect._withUnsafeGuaranteedRef { effect in
        if effect.flags.contains(.queued) || effect.hooks?.turn == .waiting { waiting.append(effect.node) }
      }
    }
    if waiting.isEmpty && followed == nil { reaction.forEachOwner(outsideOf: stretch) { $0.passedAt = stretch } }
    return waiting
  }

  /// A number that stays the same until an effect with members is queued on this thread. It is unique among threads.
  private func queueStretch() -> UInt64 {
    let end = unsafe raw.pointee.queue.end
    if unsafe raw.pointee.stretch != 0 && !mayHoldOwner(from: raw.pointee.stretchEnd) {
      unsafe raw.pointee.stretchEnd = end
      return unsafe raw.pointee.stretch
    }
    // The upper half identifies the thread, the lower half counts.
    if unsafe raw.pointee.stretch << 32 == 0 { unsafe raw.pointee.stretch = Self.drawStretches() }
    unsafe raw.pointee.stretch += 1
    unsafe raw.pointee.stretchEnd = end
    return unsafe raw.pointee.stretch
  }

  /// Whether an effect with members may have been queued at `place` or later. Each entry is checked once.
  private func mayHoldOwner(from place: UInt32) -> Bool {
    let (begin, end) = unsafe (raw.pointee.queue.begin, raw.pointee.queue.end)
    // Some of these have had their turns, which may be deferred.
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
