// Unsafe: a wrapper's behavior, not retained while it is written.
//
// Invariant: `OpenBehavior.assign` retains the behavior before code of the user runs, or does not touch it after that.

extension Property {
  /// `wrappedValue = new`, without the two atomic operations of a retain when nothing has to be notified (benchmark: "write
  /// @Property").
  @inlinable @inline(__always)
  func assign(_ new: Value) { unsafe OpenBehavior.assign(new, to: .passUnretained(behavior)) }
}

extension Pub {
  /// `wrappedValue = new`, in the same way.
  @inlinable @inline(__always)
  func assign(_ new: Value) { unsafe OpenBehavior.assign(new, to: .passUnretained(projectedValue)) }
}
