/// What a ``LinkedProperty`` is linked by, whatever the type of its source.
protocol Linking<Value>: AnyObject {
  associatedtype Value
  /// Whether a value that was written stands. The read is tracked.
  var isOverridden: Bool { get }
  /// The same, not tracked.
  var isSet: Bool { get }
  /// Writes the source, if it can be written.
  var store: ((Value) -> Void)? { get }
  func reset()
}

/// The link of a ``LinkedProperty`` to its source.
///
/// A link with a function remembers the value before the last change of which the source has notified, as a
/// ``ScanBehavior`` does: until the next one, a read shows the step that would be taken.
@usableFromInline
final class Link<Source, Value>: Linking {
  let source: Behavior<Source>
  let store: ((Value) -> Void)?
  let hasMemory: Bool
  private let written: Override<Source, Value>
  private let follow: (Source, Value?) -> Value
  /// The last step; nil without memory.
  private var last: Step?

  private struct Step {
    /// The value of the source at that step, and its stamp.
    let source: Source
    let stamp: ChangeStamp
    /// What the function has made of it.
    let begun: Value
    /// What is shown for as long as the source stays.
    var shown: Value
  }

  init(
    _ source: Behavior<Source>, _ file: StaticString, _ line: UInt, _ follow: @escaping (Source, Value?) -> Value
  ) {
    self.source = source
    self.follow = follow
    store = nil
    hasMemory = true
    written = Override(of: source, file, line)
    let (present, stamp) = (source.peek(), ChangeStamp(of: source))
    let first = withoutTracking { follow(present, nil) }
    last = Step(source: present, stamp: stamp, begun: first, shown: first)
  }

  init(_ source: Behavior<Source>, _ file: StaticString, _ line: UInt, store: ((Value) -> Void)?)
  where Source == Value {
    self.source = source
    self.store = store
    follow = { source, _ in source }
    hasMemory = false
    written = Override(of: source, file, line)
  }

  func read(in evaluation: EvaluationRef) -> Value {
    let present = source.read(in: evaluation)
    if let own = written.read() { return own }
    evaluation.close()
    return begin(with: present)
  }

  func peek() -> Value {
    withoutTracking {
      let present = source.peek()
      return written.read() ?? begin(with: present)
    }
  }

  var isSet: Bool { written.isSet }

  var isOverridden: Bool {
    source.follow()
    return written.read() != nil
  }

  func write(_ new: Value) {
    // First, since an observer may write the source.
    show { _ in new }
    written.set(new)
  }

  func reset() {
    show { $0.begun }
    written.clear()
  }

  private func show(_ value: (Step) -> Value) {
    _ = source.peek()
    guard let last, isPresent(last) else { return }
    self.last = Step(source: last.source, stamp: last.stamp, begun: last.begun, shown: value(last))
    // The end of a value may use this property.
    withExtendedLifetime(last) {}
  }

  /// What the value is when nothing was written since the source is what it is.
  private func begin(with present: Source) -> Value {
    guard let last else { return follow(present, nil) }
    return isPresent(last) ? last.begun : follow(present, last.shown)
  }

  /// Whether the source has not changed since that step, or is back.
  private func isPresent(_ step: Step) -> Bool { source.isStill(step.source, step.stamp) }

  /// The source has notified of a change.
  func step() {
    let present = source.peek()
    let stamp = ChangeStamp(of: source)
    guard let last, !isPresent(last) else { return }
    let begun = withoutTracking { follow(present, last.shown) }
    let shown = written.isSet ? peek() : begun
    // The function has written the source: that is a further change, of which the source will notify.
    if ChangeStamp(of: source) != stamp { return }
    self.last = Step(source: present, stamp: stamp, begun: begun, shown: shown)
    withExtendedLifetime(last) {}
  }
}
