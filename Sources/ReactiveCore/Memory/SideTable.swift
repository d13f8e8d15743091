// Unsafe: manually retained side tables.
//
// Invariant: a node owns its side table, which owns its observers.

/// Fields that few nodes need. The node owns it; short uses do not retain it.
@safe
@usableFromInline
package final class SideTable {
  /// The name of the node in messages.
  package final var name: String?
  /// The location that created the node, if it is too far from the anchor (see ``SourceLocation``).
  package final var distantLocation: SourceLocation?
  /// An ``ObserverStorage`` of `Observer`s of the node's value type.
  @safe @exclusivity(unchecked) @usableFromInline final var ownedObservers: Unmanaged<ObserverStorage>?
  /// The version that every observer has, or will receive from a waiting delivery.
  @safe @exclusivity(unchecked) @usableFromInline package final var notifiedVersion: UInt32 = 0
  /// Work around the node's runs.
  final var hooks: NodeHooks? {
    get { ownedHooks.content }
    set { ownedHooks.content = newValue }
  }
  /// An observer subscribed in the open batch, after the batch had changed the node.
  @safe @exclusivity(unchecked) package final var hasNewcomers = false
  /// The number of touches, which are changes that leave the value. It wraps.
  @safe @exclusivity(unchecked) final var touches: UInt32 = 0
  /// An object that a layer above keeps with the node.
  final var attachment: (any NodeAttachment)? {
    get { ownedAttachment.content }
    set { ownedAttachment.content = newValue }
  }
  /// Tracks reads of the node outside of evaluations.
  @safe @exclusivity(unchecked) final var notedReads: NotedReads?
  /// The number of live dependents, if they are counted.
  final var liveness: Liveness? {
    get { ownedLiveness.content }
    set { ownedLiveness.content = newValue }
  }
  @safe @exclusivity(unchecked) private final var ownedLiveness = ReleaseGuard<Liveness>()
  @safe @exclusivity(unchecked) private final var ownedHooks = ReleaseGuard<NodeHooks>()
  @safe @exclusivity(unchecked) private final var ownedAttachment = ReleaseGuard<any NodeAttachment>()

  package init() {}

  /// The observers, retained for the caller.
  package final var observers: ObserverStorage? {
    get { unsafe ownedObservers?.takeUnretainedValue() }
    set {
      unsafe ownedObservers?.release()
      unsafe ownedObservers = newValue.map { unsafe .passRetained($0) }
    }
  }

  deinit { unsafe ownedObservers?.release() }
}

extension NodeRef {
  @inlinable @inline(__always) @discardableResult
  package func withSideTable<Result>(_ body: (SideTable) -> Result) -> Result? {
    guard let sideTable = unsafe object._withUnsafeGuaranteedRef({ $0.ownedSideTable }) else { return nil }
    return unsafe sideTable._withUnsafeGuaranteedRef(body)
  }
}

extension ReactiveNode {
  /// The side table, created on first use.
  @usableFromInline
  package final func makeSideTable() -> SideTable {
    if let sideTable = ownedSideTable { return unsafe sideTable.takeUnretainedValue() }
    let new = SideTable()
    unsafe ownedSideTable = .passRetained(new)
    return new
  }
}
