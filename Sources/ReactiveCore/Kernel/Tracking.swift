// Unsafe: evaluations, and how their reads become links.
//
// An evaluation lives on the stack of the call that runs a node's function; the context points at the innermost one.
// Invariant: the context, an `outer` or an `EvaluationRef` refers to it only while that call is on the stack. A
// deallocated node clears `sub`.

/// An evaluation on the stack: which node reads, and how far its reads have matched those of its last run.
@usableFromInline
@unsafe
struct Evaluation {
  /// The node whose function runs; nil once it is deallocated.
  @usableFromInline var sub: NodeRef?
  /// The next dependency of the last run. A read in the same order costs one comparison.
  @usableFromInline var cursor: LinkRef?
  /// The last dependency that this run confirmed, or ``Context/noLink``; a repeated read matches it first.
  @usableFromInline var tail: LinkRef
  /// The parity of this run, noted in each link that it confirms.
  @usableFromInline var marks: LinkMarks = []
  @usableFromInline var mode = EvaluationMode.tracking
  /// Whether the node had no dependencies before.
  @usableFromInline var isFirst = false
  /// The link whose dependency was found changed, if any.
  @usableFromInline var cause: LinkRef?
  /// Holds ``cursor`` while reads are not recorded.
  @usableFromInline var unread: LinkRef?
  /// The evaluation that this one interrupted.
  @usableFromInline var outer: UnsafeMutablePointer<Evaluation>?

  /// Forgets its links; `isDead`: and its node.
  mutating func leave(for noLink: LinkRef, isDead: Bool) {
    unsafe cursor = nil
    unsafe unread = nil
    unsafe tail = noLink
    if isDead {
      unsafe sub = nil
      unsafe mode = .disposed
    }
  }
}

/// How the reads of an evaluation are treated.
@usableFromInline
enum EvaluationMode {
  /// Reads become dependencies of the node.
  case tracking
  /// Reads are ignored until recording resumes; see ``EvaluationRef/close()``.
  case paused
  /// There is no node: reads are ignored, and all else belongs to the outer evaluation.
  case untracked
  /// A cleanup runs, separate from the evaluation around it.
  case cleanup
  /// The node was deallocated, or its run is over.
  case disposed
}

/// An evaluation on the stack, passed to its function so that reads need not look it up. Valid only inside that
/// function.
@frozen
@safe
@usableFromInline
package struct EvaluationRef {
  @usableFromInline let pointer: UnsafeMutablePointer<Evaluation>

  @inlinable @inline(__always)
  init(_ address: UnsafeRawPointer) {
    unsafe pointer = UnsafeMutablePointer(mutating: address.assumingMemoryBound(to: Evaluation.self))
  }

  /// Ends the run before its function returns, so that the values it has replaced are released after it: their `deinit`
  /// may read the node, and its reads are no dependencies.
  @usableFromInline
  func finish(isChanged: Bool) {
    guard let node = unsafe pointer.pointee.sub else { return }
    let (context, run) = unsafe (Context.current, pointer.pointee)
    unsafe pointer.pointee.leave(for: context.noLink, isDead: true)
    unsafe context.finish(
      node, isChanged, because: run.cause, isFirst: run.isFirst, unread: run.cursor ?? run.unread, after: run.tail)
  }

  /// Whether the node was deallocated during its run, or the run is over.
  @inlinable @inline(__always)
  var isDisposed: Bool { unsafe pointer.pointee.sub == nil }

  /// Stops recording reads until `open()`. Moves the cursor away, so that each read takes the cold path, which tests
  /// the mode.
  @inlinable @inline(__always)
  package func close() {
    unsafe pointer.pointee.unread = pointer.pointee.cursor
    unsafe pointer.pointee.cursor = nil
    if unsafe pointer.pointee.mode == .tracking { unsafe pointer.pointee.mode = .paused }
  }

  /// Resumes recording reads.
  @usableFromInline
  package func open() {
    if unsafe pointer.pointee.mode == .paused { unsafe pointer.pointee.mode = .tracking }
    guard let unread = unsafe pointer.pointee.unread else { return }
    unsafe pointer.pointee.unread = nil
    unsafe pointer.pointee.cursor = unread
    // A dependency deallocated meanwhile may have inserted its own ones here.
    if let sub = unsafe pointer.pointee.sub { unsafe sub.follow(pointer.pointee.tail, with: unread) }
  }
}

extension Context {
  private static var running: EvaluationRef? { unsafe currentEvaluation.map { unsafe EvaluationRef($0) } }

  /// Stops recording reads in the innermost evaluation.
  @usableFromInline
  static func closeReads() { running?.close() }

  /// Resumes recording reads in the innermost evaluation.
  @usableFromInline
  static func openReads() { running?.open() }
}

extension ReactiveNode {
  /// Makes the innermost evaluation depend on this behavior without using its value.
  @usableFromInline
  package final func follow() {
    _ = flags.isDisjoint(with: .stale) ? track(node) : refreshAndTrack(node)
    withExtendedLifetime(self) {}
  }
}

/// Records that the running evaluation of this thread, if any, reads `node`. Returns whether there is none and the read
/// must be noted for code outside of evaluations; see ``ReadPort``.
///
/// A free function, not inlined: the call is shorter than the code and passes only the node. `releasenone` holds:
/// recording releases nothing and runs no user code. Without it, the optimizer retains the behavior's holder around
/// each read (benchmarks: "read @Property", "repeatedObservers").
@usableFromInline @inline(never) @_effects(releasenone)
package func track(_ node: NodeRef) -> Bool {
  guard Context.isOnInitialThread else { return trackElsewhere(node) }
  guard let evaluation = unsafe Context.ofInitialThread.evaluation else { return ReadPorts.areOn }
  unsafe Context.record(node, evaluation)
  return false
}

/// The same off the initial thread. Separate, so that the other needs no registers saved.
@inline(never) @_effects(releasenone)
private func trackElsewhere(_ node: NodeRef) -> Bool {
  guard let evaluation = unsafe Context.evaluationElsewhere else { return ReadPorts.areOn }
  unsafe Context.record(node, evaluation)
  return false
}

extension Context {
  /// Records that `evaluation`, the innermost one, reads `node`.
  @inlinable @inline(__always)
  static func record(_ node: NodeRef, _ evaluation: UnsafeMutablePointer<Evaluation>) {
    // A repetition of the last read, without a write in between.
    let last = unsafe evaluation.pointee.tail
    if last.reads(node) && last.version == node.version { return }
    unsafe recordNext(node, evaluation)
  }

  /// The same for a read unlikely to repeat the last one.
  @inlinable @inline(__always)
  static func recordNext(_ node: NodeRef, _ evaluation: UnsafeMutablePointer<Evaluation>) {
    guard let expected = unsafe evaluation.pointee.cursor, expected.reads(node) else {
      return unsafe trackUnexpected(node, evaluation)
    }
    expected.version = node.version
    expected.marks = unsafe evaluation.pointee.marks
    unsafe evaluation.pointee.cursor = expected.nextDep
    unsafe evaluation.pointee.tail = expected
  }

  /// Records a read where the last run read a different node. `releasenone` holds: it releases nothing and runs no user
  /// code.
  @usableFromInline @inline(never) @_effects(releasenone)
  static func trackUnexpected(_ node: NodeRef, _ evaluation: UnsafeMutablePointer<Evaluation>) {
    guard let sub = unsafe evaluation.pointee.sub, !sub.flags.contains(.ended) else { return }
    if unsafe evaluation.pointee.mode != .tracking { return }
    let marks = unsafe evaluation.pointee.marks
    // This run has read the node, and no other node has subscribed since (a second link would then be harmless). After
    // a write of the node by this run, a second link records the newer version.
    if says(node.subs?.previousSub, sub, marks, read: node) { return }

    let tail = unsafe evaluation.pointee.tail
    // Look a few links ahead, since this run may have skipped dependencies.
    if let cursor = unsafe evaluation.pointee.cursor {
      var before = cursor
      var ahead = 0
      while ahead < 3, let candidate = before.nextDep {
        if candidate.reads(node) {
          before.nextDep = candidate.nextDep
          candidate.nextDep = cursor
          candidate.version = node.version
          candidate.marks = marks
          sub.follow(tail, with: candidate)
          unsafe evaluation.pointee.tail = candidate
          return
        }
        before = candidate
        ahead += 1
      }
    }

    let context = Context.current
    node.settleIn()
    if node.flags.contains(.changedUnwatched) { context.followChanged(node) }
    let link = unsafe context.raw.pointee.magazine.allocate(dep: node, sub: sub, version: node.version, marks: marks)
    link.nextDep = unsafe evaluation.pointee.cursor
    sub.follow(tail, with: link)
    unsafe evaluation.pointee.tail = link
    node.append(link)
    // The node's own run has invalidated it, so the new dependent is marked, too: by a write, or (`dirty`) to run again
    // at the next read, as the behavior of an object does whose change may be announced late.
    if !node.flags.isDisjoint(with: .marked) { context.markReader(at: link) }
    if node.flags.contains(.counted) { context.count(link) }
    if context.pendingWork.contains(.tracing) { unsafe context.raw.pointee.counters.links += 1 }
  }

  /// Whether `link` shows that the run of `sub` with parity `marks` read the present version of `node`.
  @inline(__always)
  private static func says(_ link: LinkRef?, _ sub: NodeRef, _ marks: LinkMarks, read node: NodeRef) -> Bool {
    guard let link else { return false }
    return link.reads(node) && link.sub == sub && link.marks.intersection(.parity) == marks
      && link.version == node.version
  }

  /// Removes a chain of links (by `nextDep`) from their dependencies' lists and frees them.
  @inline(never)
  func detach(_ first: LinkRef) {
    if first.sub.flags.contains(.counted) { uncount(first) }
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
  /// Makes `link` the dependency after `tail`, or the first one if `tail` is ``Context/noLink``.
  func follow(_ tail: LinkRef, with link: LinkRef?) {
    if tail.isNone { deps = link } else { tail.nextDep = link }
  }

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

  func stillReads(_ link: LinkRef?) -> Bool {
    guard let link else { return false }
    var present = deps
    while let candidate = present {
      if candidate == link { return true }
      present = candidate.nextDep
    }
    return false
  }
}
