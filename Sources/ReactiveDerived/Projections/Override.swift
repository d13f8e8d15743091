/// A value that stands in for what is derived from a source, until the source changes.
///
/// It stands while the source has the value that it had, so it ends in one with the change, and is there again where a batch
/// takes that back. The source is observed as long as there is an override, which is removed when the source notifies of a
/// change. One that was set in a batch is looked at first when the batch is over (inside an observer: when that is done): what
/// follows may make the source what the batch had made it before it was taken back.
@usableFromInline
final class Override<Source, Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let value: Value
    /// The value of the source, and its stamp. A batch takes stamps back, and a later change uses them again.
    @usableFromInline let source: Source
    @usableFromInline let stamp: ChangeStamp
  }
  /// Each entry counts: whether it changes anything is the test of what reads it.
  @usableFromInline let entry: OpenBehavior<Entry?>
  private unowned let source: Behavior<Source>
  private var observer = ReleaseGuard<CancelOnDeinit>()
  /// It was set in a batch that is not over.
  private var isUnsettled = false

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

  @usableFromInline
  func isValid(_ entry: Entry) -> Bool {
    let isSameStamp = entry.stamp == ChangeStamp(of: source)
    // Stamps of a source that has no duplicates are never taken back.
    if source.duplicateRule == .none { return isSameStamp }
    let mayStand = isSameStamp || isUnsettled || source.mayBeTakenBack(to: entry.stamp)
    return mayStand && source.isUnchanged(from: entry.source)
  }

  /// Whether there is a valid value. Not tracked.
  @usableFromInline var isSet: Bool {
    _ = source.peek()
    return entry.peek().map(isValid) ?? false
  }

  /// `value` stands in from now on; `change` may write the source, as part of the same change.
  @usableFromInline
  func set(_ value: Value, _ change: () -> Void = {}) {
    if Context.isCollecting && !isUnsettled {
      isUnsettled = true
      callLater(after: .batch, label: source.label) { [weak self] in self?.settle() }
    }
    withoutTracking {
      batch {
        change()
        let present = source.peek()
        observe()
        entry.value = Entry(value: value, source: present, stamp: ChangeStamp(of: source))
      }
    }
  }

  @usableFromInline
  func clear() {
    if entry.peek() == nil { return }
    entry.value = nil
    // A batch that takes that back needs it.
    if !Context.isCollecting { observer.content = nil }
  }

  private func observe() {
    if observer.content != nil { return }
    entry.settleIn()
    observer.content = CancelOnDeinit(source.attach(with: self) { me, _ in me.sourceHasChanged() })
  }

  private func sourceHasChanged() {
    guard let entry = entry.peek() else {
      observer.content = nil
      return
    }
    // The change in which it was set notifies, too.
    if isUnsettled || isValid(entry) { return }
    clear()
  }

  /// The batch in which it was set is over.
  private func settle() {
    guard let entry = entry.peek() else {
      isUnsettled = false
      observer.content = nil
      return
    }
    let isStillSet = isSet
    isUnsettled = false
    if !isStillSet { return clear() }
    let stamp = ChangeStamp(of: source)
    if stamp != entry.stamp { self.entry.value = Entry(value: entry.value, source: entry.source, stamp: stamp) }
  }

  deinit { entry.isolation.perform(atEndOf: self, releasing: &observer) }
}
