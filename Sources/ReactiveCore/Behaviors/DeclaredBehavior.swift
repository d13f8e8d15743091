/// The base class of behaviors that are computed from behaviors named beforehand, such as a derived property of
/// ReactiveDerived. You do not make one.
// Its operations hold both, the function and what it reads: one object and one call less than in a `ComputedBehavior`,
// which has a function of its own.
@safe
@_hasMissingDesignatedInitializers
open class DeclaredBehavior<Value>: Behavior<Value> {
  @inlinable
  package init(_ equality: Equality<Value>, name: String?, file: StaticString, line: UInt) {
    super.init(computedBy: equality, name: name, file: file, line: line)
  }

  /// Keeps the value that it has now for good, and releases its function and what that reads. It ``isEnded`` then.
  package final func end() {
    if isEnded { return }
    withExtendedLifetime(self) {
      // It cannot be running: a read of itself stops.
      _ = peek()
      flags.subtract([.dirty, .pending, .manyPending])
      flags.insert(.ended)
      if let first = deps {
        deps = nil
        Context.current.detach(first)
      }
      // Until then the batch may ask whether it is back where it was, and an observer of it may be running.
      callWhenIdle(label: label) { self.releaseFunction() }
    }
  }

  private final func releaseFunction() {
    let ended = operations
    operations = Kept(StoredOperations(.constant(Value.self)))
    if !(Value.self is any Equatable.Type) && SameInstances<Value>().findsNone { flags.insert(.neverEqual) }
    // What it captured may be the next of a long chain.
    let context = Context.current
    context.beginRelease([], of: ended.withContent { $0.body })
    ended.end()
    context.endRelease()
  }

  override final func leaveGraph() {
    let context = Context.current
    context.beginRelease(flags, of: operations.withContent { $0.body })
    super.leaveGraph()
    context.endRelease()
  }
}
