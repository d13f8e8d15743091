// Unsafe: owners, and what ends with them.
//
// An owner keeps what it owns in a list in the order of creation, retained; each member points back, unretained.
// Leaving the list takes no search, so a member that ends early is released at once. Invariant: an owned node is in the
// list of the node that `ownedBy` points at; an owner that dies ends everything in its list first.
//
// Whose turn comes first is decided in `TurnOrder.swift`.

/// What a scope can own: an effect, or another scope.
@safe
@_hasMissingDesignatedInitializers
open class ScopeMember: ReactiveNode {
  @safe @exclusivity(unchecked) package final var ownedBy: Unmanaged<ScopeNode>?
  @safe @exclusivity(unchecked) fileprivate final var previous: Unmanaged<ScopeMember>?
  @safe @exclusivity(unchecked) fileprivate final var next: Unmanaged<ScopeMember>?

  /// Ends for good. Harmless when repeated.
  package func end() {}

  /// The first half of the end: it has no more turns. What it owns ends next.
  func disarm() {}

  /// The second half: its cleanups.
  func finishEnd() {}

  /// The scope that owns things on its behalf: itself, or the scope that its body is given.
  var ownership: ScopeNode? { nil }

  /// Notes that it is paused, or no longer paused. What it owns is not touched.
  func setPausedItself(_ isPaused: Bool) {}

  /// Pauses or resumes it and everything that it owns: turns are deferred while it is paused. Without recursion, in the
  /// order of creation.
  package final func setPaused(_ isPaused: Bool) {
    var pending = [(self, isPaused)]
    while let (object, isPaused) = pending.popLast() {
      object.setPausedItself(isPaused)
      guard let owner = object.ownership else { continue }
      if owner !== object { owner.setPausedItself(isPaused) }
      for child in owner.owned.reversed() { pending.append((child, owner.isPaused)) }
    }
  }

  /// Joins the owner of what is made now, which then keeps it alive. Returns false if that owner has ended; this ends
  /// then, too.
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
    owner.settleIn()
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

  /// Removes it from its owner's list and passes the list's reference to the caller. Returns whether it was in a list.
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

extension NodeRef {
  /// Calls `body` with the owner of a reaction or scope, with the scope that its body is given, and with all that it owns.
  func forEachRelative(_ body: (NodeRef) -> Void) {
    unsafe Unmanaged<ScopeMember>.fromOpaque(address)._withUnsafeGuaranteedRef { member in
      if let owner = member.ownedBy { unsafe owner._withUnsafeGuaranteedRef { body($0.node) } }
      guard let scope = member.ownership else { return }
      body(scope.node)
      if let effect = scope.effect { unsafe effect._withUnsafeGuaranteedRef { body($0.node) } }
      for child in scope.owned { body(child.node) }
    }
  }
}

#if DEBUG
extension ScopeMember {
  /// What is wrong with its owner, or with what it owns; for the checks of invariants.
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

  /// The turns of its members are deferred, also of those that join later.
  @safe @exclusivity(unchecked) package private(set) final var isPaused = false
  @safe @exclusivity(unchecked) private final var isPausedItself = false

  /// The stretch of the queue in which no effect around its members was found waiting; see ``Context/ownersGoFirst(_:)``.
  @safe @exclusivity(unchecked) final var passedAt: UInt64 = 0

  /// The effect whose body is given this scope.
  @safe @exclusivity(unchecked) private(set) final var effect: Unmanaged<Reaction>?

  /// `effect` gives its body this scope, which ends with the effect.
  final func serve(_ effect: Reaction) {
    unsafe self.effect = .passUnretained(effect)
    flags.insert(.ownedByEffect)
  }
  final func leaveEffect() { effect = nil }

  /// With `joinsOwner`, the owner of what is made now owns the scope; if that has ended, so has the scope.
  package init(named name: String?, file: StaticString, line fileLine: UInt, joinsOwner: Bool = false) {
    let location = SourceLocation(file: file, line: fileLine)
    super.init(flags: .scope, location: location, operations: .none)
    if name != nil || !location.fits { keep(name, location) }
    if joinsOwner { _ = joinCurrentOwner() }
  }

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
          // The member keeps its place in the list and is visited again when it owns nothing. Being disarmed, it cannot
          // be ended in between.
          object.disarm()
          outer.append(present)
          present = inner
        } else {
          // The member leaves the list last: one of its cleanups may end the owner, and with it the rest of this list.
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
    // A scope that was paused by itself stays paused when the scope around it resumes.
    self.isPaused = isPaused || isPausedItself
  }

  /// Pauses or resumes everything in it. It stays paused as long as its owner is paused.
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

  /// Runs `body` and owns everything that `body` makes, except what evaluations inside of it make.
  package final func own<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let context = Context.current
    let outer = unsafe (
      context.raw.pointee.owner, context.raw.pointee.ownerEvaluation, context.raw.pointee.ownerIsFlushing
    )
    unsafe context.raw.pointee.owner = .passUnretained(self)
    unsafe context.raw.pointee.ownerEvaluation = context.evaluation
    unsafe context.raw.pointee.ownerIsFlushing = context.isFlushing
    defer {
      unsafe context.raw.pointee.owner = outer.0
      unsafe context.raw.pointee.ownerEvaluation = outer.1
      unsafe context.raw.pointee.ownerIsFlushing = outer.2
      withExtendedLifetime(self) {}
    }
    return try body()
  }

  override final func leaveGraph() {
    if unsafe last != nil { empty() }
    super.leaveGraph()
  }

}

extension Context {
  /// The owner of what is made now.
  var currentOwner: ScopeNode? { hasOwner ? unsafe raw.pointee.owner?.takeUnretainedValue() : nil }

  /// Whether what is made now has an owner.
  @inline(__always)
  var hasOwner: Bool {
    unsafe raw.pointee.owner != nil && raw.pointee.ownerEvaluation == evaluation
      && raw.pointee.ownerIsFlushing == isFlushing
  }
}

extension ScopeMember: CustomStringConvertible {
  /// What messages call it: its name, or else the file and line that created it.
  public final var description: String { label }
}
