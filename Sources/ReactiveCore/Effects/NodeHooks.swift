// Unsafe: hooks of nodes that are not retained.
//
// Invariant: a node is retained here before its cleanups run, since they may drop it.
//
// Few derivations and reactions have hooks: work to be done before a run, or instead of one.

/// What is to be done around the runs of one node.
@safe
package final class NodeHooks {
  /// What runs before the next run, and at the end; the last one first.
  @safe @exclusivity(unchecked) final var cleanups: [() -> Void] = []
  /// The next run was requested.
  @safe @exclusivity(unchecked) final var isRequested = false
  @safe @exclusivity(unchecked) final var isPaused = false
  @safe @exclusivity(unchecked) final var turn = Turn.none
  /// Receives a reaction whose turn has come too early. The layer that sets it calls ``Reaction/takeOverdueTurn()``
  /// when it is time.
  @safe @exclusivity(unchecked) final var postpone: ((Reaction) -> Void)?
  /// The scope that the body is given; paused together with the reaction.
  @safe @exclusivity(unchecked) final var inner: ScopeNode?
  /// Objects that the last run read and that nothing else keeps alive.
  @safe @exclusivity(unchecked) final var kept: [AnyObject] = []
  /// Why a node that reads nothing ran last, if not for the first time.
  @safe @exclusivity(unchecked) final var lastRun: NodeCause?

  enum Turn {
    case none
    /// It came while the reaction was paused, or was postponed.
    case waiting
    /// The next turn is taken.
    case due
    /// The turn came while the turn of an effect around it was deferred. That effect may end this reaction.
    case held
  }
  /// Turns of what the node owns are held until its own has been taken.
  @safe @exclusivity(unchecked) final var holdsTurns = false

  /// A turn is deferred, and not lost.
  var hasTurnToCome: Bool { turn != .none }

  /// The node's own turn has been taken: what it still owns gets the turns that were held for it.
  func takeHeldTurns() {
    if !holdsTurns { return }
    holdsTurns = false
    inner?.releaseTurns()
  }

  /// The node must be looked at in each of its turns, even without a cleanup.
  var isStanding: Bool { isPaused || postpone != nil }
}

extension ReactiveNode {
  final var hooks: NodeHooks? { node.withSideTable { $0.hooks } ?? nil }

  final func makeHooks() -> NodeHooks {
    let sideTable = makeSideTable()
    if let hooks = sideTable.hooks { return hooks }
    let new = NodeHooks()
    sideTable.hooks = new
    return new
  }
}

extension NodeRef {
  /// Does not retain the node, which may be dying elsewhere.
  func makeHooks() -> NodeHooks { unsafe object._withUnsafeGuaranteedRef { $0.makeHooks() } }
}

extension ReactiveNode {
  /// As ``follow()``. The evaluation keeps `object` alive until it has been followed by another, or has ended for good.
  package final func follow(keeping object: AnyObject) {
    follow()
    Context.keepInEvaluation(object)
  }
}

extension Context {
  /// The evaluation on top, if there is one, keeps `object` alive until it has been followed by another, or has ended for
  /// good. Returns whether there is one.
  @discardableResult
  static func keepInEvaluation(_ object: AnyObject) -> Bool {
    guard let evaluation = unsafe ready.evaluation else { return false }
    guard let node = unsafe evaluation.pointee.sub, !node.flags.contains(.ended) else { return true }
    let hooks = node.makeHooks()
    if hooks.kept.last !== object {
      hooks.kept.append(object)
      node.flags.insert(.hasHooks)
    }
    return true
  }
}

/// Turns that are deferred.
extension Reaction {
  /// Receives the reaction when its turn comes too early; see ``takeOverdueTurn()``.
  package final var postpone: ((Reaction) -> Void)? {
    get { hooks?.postpone }
    set {
      makeHooks().postpone = newValue
      flags.insert(.hasHooks)
    }
  }
  /// The scope that its body is given; paused together with the reaction.
  package final var inner: ScopeNode? {
    get { hooks?.inner }
    set {
      makeHooks().inner = newValue
      newValue?.serve(self)
    }
  }

  /// Whether the turn that has come is deferred.
  final func defersTurn() -> Bool {
    guard let hooks else { return false }
    if hooks.turn == .due && !hooks.isPaused {
      hooks.turn = .none
      return false
    }
    if !hooks.isStanding { return false }
    hooks.turn = .waiting
    // The receiver may keep the reaction, which may be dying elsewhere.
    if !hooks.isPaused, let postpone = hooks.postpone, let node = node.tryRetain() {
      postpone(unsafe unsafeDowncast(node, to: Reaction.self))
    }
    return true
  }

  /// The turn that was postponed is taken now. The reaction is verified then, and runs if it must.
  package final func takeOverdueTurn() {
    guard let hooks, hooks.turn == .waiting, !hooks.isPaused, !flags.contains(.ended) else { return }
    hooks.turn = .due
    Context.current.enqueueAndFlush(node)
  }

  /// Its turn has come before that of `owner`, an effect around it whose turn is deferred.
  final func holdTurn(for owner: Reaction) {
    makeHooks().turn = .held
    owner.makeHooks().holdsTurns = true
  }

  fileprivate final func takeHeldTurn() {
    guard let hooks, hooks.turn == .held, !flags.contains(.ended) else { return }
    hooks.turn = hooks.isPaused ? .waiting : hooks.isStanding ? .due : .none
    if !hooks.isPaused { Context.current.enqueueAndFlush(node) }
  }
}

extension ScopeNode {
  /// The effect whose body is given this scope has had its turn. What it still owns has the turns that were held for
  /// it.
  final func releaseTurns() {
    var owners: [ScopeNode] = [self]
    while let owner = owners.popLast() {
      for member in owner.owned {
        if let inner = member.ownership { owners.append(inner) }
        if let reaction = member as? Reaction { reaction.takeHeldTurn() }
      }
    }
  }
}

extension Context {
  @inline(never)
  func evaluateWithHooks(_ node: NodeRef, because cause: LinkRef?) {
    // A cleanup may drop or cancel the node, ask for a run, or read it.
    guard var retained = node.tryRetain() else { return node.flags.subtract(.verifying) }
    let hooks = retained.hooks
    if !node.flags.contains(.running) {
      node.flags.insert(.running)
      node.runCleanups()
      node.flags.subtract(.running)
    }
    // A reaction whose last handle was released in its own cleanup does not run again.
    let isDropped = node.flags.contains(.reaction) && isKnownUniquelyReferenced(&retained)
    if !isDropped && !node.flags.contains(.ended) {
      let isRequested = hooks?.isRequested == true
      hooks?.isRequested = false
      if isRequested { hooks?.turn = .none }
      let kept = hooks?.kept
      hooks?.kept = []
      // The hooks have run. Those that stay, and what the evaluation adds, count for the next one.
      let staying = node.flags.intersection(.hasHooks)
      node.flags.remove(.hasHooks)
      evaluate(node, because: node.stillReads(cause) ? cause : nil)
      node.flags.formUnion(staying)
      if isRequested { node.markAsRequested() }
      withExtendedLifetime(kept) {}
    }
    withExtendedLifetime(retained) {}
  }

  /// The turn of a node with hooks: a reaction may have to defer it.
  @inline(never)
  func notifyWithHooks(_ node: NodeRef, _ flags: NodeFlags) {
    if flags.isDisjoint(with: .reaction) { return updateIfOutdated(node, flags) }
    if node.withReaction({ $0.defersTurn() }) { return }
    // The reaction itself is not retained: its own cleanup may drop it, which ends it.
    guard let hooks = node.withReaction({ $0.hooks }), hooks.holdsTurns else {
      return updateIfOutdated(node, flags)
    }
    updateIfOutdated(node, flags)
    hooks.takeHeldTurns()
  }
}
