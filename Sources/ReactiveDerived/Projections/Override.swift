/// A value that replaces the one derived from a source until the source changes.
///
/// It is valid while the source keeps the value it had when the override was set. A change ends it, but not if a batch
/// reverts that change. Meanwhile the source is observed, and its next notification removes an invalid override. One
/// set in a batch is checked at its end, before anything is notified, because observers may restore the source's value.
@usableFromInline
final class Override<Source, Value>: EndsAtHome {
  @usableFromInline
  struct Entry {
    @usableFromInline let value: Value
    @usableFromInline let mark: SourceMark<Source>
    /// The open batch had changed the source, and its stamp with it.
    @usableFromInline let isMidway: Bool
    /// What the source was sent and does not have yet, such as a program's field, which changes by a message.
    @usableFromInline let sent: Source?

    @inlinable
    init(_ value: Value, over present: Source, of source: Behavior<Source>, sent: Source? = nil) {
      self.value = value
      mark = SourceMark(present, of: source)
      isMidway = source.isInBatch
      self.sent = sent
    }
  }
  /// Every entry is a change; the reader tests for duplicates.
  @usableFromInline let entry: OpenBehavior<Entry?>
  @usableFromInline unowned let source: Behavior<Source>
  private var observer = ReleaseGuard<CancelOnDeinit>()
  @usableFromInline private(set) var isObserving = false
  /// Set in a batch that has not ended.
  @usableFromInline private(set) var isUnsettled = false

  /// Does not retain the source.
  @usableFromInline
  init(of source: Behavior<Source>, _ file: StaticString, _ line: UInt) {
    self.source = source
    entry = OpenBehavior(nil, Equality(.never()), name: nil, file: file, line: line)
  }

  /// The value if it is valid. Tracked. The source is up to date, as after a read.
  @inlinable
  func read() -> Value? {
    guard let entry = entry.read(), isValid(entry) else { return nil }
    return entry.value
  }

  @inlinable
  func isValid(_ entry: Entry) -> Bool {
    let stamp = entry.mark.stamp
    let mayStand =
      stamp == ChangeStamp(of: source) || (isUnsettled && entry.isMidway) || source.mayRevert(to: stamp)
    return (mayStand && entry.mark.isPresent(in: source)) || hasArrived(entry)
  }

  @inlinable
  func hasArrived(_ entry: Entry) -> Bool { entry.sent.map(source.isUnchanged(from:)) ?? false }

  /// The value after the pending write has reached the source; nil if no write is pending. Not tracked.
  // Asks the source once: in a chain of overrides, each question would double those of the next.
  @usableFromInline
  func comingValue(_ purpose: WaitingPurpose, _ derive: (Source) -> Value) -> Value? {
    let standing = standing
    guard let write = source.waitingWrite(purpose, after: standing.map { $0.sent ?? $0.mark.value }),
      let new = write.value
    else { return nil }
    if let standing, write.isDuplicate { return standing.value }
    return derive(new)
  }

  private var standing: Entry? {
    _ = source.peek()
    guard let entry = entry.peek(), isValid(entry) else { return nil }
    return entry
  }

  /// Called when a value has been sent. If another one waits behind it, its arrival ends the override, even if it
  /// equals the source's present value. Until then the override is valid: the source still has the value that it
  /// replaces.
  @usableFromInline
  func settleBehind() {
    if !source.writesLate { return }
    // Asked as late as possible: any delivery may send another value.
    var isOvertaken = false
    let arrival = Arrival(
      prepare: { [weak self] in isOvertaken = self?.isOvertaken ?? false },
      complete: { [weak self] in if isOvertaken { self?.clearWhenIdle() } })
    _ = source.waitingValue(.look(arrival))
  }

  private func clearWhenIdle() {
    let call = IdleCall(label: "an override of \(self.source.label)") { [weak self] in
      guard let self else { return }
      withExtendedLifetime(source) { if let entry = entry.peek(), entry.sent != nil, !hasArrived(entry) { clear() } }
    }
    call.request()
  }

  private var isOvertaken: Bool {
    guard let sent = entry.peek()?.sent else { return false }
    return withExtendedLifetime(source) { source.waitingWrite(.look(nil), after: sent)?.isDuplicate == false }
  }

  /// Whether a valid value is set. Not tracked.
  var isSet: Bool { standing != nil }

  /// Whether a valid value is set that will stand once the writes that wait for the source have arrived. Not tracked.
  var staysSet: Bool {
    guard let standing else { return false }
    return source.waitingWrite(.look(nil), after: standing.sent ?? standing.mark.value)?.isDuplicate ?? true
  }

  /// Sets the override. `change` may write the source in the same change, and returns what it wrote or what waits.
  @inlinable
  func set(_ value: Value, _ change: () -> Source? = { nil }) {
    settleLater()
    batch {
      let before = ChangeStamp(of: source)
      var sent = change()
      let present = source.peek()
      // What the source has made of the value counts, unless that is still to come.
      if !source.isChangePending(since: before) { sent = nil }
      if !isObserving { observe { $0.sourceHasChanged() } }
      entry.value = Entry(value, over: present, of: source, sent: sent)
      if sent != nil { settleBehind() }
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
    // A batch that reverts this needs the observer.
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
    // Released last: it may end activities of the source, which run user code.
    let last = observer.content
    observer.content = nil
    withExtendedLifetime(last) {}
  }

  @inlinable
  func sourceHasChanged() {
    // The change in which it was set notifies, too.
    if let entry = entry.peek() {
      if hasArrived(entry) { return stamp(entry) }
      if isUnsettled || isValid(entry) { return }
    }
    clear()
  }

  /// Lets the override stand over the source's present value.
  @usableFromInline
  func stamp(_ old: Entry) {
    entry.value = Entry(old.value, over: source.peek(), of: source)
  }

  /// Called after the batch in which it was set.
  private func settle() {
    let isStillSet = entry.peek() != nil && isSet
    isUnsettled = false
    guard let entry = entry.peek() else { return observeNoMore() }
    if !isStillSet {
      self.entry.value = nil
      return observeNoMore()
    }
    if ChangeStamp(of: source) != entry.mark.stamp {
      self.entry.value = Entry(entry.value, over: entry.mark.value, of: source, sent: entry.sent)
    }
  }

  deinit { entry.isolation.perform(atEndOf: self, releasing: &observer) }
}
