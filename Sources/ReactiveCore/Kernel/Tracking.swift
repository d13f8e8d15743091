// Reads become links.

extension Context {
  /// Records that the evaluation of `frame`, the one on top, reads `node`.
  @inlinable @inline(__always)
  static func record(_ node: NodeRef, _ frame: UnsafeMutablePointer<Evaluation>) {
    guard let expected = unsafe frame.pointee.cursor, expected.reads(node) else {
      return unsafe trackUnexpected(node, frame)
    }
    expected.version = node.version
    expected.run = unsafe frame.pointee.run
    unsafe frame.pointee.cursor = expected.nextDep
    unsafe frame.pointee.tail = expected
  }

  /// The read is another than the last run's at this place.
  ///
  /// Releases nothing and runs nobody's code, as the attribute says.
  @usableFromInline @inline(never) @_effects(releasenone)
  static func trackUnexpected(_ node: NodeRef, _ frame: UnsafeMutablePointer<Evaluation>) {
    guard let sub = unsafe frame.pointee.sub, !sub.flags.contains(.ended) else { return }
    if unsafe frame.pointee.isClosed { return }
    let run = unsafe frame.pointee.run
    // Read before in this run: just now, or before others if no one else subscribed since (if someone did, a second link
    // is harmless). If it has changed since, by a write of this very run, a second link says what the second read saw.
    if unsafe says(frame.pointee.tail, sub, run, read: node) || says(node.subs?.previousSub, sub, run, read: node) {
      return unsafe node.setReader(frame)
    }

    let tail = unsafe frame.pointee.tail
    // Look a few links ahead: some dependencies may have been skipped this time.
    if let cursor = unsafe frame.pointee.cursor {
      var before = cursor
      var ahead = 0
      while ahead < 3, let candidate = before.nextDep {
        if candidate.reads(node) {
          before.nextDep = candidate.nextDep
          candidate.nextDep = cursor
          candidate.version = node.version
          candidate.run = run
          if let tail { tail.nextDep = candidate } else { sub.deps = candidate }
          unsafe frame.pointee.tail = candidate
          return
        }
        before = candidate
        ahead += 1
      }
    }

    let context = Context.current
    let link = unsafe context.raw.pointee.magazine.allocate(dep: node, sub: sub, version: node.version, run: run)
    link.nextDep = unsafe frame.pointee.cursor
    if let tail { tail.nextDep = link } else { sub.deps = link }
    unsafe frame.pointee.tail = link
    node.append(link)
    // It has outdated itself in its run, by a write: whoever links to it is outdated as well.
    if !node.flags.isDisjoint(with: .marked) { context.mark(link) }
    if context.pendingWork.contains(.tracing) { unsafe context.raw.pointee.counters.links += 1 }
  }

  /// Does `link` say that the run `run` of `sub` has read `node` in the version that it has?
  @inline(__always)
  private static func says(_ link: LinkRef?, _ sub: NodeRef, _ run: UInt32, read node: NodeRef) -> Bool {
    guard let link else { return false }
    return link.reads(node) && link.sub == sub && link.run & 1 == run && link.version == node.version
  }

  /// Takes a chain of links (by `nextDep`) out of their dependencies' lists and frees them.
  @inline(never)
  func detach(_ first: LinkRef) {
    var link = first
    while true {
      var orphan: NodeRef?
      if let dep = link.dep {
        let next = link.nextSub
        if dep.subs == link {
          dep.subs = next
          if let next { next.previousSub = link.previousSub } else if dep.isStandIn { orphan = dep }
        } else {
          let previous = link.previousSub ?? link
          previous.nextSub = next
          if let next { next.previousSub = previous } else { dep.subs?.previousSub = previous }
        }
      }
      var next = link.nextDep
      unsafe raw.pointee.magazine.free(link)
      if let orphan { next = orphan.endStandIn(before: next) }
      guard let next else { return }
      link = next
    }
  }
}

extension NodeRef {
  /// Puts a link to this node last among its dependents.
  func append(_ link: LinkRef) {
    if let first = subs {
      let last = first.previousSub ?? first
      last.nextSub = link
      link.previousSub = last
      first.previousSub = link
    } else {
      link.previousSub = link
      subs = link
    }
  }
}

/// Runs `body` without recording what it reads.
@usableFromInline
package func withoutTracking<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  Context.prepare()
  let outer = unsafe Context.currentFrame
  guard unsafe outer != nil else { return try body() }
  // A frame of nobody rather than no frame: a node that dies while it runs must still be found further out.
  var frame = unsafe Evaluation(run: Evaluation.ofNobody, outer: outer)
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
