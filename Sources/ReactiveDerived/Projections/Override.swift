/// A value that stands in for what is derived from a source, until the source changes.
///
/// It is valid for one stamp of the source, so it ends in one with the change. What has the override depends on the source,
/// whose stamp moves on only while something does. A batch that is taken back takes stamps back as well, and a later change
/// uses them again: so the value of the source is compared, too, and an override that was set in a batch is looked at once
/// more when that is over.
@usableFromInline
final class Override<Source, Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let value: Value
    @usableFromInline let stamp: ChangeStamp
    @usableFromInline let source: Source
  }
  /// Each entry counts: whether it changes anything is the test of what reads it.
  @usableFromInline let entry: OpenBehavior<Entry?>
  private unowned let source: Behavior<Source>
  private var isToBeChecked = false

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
    // In the batch that has set it, a source that is back where it was has not changed.
    return (isSameStamp || isToBeChecked) && source.isUnchanged(from: entry.source)
  }

  /// Whether there is a valid value. Not tracked.
  @usableFromInline var isSet: Bool {
    _ = source.peek()
    return entry.peek().map(isValid) ?? false
  }

  /// `value` stands in from now on; `change` may write the source, as part of the same change.
  @usableFromInline
  func set(_ value: Value, _ change: () -> Void = {}) {
    if Context.isCollecting && !isToBeChecked {
      isToBeChecked = true
      callLater(after: .batch, label: source.label) { [weak self] in self?.settle() }
    }
    withoutTracking {
      batch {
        change()
        let present = source.peek()
        entry.value = Entry(value: value, stamp: ChangeStamp(of: source), source: present)
      }
    }
  }

  @usableFromInline
  func clear() { if entry.peek() != nil { entry.value = nil } }

  /// The batch in which it was set is over.
  private func settle() {
    guard let entry = entry.peek() else { return isToBeChecked = false }
    _ = source.peek()
    let isValid = isValid(entry)
    isToBeChecked = false
    let stamp = ChangeStamp(of: source)
    if isValid && stamp == entry.stamp { return }
    self.entry.value = isValid ? Entry(value: entry.value, stamp: stamp, source: entry.source) : nil
  }
}
