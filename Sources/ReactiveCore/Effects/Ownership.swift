// Unsafe: owners, and the members that end with them.
//
// An owner lists its members in order of creation, retained; members point back unretained. Leaving needs no search, so
// a member that ends early is released at once. Invariant: an owned node is in the list of its `ownedBy`; an owner ends
// all members before it is deallocated.
//
// `TurnOrder.swift` decides the order of turns.

/// A member of a scope: an effect, or another scope.
@safe
@_hasMissingDesignatedInitializers
open class ScopeMember: ReactiveNode {
  @safe @exclusivity(unchecked) package final var ownedBy: Unmanaged<ScopeNode>?
  @safe @exclusivity(unchecked) fileprivate final var previous: Unmanaged<ScopeMember>?
  @safe @exclusivity(unchecked) fileprivate final var next: Unmanaged<ScopeMember>?

  /// Ends for good. Harmless when repeated.
  package func end() {}

  /// The first half of the end: no more turns. Its members end next.
  func disarm() {}

  /// The second half: cleanups.
  func finishEnd() {}

  /// The scope that holds its members: itself, or the scope passed to its body.
  var ownership: ScopeNode? { nil }

  /// Records whether it is paused, without affecting its members.
  func setPausedItself(_ isPaused: Bool) {}

  /// Pauses or resumes it and all direct and indirect members, in order of creation, without recursion. Turns are
  /// deferred while it is paused.
  package final func setPaused(_ isPaused: Bool) {
    var pending = [(self, isPaused)]
    while let (object, isPaused) = pending.popLast() {
      let owner = object.ownership
      let wasPaused = owner?.isPaused
      object.setPausedItself(isPaused)
      guard let owner else { continue }
      if owner !== object { owner.setPausedItself(isPaused) }
      // A scope that is paused by itself, for example, stays as it was, with all in it.
      if owner.isPaused == wasPaused { continue }
      for child in owner.owned.reversed() { pending.append((child, owner.isPaused)) }
    }
  }

  /// Joins the current owner, which then retains it. If that owner has ended, ends it and returns false.
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

  final var isOwned: Bool { unsafe ownedBy != nil }

  /// Leaves its owner, which releases it.
  package final func leaveOwner() {
    if unlink() { unsafe Unmanaged.passUnretained(self).release() }
  }

  fileprivate final func clean() {
    if hooks != nil { node.runCleanups() }
  }

  /// Removes it from its owner's list, whose reference passes to the caller. Returns false without an owner.
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
  /// Calls `body` with the owner of a reaction or scope, the scope passed to its body, and all members.
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
  /// An inconsistency of ownership, for the checks of invariants.
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

/// Owns effects and scopes.
@safe
@_hasMissingDesignatedInitializers
open class ScopeNode: ScopeMember {
  @safe @exclusivity(unchecked) fileprivate final var first: Unmanaged<ScopeMember>?
  @safe @exclusivity(unchecked) fileprivate final var last: Unmanaged<ScopeMember>?

  /// Whether the turns of its members are deferred, including those of later members: it or its owner is paused.
  ///
  /// The read is not tracked.
  @safe @exclusivity(unchecked) public private(set) final var isPaused = false
  @safe @exclusivity(unchecked) private final var isPausedItself = false

  /// The stretch of the queue in which no effect around its members was waiting; see ``Context/ownersGoFirst(_:)``.
  @safe @exclusivity(unchecked) final var passedAt: UInt64 = 0

  /// The effect that passes this scope to its body.
  @safe @exclusivity(unchecked) private(set) final var effect: Unmanaged<Reaction>?

  /// The derivation that ends its members, such as the collection of a row.
  final var followed: ReactiveNode? { reference?.node(as: ReactiveNode.self) }
  @safe @exclusivity(unchecked) private final var reference: NodeReference?

  /// Brings `node` up to date before each turn of a member. That may end the member.
  package final func follow(_ node: ReactiveNode) {
    reference = NodeReference(node)
    flags.insert(.ownedByEffect)
  }

  /// Makes this the scope that `effect` passes to its body. It ends with the effect.
  final func serve(_ effect: Reaction) {
    unsafe self.effect = .passUnretained(effect)
    flags.insert(.ownedByEffect)
  }
  final func leaveEffect() { effect = nil }

  /// Makes a scope. With `joinsOwner`, it joins the current owner, and ends if that has ended.
  package init(named name: String?, file: StaticString, line fileLine: UInt, joinsOwner: Bool = false) {
    let location = SourceLocation(file: file, line: fileLine)
    super.init(flags: .scope, location: location, operations: .none)
    if name != nil || !location.fits { keep(name, location) }
    if joinsOwner { _ = joinCurrentOwner() }
  }

  override final var ownership: ScopeNode? { self }
  override final func disarm() { flags.insert(.ended) }
  override final func finishEnd() { clean() }

  /// Ends all members, last first, each after its own members, then runs the cleanups. Without recursion: nesting may
  /// be as deep as memory allows.
  ///
  /// One batch: a write by a cleanup runs no member that is about to end.
  package final func empty() {
    let context = Context.current
    context.batchDepth &+= 1
    endMembers()
    clean()
    // A cleanup may have added some.
    if unsafe last != nil { endMembers() }
    context.endBatch()
  }

  private func endMembers() {
    var outer: [ScopeNode] = []
    var present: ScopeNode = self
    while true {
      if let child = present.last {
        let object = unsafe child.takeUnretainedValue()
        if let inner = object.ownership, unsafe inner.last != nil {
          // The member keeps its place and is visited again once it has no members. Disarmed, it cannot be ended in
          // between.
          object.disarm()
          outer.append(present)
          present = inner
        } else {
          // The member leaves last: a cleanup may end the owner, and with it the rest of the list.
          if object.flags.contains(.ended) { object.finishEnd() } else { object.end() }
          object.leaveOwner()
        }
      } else if let last = outer.popLast() {
        present = last
      } else {
        break
      }
    }
  }

  /// Ends all members, then itself. Harmless when repeated.
  package override final func end() {
    if isEnded { return }
    withExtendedLifetime(self) {
      flags.insert(.ended)
      empty()
      leaveOwner()
    }
  }

  override final func setPausedItself(_ isPaused: Bool) {
    // A scope paused by itself stays paused when its outer scope resumes.
    self.isPaused = isPaused || isPausedItself
  }

  /// Pauses or resumes its members. It stays paused as long as its owner is paused.
  package final func pauseItself(_ isPaused: Bool) {
    if isPaused == isPausedItself { return }
    isPausedItself = isPaused
    setPaused(isOuterPaused)
  }

  private final var isOuterPaused: Bool {
    if let effect = effect { return unsafe effect._withUnsafeGuaranteedRef { $0.hooks?.isPaused ?? false } }
    return unsafe ownedBy.map { unsafe $0._withUnsafeGuaranteedRef { $0.isPaused } } ?? false
  }

  /// Its members, in order of creation.
  package final var owned: [ScopeMember] {
    var all: [ScopeMember] = []
    var next = first
    while let child = unsafe next?.takeUnretainedValue() {
      all.append(child)
      unsafe next = child.next
    }
    return all
  }

  /// Owns everything that `body` makes, except in evaluations inside it.
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
  /// The owner of objects made now.
  var currentOwner: ScopeNode? { hasOwner ? unsafe raw.pointee.owner?.takeUnretainedValue() : nil }

  @inline(__always)
  var hasOwner: Bool {
    unsafe raw.pointee.owner != nil && raw.pointee.ownerEvaluation == evaluation
      && raw.pointee.ownerIsFlushing == isFlushing
  }
}

extension ScopeMember: CustomStringConvertible {
  /// The name used in messages: its own name, or else the file and line that created it.
  public final var description: String { label }
}
