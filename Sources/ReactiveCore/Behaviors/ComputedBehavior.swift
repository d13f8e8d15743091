/// The base class of behaviors that are computed, such as a derivation of ReactiveTracking. You do not make one.
///
/// Lazy: the function runs when the value is needed and something that it read has changed. It keeps alive what its
/// function captures, and nothing else.
@safe
@_hasMissingDesignatedInitializers
open class ComputedBehavior<Value>: Behavior<Value> {
  @usableFromInline final let function: Kept<Function>

  @usableFromInline
  struct Function: ~Copyable {
    @usableFromInline let compute: () -> Value
    @inlinable init(_ compute: @escaping () -> Value) { self.compute = compute }
  }

  @inlinable
  package init(
    _ equality: Equality<Value>, name: String?, file: StaticString, line: UInt, compute: @escaping () -> Value
  ) {
    function = Kept(Function(compute))
    super.init(computedBy: equality, name: name, file: file, line: line)
    // Its own function may drop the node even where `==` cannot.
    flags.remove(.usesEquatable)
  }

  /// Runs the function now, whatever has changed. Dependents are notified if the value has; at the end of a batch, if it
  /// is not back where it began.
  package final func rerun() {
    #if DEBUG
    Context.noteOperation()
    #endif
    if isEnded { return }
    let context = Context.current
    if flags.contains(.running) { context.refuseUse(of: node) }
    if context.batchDepth > 0 { context.keepSnapshots(from: node) }
    let before = version
    context.batchDepth &+= 1
    flags.insert(.dirty)
    context.refresh(node)
    node.markAsRequested()
    if version != before {
      // As after any other change, its own observers come before what depends on it.
      if flags.contains(.observed) { context.enqueue(node) }
      if let subs { context.mark(subs) }
    }
    context.endBatch()
  }

  /// Stores a value computed by the caller. Requires an idle thread and a node without dependents. Notifies observers
  /// at once.
  @inlinable @inline(__always)
  package final func store(_ new: Value, by test: some EqualityTest<Value>, in context: Context) {
    if let old = storage, test.isDuplicate(old, new) { return }
    let old = flags.contains(.hasValue) ? exchange(with: new) : nil
    if old == nil { put(new) }
    node.advance()
    spread(new, in: context)
    // The old value is released last: its end may write, and that is a later change.
    withExtendedLifetime(old) {}
  }

  override final func leaveGraph() {
    let isRunning = flags.contains(.running)
    super.leaveGraph()
    function.end(isRunning: isRunning)
  }
}
