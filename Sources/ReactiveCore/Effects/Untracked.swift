// Unsafe: reads that are not recorded.
//
// Invariant: the evaluation without a node lies on the stack of the call, and is on top for exactly as long as `body` runs.

/// Runs `body` without recording what it reads.
@usableFromInline
package func withoutTracking<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  Context.prepare()
  let outer = unsafe Context.currentEvaluation
  guard unsafe outer != nil else { return try ReadPorts.areOn ? Context.current.withoutNotes(body) : body() }
  // An evaluation without a node rather than none: a node that dies while it runs must still be found further out.
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
  /// Runs `body`, whose reads are no dependencies of the evaluation on top. Call it in its function only.
  @inlinable @inline(__always)
  package static func pauseTracking<Result>(_ body: () -> Result) -> Result {
    closeReads()
    let result = body()
    openReads()
    return result
  }
}
