// Unsafe: the behavior whose function runs, by its address in the evaluation.
//
// Invariant: it is used while the evaluation names it, and retained past its function only where it is not dying.
//
// How a computed behavior becomes a constant because its function has nothing left to work with, as where it belongs to an
// object that is gone.

extension ComputedBehavior {
  /// Keeps the value that it has for good: it depends on nothing any more, and its observers end. It ``isEnded`` then. Does
  /// nothing if there is no value yet. A run that is on the stack comes to its end first.
  package final func endWithPresentValue() {
    if isEnded { return }
    if !flags.contains(.running) { return becomeConstant() }
    callWhenIdle(label: label) { if !self.isEnded && !self.flags.contains(.running) { self.becomeConstant() } }
  }

  /// In the function of a behavior of this type, before it has called anything: ends the behavior with the value that it
  /// has, which is returned; what the function returns is dropped. Nil if there is no value yet.
  package static func endRunningWithPresentValue() -> Value? {
    let context = Context.current
    guard let node = unsafe context.frame?.pointee.sub else { return nil }
    return unsafe Unmanaged<ComputedBehavior<Value>>.fromOpaque(node.address)._withUnsafeGuaranteedRef { me in
      guard let last = me.storage else { return nil }
      // It may die elsewhere at this moment, and leaves the graph then.
      if node.isDying(in: context) { return last }
      // Its function is on the stack until the batch of this run ends.
      context.beginRelease(.running, of: me)
      context.endRelease()
      context.leaveEvaluations(of: node, isDead: true)
      me.flags.remove(.running)
      me.becomeConstant()
      return last
    }
  }

  private final func becomeConstant() {
    guard flags.contains(.hasValue) else { return }
    let context = Context.current
    withExtendedLifetime(self) {
      if flags.contains(.verifying) {
        _ = context.isInAnyContext {
          unsafe $0.raw.pointee.path.strikeOut(node)
          return false
        }
      }
      flags.subtract([.dirty, .pending, .manyPending, .verifying])
      flags.insert(.ended)
      if let first = deps {
        deps = nil
        context.detach(first)
      }
      if flags.contains(.hasHooks) { node.runCleanups() }
      if let hooks, !hooks.kept.isEmpty {
        let kept = hooks.kept
        hooks.kept = []
        context.release(kept)
      }
      if flags.contains(.observed) { observers.endAll() }
    }
  }
}
