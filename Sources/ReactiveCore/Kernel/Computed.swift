/// A behavior with a function: the kernel's derivation. The layers above give it its faces, and their initialisers
/// choose the witness.
///
/// Lazy: the function runs when the value is needed and something that it read has changed. It keeps alive what its
/// function captures, and nothing else.
@safe
open class Computed<Value>: Behavior<Value> {
  @usableFromInline package final let compute: () -> Value
  @usableFromInline let teardownGuard = TeardownGuard()

  @inlinable
  package init(
    flags: NodeFlags = [], name: String?, file: StaticString, line: UInt, witness: NodeWitness,
    compute: @escaping () -> Value
  ) {
    self.compute = compute
    super.init(
      flags: flags.union([.computed, .dirty]), value: nil, name: name, file: file, line: line, witness: witness)
  }

  package override final func keepBaseline(in context: Context) {
    if let storage, !flags.contains(.alwaysChanges) { context.keepBaseline(storage, of: node) }
  }

  /// Runs the function now, whatever has changed; dependents are told if the value has.
  package final func rerun() {
    let context = Context.current
    if flags.contains(.running) { context.refuseUse(of: node) }
    let before = version
    context.batchDepth &+= 1
    flags.insert(.dirty)
    context.refresh(node)
    node.markAsRequested()
    if version != before {
      if let subs { context.mark(subs) }
      if flags.contains(.observed) { context.enqueue(node) }
    }
    context.endBatch()
  }

  /// The same, for one that may come back in a batch to what it had: then nobody is told.
  package final func rerunReversibly() {
    let context = Context.current
    if context.batchDepth > 0 { context.keepBaseline(of: node, flags) }
    rerun()
  }

  /// Whether it has a value, which may be out of date.
  package final var hasRun: Bool { storage != nil }

  // The witness too: it may hold a test of the user's, which may be what drops the node.
  deinit { Context.current.beginTeardown(flags, of: (compute, witness.body)) }
}
