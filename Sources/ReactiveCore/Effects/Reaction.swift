// Unsafe: reactions by address.
//
// Invariant: a `NodeRef` is downcast only where its flags say that it is a reaction.

/// A function that runs for its effect: at creation, and after each verified change of what it read. You do not make one.
///
/// Its writes are a batch. It lives until `cancel()` or the release of its last reference, whichever is first. The
/// layers above present it to users; it cannot be subclassed outside of this package.
@safe
@_hasMissingDesignatedInitializers
open class Reaction: ScopeMember {
  @usableFromInline package final let function: Kept<Function>

  @usableFromInline
  package struct Function: ~Copyable {
    @usableFromInline package let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Makes the reaction without running it; see ``start()``.
  package init(named name: String?, file: StaticString, line fileLine: UInt, body: @escaping () -> Void) {
    let location = SourceLocation(file: file, line: fileLine)
    function = Kept(Function(body))
    super.init(flags: [.reaction, .dirty], location: location, operations: .reaction)
    if name != nil || !location.fits { keep(name, location) }
  }

  package override final var hasRun: Bool { flags.contains(.begun) }

  /// Gives a new reaction to the owner of what is made now, and runs its body for the first time; not if the owner has
  /// ended. The caller keeps it alive; a method would retain it once more (benchmark: "create0to1").
  package static func launch(_ reaction: Reaction) {
    let context = Context.current
    if context.hasOwner, !reaction.joinOwner(in: context) { return }
    context.runNow(reaction.node)
  }

  /// The same for a reaction whose body is given `scope`, which is paused and ends together with it.
  package static func launch(_ reaction: Reaction, with scope: ScopeNode) {
    reaction.inner = scope
    launch(reaction)
  }

  /// Runs the body for the first time.
  package final func start() {
    guard flags.isDisjoint(with: [.begun, .ended, .running, .queued]) else { return }
    Context.current.runNow(node)
  }

  /// Runs the body again, whatever has changed: now, or after the run that is on the stack.
  package final func rerun() {
    if flags.contains(.ended) { return }
    let context = Context.current
    hooks?.turn = .due
    makeHooks().isRequested = true
    flags.insert([.dirty, .hasHooks])
    if flags.contains(.running) { return context.enqueueAndFlush(node) }
    if flags.contains(.queued) { context.unqueue(node) }
    hooks?.turn = .none
    // The run was requested by a derivation that the reaction depends on, during its verification: its links change
    // here.
    if flags.contains(.verifying) { context.strikeOut(node) }
    // What the run writes may defer its next turn, which holds others again: those are not released here.
    let hooks = hooks
    context.collect {
      context.evaluate(node, because: nil)
      hooks?.takeHeldTurns()
    }
  }

  /// Ends it: its cleanups run now, its body never again. Harmless when repeated, and inside the body.
  public final func cancel() {
    if flags.contains(.ended) { return }
    disarm()
    if isOwned || hooks != nil {
      // One batch: what a cleanup writes does not run what is about to end.
      let context = Context.current
      context.batchDepth &+= 1
      withExtendedLifetime(self) {
        finishEnd()
        leaveOwner()
      }
      context.endBatch()
    } else if flags.contains(.counted) {
      settleLiveness()
    }
  }

  override final func disarm() {
    let context = Context.current
    if flags.contains(.queued) { context.unqueue(node) }
    flags.remove(.dirty)
    flags.insert(.ended)
    if flags.contains(.verifying) {
      context.strikeOut(node)
      flags.subtract([.pending, .manyPending, .verifying])
    }
    if flags.contains(.running) { context.leaveEvaluations(of: node, isDead: false) }
    if let first = deps {
      deps = nil
      context.detach(first)
    }
    hooks?.inner?.flags.insert(.ended)
  }

  override final func finishEnd() {
    guard let hooks else { return }
    hooks.inner?.empty()
    node.runCleanups()
    hooks.inner?.leaveEffect()
  }

  override final var ownership: ScopeNode? { hooks?.inner }

  /// Whether it has ended.
  public final var isCancelled: Bool { flags.contains(.ended) }

  package override final func end() { cancel() }

  override final func setPausedItself(_ isPaused: Bool) {
    let hooks = makeHooks()
    hooks.isPaused = isPaused
    flags.insert(.hasHooks)
    if !isPaused && hooks.turn == .waiting {
      hooks.turn = .none
      Context.current.enqueueAndFlush(node)
    }
  }

  override final func leaveGraph() {
    // Before its cleanups run: what they write must not queue a dying reaction.
    if hooks != nil { cancel() }
    let isRunning = flags.contains(.running)
    super.leaveGraph()
    function.end(isRunning: isRunning)
  }
}

extension Context {
  /// Runs a reaction, as a batch of its own.
  @inline(__always)
  fileprivate func runNow(_ node: NodeRef) {
    batchDepth &+= 1
    evaluate(node, because: nil)
    endBatch()
  }
}

extension Reaction {
  package convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, running body: @escaping () -> Void
  ) {
    self.init(named: name, file: file, line: line, body: body)
  }
}

extension ValueOperations {
  /// For a reaction, which has no value.
  static var reaction: ValueOperations {
    ValueOperations { question in
      unsafe Unmanaged<Reaction>.fromOpaque(question.node)._withUnsafeGuaranteedRef {
        $0.flags.insert(.begun)
        $0.function.withContent { $0.body() }
      }
      return false
    }
  }
}

extension NodeRef {
  /// The node itself, one that is known to be a reaction, retained for the caller.
  var reaction: Reaction { unsafe unsafeDowncast(object.takeUnretainedValue(), to: Reaction.self) }

  /// Calls `body` with the node itself, one that is known to be a reaction, not retained.
  func withReaction<Result>(_ body: (Reaction) -> Result) -> Result {
    unsafe Unmanaged<Reaction>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }
}
