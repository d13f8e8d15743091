extension Behavior {
  /// Whether the present value is no change after `other`, by the behavior's own test.
  @inlinable
  package final func isUnchanged(from other: Value) -> Bool {
    !flags.contains(.neverEqual) && ask(.isReverted, about: other)
  }
}
