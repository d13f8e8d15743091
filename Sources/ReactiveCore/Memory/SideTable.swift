// Unsafe: side tables that are retained by hand.
//
// Invariant: a node owns its side table, and the side table its observers.

/// Fields that few nodes need. Owned by its node, and not retained where it is used in passing.
@safe
@usableFromInline
package final class SideTable {
  /// The node's name for people.
  package final var name: String?
  /// The file that created the node, when its distance from the anchor does not fit (see ``SourceLocation``).
  package final var distantLocation: SourceLocation?
  /// The observers, an ``ObserverStorage`` of `Observer`s of the node's value type.
  @safe @exclusivity(unchecked) @usableFromInline final var ownedObservers: Unmanaged<ObserverStorage>?
  /// The version that every observer has, or will have by a delivery that waits.
  @safe @exclusivity(unchecked) @usableFromInline package final var notifiedVersion: UInt32 = 0
  /// What is to be done around the node's runs.
  final var hooks: NodeHooks? {
    get { ownedHooks.content }
    set { ownedHooks.content = newValue }
  }
  /// An observer subscribed in the open batch, after that had changed the node.
  @safe @exclusivity(unchecked) package final var hasNewcomers = false
  /// What a layer above keeps with the node.
  final var attachment: (any NodeAttachment)? {
    get { ownedAttachment.content }
    set { ownedAttachment.content = newValue }
  }
  /// What follows the node for code that is no evaluation.
  @safe @exclusivity(unchecked) final var notedReads: NotedReads?
  /// How many of the node's dependents are live, if they are counted.
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
  /// Calls `body` with the node's side table, if it has one.
  @inlinable @inline(__always) @discardableResult
  package func withSideTable<Result>(_ body: (SideTable) -> Result) -> Result? {
    guard let sideTable = unsafe object._withUnsafeGuaranteedRef({ $0.ownedSideTable }) else { return nil }
    return unsafe sideTable._withUnsafeGuaranteedRef(body)
  }
}

extension ReactiveNode {
  /// The node's side table, made when first asked for.
  @usableFromInline
  package final func makeSideTable() -> SideTable {
    if let sideTable = ownedSideTable { return unsafe sideTable.takeUnretainedValue() }
    let new = SideTable()
    unsafe ownedSideTable = .passRetained(new)
    return new
  }
}
