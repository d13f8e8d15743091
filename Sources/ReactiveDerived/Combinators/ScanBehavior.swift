/// A behavior whose value depends on the one before the last change of its source.
///
/// It is derived from the source and a state. The state is committed when the source notifies, after a delivery or a
/// batch. Until then, a read computes the pending step, which is harmless to repeat.
///
/// A duplicate of the source's value takes no step, but may contain something else: `staying` computes the value from
/// it and the state. Without `staying`, the value is the state.
@usableFromInline
final class ScanBehavior<Source, Value>: ComputedBehavior<Value> {
  private var observer = ReleaseGuard<CancelOnDeinit>()

  @inlinable
  init(
    _ source: Behavior<Source>, _ initial: Value, _ test: Equality<Value>, _ file: StaticString, _ line: UInt,
    staying: ((Value, Source) -> Value)? = nil, _ next: @escaping (Value, Source) -> Value
  ) {
    // Held by functions only, which are released without recursion: the state may hold the next link of a long chain.
    let step = Step(initial, of: source)
    super.init(test, name: nil, file: file, line: line) {
      let value = source.read()
      if step.mark.isPresent(in: source) { return staying?(step.state, value) ?? step.state }
      return Context.pauseTracking { next(step.state, value) }
    }
    // The token does not retain `source`; the function does.
    settleIn()
    keep(source.attach(with: self) { [unowned source] me, _ in me.commit(step, source) })
  }

  @usableFromInline
  func keep(_ subscription: Subscription) { observer.content = CancelOnDeinit(subscription) }

  @inlinable
  func commit(_ step: Step<Source, Value>, _ source: Behavior<Source>) {
    // First, so that the version advances below only if the function writes the source.
    _ = source.peek()
    let stamp = ChangeStamp(of: source)
    let state = peek()
    // The function has written the source, which will notify of that change too. (The version seen is no test for that:
    // a reverted batch restores versions.)
    if ChangeStamp(of: source) != stamp { return }
    let last = (step.state, step.mark)
    step.state = state
    step.mark = SourceMark(of: source)
    withExtendedLifetime(last) {}
  }

  deinit { isolation.perform(atEndOf: self, releasing: &observer) }
}

/// The state of a ``ScanBehavior``.
@usableFromInline
final class Step<Source, Value> {
  @usableFromInline var state: Value
  /// The source at that step.
  @usableFromInline var mark: SourceMark<Source>

  @inlinable
  init(_ state: Value, of behavior: Behavior<Source>) {
    self.state = state
    mark = SourceMark(of: behavior)
  }
}
