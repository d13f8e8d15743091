// What the layers may ask of a node's state, and the two states that they may put it into. They see no flags, links or
// versions.

/// Identifies the value that a behavior has: it differs after each change, and a batch that is taken back takes it back.
@frozen
@usableFromInline
package struct ChangeStamp: Equatable {
  @usableFromInline let version: UInt32
  @inlinable
  init(_ version: UInt32) { self.version = version }
}

extension ReactiveNode {
  /// The stamp of the present value, which is up to date only after a read.
  @inlinable
  package final var changeStamp: ChangeStamp { ChangeStamp(version) }
  /// Whether a value of it can be a duplicate of another.
  @inlinable
  package final var hasDuplicates: Bool { !flags.contains(.neverEqual) }
  /// Whether its duplicates are found by `==`.
  @inlinable
  package final var comparesByEquatable: Bool { flags.contains(.usesEquatable) }
  /// Whether its function is on the stack.
  package final var isEvaluating: Bool { flags.contains(.running) }
  /// Whether it has read something in its last run.
  package final var hasDependencies: Bool { deps != nil }
  /// Whether it is made from something else, rather than stored.
  @usableFromInline package final var isDerived: Bool { flags.isDerived }

  /// The library writes it, following something else: its tokens keep it, as they keep what is derived.
  @usableFromInline package final func markAsFollowing() { flags.insert(.following) }

  /// It dies, and owns `remains`, which may hold the next link of a long chain.
  @usableFromInline
  package final func beginRelease(of remains: @autoclosure () -> Any) {
    Context.current.beginRelease(flags, of: remains())
  }
}

extension Context {
  /// Opens a batch, which ``endBatch()`` or ``endEmptyBatch()`` closes.
  @inlinable @inline(__always)
  package func beginBatch() { batchDepth &+= 1 }
  /// Whether a batch or an evaluation is open: changes are collected.
  @inlinable @inline(__always)
  package var isCollecting: Bool { batchDepth > 0 }
}
