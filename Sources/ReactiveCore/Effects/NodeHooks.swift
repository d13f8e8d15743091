// Unsafe: hooks of nodes that are not retained.
//
// Invariant: a node is retained here before its cleanups run, since they may drop it.
//
// Few derivations and reactions have hooks: work before a run, or instead of one.

/// Work around the runs of one node.
@safe
package final class NodeHooks {
  /// Run before the next run and at the end, last one first.
  @safe @exclusivity(unchecked) final var cleanups: [() -> Void] = []
  /// The next run was requested.
  @safe @exclusivity(unchecked) final var isRequested = false
  @safe @exclusivity(unchecked) final var isPaused = false
  @safe @exclusivity(unchecked) final var turn = Turn.none
  /// Receives a reaction whose turn came too early. The layer that sets it later calls ``Reaction/takeOverdueTurn()``.
  @safe @exclusivity(unchecked) final var postpone: ((Reaction) -> Void)?
  /// The scope passed to the body; paused with the reaction.
  @safe @exclusivity(unchecked) final var inner: ScopeNode?
  /// Objects that the last run read and that nothing else retains.
  @safe @exclusivity(unchecked) final var kept: [AnyObject] = []
  /// The cause of the last run of a node without dependencies, except for its first run.
  @safe @exclusivity(unchecked) final var lastRun: NodeCause?

  enum Turn {
    case none
    /// The turn came while the reaction was paused, or was postponed.
    case waiting
    /// The next turn is taken.
    case due
    /// The turn came while that of an outer effect was deferred. That effect may end this reaction.
    case held
  }
  /// Turns of members that wait until the node has taken its own, in order of arrival.
  @safe @exclusivity(unchecked) private final var heldTurns: [HeldTurn] = []
  /// This reaction's turn, while an outer effect holds it, and afterwards.
  @safe @exclusivity(unchecked) final var ownHeldTurn: HeldTurn?

  /// Whether a turn is deferred.
  var hasTurnToCome: Bool { turn != .none }

  var hasHeldTurns: Bool { !heldTurns.isEmpty }

  /// Cost: amortized constant. While the node's turn is deferred, members may end, or hold one turn after another.
  fileprivate func add(_ turn: HeldTurn) {
    if heldTurns.count >= 32 && heldTurns.count == heldTurns.capacity { tidyHeldTurns() }
    heldTurns.append(turn)
  }

  private func tidyHeldTurns() {
    var (staying, present) = ([HeldTurn](), Set<ObjectIdentifier>())
    // Released last: that may run code of users.
    var reactions: [Reaction] = []
    for turn in heldTurns {
      guard let reaction = turn.node(as: Reaction.self) else { continue }
      reactions.append(reaction)
      if reaction.holdsTurn && present.insert(ObjectIdentifier(turn)).inserted { staying.append(turn) }
    }
    heldTurns = staying
    // Tidied next after as many additions.
    heldTurns.reserveCapacity(2 * staying.count)
    withExtendedLifetime(reactions) {}
  }

  /// Releases the turns that the node's remaining members held, after its own turn.
  func takeHeldTurns() {
    if heldTurns.isEmpty { return }
    var last: [HeldTurn] = []
    swap(&last, &heldTurns)
    for turn in last { turn.node(as: Reaction.self)?.takeHeldTurn() }
  }

  /// Whether each turn of the node needs a check, even without cleanups.
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
  /// Does not retain the node, which may be in deallocation elsewhere.
  func makeHooks() -> NodeHooks { unsafe object._withUnsafeGuaranteedRef { $0.makeHooks() } }
}

extension ReactiveNode {
  /// ``follow()``; the evaluation retains `object` until its next run is over, or it ends.
  package final func follow(keeping object: AnyObject) {
    follow()
    Context.keepInEvaluation(object)
  }
}

extension ValueNode {
  /// For a part of a behavior that is made on demand and held weakly: an evaluation retains it until its next run is
  /// over. Otherwise the part would end after each read, and the reader follow the part's dependencies in its place.
  package final func handOut() -> Self {
    Context.keepInEvaluation(self)
    return self
  }
}

extension Context {
  /// Makes the innermost evaluation, if any, retain `object` until its next run is over, or it ends. Returns whether
  /// there is one.
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

extension ReactiveNode {
  /// Call before the node ends. What it retains for its last run goes to its dependents, which inherit the dependencies
  /// of that run: otherwise a row that it found would end, and its dependents would not follow the row.
  @inline(never)
  final func handOnKept() {
    guard let hooks, !hooks.kept.isEmpty, var link = subs, !flags.contains(.running) else { return }
    // So the cost is not dependents times objects.
    let kept = link.nextSub == nil || hooks.kept.count == 1 ? hooks.kept : [KeptObjects(hooks.kept)]
    hooks.kept = []
    while true {
      let sub = link.sub
      if !sub.flags.contains(.ended) {
        sub.makeHooks().kept += kept
        sub.flags.insert(.hasHooks)
      }
      guard let next = link.nextSub else { return }
      link = next
    }
  }
}

/// Objects that several nodes keep.
private final class KeptObjects {
  private let objects: ReleaseGuard<[AnyObject]>
  init(_ objects: [AnyObject]) { self.objects = ReleaseGuard(objects) }
}

/// The turn of a reaction that waits for that of an outer effect.
final class HeldTurn: NodeReference {
  /// The hooks of that effect.
  fileprivate final var awaitedHooks: ObjectIdentifier?
}

/// Deferred turns.
extension Reaction {
  /// Receives the reaction when its turn comes too early; see ``takeOverdueTurn()``.
  package final var postpone: ((Reaction) -> Void)? {
    get { hooks?.postpone }
    set {
      makeHooks().postpone = newValue
      flags.insert(.hasHooks)
    }
  }
  /// The scope passed to the body; paused with the reaction.
  package final var inner: ScopeNode? {
    get { hooks?.inner }
    set {
      makeHooks().inner = newValue
      newValue?.serve(self)
    }
  }

  /// Whether the present turn is deferred.
  final func defersTurn() -> Bool {
    guard let hooks else { return false }
    if hooks.turn == .due && !hooks.isPaused {
      hooks.turn = .none
      return false
    }
    if !hooks.isStanding { return false }
    hooks.turn = .waiting
    // The receiver may retain the reaction, which may be in deallocation elsewhere.
    if !hooks.isPaused, let postpone = hooks.postpone, let node = node.tryRetain() {
      postpone(unsafe unsafeDowncast(node, to: Reaction.self))
    }
    return true
  }

  /// Takes the postponed turn now: verifies the reaction, and runs it if it must run.
  package final func takeOverdueTurn() {
    guard let hooks, hooks.turn == .waiting, !hooks.isPaused, !flags.contains(.ended) else { return }
    hooks.turn = .due
    Context.current.enqueueAndFlush(node)
  }

  /// Holds a turn that came before the deferred turn of the outer effect `owner`.
  final func holdTurn(for owner: Reaction) {
    let (hooks, others) = (makeHooks(), owner.makeHooks())
    let held = hooks.ownHeldTurn ?? HeldTurn(self)
    if hooks.turn == .held && held.awaitedHooks == ObjectIdentifier(others) { return }
    hooks.turn = .held
    hooks.ownHeldTurn = held
    held.awaitedHooks = ObjectIdentifier(others)
    others.add(held)
  }

  fileprivate final var holdsTurn: Bool { hooks?.turn == .held && !flags.contains(.ended) }

  fileprivate final func takeHeldTurn() {
    guard let hooks, holdsTurn else { return }
    hooks.turn = hooks.isPaused ? .waiting : hooks.isStanding ? .due : .none
    if !hooks.isPaused { Context.current.enqueueAndFlush(node) }
  }
}

extension Context {
  @inline(never)
  func evaluateWithHooks(_ node: NodeRef, because cause: LinkRef?) {
    // A cleanup may drop, cancel, rerun or read the node.
    guard var retained = node.tryRetain() else { return node.flags.subtract(.verifying) }
    let hooks = retained.hooks
    if !node.flags.contains(.running) {
      node.flags.insert(.running)
      node.runCleanups()
      node.flags.subtract(.running)
    }
    // A reaction whose last handle its own cleanup released does not run again.
    let isDropped = node.flags.contains(.reaction) && isKnownUniquelyReferenced(&retained)
    if !isDropped && !node.flags.contains(.ended) {
      let isRequested = hooks?.isRequested == true
      hooks?.isRequested = false
      if isRequested { hooks?.turn = .none }
      let kept = hooks?.kept
      hooks?.kept = []
      // The hooks have run. Those that stay, and those added by the evaluation, count for the next run.
      let staying = node.flags.intersection(.hasHooks)
      node.flags.remove(.hasHooks)
      evaluate(node, because: node.stillReads(cause) ? cause : nil)
      node.flags.formUnion(staying)
      if isRequested { node.markAsRequested() }
      withExtendedLifetime(kept) {}
    }
    withExtendedLifetime(retained) {}
  }

  /// The turn of a node with hooks, which a reaction may defer.
  @inline(never)
  func notifyWithHooks(_ node: NodeRef, _ flags: NodeFlags) {
    if flags.isDisjoint(with: .reaction) { return updateIfOutdated(node, flags) }
    if node.withReaction({ $0.defersTurn() }) { return }
    // The reaction is not retained: its own cleanup may drop it, which ends it.
    guard let hooks = node.withReaction({ $0.hooks }), hooks.hasHeldTurns else {
      return updateIfOutdated(node, flags)
    }
    updateIfOutdated(node, flags)
    hooks.takeHeldTurns()
  }
}
