extension Behavior {
  /// Whether it has this earlier value still, or again, which had this stamp. It is up to date, as after a read.
  // Inlined: benchmark "write a behavior of a History, with an observer".
  @inlinable @inline(__always)
  final func isStill(_ earlier: Value, _ stamp: ChangeStamp) -> Bool {
    let isSameStamp = ChangeStamp(of: self) == stamp
    if duplicateRule == .none { return isSameStamp }
    // A batch that is taken back takes stamps back, and a later change uses them again for other values. But of a value that
    // is no duplicate of itself, such as NaN, nothing else can be compared.
    return isUnchanged(from: earlier) || (isSameStamp && !isUnchanged(from: peek()))
  }
}
