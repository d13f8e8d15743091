// Unsafe: reads that are not recorded.
//
// Invariant: the evaluation without a node lies on the stack of the call, and is on top for exactly as long as `body` runs.

/// Runs `body` without recording what it reads.
@usableFromInline
package func withoutTracking<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  Context.prepare()
  let outer = unsafe Context.currentFrame
  guard unsafe outer != nil else { return try body() }
  // A frame without a node rather than no frame: a node that dies while it runs must still be found further out.
  let context = Context.current
  var frame = unsafe Evaluation(tail: context.noLink, mode: .untracked, outer: outer)
  return try unsafe withUnsafeMutablePointer(to: &frame) { (frame: UnsafeMutablePointer<Evaluation>) throws(Failure) in
    let ownsHere = unsafe context.raw.pointee.ownerFrame == outer
    unsafe context.frame = frame
    if ownsHere { unsafe context.raw.pointee.ownerFrame = frame }
    defer {
      unsafe context.frame = outer
      if ownsHere { unsafe context.raw.pointee.ownerFrame = outer }
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
