// Unsafe: the behavior whose function runs, by its address in the evaluation.
//
// Invariant: it is used while the evaluation names it, and retained past its function only where it is not dying.
//
// How a computed behavior becomes a constant: because its user needs it no longer, or because its function has nothing
// left to work with, such as an object that has been deallocated.

extension Behavior {
  /// Keeps the value that it has now for good, which is computed first if it is not up to date, and releases its operations
  /// with what they read. Its observers stay. It ``isEnded`` then.
  package final func end() {
    if isEnded { return }
    withExtendedLifetime(self) {
      // The behavior cannot be running: a read of itself stops.
      _ = peek()
      becomeConstant()
      // Until the batch ends it may test whether the value is back where it began, and an observer of the behavior may
      // be running.
      callWhenThreadIsIdle(label: label) { self.releaseOperations() }
    }
  }

  /// Keeps the value that it has for good: it depends on nothing any more, and its observers end. It ``isEnded`` then. Does
  /// nothing if there is no value yet. A run that is on the stack comes to its end first.
  package final func endWithPresentValue() {
    if isEnded { return }
    if !flags.contains(.running) { return endObserved() }
    callWhenThreadIsIdle(label: label) { if !self.isEnded && !self.flags.contains(.running) { self.endObserved() } }
  }

  /// In the function of a behavior of this type, before it has called anything: ends the behavior with the value that it
  /// has, which is returned; what the function returns is dropped. Nil if there is no value yet.
  package static func endWithPresentValue() -> Value? {
    let context = Context.current
    guard let node = unsafe context.evaluation?.pointee.sub else { return nil }
    return unsafe Unmanaged<Behavior<Value>>.fromOpaque(node.address)._withUnsafeGuaranteedRef { me in
      guard let last = me.storage else { return nil }
      // The node may be dying elsewhere at this moment; it leaves the graph then.
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

  /// Leaves its dependencies. The caller retains it.
  private final func becomeConstant() {
    let context = Context.current
    if flags.contains(.verifying) { context.strikeOut(node) }
    flags.subtract([.dirty, .pending, .manyPending, .verifying])
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
