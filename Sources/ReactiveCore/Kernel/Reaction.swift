/// A function that runs for its effect: at creation, and after each verified change of what it read.
///
/// Writes made inside one are a batch. It lives until `cancel()` or its last reference goes, whichever is first.
@safe
open class Reaction: ReactiveNode {
  private final let distance: Int32
  @usableFromInline package final let body: () -> Void
  @usableFromInline let teardownGuard = TeardownGuard()

  /// Makes the reaction without running it; see ``start()``.
  package init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, _ body: @escaping () -> Void
  ) {
    self.body = body
    let origin = Origin(file: file, line: line)
    distance = origin.distance
    super.init(flags: [.reaction, .dirty], line: origin.shortLine, witness: .reaction)
    keep(name, origin)
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

  /// Ends the reaction: its body never runs again. Harmless when repeated, and inside the body.
  package final func cancel() {
    if flags.contains(.ended) { return }
    let context = Context.current
    if flags.contains(.queued) { context.unqueue(node) }
    flags.insert(.ended)
    if let first = deps {
      deps = nil
      context.detach(first)
    }
    if flags.contains(.onPath) { unsafe context.raw.pointee.path.supersede(node) }
    context.closeFrames(node)
  }

  package final var isCancelled: Bool { flags.contains(.ended) }

  deinit { Context.current.beginTeardown(flags, of: body) }
}
