extension Behavior {
  /// Whether the value is still, or again, `earlier`, which had this stamp. The behavior is up to date, as after a
  /// read.
  // Inlined: benchmark "write a behavior of a History, with an observer".
  @inlinable @inline(__always)
  final func isStill(_ earlier: Value, _ stamp: ChangeStamp) -> Bool {
    let isSameStamp = ChangeStamp(of: self) == stamp
    if duplicateRule == .none { return isSameStamp }
    // Values are compared, because a reverted batch frees its stamps for later changes. A value that is no duplicate of
    // itself, such as NaN, has only its stamp.
    return isUnchanged(from: earlier) || (isSameStamp && !isUnchanged(from: peek()))
  }

  /// Whether a write since this stamp may change the behavior yet: a program's field changes when its message is
  /// handled. For a behavior with user functions, only pending calls are known. A stored behavior has what was written.
  /// The behavior is up to date, as after a read.
  @inlinable
  final func isChangePending(since stamp: ChangeStamp) -> Bool {
    if ChangeStamp(of: self) != stamp { return false }
    return writesLate ? waitingValue(.look(nil)) != nil : forwardsWrites && Context.hasIdleCalls
  }
}

/// What a source was at a step or a write that depends on it. A touch of the source is a change, too.
@usableFromInline
struct SourceMark<Source> {
  /// Detects a batch that is reverted to it.
  @usableFromInline let value: Source
  @usableFromInline let stamp: ChangeStamp
  @usableFromInline let touches: UInt32

  /// The source is up to date.
  @inlinable
  init(_ value: Source, of source: Behavior<Source>) {
    self.value = value
    stamp = ChangeStamp(of: source)
    touches = source.touches
  }

  @inlinable
  init(of source: Behavior<Source>) { self.init(source.peek(), of: source) }

  /// Whether the source is unchanged, or restored. It is up to date.
  @inlinable
  func isPresent(in source: Behavior<Source>) -> Bool { source.touches == touches && source.isStill(value, stamp) }

  /// The same, but false for a duplicate that the source was notified of.
  func isStamped(in source: Behavior<Source>) -> Bool { stamp == ChangeStamp(of: source) && isPresent(in: source) }
}
