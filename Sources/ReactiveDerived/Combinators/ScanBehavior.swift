/// A behavior whose value depends on the one that it had before the last change of its source.
///
/// It is a derivation of the source and of a committed state. The state is committed when the source notifies of a
/// change, that is, when a delivery or a batch is over; until then a read shows the step that would be taken, and
/// taking that step again is harmless.
///
/// A duplicate of the source's value takes no step. It may hold something else, so `staying` makes of it and the state
/// what is shown; nil for the state.
@usableFromInline
final class ScanBehavior<Source, Value>: ComputedBehavior<Value> {
  @usableFromInline let step: Step<Source, Value>
  private var observer = ReleaseGuard<CancelOnDeinit>()

  @inlinable
  init(
    _ source: Behavior<Source>, _ initial: Value, _ test: Equality<Value>, _ file: StaticString, _ line: UInt,
    staying: ((Value, Source) -> Value)? = nil, _ next: @escaping (Value, Source) -> Value
  ) {
    let step = Step(initial, of: source)
    self.step = step
    super.init(test, name: nil, file: file, line: line) {
      let value = source.read()
      if source.isStill(step.source, step.stamp) { return staying?(step.state, value) ?? step.state }
      return Context.pauseTracking { next(step.state, value) }
    }
    // Not `source`, which the function holds already.
    settleIn()
    keep(source.attach(with: self) { [unowned source] me, _ in me.commit(source) })
  }

  @usableFromInline
  func keep(_ subscription: Subscription) { observer.content = CancelOnDeinit(subscription) }

  @inlinable
  func commit(_ source: Behavior<Source>) {
    // First, so that its version moves on below only if the function writes it.
    _ = source.peek()
    let stamp = ChangeStamp(of: source)
    let state = peek()
    // The function has written the source: that is a further change, of which the source will notify. (The version that
    // was seen is no test for that: a batch that is reverted takes versions back after they were seen.)
    if ChangeStamp(of: source) != stamp { return }
    let last = (step.state, step.source)
    step.state = state
    step.source = source.peek()
    step.stamp = ChangeStamp(of: source)
    withExtendedLifetime(last) {}
  }

  deinit { isolation.perform(atEndOf: self, releasing: &observer) }
}

/// The state of a ``ScanBehavior`` after a step.
@usableFromInline
final class Step<Source, Value> {
  /// What was committed last.
  @usableFromInline var state: Value
  /// The value of the source at that step, to find out whether a batch has been reverted to it.
  @usableFromInline var source: Source
  /// The stamp of that.
  @usableFromInline var stamp: ChangeStamp

  @inlinable
  init(_ state: Value, of behavior: Behavior<Source>) {
    self.state = state
    source = behavior.peek()
    stamp = ChangeStamp(of: behavior)
  }
}
