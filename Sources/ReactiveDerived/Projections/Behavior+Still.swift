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

  /// ``isStill(_:_:)``, where a touch is a change, too.
  @inlinable
  final func isStill(_ earlier: Value, _ stamp: ChangeStamp, touches: UInt16) -> Bool {
    self.touches == touches && isStill(earlier, stamp)
  }

  /// Whether a write since this stamp may change the behavior yet: a program's field changes by a message, when the
  /// thread is idle. The behavior is up to date, as after a read.
  @inlinable
  final func isChangePending(since stamp: ChangeStamp) -> Bool {
    Context.hasIdleCalls && ChangeStamp(of: self) == stamp
  }
}
