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
  var frame = unsafe Evaluation(mode: .untracked, outer: outer)
  return try unsafe withUnsafeMutablePointer(to: &frame) { (frame: UnsafeMutablePointer<Evaluation>) throws(Failure) in
    let context = Context.current
    let ownsHere = unsafe context.raw.pointee.ownerFrame == outer
    unsafe context.begin(frame)
    if ownsHere { unsafe context.raw.pointee.ownerFrame = frame }
    defer {
      unsafe context.end(frame)
      if ownsHere { unsafe context.raw.pointee.ownerFrame = outer }
    }
    return try body()
  }
}
