// Unsafe: unrecorded reads.
//
// Invariant: the evaluation without a node is on the call's stack, and is the innermost one exactly while `body` runs.

/// Runs `body` without recording its reads.
@usableFromInline
package func withoutTracking<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  Context.prepare()
  let outer = unsafe Context.currentEvaluation
  guard unsafe outer != nil else { return try ReadPorts.areOn ? Context.current.withoutNotes(body) : body() }
  // An evaluation without a node, not none: a node deallocated during its run must still be found in the outer ones.
  let context = Context.current
  #if DEBUG
  Context.noteFollowedObjects()
  #endif
  var evaluation = unsafe Evaluation(tail: context.noLink, mode: .untracked, outer: outer)
  return try unsafe withUnsafeMutablePointer(to: &evaluation) {
    (evaluation: UnsafeMutablePointer<Evaluation>) throws(Failure) in
    let ownsHere = unsafe context.raw.pointee.ownerEvaluation == outer
    unsafe context.evaluation = evaluation
    if ownsHere { unsafe context.raw.pointee.ownerEvaluation = evaluation }
    defer {
      unsafe context.evaluation = outer
      if ownsHere { unsafe context.raw.pointee.ownerEvaluation = outer }
    }
    return try body()
  }
}

extension Context {
  /// Runs `body`, whose reads are no dependencies of the innermost evaluation. Call it only in that evaluation's
  /// function.
  @inlinable @inline(__always)
  package static func pauseTracking<Result>(_ body: () -> Result) -> Result {
    closeReads()
    let result = body()
    openReads()
    return result
  }
}
