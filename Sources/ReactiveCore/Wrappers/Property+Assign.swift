// Unsafe: a wrapper's behavior, not retained while it is written.
//
// Invariant: `OpenBehavior.assign` retains the behavior before user code runs, or does not use it afterwards.

extension Property {
  /// `wrappedValue = new`, without the two atomic operations of a retain when nothing has to be notified (benchmark:
  /// "write @Property").
  @inlinable @inline(__always)
  func assign(_ new: Value) { unsafe OpenBehavior.assign(new, to: .passUnretained(behavior)) }
}

extension Pub {
  @inlinable @inline(__always)
  func assign(_ new: Value) { unsafe OpenBehavior.assign(new, to: .passUnretained(projectedValue)) }
}
