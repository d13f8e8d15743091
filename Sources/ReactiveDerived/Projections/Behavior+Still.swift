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

  /// Whether nothing has been notified since the behavior had the value `earlier` and this stamp, nor will be if the
  /// open batch ends now. A change in place, or by `touch()`, may leave a duplicate.
  @inlinable
  final func isUnchanged(since stamp: ChangeStamp, _ earlier: Value) -> Bool {
    (ChangeStamp(of: self) == stamp || mayBeTakenBack(to: stamp)) && isStill(earlier, stamp)
  }
}
