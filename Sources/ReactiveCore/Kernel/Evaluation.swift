// Unsafe: an evaluation as a value.
//
// Invariant: the frame lives on the stack for as long as the function that was given the evaluation runs, and that
// function keeps it to itself.

/// An evaluation on the stack, for a function that is given it and therefore need not look it up at each read.
///
/// Only valid inside of that function.
@frozen
@safe
@usableFromInline
package struct Evaluation {
  @usableFromInline let frame: UnsafeMutablePointer<Frame>

  @inlinable @inline(__always)
  init(_ frame: UnsafeRawPointer) {
    unsafe self.frame = UnsafeMutablePointer(mutating: frame.assumingMemoryBound(to: Frame.self))
  }

  /// Its node has died while it ran.
  @inlinable @inline(__always)
  var isOfTheDead: Bool { unsafe frame.pointee.sub == nil }

  /// What is read from here on is no dependency.
  @inlinable @inline(__always)
  package func close() {
    unsafe frame.pointee.unread = frame.pointee.cursor
    unsafe frame.pointee.cursor = nil
    unsafe frame.pointee.isClosed = true
  }

  @inlinable @inline(__always)
  func record(_ node: NodeRef) {
    guard let expected = unsafe frame.pointee.cursor, expected.reads(node) else {
      return unsafe Context.trackUnexpected(node, frame)
    }
    expected.version = node.version
    expected.run = unsafe frame.pointee.run
    unsafe frame.pointee.cursor = expected.nextDep
    unsafe frame.pointee.tail = expected
  }
}

extension Behavior {
  /// The current value, as a dependency of the evaluation that is on top.
  @inlinable @inline(__always)
  package final func read(in evaluation: Evaluation) -> Value {
    if !flags.isDisjoint(with: .stale) { return refreshAndRead() }
    evaluation.record(node)
    return present
  }
}
