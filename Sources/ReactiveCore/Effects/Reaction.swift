// Unsafe: reactions by address.
//
// Invariant: a `NodeRef` is downcast only where its flags mark a reaction.

/// A function that runs for its effect: at creation, and after each verified change of a dependency.
///
/// You do not make one; the layers above present it to users. It cannot be subclassed outside of this package. Its
/// writes are a batch. It lives until `cancel()` or the release of its last reference.
@safe
@_hasMissingDesignatedInitializers
open class Reaction: ScopeMember {
  @usableFromInline package final let function: Kept<Function>

  @usableFromInline
  package struct Function: ~Copyable {
    @usableFromInline package let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Does not run the reaction; see ``start()``.
  package init(named name: String?, file: StaticString, line fileLine: UInt, body: @escaping () -> Void) {
    let location = SourceLocation(file: file, line: fileLine)
    function = Kept(Function(body))
    super.init(flags: [.reaction, .dirty], location: location, operations: .reaction)
    if name != nil || !location.fits { keep(name, location) }
  }

  package override final var hasRun: Bool { flags.contains(.begun) }

  /// Adds a new reaction to the current owner and runs its body for the first time, unless that owner has ended. The
  /// caller keeps it alive; a method would retain it again (benchmark: "create0to1").
  package static func launch(_ reaction: Reaction) {
    let context = Context.current
    if context.hasOwner, !reaction.joinOwner(in: context) { return }
    context.runNow(reaction.node)
  }

  /// The same for a body that receives `scope`, which is paused and ends with the reaction.
  package static func launch(_ reaction: Reaction, with scope: ScopeNode) {
    reaction.inner = scope
    launch(reaction)
  }

  /// Runs the body for the first time.
  package final func start() {
    guard flags.isDisjoint(with: [.begun, .ended, .running, .queued]) else { return }
    Context.current.runNow(node)
  }

  /// Runs the body again, changed or not: now, or after the run on the stack.
  package final func rerun() {
    if flags.contains(.ended) { return }
    let context = Context.current
    hooks?.turn = .due
    makeHooks().isRequested = true
    flags.insert([.dirty, .hasHooks])
    if flags.contains(.running) { return context.enqueueAndFlush(node) }
    if flags.contains(.queued) { context.unqueue(node) }
    hooks?.turn = .none
    // A dependency requested the run while the reaction was being verified. The run changes its links.
    if flags.contains(.verifying) { context.strikeOut(node) }
    // Writes by the run may defer the next turn, which holds others again; those are not released here.
    let hooks = hooks
    context.collect {
      context.evaluate(node, because: nil)
      hooks?.takeHeldTurns()
    }
  }

  /// Ends the reaction: runs its cleanups now, and never its body again.
  ///
  /// Harmless when repeated, and inside the body.
  public final func cancel() {
    if flags.contains(.ended) { return }
    disarm()
    if isOwned || hooks != nil {
      // One batch: a write by a cleanup runs no member that is about to end.
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
      flags.subtract([.pending, .manyPending, .restPending, .verifying])
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

  /// Whether the reaction has ended.
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
    // Before the cleanups run: their writes must not queue a reaction in deallocation.
    if hooks != nil { cancel() }
    let isRunning = flags.contains(.running)
    super.leaveGraph()
    function.end(isRunning: isRunning)
  }
}

extension Context {
  /// Runs a reaction as a batch of its own.
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
  /// The retained node, known to be a reaction.
  var reaction: Reaction { unsafe unsafeDowncast(object.takeUnretainedValue(), to: Reaction.self) }

  /// Calls `body` with the unretained node, known to be a reaction.
  func withReaction<Result>(_ body: (Reaction) -> Result) -> Result {
    unsafe Unmanaged<Reaction>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }
}
