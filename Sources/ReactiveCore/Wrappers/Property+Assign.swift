// Unsafe: a wrapper's behavior, not retained while it is written.
//
// Invariant: `OpenBehavior.setValue` retains the behavior before user code runs, or does not use it afterwards.

extension Property {
  /// `wrappedValue = new`, without the two atomic operations of a retain when nothing has to be notified (benchmark:
  /// "write @Property").
  @inlinable @inline(__always)
  func setValue(_ new: Value) { unsafe OpenBehavior.setValue(new, to: .passUnretained(behavior)) }
}

extension Pub {
  @inlinable @inline(__always)
  func setValue(_ new: Value) { unsafe OpenBehavior.setValue(new, to: .passUnretained(projectedValue)) }
}
