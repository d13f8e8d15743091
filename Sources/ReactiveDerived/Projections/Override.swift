/// A value that stands in for what is derived from a source, until the source changes.
///
/// It stands while the source has the value that it had, so it ends in one with the change, and is there again where a batch
/// takes that back. The source is observed as long as there is an override, which is removed when the source notifies of a
/// change. One that was set in a batch is looked at when that is over, before anything is notified: what follows may make the
/// source what it was when the override was set.
@usableFromInline
final class Override<Source, Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let value: Value
    /// The value of the source, and its stamp. A batch takes stamps back, and a later change uses them again.
    @usableFromInline let source: Source
    @usableFromInline let stamp: ChangeStamp

    @inlinable
    init(value: Value, source: Source, stamp: ChangeStamp) {
      self.value = value
      self.source = source
      self.stamp = stamp
    }
  }
  /// Each entry counts: whether it changes anything is the test of what reads it.
  @usableFromInline let entry: OpenBehavior<Entry?>
  @usableFromInline unowned let source: Behavior<Source>
  private var observer = ReleaseGuard<CancelOnDeinit>()
  @usableFromInline private(set) var isObserving = false
  /// It was set in a batch that is not over.
  @usableFromInline private(set) var isUnsettled = false

  /// Does not keep the source.
  @usableFromInline
  init(of source: Behavior<Source>, _ file: StaticString, _ line: UInt) {
    self.source = source
    entry = OpenBehavior(nil, Equality(.never()), name: nil, file: file, line: line)
  }

  /// The value, if it is valid. The read is tracked. The source is up to date, as after a read.
  @inlinable
  func read() -> Value? {
    guard let entry = entry.read(), isValid(entry) else { return nil }
    return entry.value
  }

  @inlinable
  func isValid(_ entry: Entry) -> Bool {
    let mayStand =
      entry.stamp == ChangeStamp(of: source) || isUnsettled || source.mayBeTakenBack(to: entry.stamp)
    return mayStand && source.isStill(entry.source, entry.stamp)
  }

  /// Whether there is a valid value. Not tracked.
  @inlinable var isSet: Bool {
    _ = source.peek()
    return entry.peek().map(isValid) ?? false
  }

  /// `value` stands in from now on; `change` may write the source, as part of the same change.
  @inlinable
  func set(_ value: Value, _ change: () -> Void = {}) {
    settleLater()
    batch {
      change()
      let present = source.peek()
      if !isObserving { observe { $0.sourceHasChanged() } }
      entry.value = Entry(value: value, source: present, stamp: ChangeStamp(of: source))
    }
  }

  @usableFromInline
  func settleLater() {
    if !Context.isCollecting || isUnsettled { return }
    isUnsettled = true
    callLater(after: .outermostBatch, label: source.label) { [weak self] in self?.settle() }
  }

  @usableFromInline
  func clear() {
    if entry.peek() != nil { entry.value = nil }
    // A batch that takes that back needs it.
    if !Context.isCollecting { observeNoMore() }
  }

  @usableFromInline
  func observe(_ change: @escaping (Override) -> Void) {
    isObserving = true
    entry.settleIn()
    observer.content = CancelOnDeinit(source.attach(with: self) { me, _ in change(me) })
  }

  private func observeNoMore() {
    isObserving = false
    // Its end may run code of the user's: what the source does while it is observed ends.
    let last = observer.content
    observer.content = nil
    withExtendedLifetime(last) {}
  }

  @inlinable
  func sourceHasChanged() {
    // The change in which it was set notifies, too.
    if let entry = entry.peek(), isUnsettled || isValid(entry) { return }
    clear()
  }

  /// The batch in which it was set is over.
  private func settle() {
    let isStillSet = entry.peek() != nil && isSet
    isUnsettled = false
    guard let entry = entry.peek() else { return observeNoMore() }
    if !isStillSet {
      self.entry.value = nil
      return observeNoMore()
    }
    let stamp = ChangeStamp(of: source)
    if stamp != entry.stamp { self.entry.value = Entry(value: entry.value, source: entry.source, stamp: stamp) }
  }

  deinit { entry.isolation.perform(atEndOf: self, releasing: &observer) }
}
