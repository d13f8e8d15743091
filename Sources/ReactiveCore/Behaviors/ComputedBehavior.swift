/// The base class of computed behaviors, such as the derivations of ReactiveTracking. You do not make one.
///
/// The function runs when the value is needed and a dependency has changed. The behavior retains only the captures of
/// its function.
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
    // The function may release the node even where `==` cannot.
    flags.remove(.usesEquatable)
  }

  /// A part of another behavior, which messages identify by that one.
  convenience init(_ equality: Equality<Value>, of whole: ReactiveNode, as part: String, compute: @escaping () -> Value)
  {
    self.init(equality, name: nil, file: #fileID, line: #line, compute: compute)
    keepLabel(of: whole, as: part)
  }

  /// Runs the function now, even if it is up to date. Notifies dependents if the value changes; in a batch, at its end,
  /// unless the batch reverts the change.
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
      // As after any change, its observers come before its dependents.
      if flags.contains(.observed) { context.enqueue(node) }
      if let subs { context.mark(subs) }
    }
    context.endBatch()
  }

  /// Stores a value computed by the caller, and notifies. Requires an idle thread and no dependents.
  @inlinable @inline(__always)
  package final func store(_ new: Value, by test: some EqualityTest<Value>, in context: Context) {
    if let old = storage, test.isDuplicate(old, new) { return }
    let old = flags.contains(.hasValue) ? exchange(with: new) : nil
    if old == nil { put(new) }
    node.advance()
    spread(new, in: context)
    // Released last: its `deinit` may write, and that is a later change.
    withExtendedLifetime(old) {}
  }

  override final func leaveGraph() {
    let isRunning = flags.contains(.running)
    super.leaveGraph()
    function.end(isRunning: isRunning)
  }
}
