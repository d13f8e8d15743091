// Unsafe: the record of a node, its manually retained side table, and the kernel's pointers to nodes.
//
// Propagation retains nothing: links, the flush queue, evaluations, verification paths and snapshots refer to nodes
// unretained. Invariant: `NodeRef.dispose` removes a node from all of them before it is deallocated, so a `NodeRef`
// found there points at a live node. The kernel reads it from there again after each call that may run user code.
// `ownedSideTable` is retained from its creation to the node's end.

/// A node of the reactive graph: the common base of behaviors, derivations and effects.
///
/// You meet this type as the base class of every ``Behavior``; it gives a node its ``name``. It cannot be subclassed
/// outside of this package.
///
/// ```swift
/// let count = OpenBehavior(0)
/// count.name = "count"
/// print(count.label)  // count
/// ```
///
/// A node is not `Sendable`: it belongs to the isolation that made it.
///
/// Cost: 88 bytes before the value. Sources, derivations and effects share one record, as in the *alien-signals*
/// library, so propagation is one small algorithm that handles no values.
@safe
@_hasMissingDesignatedInitializers
open class ReactiveNode {
  // Fields are exclusivity-unchecked: a dynamic check costs more than the access. This is sound because the kernel
  // never runs user code during an access; it copies first.

  /// The kind of the node and its state.
  @safe @exclusivity(unchecked) @usableFromInline package final var flags: NodeFlags
  /// Identifies the present value: a change increments it, and a batch that reverts the change restores it. Dependents
  /// compare it with the version in their link, so no old value is kept. 0 for a reaction, which has no value.
  @safe @exclusivity(unchecked) @usableFromInline package final var version: UInt32 = 0
  /// The first link to a dependent, in order of subscription. Its `previousSub` is the last link.
  @safe @exclusivity(unchecked) @usableFromInline package final var subs: LinkRef?
  /// The first link to a dependency, in read order.
  @safe @exclusivity(unchecked) @usableFromInline package final var deps: LinkRef?
  /// The one dependency that may have changed, so that verification skips the others. Valid while ``NodeFlags/pending``
  /// is set and ``NodeFlags/manyPending`` is not; otherwise the link may not exist any more. Nil while the node is
  /// verified for the second time.
  @safe @exclusivity(unchecked) @usableFromInline package final var suspect: LinkRef?
  /// The place in the flush queue, while ``NodeFlags/queued`` is set.
  @safe @exclusivity(unchecked) package final var queuePlace: UInt32 = 0
  /// The place of the snapshot in the open batch, while ``NodeFlags/hasSnapshot`` is set.
  @safe @exclusivity(unchecked) package final var snapshotPlace: UInt32 = 0
  /// Fields that few nodes need (observers, a name, a location out of range), created on first use.
  @safe @exclusivity(unchecked) @usableFromInline final var ownedSideTable: Unmanaged<SideTable>?
  /// Access to the value without its type. Created in inlinable initializers, where the type is visible, as specialized
  /// code; a virtual method of a generic class costs four times as much.
  @safe @exclusivity(unchecked) @usableFromInline package final var operations: Kept<StoredOperations>
  // See `SourceLocation`.
  @usableFromInline final let line: UInt16
  /// The place of the isolation that uses the node; see `home`.
  @safe @exclusivity(unchecked) @usableFromInline final var homePlace: UInt16 = 0
  @usableFromInline final let distance: Int32

  @inlinable
  package init(flags: NodeFlags, location: SourceLocation, operations: ValueOperations) {
    Context.prepare()
    #if DEBUG
    Context.noteOperation()
    #endif
    self.flags = flags
    self.operations = Kept(StoredOperations(operations))
    line = location.shortLine
    distance = location.distance
  }

  package final var location: SourceLocation { SourceLocation(distance: distance, line: line) }

  /// Whether the node has a value, possibly outdated; for a reaction, whether its body has ever begun to run.
  package var hasRun: Bool { true }

  package var reflectedValue: [Mirror.Child] { [] }

  deinit {
    if departs() { return }
    #if DEBUG
    let hint = Context.current.hintAtEnd(of: self)
    defer { if let hint { Diagnostics.give(hint) } }
    #endif
    leaveGraph()
  }

  /// Removes the node from the graph in its own isolation, and releases all that it keeps alive. After a last release
  /// elsewhere, this can run later on the remains, since the fields end without running code.
  func leaveGraph() {
    // A run that drops its own node still executes a function in `operations`.
    let isRunning = flags.contains(.running)
    if subs != nil || deps != nil || !flags.isDisjoint(with: .inFlight) { node.dispose() }
    if unsafe ownedSideTable != nil { releaseSideTable() }
    operations.end(isRunning: isRunning)
    // A stand-in ends while its last dependent is being removed.
    if flags.contains(.counted) && !flags.contains(.standIn) { settleLiveness() }
  }

  /// Runs the cleanups. Nothing points at the node by now, so their writes cannot queue it.
  // Not inlined, to keep the end of a node without a side table small.
  @inline(never)
  private final func releaseSideTable() {
    if flags.contains(.hasHooks) { node.runCleanups() }
    if flags.contains(.counted) { Context.current.endLiveness(of: node) }
    guard let sideTable = ownedSideTable else { return }
    unsafe sideTable._withUnsafeGuaranteedRef { $0.observers?.node = nil }
    unsafe sideTable.release()
  }

  // For other modules, which cannot see that the fields are exclusivity-unchecked.

  /// Whether the node has observers.
  @inlinable @inline(__always)
  package final var isObserved: Bool { flags.contains(.observed) }
  /// Whether a derivation or reaction depends on the node.
  @inlinable @inline(__always)
  package final var hasDependents: Bool { subs != nil }
  /// Whether the node has dependents or observers.
  @inlinable @inline(__always)
  package final var isWatched: Bool { hasDependents || isObserved }

  @inlinable @inline(__always)
  package final var node: NodeRef { NodeRef(self) }
}

/// An unretained reference to a node.
@safe
@frozen
@usableFromInline
package struct NodeRef: Equatable {
  @usableFromInline let object: Unmanaged<ReactiveNode>

  @inlinable @inline(__always)
  package init(_ node: ReactiveNode) { unsafe object = Unmanaged.passUnretained(node) }

  @inlinable @inline(__always)
  package init(address: UnsafeRawPointer) { unsafe object = Unmanaged.fromOpaque(address) }

  @inlinable @inline(__always)
  package var address: UnsafeRawPointer { unsafe UnsafeRawPointer(object.toOpaque()) }

  @inlinable @inline(__always)
  package static func == (a: NodeRef, b: NodeRef) -> Bool { unsafe a.address == b.address }

  package var retained: ReactiveNode { unsafe object.takeUnretainedValue() }

  @inlinable @inline(__always)
  package var flags: NodeFlags {
    get { unsafe object._withUnsafeGuaranteedRef { $0.flags } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.flags = newValue } }
  }
  @inlinable @inline(__always)
  package var version: UInt32 {
    get { unsafe object._withUnsafeGuaranteedRef { $0.version } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.version = newValue } }
  }
  @inlinable @inline(__always)
  package var subs: LinkRef? {
    get { unsafe object._withUnsafeGuaranteedRef { $0.subs } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.subs = newValue } }
  }
  @inlinable @inline(__always)
  package var deps: LinkRef? {
    get { unsafe object._withUnsafeGuaranteedRef { $0.deps } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.deps = newValue } }
  }
  @inline(__always)
  package var suspect: LinkRef? {
    get { unsafe object._withUnsafeGuaranteedRef { $0.suspect } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.suspect = newValue } }
  }

  /// Where verification begins: at the only suspect, or at the first dependency if there are several.
  @inline(__always)
  var firstSuspect: LinkRef? { flags.contains(.manyPending) ? deps : suspect }

  @inline(__always)
  package var queuePlace: UInt32 {
    get { unsafe object._withUnsafeGuaranteedRef { $0.queuePlace } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.queuePlace = newValue } }
  }

  @inline(__always)
  package var snapshotPlace: Int {
    get { unsafe object._withUnsafeGuaranteedRef { Int($0.snapshotPlace) } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.snapshotPlace = UInt32(newValue) } }
  }
}

/// The kind of a node and its state.
@frozen
@usableFromInline
package struct NodeFlags: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt32
  @inlinable @inline(__always)
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Must run before its value is used, or at its turn, whatever its links say.
  @inlinable package static var dirty: NodeFlags { NodeFlags(rawValue: 1 << 0) }
  /// A direct or indirect dependency may have changed: verify before use.
  @inlinable package static var pending: NodeFlags { NodeFlags(rawValue: 1 << 1) }
  /// Several dependencies may have changed: verify all, in read order.
  @inlinable package static var manyPending: NodeFlags { NodeFlags(rawValue: 1 << 2) }
  /// Its function, or a body that changes its value in place, is on the stack: the value cannot be read.
  @inlinable package static var running: NodeFlags { NodeFlags(rawValue: 1 << 3) }
  /// On the path of a verification on the stack.
  @inlinable package static var verifying: NodeFlags { NodeFlags(rawValue: 1 << 4) }
  /// Has a function that computes its value.
  @inlinable package static var computed: NodeFlags { NodeFlags(rawValue: 1 << 5) }
  /// Run by a flush for its effect; has no value.
  @inlinable package static var reaction: NodeFlags { NodeFlags(rawValue: 1 << 6) }
  /// Has observers, which a flush notifies.
  @inlinable package static var observed: NodeFlags { NodeFlags(rawValue: 1 << 7) }
  /// Waits in the flush queue of this thread.
  @inlinable package static var queued: NodeFlags { NodeFlags(rawValue: 1 << 8) }
  /// The open batch has a snapshot of its value.
  @inlinable package static var hasSnapshot: NodeFlags { NodeFlags(rawValue: 1 << 9) }
  /// Has a direct or indirect owner, an effect or a derivation, which may have to run first and so end it.
  @inlinable package static var ownedByEffect: NodeFlags { NodeFlags(rawValue: 1 << 10) }
  /// Alternates with each run, and marks the links that the run confirmed. One bit suffices, because a run leaves no
  /// unconfirmed link.
  @inlinable package static var runParity: NodeFlags { NodeFlags(rawValue: 1 << 11) }
  /// Cancelled: never queued or run again.
  @inlinable package static var ended: NodeFlags { NodeFlags(rawValue: 1 << 12) }

  /// No value is a duplicate.
  @inlinable package static var neverEqual: NodeFlags { NodeFlags(rawValue: 1 << 13) }

  /// Duplicates are found by the type's `==`, not by a custom test.
  @inlinable package static var usesEquatable: NodeFlags { NodeFlags(rawValue: 1 << 14) }

  /// Has cleanups to run before its next run, or a turn that may have to be deferred.
  @inlinable package static var hasHooks: NodeFlags { NodeFlags(rawValue: 1 << 15) }
  /// A source with an attachment to notify of writes.
  @inlinable package static var hasAttachment: NodeFlags { NodeFlags(rawValue: 1 << 16) }
  /// A source that the library writes, to follow another value.
  @inlinable package static var following: NodeFlags { NodeFlags(rawValue: 1 << 17) }
  /// A source that compares objects by identity: duplicates have equal content.
  @inlinable package static var comparesObjects: NodeFlags { NodeFlags(rawValue: 1 << 18) }
  /// Only `nil` is a duplicate; the other values are not objects.
  @inlinable package static var comparesNil: NodeFlags { NodeFlags(rawValue: 1 << 23) }
  /// Has a value, possibly outdated.
  @inlinable package static var hasValue: NodeFlags { NodeFlags(rawValue: 1 << 20) }
  /// Replaces a deallocated derivation: computed, but without a value; see `Disposal.swift`.
  package static var standIn: NodeFlags { NodeFlags(rawValue: 1 << 19) }
  /// A source that changed while nothing depended on it; see ``Context/followChanged(_:)``.
  @inlinable package static var changedUnwatched: NodeFlags { NodeFlags(rawValue: 1 << 22) }
  /// Dependencies are left to verify: those after the suspect of a pending stand-in; all of a node that was marked on
  /// the path of a verification, which then begins again.
  package static var restPending: NodeFlags { NodeFlags(rawValue: 1 << 21) }

  /// A reaction whose body has begun to run at least once.
  package static var begun: NodeFlags { NodeFlags(rawValue: 1 << 25) }

  /// Duplicates never differ in anything.
  @inlinable package static var comparesExactly: NodeFlags { NodeFlags(rawValue: 1 << 26) }

  /// Its live dependents are counted: it is a source that runs only while observed, or reads one, directly or
  /// indirectly.
  @inlinable package static var counted: NodeFlags { NodeFlags(rawValue: 1 << 27) }

  /// Has a function that computes its value; a write is forwarded elsewhere.
  @inlinable package static var forwardsWrites: NodeFlags { NodeFlags(rawValue: 1 << 28) }

  /// A copy of its value is being changed for a write; see `OpenBehavior+Forwarding.swift`.
  @inlinable package static var updating: NodeFlags { NodeFlags(rawValue: 1 << 29) }

  /// A write may take effect later, as a program's message does; see `OpenBehavior+Forwarding.swift`.
  @inlinable package static var writesLate: NodeFlags { NodeFlags(rawValue: 1 << 30) }

  /// While it runs: kept for a change of a source, with all that runs around it; see ``Context/followChanged(_:)``.
  package static var followsChange: NodeFlags { NodeFlags(rawValue: 1 << 31) }

  /// A scope: owns effects; has neither a value nor a function.
  package static var scope: NodeFlags { NodeFlags(rawValue: 1 << 24) }

  /// A read must do more than take the value.
  @inlinable package static var stale: NodeFlags { .dirty | .pending | .running }
  /// Already marked.
  @inlinable package static var marked: NodeFlags { .dirty | .pending }
  /// Computed or following, not stored: kept alive only by its user's references and tokens.
  package var isDerived: Bool { !isDisjoint(with: [.computed, .following]) }
  /// The stack or a queue points at the node.
  @inlinable package static var inFlight: NodeFlags { .running | .verifying | .queued | .hasSnapshot }

  /// The union. In inlinable code an array literal is not always folded: in a large function, each read made an array
  /// (250 instructions).
  @inlinable @inline(__always)
  package static func | (one: NodeFlags, other: NodeFlags) -> NodeFlags {
    NodeFlags(rawValue: one.rawValue | other.rawValue)
  }
}
