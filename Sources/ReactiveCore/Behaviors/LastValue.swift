// Unsafe: the running behavior, by its address in the evaluation.
//
// Invariant: it is used only while the evaluation names it, and retained past its function only if it is not being
// deallocated.
//
// A computed behavior becomes a constant when its user needs no more changes, or when its function has lost its input,
// such as a deallocated object.

extension Behavior {
  /// Keeps the current value for good, and releases the operations and dependencies. An outdated value is computed
  /// first. Observers stay. Sets ``isEnded``.
  package final func end() {
    if isEnded { return }
    withExtendedLifetime(self) {
      // The behavior cannot be running: a read of itself stops.
      _ = peek()
      becomeConstant()
      // Until the batch ends, the operations may test whether it reverts the value; an observer may be running.
      callWhenThreadIsIdle(label: label) { self.releaseOperations() }
    }
  }

  /// Keeps the stored value for good, and ends dependencies and observers. Sets ``isEnded``. Does nothing without a
  /// value. A run on the stack finishes first.
  package final func endWithPresentValue() {
    if isEnded { return }
    if !flags.contains(.running) { return endObserved() }
    callWhenThreadIsIdle(label: label) { if !self.isEnded && !self.flags.contains(.running) { self.endObserved() } }
  }

  /// Ends the running behavior with its present value, and returns that; nil if there is none. Call it first in the
  /// behavior's function, whose result is dropped.
  package static func endWithPresentValue() -> Value? {
    let context = Context.current
    guard let node = unsafe context.evaluation?.pointee.sub else { return nil }
    return unsafe Unmanaged<Behavior<Value>>.fromOpaque(node.address)._withUnsafeGuaranteedRef { me in
      guard let last = me.storage else { return nil }
      // The node may be being deallocated elsewhere; it leaves the graph then.
      if node.isDying(in: context) { return last }
      // Its function is on the stack until the batch of this run ends.
      context.keepForRelease(me, isRunning: true)
      context.leaveEvaluations(of: node, isDead: true)
      me.flags.remove(.running)
      me.endObserved()
      return last
    }
  }

  private final func endObserved() {
    guard flags.contains(.hasValue) else { return }
    withExtendedLifetime(self) {
      becomeConstant()
      if flags.contains(.observed) { observers.endAll() }
    }
  }

  /// Removes the dependencies. The caller retains the behavior.
  private final func becomeConstant() {
    let context = Context.current
    if flags.contains(.verifying) { context.strikeOut(node) }
    flags.subtract([.dirty, .pending, .manyPending, .restPending, .verifying])
    flags.insert(.ended)
    if let first = deps {
      deps = nil
      context.detach(first)
    }
    if flags.contains(.hasHooks) { node.runCleanups() }
    if let hooks, !hooks.kept.isEmpty {
      let kept = ReleaseGuard(hooks.kept)
      hooks.kept = []
      _ = consume kept
    }
    if flags.contains(.counted) { settleLiveness() }
  }

  private final func releaseOperations() {
    let ended = operations
    operations = Kept(StoredOperations(.constant(Value.self)))
    if !(Value.self is any Equatable.Type) && IdentityTest<Value>().findsNone { flags.insert(.neverEqual) }
    ended.end()
  }
}
