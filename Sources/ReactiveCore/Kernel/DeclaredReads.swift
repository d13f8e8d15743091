// Unsafe: evaluations that read what was declared, and nothing else.
//
// A node with declared dependencies reads them as any other does, and then closes its frame: what the user's function
// reads after that is not recorded. While it is closed the cursor is put aside, so that every read takes the cold path,
// where the test is. Cheaper than a frame of nobody around the user's function.

extension Context {
  /// What the evaluation on top reads from here on is no dependency of it. Call it in its function only.
  @usableFromInline
  package static func closeReads() {
    guard let frame = unsafe currentFrame else { return }
    unsafe frame.pointee.unread = frame.pointee.cursor
    unsafe frame.pointee.cursor = nil
    unsafe frame.pointee.isClosed = true
  }

  /// What the evaluation on top reads from here on is a dependency of it again.
  @usableFromInline
  package static func openReads() {
    guard let frame = unsafe currentFrame else { return }
    unsafe frame.pointee.isClosed = false
    guard let unread = unsafe frame.pointee.unread else { return }
    unsafe frame.pointee.unread = nil
    unsafe frame.pointee.cursor = unread
    // A dependency that died meanwhile may have put its own ones in between.
    if let tail = unsafe frame.pointee.tail {
      tail.nextDep = unread
    } else if let sub = unsafe frame.pointee.sub {
      sub.deps = unread
    }
  }
}

extension ReactiveNode {
  /// Makes the evaluation on top depend on this behavior, without a use for its value.
  @usableFromInline
  package final func follow() {
    if flags.isDisjoint(with: .stale) { track(node) } else { Context.refreshAndTrack(node) }
  }
}
