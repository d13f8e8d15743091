// The part of a node's state that the layers may query; flags, links and versions stay hidden.

/// Identifies the value of a behavior. It differs after each change, and is restored when a batch reverts the change.
/// It is up to date only after a read.
@frozen
@usableFromInline
package struct ChangeStamp: Equatable {
  @usableFromInline let version: UInt32
  @inlinable
  package init(of node: ReactiveNode) {
    version = node.flags.contains(.hasSnapshot) ? node.versionAtEndOfBatch : node.version
  }
}

/// How the duplicates of a node are found.
@frozen
@usableFromInline
package enum DuplicateRule {
  /// By `==`.
  case equal
  /// By identity: a source of objects.
  case identity
  /// By the user's test, or an unknown one. A derivation notifies only of what its test calls a change.
  case ownTest
  /// Only nil after nil is a duplicate.
  case nilAlone
  /// There are none: each value is a change.
  case none
}

extension ReactiveNode {
  /// How the duplicates of this node are found.
  @inlinable
  package final var duplicateRule: DuplicateRule {
    if flags.contains(.usesEquatable) { return .equal }
    if flags.contains(.comparesObjects) { return .identity }
    if flags.contains(.comparesNil) { return .nilAlone }
    return flags.contains(.neverEqual) ? .none : .ownTest
  }
  /// Whether the node is computed and can be written, and so may change without a write.
  @inlinable
  package final var forwardsWrites: Bool { flags.contains(.forwardsWrites) }
  /// Whether a write may take effect later: of a program's field, when its message is handled.
  @inlinable
  package final var writesLate: Bool {
    get { flags.contains(.writesLate) }
    set { if newValue { flags.insert(.writesLate) } else { flags.remove(.writesLate) } }
  }
  /// Whether an open batch has changed the node, and may revert that. Another value may then have the same stamp.
  @inlinable package final var isInBatch: Bool { flags.contains(.hasSnapshot) }
  /// Whether an open batch has changed the node since `stamp`, and may revert that.
  @usableFromInline package final func mayRevert(to stamp: ChangeStamp) -> Bool {
    isInBatch && Context.current.mayRevert(node, to: stamp.version)
  }
  /// The number of touches since the node is observed. A touch notifies, and leaves the value.
  @usableFromInline package final var touches: UInt32 { node.withSideTable { $0.touches } ?? 0 }
  @usableFromInline final var isComputed: Bool { flags.contains(.computed) }
  /// Whether its function is on the stack.
  package final var isEvaluating: Bool { flags.contains(.running) }
  /// Whether it has ended: a scope or an effect runs nothing more, a derived behavior keeps its value.
  package final var isEnded: Bool { flags.contains(.ended) }
  /// Whether it is derived rather than stored.
  @usableFromInline package final var isDerived: Bool { flags.isDerived }
}
