// Unsafe: evaluations, and how their reads become links.
//
// An evaluation lies on the stack of the call that runs a node's function, and the context points at the one on top.
// Invariant: an evaluation is linked to its `outer` one for exactly as long as its call is on the stack, so every address
// that the context or an `EvaluationRef` holds is that of a living one. A node that dies takes itself out.

/// One evaluation on the stack: which node reads, and how far its reads have matched those of its last run.
@usableFromInline
@unsafe
struct Evaluation {
  /// The node whose function runs; nil once it died.
  @usableFromInline var sub: NodeRef?
  /// The dependency that was read next in the last run. Reads in the same order cost one comparison.
  @usableFromInline var cursor: LinkRef?
  /// The last dependency that this run confirmed, or ``Context/noLink``: what is read again is compared with it first.
  @usableFromInline var tail: LinkRef
  /// What this run notes in the links that it confirms: its parity.
  @usableFromInline var marks: LinkMarks = []
  /// How its reads are treated.
  @usableFromInline var mode = EvaluationMode.tracking
  /// The ``cursor``, while reads are closed.
  @usableFromInline var unread: LinkRef?
  /// The evaluation that this one interrupted.
  @usableFromInline var outer: UnsafeMutablePointer<Evaluation>?
}

/// How the reads of an evaluation are treated.
@usableFromInline
enum EvaluationMode {
  /// They are dependencies of its node.
  case tracking
  /// They are not, until reads are opened again; see ``EvaluationRef/close()``.
  case paused
  /// It has no node: reads are recorded nowhere, and what else belongs to an evaluation belongs to the outer one.
  case untracked
  /// A cleanup runs. It is no part of the evaluation around it.
  case cleanup
  /// The node died.
  case disposed
}

/// An evaluation on the stack, for a function that is given it and therefore need not look it up at each read.
///
/// Only valid inside of that function.
@frozen
@safe
@usableFromInline
package struct EvaluationRef {
  @usableFromInline let pointer: UnsafeMutablePointer<Evaluation>

  @inlinable @inline(__always)
  init(_ address: UnsafeRawPointer) {
    unsafe pointer = UnsafeMutablePointer(mutating: address.assumingMemoryBound(to: Evaluation.self))
  }

  /// Its node has died while it ran.
  @inlinable @inline(__always)
  var isDisposed: Bool { unsafe pointer.pointee.sub == nil }

  /// What is read from here on is no dependency.
  ///
  /// The cursor is kept elsewhere, so that every read takes the cold path, where the test is.
  @inlinable @inline(__always)
  package func close() {
    unsafe pointer.pointee.unread = pointer.pointee.cursor
    unsafe pointer.pointee.cursor = nil
    if unsafe pointer.pointee.mode == .tracking { unsafe pointer.pointee.mode = .paused }
  }

  /// What is read from here on is a dependency again.
  @usableFromInline
  package func open() {
    if unsafe pointer.pointee.mode == .paused { unsafe pointer.pointee.mode = .tracking }
    guard let unread = unsafe pointer.pointee.unread else { return }
    unsafe pointer.pointee.unread = nil
    unsafe pointer.pointee.cursor = unread
    // A dependency that died meanwhile may have put its own ones in between.
    if let sub = unsafe pointer.pointee.sub { unsafe sub.follow(pointer.pointee.tail, with: unread) }
  }
}

extension Context {
  private static var running: EvaluationRef? { unsafe currentEvaluation.map { unsafe EvaluationRef($0) } }

  /// What the evaluation on top reads from here on is no dependency of it.
  @usableFromInline
  static func closeReads() { running?.close() }

  /// What the evaluation on top reads from here on is a dependency of it again.
  @usableFromInline
  static func openReads() { running?.open() }
}

extension ReactiveNode {
  /// Makes the evaluation on top depend on this behavior, without a use for its value.
  @usableFromInline
  package final func follow() {
    _ = flags.isDisjoint(with: .stale) ? track(node) : refreshAndTrack(node)
  }
}

/// Records that the running evaluation of this thread, if there is one, reads `node`. Returns whether there is none, and
/// the read is to be noted for what is no evaluation; see ``ReadPort``.
///
/// A function of its own, not a method, and not inlined: the call is shorter than the code, and nothing is passed but
/// the node. The attribute is true: a record releases nothing and runs no code of users. Without it the optimiser retains,
/// around every read, whatever holds the behavior (benchmarks: "read @Property", "repeatedObservers").
@usableFromInline @inline(never) @_effects(releasenone)
package func track(_ node: NodeRef) -> Bool {
  guard Context.isOnInitialThread else { return trackElsewhere(node) }
  guard let evaluation = unsafe Context.ofInitialThread.evaluation else { return ReadPorts.areOn }
  unsafe Context.record(node, evaluation)
  return false
}

/// The same, where this is not the initial thread. A function of its own, so that the other needs no registers saved.
@inline(never) @_effects(releasenone)
private func trackElsewhere(_ node: NodeRef) -> Bool {
  guard let evaluation = unsafe Context.evaluationElsewhere else { return ReadPorts.areOn }
  unsafe Context.record(node, evaluation)
  return false
}

extension Context {
  /// Records that `evaluation`, the one on top, reads `node`.
  @inlinable @inline(__always)
  static func record(_ node: NodeRef, _ evaluation: UnsafeMutablePointer<Evaluation>) {
    // The same read again: nothing was read in between, and nothing was written.
    let last = unsafe evaluation.pointee.tail
    if last.reads(node) && last.version == node.version { return }
    unsafe recordNext(node, evaluation)
  }

  /// The same, where `node` is unlikely to be what was read last.
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

  /// The last run read a different node at this position.
  ///
  /// Releases nothing and runs no code of users, as the attribute says.
  @usableFromInline @inline(never) @_effects(releasenone)
  static func trackUnexpected(_ node: NodeRef, _ evaluation: UnsafeMutablePointer<Evaluation>) {
    guard let sub = unsafe evaluation.pointee.sub, !sub.flags.contains(.ended) else { return }
    if unsafe evaluation.pointee.mode != .tracking { return }
    let marks = unsafe evaluation.pointee.marks
    // This run has already read the node, and no other node has subscribed since. (If one has, a second link is
    // harmless.) If a write of this run has changed the node since, a second link records what the second read saw.
    if says(node.subs?.previousSub, sub, marks, read: node) { return }

    let tail = unsafe evaluation.pointee.tail
    // Look a few links ahead: some dependencies may have been skipped this time.
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
    // The node's own run has invalidated it by a write, so the dependent at the new link is marked too.
    if !node.flags.isDisjoint(with: .marked) { context.mark(link) }
    if node.flags.contains(.counted) { context.count(link) }
    if context.pendingWork.contains(.tracing) { unsafe context.raw.pointee.counters.links += 1 }
  }

  /// Does `link` say that the run of `sub` with the parity `marks` has read `node` in the version that it has?
  @inline(__always)
  private static func says(_ link: LinkRef?, _ sub: NodeRef, _ marks: LinkMarks, read node: NodeRef) -> Bool {
    guard let link else { return false }
    return link.reads(node) && link.sub == sub && link.marks.intersection(.parity) == marks
      && link.version == node.version
  }

  /// Takes a chain of links (by `nextDep`) out of their dependencies' lists and frees them.
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
  /// The dependency after `tail` is that at `link`; the first one, if `tail` is ``Context/noLink``.
  func follow(_ tail: LinkRef, with link: LinkRef?) {
    if tail.isNone { deps = link } else { tail.nextDep = link }
  }

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

  /// Is `link` among those of this node?
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
