/// A value that stands in for what is derived from a source, until the source changes.
///
/// It is valid for one stamp of the source, so it ends in one with the change. A batch that is taken back takes stamps back
/// as well, and a later change uses them again: an override that was set in a batch is looked at once more when that is over.
@usableFromInline
final class Override<Source, Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let value: Value
    @usableFromInline let stamp: ChangeStamp
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
    guard let entry = entry.read(), entry.stamp == sourceStamp else { return nil }
    return entry.value
  }

  /// The stamp that the source has now.
  @usableFromInline var sourceStamp: ChangeStamp { ChangeStamp(of: source) }

  /// Whether there is a valid value. Not tracked.
  @usableFromInline var isSet: Bool {
    _ = source.peek()
    return entry.peek().map { $0.stamp == sourceStamp } ?? false
  }

  /// `value` stands in from now on; `change` may write the source, as part of the same change.
  @usableFromInline
  func set(_ value: Value, _ change: () -> Void = {}) {
    let isRevertible = Context.isCollecting
    withoutTracking {
      batch {
        change()
        _ = source.peek()
        entry.value = Entry(value: value, stamp: sourceStamp)
      }
    }
    if isRevertible && !isToBeChecked {
      isToBeChecked = true
      callLater(after: .queue, label: source.label) { [weak self] in self?.dropIfOutdated() }
    }
  }

  @usableFromInline
  func clear() { if entry.peek() != nil { entry.value = nil } }

  private func dropIfOutdated() {
    isToBeChecked = false
    if !isSet { clear() }
  }
}
