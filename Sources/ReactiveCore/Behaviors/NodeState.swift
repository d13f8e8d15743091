// What the layers may ask of a node's state. They see no flags, links or versions.

/// Identifies the value that a behavior has: it differs after each change, and a batch that reverts the change reverts
/// it, at the moment at which the value is back. It is up to date only after a read.
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
  /// By a test of the user's, or by one that is not known: a derivation notifies only of what its test calls a change.
  case ownTest
  /// Only nil is a duplicate, of nil.
  case nilAlone
  /// Not at all: each value is a change.
  case none
}

extension ReactiveNode {
  /// How its duplicates are found.
  @inlinable
  package final var duplicateRule: DuplicateRule {
    if flags.contains(.usesEquatable) { return .equal }
    if flags.contains(.comparesObjects) { return .identity }
    if flags.contains(.comparesNil) { return .nilAlone }
    return flags.contains(.neverEqual) ? .none : .ownTest
  }
  /// Whether it is computed and written all the same, so that it changes without being written, too.
  @inlinable
  package final var forwardsWrites: Bool { flags.contains(.forwardsWrites) }
  /// Whether an open batch has changed it since it had this stamp, and may take that back.
  @usableFromInline package final func mayBeTakenBack(to stamp: ChangeStamp) -> Bool {
    flags.contains(.hasSnapshot) && Context.current.mayRevert(node, to: stamp.version)
  }
  /// Whether it has a function that computes its value.
  @usableFromInline final var isComputed: Bool { flags.contains(.computed) }
  /// Whether its function is on the stack.
  package final var isEvaluating: Bool { flags.contains(.running) }
  /// Whether it has ended for good: a scope or an effect runs nothing any more, a derived behavior keeps its value.
  package final var isEnded: Bool { flags.contains(.ended) }
  /// Whether it is made from something else, rather than stored.
  @usableFromInline package final var isDerived: Bool { flags.isDerived }
}
