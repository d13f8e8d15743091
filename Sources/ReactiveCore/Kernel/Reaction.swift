/// A function that runs for its effect: at creation, and after each verified change of what it read.
///
/// Writes made inside one are a batch. It lives until `cancel()` or its last reference goes, whichever is first. The layers above
/// give it its faces; it cannot be subclassed outside of this package.
@safe
open class Reaction: OwnedNode {
  private final let distance: Int32
  private final var turn = Turn.none
  private final var isPaused = false
  @usableFromInline package final let body: () -> Void
  /// What its body is given to own things with; paused together with it.
  package final var inner: OwnerNode?
  /// Takes a turn that has come too early. Whoever gave this function calls ``takeOverdueTurn()`` when it is time.
  package final var postpone: ((Reaction) -> Void)? {
    didSet { updateDeferral() }
  }
  @usableFromInline let teardownGuard = TeardownGuard()

  private enum Turn {
    case none
    /// It came while the reaction was paused, or was postponed.
    case waiting
    /// It is time: the next one is taken.
    case due
  }

  /// Makes the reaction without running it; see ``start()``.
  package init(name: String?, origin: Origin, body: @escaping () -> Void) {
    self.body = body
    distance = origin.distance
    super.init(flags: [.reaction, .dirty], line: origin.shortLine, witness: .reaction)
    if name != nil || !origin.fits { keep(name, origin) }
  }

  package override final var fileDistance: Int32 { distance }

  /// Runs the body for the first time.
  package final func start() {
    guard flags.contains(.dirty), flags.isDisjoint(with: [.ended, .running, .queued]) else { return }
    let context = Context.current
    context.batchDepth &+= 1
    context.evaluate(node)
    context.endBatch()
  }

  /// Runs the body again, whatever has changed: now, or after the run that is on the stack.
  package final func rerun() {
    if flags.contains(.ended) { return }
    let context = Context.current
    if flags.contains(.running) {
      flags.insert(.dirty)
      turn = .due
      return context.enqueueAndFlush(node)
    }
    if flags.contains(.queued) { context.unqueue(node) }
    turn = .none
    context.batchDepth &+= 1
    flags.insert(.dirty)
    context.evaluate(node)
    node.markAsRequested()
    context.endBatch()
  }

  /// Ends it: its cleanups run now, its body never again. Harmless when repeated, and inside the body.
  public final func cancel() {
    if flags.contains(.ended) { return }
    let context = Context.current
    if flags.contains(.queued) { context.unqueue(node) }
    flags.insert(.ended)
    if let first = deps {
      deps = nil
      context.detach(first)
    }
    if flags.contains(.onPath) { unsafe context.raw.pointee.path.supersede(node) }
    if flags.contains(.running) { context.closeFrames(node) }
    withExtendedLifetime(self) {
      if flags.contains(.attended) { node.runCleanups() }
      leaveOwner()
    }
  }

  /// Whether it has ended.
  public final var isCancelled: Bool { flags.contains(.ended) }

  package override final func end() { cancel() }

  deinit { Context.current.beginTeardown(flags, of: body) }

  // MARK: Turns that are put off

  package override final func putsOffTurn() -> Bool {
    if turn == .due && !isPaused {
      turn = .none
      return false
    }
    if !isPaused && postpone == nil { return false }
    turn = .waiting
    if !isPaused { postpone?(self) }
    return true
  }

  /// Puts its turns off, or no longer does: then the one that came meanwhile is taken, or postponed.
  package override final func setPaused(_ isPaused: Bool) {
    inner?.setPaused(isPaused)
    self.isPaused = isPaused
    updateDeferral()
    if !isPaused && turn == .waiting {
      turn = .none
      Context.current.enqueueAndFlush(node)
    }
  }

  /// The time has come: the turn that was postponed is taken. It is verified then, and runs if it must.
  package final func takeOverdueTurn() {
    guard turn == .waiting, !isPaused, !flags.contains(.ended) else { return }
    turn = .due
    Context.current.enqueueAndFlush(node)
  }

  private final func updateDeferral() {
    let isDeferred = isPaused || postpone != nil
    if !isDeferred && node.withExtras({ _ in }) == nil { return }
    makeExtras().isDeferred = isDeferred
    if isDeferred { flags.insert(.attended) }
  }
}

extension Reaction {
  package convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, running body: @escaping () -> Void
  ) {
    self.init(name: name, origin: Origin(file: file, line: line), body: body)
  }
}
