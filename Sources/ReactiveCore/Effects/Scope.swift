// Unsafe: owners, and what ends with them.
//
// An owner keeps what it owns in a list in the order of creation, retained; each of them points back, unretained.
// Leaving the list takes no search, so one that ends early is let go at once. Invariant: an owned node is in the list
// of the node that `owner` points at; an owner that dies ends everything in its list first.

/// What a scope can own: an effect, or another scope.
@safe
@_hasMissingDesignatedInitializers
open class ScopeMember: ReactiveNode {
  @safe @exclusivity(unchecked) package final var ownedBy: Unmanaged<ScopeNode>?
  @safe @exclusivity(unchecked) fileprivate final var previous: Unmanaged<ScopeMember>?
  @safe @exclusivity(unchecked) fileprivate final var next: Unmanaged<ScopeMember>?

  /// Ends for good. Harmless when repeated.
  package func end() {}

  /// The first half of the end: nothing reaches it any more. What it owns ends next.
  func disarm() {}

  /// The second half: its cleanups.
  func finishEnd() {}

  /// What owns for it: itself, or the scope that its body is given.
  var ownership: ScopeNode? { nil }

  /// Notes that it is paused, or no longer; not what it owns.
  func setPausedItself(_ isPaused: Bool) {}

  /// Puts off its turns, and those of everything that it owns, or no longer does. Without recursion, in the order of
  /// creation.
  package final func setPaused(_ isPaused: Bool) {
    var pending = [(self, isPaused)]
    while let (object, isPaused) = pending.popLast() {
      object.setPausedItself(isPaused)
      guard let owner = object.ownership else { continue }
      if owner !== object { owner.setPausedItself(isPaused) }
      for child in owner.owned.reversed() { pending.append((child, owner.isPaused)) }
    }
  }

  /// Gives it to the owner of what is made now, which then keeps it alive. Returns false if that has ended, and with it
  /// this.
  package final func joinCurrentOwner() -> Bool {
    let context = Context.current
    return context.hasOwner ? joinOwner(in: context) : true
  }

  final func joinOwner(in context: Context) -> Bool {
    let owner = unsafe context.raw.pointee.owner.unsafelyUnwrapped
    return unsafe owner._withUnsafeGuaranteedRef { owner in
      if owner.isEnded {
        end()
        return false
      }
      join(owner)
      if owner.flags.contains(.ownedByEffect) { flags.insert(.ownedByEffect) }
      if owner.isPaused { setPaused(true) }
      return true
    }
  }

  private final func join(_ owner: ScopeNode) {
    unsafe ownedBy = .passUnretained(owner)
    previous = owner.last
    if let last = owner.last {
      unsafe last._withUnsafeGuaranteedRef { unsafe $0.next = .passUnretained(self) }
    } else {
      unsafe owner.first = .passUnretained(self)
    }
    unsafe owner.last = .passRetained(self)
  }

  /// Whether it has an owner.
  final var isOwned: Bool { unsafe ownedBy != nil }

  /// Leaves its owner, which no longer keeps it alive.
  package final func leaveOwner() {
    if unlink() { unsafe Unmanaged.passUnretained(self).release() }
  }

  fileprivate final func clean() {
    if hooks != nil { node.runCleanups() }
  }

  /// Takes it out of its owner's list, whose reference passes to the caller. Returns whether it was in one.
  fileprivate final func unlink() -> Bool {
    guard let owner = ownedBy else { return false }
    ownedBy = nil
    unsafe owner._withUnsafeGuaranteedRef { owner in
      if let next = next {
        unsafe next._withUnsafeGuaranteedRef { $0.previous = previous }
      } else {
        owner.last = previous
      }
      if let previous = previous {
        unsafe previous._withUnsafeGuaranteedRef { $0.next = next }
      } else {
        owner.first = next
      }
    }
    previous = nil
    next = nil
    return true
  }
}

extension ScopeMember {
  /// The scopes around it, from the inside, up to one that has been passed in `stretch`.
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

#if DEBUG
extension ScopeMember {
  /// What is wrong about its owner, or about what it owns; for checks of invariants.
  final var ownershipViolation: String? {
    if let owner = ownedBy, unsafe !owner._withUnsafeGuaranteedRef({ $0.owned.contains { $0 === self } }) {
      return "\(label) has an owner that does not own it"
    }
    let isOwner: (ScopeMember) -> Bool = { member in
      unsafe member.ownedBy.map { unsafe $0._withUnsafeGuaranteedRef { $0 === self } } ?? false
    }
    if let scope = self as? ScopeNode, !scope.owned.allSatisfy(isOwner) {
      return "\(label) owns what has another owner"
    }
    return nil
  }
}
#endif

/// Owns effects and other owners.
@safe
@_hasMissingDesignatedInitializers
open class ScopeNode: ScopeMember {
  @safe @exclusivity(unchecked) fileprivate final var first: Unmanaged<ScopeMember>?
  @safe @exclusivity(unchecked) fileprivate final var last: Unmanaged<ScopeMember>?

  /// The turns of whatever joins are put off.
  @safe @exclusivity(unchecked) package private(set) final var isPaused = false
  @safe @exclusivity(unchecked) private final var isPausedItself = false

  // Beside the Booleans, where they fit into their padding.
  private final let line: UInt16
  private final let distance: Int32

  /// When nothing around what this owns was found waiting; see ``Context/ownersGoFirst(_:)``.
  @safe @exclusivity(unchecked) fileprivate final var passedAt: UInt64 = 0

  /// Has ended: what joins ends at once.
  package final var isEnded: Bool { flags.contains(.ended) }

  /// The effect whose body is given this scope to own things with.
  @safe @exclusivity(unchecked) fileprivate final var effect: Unmanaged<Reaction>?

  /// `effect` gives its body this scope to own things with. It ends with the effect.
  final func serve(_ effect: Reaction) {
    unsafe self.effect = .passUnretained(effect)
    flags.insert(.ownedByEffect)
  }
  final func leaveEffect() { effect = nil }
  /// That effect, while it lives.
  package final var servedEffect: Reaction? { unsafe effect?.takeUnretainedValue() }

  package init(named name: String?, file: StaticString, line fileLine: UInt) {
    let location = SourceLocation(file: file, line: fileLine)
    line = location.shortLine
    distance = location.distance
    super.init(flags: .reaction, operations: .reaction)
    if name != nil || !location.fits { keep(name, location) }
  }

  package override final var location: SourceLocation { SourceLocation(distance: distance, line: line) }

  override final var ownership: ScopeNode? { self }
  override final func disarm() { flags.insert(.ended) }
  override final func finishEnd() { clean() }

  /// Ends what it owns, the last first, each after what it owns itself, then runs its cleanups. Without recursion: scopes
  /// and effects may be nested as deep as memory allows.
  ///
  /// It is one batch: what a cleanup writes does not run what is about to end.
  package final func empty() {
    let context = Context.current
    context.batchDepth &+= 1
    defer { context.endBatch() }
    var outer: [ScopeNode] = []
    var present: ScopeNode = self
    while true {
      if let child = present.last {
        let object = unsafe child.takeUnretainedValue()
        if let inner = object.ownership, unsafe inner.last != nil {
          // It keeps its place, and its turn comes again when it owns nothing. Being disarmed, it cannot be ended in
          // between.
          object.disarm()
          outer.append(present)
          present = inner
        } else {
          // It leaves the list last: a cleanup of its may end the owner, and with it the rest of this.
          if object.flags.contains(.ended) { object.finishEnd() } else { object.end() }
          object.leaveOwner()
        }
      } else if let last = outer.popLast() {
        present = last
      } else {
        break
      }
    }
    clean()
  }

  /// Ends everything in it, then itself. Harmless when repeated.
  package override final func end() {
    if isEnded { return }
    withExtendedLifetime(self) {
      flags.insert(.ended)
      empty()
      leaveOwner()
    }
  }

  override final func setPausedItself(_ isPaused: Bool) {
    // What was paused by itself stays so when what is around it goes on.
    self.isPaused = isPaused || isPausedItself
  }

  /// Puts off the turns of everything in it, or no longer does. It stays paused as long as its owner is.
  package final func pauseItself(_ isPaused: Bool) {
    if isPaused == isPausedItself { return }
    isPausedItself = isPaused
    setPaused(isOuterPaused)
  }

  /// Whether its owner is paused.
  private final var isOuterPaused: Bool {
    if let effect = effect { return unsafe effect._withUnsafeGuaranteedRef { $0.hooks?.isPaused ?? false } }
    return unsafe ownedBy.map { unsafe $0._withUnsafeGuaranteedRef { $0.isPaused } } ?? false
  }

  /// What it owns, in the order of creation.
  package final var owned: [ScopeMember] {
    var all: [ScopeMember] = []
    var next = first
    while let child = unsafe next?.takeUnretainedValue() {
      all.append(child)
      unsafe next = child.next
    }
    return all
  }

  /// Runs `body` with everything that it makes owned by this node; not what evaluations inside it make.
  package final func own<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let context = Context.current
    let outer = unsafe (
      context.raw.pointee.owner, context.raw.pointee.ownerFrame, context.raw.pointee.ownerIsFlushing
    )
    unsafe context.raw.pointee.owner = .passUnretained(self)
    unsafe context.raw.pointee.ownerFrame = context.frame
    unsafe context.raw.pointee.ownerIsFlushing = context.isFlushing
    defer {
      unsafe context.raw.pointee.owner = outer.0
      unsafe context.raw.pointee.ownerFrame = outer.1
      unsafe context.raw.pointee.ownerIsFlushing = outer.2
      withExtendedLifetime(self) {}
    }
    return try body()
  }

  deinit { if unsafe last != nil { empty() } }
}

extension Context {
  /// It is the turn of a reaction that is owned by others, which may wait for theirs. The outermost of them goes first:
  /// if it runs, the inner one has ended. (An inner one that came first would run on a branch that its owner no longer
  /// takes.) If that one's turn is put off, until its runtime is flushed or it is resumed, so is the inner one's.
  ///
  /// Returns whether the reaction is still to have its turn.
  @inline(never)
  func ownersGoFirst(_ node: NodeRef) -> Bool {
    let retained = node.reaction
    while !retained.flags.contains(.ended) {
      let stretch = queueStretch()
      var waiting = waitingOwners(of: retained, in: stretch)
      if waiting.isEmpty { return true }
      // Inwards, until something else is queued. They live, since what they own has not ended.
      while let owner = waiting.popLast(), !retained.flags.contains(.ended), queueStretch() == stretch {
        if owner.flags.contains(.queued) {
          unqueue(owner)
          notify(owner)
          if retained.flags.contains(.ended) { return false }
        }
        // Put off, now or before.
        let isPutOff = owner.withReaction { owner in
          if owner.hooks?.turn != .waiting { return false }
          retained.holdTurn(for: owner)
          return true
        }
        if isPutOff { return false }
      }
    }
    return false
  }

  /// The effects around `reaction` that wait for their turn, the innermost first.
  ///
  /// Scopes around which nothing waits are marked with `stretch`, and not looked beyond again in it, so that the turns of
  /// deeply nested effects do not each go all the way out.
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

  /// A number that stays the same as long as nothing is queued on this thread. No other thread has it.
  private func queueStretch() -> UInt64 {
    let end = unsafe raw.pointee.queue.end
    if unsafe raw.pointee.stretch != 0 && raw.pointee.stretchEnd == end { return unsafe raw.pointee.stretch }
    // The upper half is drawn for the thread, the lower half counts.
    if unsafe raw.pointee.stretch << 32 == 0 { unsafe raw.pointee.stretch = Self.drawStretches() }
    unsafe raw.pointee.stretch += 1
    unsafe raw.pointee.stretchEnd = end
    return unsafe raw.pointee.stretch
  }

  private static let stretches = Locked<UInt64>(0)
  private static func drawStretches() -> UInt64 {
    stretches.withLock { last in
      last += 1 << 32
      return last
    }
  }

  /// The owner of what is made now.
  var currentOwner: ScopeNode? { hasOwner ? unsafe raw.pointee.owner?.takeUnretainedValue() : nil }

  /// Whether what is made now has an owner.
  var hasOwner: Bool {
    unsafe raw.pointee.owner != nil && raw.pointee.ownerFrame == frame && raw.pointee.ownerIsFlushing == isFlushing
  }
}

extension ScopeMember: CustomStringConvertible {
  /// How messages call it: its name, or else the file and line that created it.
  public final var description: String { label }
}
