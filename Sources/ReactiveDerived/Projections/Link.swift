/// The link of a ``LinkedProperty``, for any type of source.
protocol Linking<Value>: AnyObject {
  associatedtype Value
  /// Whether a written value stands. Tracked.
  var isOverridden: Bool { get }
  /// The same, not tracked, and not counting a written value that ends when a waiting value reaches the source.
  var isSet: Bool { get }
  /// Writes the source; nil if it is read-only.
  var store: ((Value) -> Void)? { get }
  func reset()
  /// Writes `value` by `store`, and drops the written value in the same change.
  func commit(_ value: Value, by store: (Value) -> Void)
}

/// The link of a ``LinkedProperty`` to its source.
///
/// With a function, it remembers the value before the source's last notified change, like a ``ScanBehavior``, and takes
/// a step for a notified duplicate, too. Until the next notification, a read shows the step that it would take.
@usableFromInline
final class Link<Source, Value>: Linking {
  let source: Behavior<Source>
  let store: ((Value) -> Void)?
  let hasMemory: Bool
  private let written: Override<Source, Value>
  private let follow: (Source, Value?) -> Value
  /// Nil without memory.
  private var last: Step?
  /// The value of the property, which keeps the one before if it is a duplicate; nil after the property's end.
  private var shownValue: () -> Value? = { nil }
  private var showsLater = false

  private struct Step {
    let mark: SourceMark<Source>
    /// The result of the function.
    let begun: Value
    /// The value until the source changes.
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
    let mark = SourceMark(of: source)
    let first = withoutTracking { follow(mark.value, nil) }
    last = Step(mark: mark, begun: first, shown: first)
    // The source has a duplicate of the value from before the batch, whose end restores that value.
    if !source.mayRevert(to: mark.stamp) { return }
    callLater(after: .outermostBatch, label: source.label) { [weak self] in self?.beginAgain(with: mark) }
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

  /// What a value that waits for the source will bring.
  func comingValue(_ purpose: WaitingPurpose) -> Value? {
    written.comingValue(purpose) { follow($0, last?.shown) }
  }

  var isSet: Bool { written.staysSet }

  var isOverridden: Bool {
    source.follow()
    return written.read() != nil
  }

  func write(_ new: Value, _ test: some EqualityTest<Value>) {
    // First, because an observer may write the source.
    show { _ in new }
    // It stands over what waits, unless that brings the same. With memory, the function would receive it as the old one.
    let waiting = source.waitingValue(.look(nil))
    let isSame = !hasMemory && waiting.map { test.isDuplicate(follow($0, nil), new) } ?? false
    written.set(new) { isSame ? nil : waiting }
  }

  func reset() {
    show { $0.begun }
    written.clear()
  }

  func commit(_ value: Value, by store: (Value) -> Void) {
    batch {
      _ = source.peek()
      let before = ChangeStamp(of: source)
      store(value)
      _ = source.peek()
      if !source.isChangePending(since: before) { return reset() }
      // Without the written value, the source's earlier value would be notified in between. A value written meanwhile
      // stands.
      let mark = ChangeStamp(of: written.entry)
      if source.writesLate { return reset(ifStill: mark) }
      callLater(after: .idleThread, label: source.label) { [weak self] in self?.reset(ifStill: mark) }
    }
  }

  /// Once no value waits for the source, drops the written value, unless that has changed since `mark`.
  private func reset(ifStill mark: ChangeStamp) {
    let arrival = Arrival(complete: { [weak self] in self?.reset(ifStill: mark) })
    if source.waitingValue(.look(arrival)) == nil && ChangeStamp(of: written.entry) == mark { reset() }
  }

  private func show(_ value: (Step) -> Value) {
    _ = source.peek()
    if last != nil && Context.isCollecting { showLater() }
    guard let last, last.mark.isStamped(in: source) else { return }
    var new = last
    new.shown = value(last)
    self.last = new
    // The value's `deinit` may use this property.
    withExtendedLifetime(last) {}
  }

  /// Notes what the property shows after the batch, which may restore the source, the written value, or both.
  private func showLater() {
    if showsLater { return }
    showsLater = true
    callLater(after: .outermostBatch, label: source.label) { [weak self] in
      guard let self else { return }
      showsLater = false
      _ = source.peek()
      guard let last, last.mark.isStamped(in: source) else { return }
      noteShown()
    }
  }

  private func noteShown() {
    guard let shown = shownValue(), let last else { return }
    self.last = Step(mark: last.mark, begun: written.isSet ? last.begun : shown, shown: shown)
    withExtendedLifetime(last) {}
  }

  /// For a function: it runs for each change of the source that the property observes from now on, and for those that
  /// its first run has made.
  func start(showing value: @escaping () -> Value?) {
    shownValue = value
    step()
  }

  /// The value unless one was written since the source changed.
  private func begin(with present: Source) -> Value {
    guard let last else { return follow(present, nil) }
    return last.mark.isStamped(in: source) ? last.begun : follow(present, last.shown)
  }

  /// Called after the batch in which this was made, which has restored the value of which `first` has a duplicate. The
  /// two may differ in what the comparison ignores.
  private func beginAgain(with first: SourceMark<Source>) {
    let mark = SourceMark(of: source)
    guard let last, last.mark.stamp == first.stamp, mark.stamp == first.stamp, mark.touches == first.touches else {
      return
    }
    let begun = withoutTracking { follow(mark.value, nil) }
    // The function has written the source, which will notify of that change.
    if ChangeStamp(of: source) != mark.stamp { return }
    self.last = Step(mark: mark, begun: begun, shown: begun)
    // Outdates the property: if it was read since the source was restored, it shows the first result.
    written.entry.value = written.entry.peek()
    noteShown()
    withExtendedLifetime(last) {}
  }

  /// Called when the source notifies of a change.
  func step() {
    let present = source.peek()
    let mark = SourceMark(present, of: source)
    guard let last, !last.mark.isStamped(in: source) else { return }
    let begun = withoutTracking { follow(present, last.shown) }
    // The function has written the source, which will notify of that change, too.
    if ChangeStamp(of: source) != mark.stamp { return }
    self.last = Step(mark: mark, begun: begun, shown: begun)
    noteShown()
    withExtendedLifetime(last) {}
  }
}
