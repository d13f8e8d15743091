// Unsafe: an evaluation as a value, and evaluations that read what was declared, and nothing else.
//
// A node with declared dependencies reads them as any other does, and then closes its evaluation: what the user's
// function reads after that is not recorded. Cheaper than a frame of nobody around the user's function. Invariant: the
// frame lives on the stack for as long as the function that was given the evaluation runs, and that function keeps it to
// itself.

/// An evaluation on the stack, for a function that is given it and therefore need not look it up at each read.
///
/// Only valid inside of that function.
@frozen
@safe
@usableFromInline
package struct EvaluationRef {
  @usableFromInline let frame: UnsafeMutablePointer<Evaluation>

  @inlinable @inline(__always)
  init(_ frame: UnsafeRawPointer) {
    unsafe self.frame = UnsafeMutablePointer(mutating: frame.assumingMemoryBound(to: Evaluation.self))
  }

  /// Its node has died while it ran.
  @inlinable @inline(__always)
  var isOfTheDead: Bool { unsafe frame.pointee.sub == nil }

  /// What is read from here on is no dependency.
  ///
  /// The cursor is put aside, so that every read takes the cold path, where the test is.
  @inlinable @inline(__always)
  package func close() {
    unsafe frame.pointee.unread = frame.pointee.cursor
    unsafe frame.pointee.cursor = nil
    unsafe frame.pointee.isClosed = true
  }

  /// What is read from here on is a dependency again.
  func open() {
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

extension Context {
  private static var evaluation: EvaluationRef? { unsafe currentFrame.map { unsafe EvaluationRef($0) } }

  /// What the evaluation on top reads from here on is no dependency of it. Call it in its function only.
  @usableFromInline
  package static func closeReads() { evaluation?.close() }

  /// What the evaluation on top reads from here on is a dependency of it again.
  @usableFromInline
  package static func openReads() { evaluation?.open() }
}

extension ReactiveNode {
  /// Makes the evaluation on top depend on this behavior, without a use for its value.
  @usableFromInline
  package final func follow() {
    if flags.isDisjoint(with: .stale) { track(node) } else { Context.refreshAndTrack(node) }
  }
}

extension Behavior {
  /// The current value, as a dependency of the evaluation that is on top.
  @inlinable @inline(__always)
  package final func read(in evaluation: EvaluationRef) -> Value {
    if !flags.isDisjoint(with: .stale) { return refreshAndRead() }
    unsafe Context.record(node, evaluation.frame)
    return present
  }
}
