// Unsafe: a read in an evaluation that is given, by its address.
//
// Invariant: an `EvaluationRef` is only handed to the function that runs in it.

extension Behavior {
  /// The current value, as a dependency of the evaluation that is on top.
  @inlinable @inline(__always)
  package final func read(in evaluation: EvaluationRef) -> Value {
    if !flags.isDisjoint(with: .stale) { return refreshAndRead() }
    unsafe Context.record(node, evaluation.frame)
    return present
  }
}
