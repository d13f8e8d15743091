// Unsafe: the record of a node, whose side table is retained by hand, and the kernel's pointers to nodes.
//
// Propagation retains nothing. A reference to a node lies in a link, the flush queue, an evaluation, the path of a verification
// or a snapshot. Invariant: a node that dies is taken out of every one of these (`NodeRef.dispose`), so a `NodeRef` that the
// kernel can still read from its own structures points at a living node. The kernel therefore reads it from there again after
// every call that may run user code. `ownedSideTable` is retained from its creation to the node's end.

/// A node of the reactive graph: what a behavior, a derivation and an effect have in common.
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
/// A node is not `Sendable`: it belongs to whatever isolation made it. Cost: 88 bytes before the value.
/// One record serves sources, derivations and effects alike, as in the *alien-signals* library, so that propagation can
/// stay one small algorithm that knows nothing of values.
@safe
@_hasMissingDesignatedInitializers
open class ReactiveNode {
  // Every field is exclusivity-unchecked: a dynamic check costs more than the work that it would guard. The law that
  // makes this sound: the kernel never runs user code while it holds an access to a field (it copies first).

  /// What the node is and which state it is in; see ``NodeFlags``.
  @safe @exclusivity(unchecked) @usableFromInline package final var flags: NodeFlags
  /// Identifies the node's present value: it is incremented with every change, and reverted when a batch reverts the
  /// change. A dependent compares it with the version that its link saw, so no value is kept for a comparison. A
  /// reaction has no value, so its version stays 0.
  @safe @exclusivity(unchecked) @usableFromInline package final var version: UInt32 = 0
  /// First link to a dependent, in the order in which they subscribed. The first link's `previousSub` is the last one.
  @safe @exclusivity(unchecked) @usableFromInline package final var subs: LinkRef?
  /// First link to a dependency, in read order.
  @safe @exclusivity(unchecked) @usableFromInline package final var deps: LinkRef?
  /// Through which dependency the "maybe changed" mark came; only meaningful while ``NodeFlags/pending`` is set and
  /// ``NodeFlags/manyPending`` is not. Saves walking the dependencies of a node with one suspect.
  @safe @exclusivity(unchecked) @usableFromInline package final var suspect: LinkRef?
  /// The place in the flush queue, while ``NodeFlags/queued`` is set.
  @safe @exclusivity(unchecked) package final var queuePlace: UInt32 = 0
  /// The place of the node's snapshot in the open batch, while ``NodeFlags/hasSnapshot`` is set.
  @safe @exclusivity(unchecked) package final var snapshotPlace: UInt32 = 0
  /// What few nodes have (observers, a name, a source location out of range), made when first needed.
  @safe @exclusivity(unchecked) @usableFromInline final var ownedSideTable: Unmanaged<SideTable>?
  /// What the kernel asks of the node's value without knowing its type. Made in the inlinable initialisers, where the
  /// type is known, so that it is specialised code; a virtual method of a generic class costs four times as much.
  @safe @exclusivity(unchecked) @usableFromInline package final var operations: Kept<StoredOperations>
  // Where it was created, if that fits; see `SourceLocation`.
  @usableFromInline final let line: UInt16
  /// The isolation that uses the node.
  @safe @exclusivity(unchecked) @usableFromInline final var home = Home.unset
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

  /// Where the node was created, if that fits into its fields; see ``SourceLocation``.
  package final var location: SourceLocation { SourceLocation(distance: distance, line: line) }

  /// Whether it has a value, which may be out of date; of a reaction, whether its body has ever begun to run.
  package var hasRun: Bool { true }

  /// What reflection shows of the value.
  package var reflectedValue: [Mirror.Child] { [] }

  deinit {
    if departs() { return }
    #if DEBUG
    let hint = Context.current.hintAtEnd(of: self)
    defer { if let hint { Diagnostics.give(hint) } }
    #endif
    leaveGraph()
  }

  /// Its end, in its own isolation: nothing points at the node any more, and what it keeps alive ends.
  ///
  /// Its fields end without code, so this can be done later with what is left of a node that died elsewhere.
  func leaveGraph() {
    // A function in the operations outlives a run that drops the node.
    let isRunning = flags.contains(.running)
    if subs != nil || deps != nil || !flags.isDisjoint(with: .inFlight) { node.dispose() }
    if unsafe ownedSideTable != nil { releaseSideTable() }
    operations.end(isRunning: isRunning)
    // A stand-in ends in the midst of the end of its last dependent.
    if flags.contains(.counted) && !flags.contains(.standIn) { settleLiveness() }
  }

  /// Runs the cleanups, when nothing points at the node any more: what they write must not queue a dying node.
  // Not inlined, so that the end of a node without a side table stays small.
  @inline(never)
  private final func releaseSideTable() {
    if flags.contains(.hasHooks) { node.runCleanups() }
    if flags.contains(.counted) { Context.current.endLiveness(of: node) }
    guard let sideTable = ownedSideTable else { return }
    unsafe sideTable._withUnsafeGuaranteedRef { $0.observers?.node = nil }
    unsafe sideTable.release()
  }

  // For other modules, where the fields are not known to be exclusivity-unchecked.

  /// Whether it has observers.
  @inlinable @inline(__always)
  package final var isObserved: Bool { flags.contains(.observed) }
  /// Whether something that was computed depends on it.
  @inlinable @inline(__always)
  package final var hasDependents: Bool { subs != nil }
  /// Either of them.
  @inlinable @inline(__always)
  package final var isWatched: Bool { hasDependents || isObserved }

  /// This node, unretained, for the kernel's verbs.
  @inlinable @inline(__always)
  package final var node: NodeRef { NodeRef(self) }
}

/// A node, not retained.
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

  /// The node itself, retained for the caller.
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

  /// Where its verification begins: at the one suspect, or at the first of all that it reads.
  @inline(__always)
  var firstSuspect: LinkRef? { flags.contains(.manyPending) ? deps : suspect }

  @inline(__always)
  package var queuePlace: UInt32 {
    get { unsafe object._withUnsafeGuaranteedRef { $0.queuePlace } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.queuePlace = newValue } }
  }

  /// An index, as the records' own; see ``ReactiveNode/snapshotPlace``.
  @inline(__always)
  package var snapshotPlace: Int {
    get { unsafe object._withUnsafeGuaranteedRef { Int($0.snapshotPlace) } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.snapshotPlace = UInt32(newValue) } }
  }
}

/// What a node is, and which state it is in.
@frozen
@usableFromInline
package struct NodeFlags: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt32
  @inlinable @inline(__always)
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Must run, before its value may be used or at its turn: whatever its links say.
  @inlinable package static var dirty: NodeFlags { NodeFlags(rawValue: 1 << 0) }
  /// A dependency, near or far, may have changed: verify before use.
  @inlinable package static var pending: NodeFlags { NodeFlags(rawValue: 1 << 1) }
  /// More than one dependency may have changed: verify them all, in read order.
  @inlinable package static var manyPending: NodeFlags { NodeFlags(rawValue: 1 << 2) }
  /// Its value is being made, by its function or by a body that changes it in place: it cannot be read now.
  @inlinable package static var running: NodeFlags { NodeFlags(rawValue: 1 << 3) }
  /// Lies on the path of a verification that is on the stack.
  @inlinable package static var verifying: NodeFlags { NodeFlags(rawValue: 1 << 4) }
  /// Has a function that computes its value.
  @inlinable package static var computed: NodeFlags { NodeFlags(rawValue: 1 << 5) }
  /// Is run by a flush for its effect; has no value.
  @inlinable package static var reaction: NodeFlags { NodeFlags(rawValue: 1 << 6) }
  /// Has observers, which a flush notifies.
  @inlinable package static var observed: NodeFlags { NodeFlags(rawValue: 1 << 7) }
  /// Waits in the flush queue of this thread.
  @inlinable package static var queued: NodeFlags { NodeFlags(rawValue: 1 << 8) }
  /// The open batch has a snapshot of its value.
  @inlinable package static var hasSnapshot: NodeFlags { NodeFlags(rawValue: 1 << 9) }
  /// Owned, near or far, by an effect that may have to run first, and so end it.
  @inlinable package static var ownedByEffect: NodeFlags { NodeFlags(rawValue: 1 << 10) }
  /// Which of two numbers marks the links that the present or last run confirmed. One bit is enough, because a run
  /// leaves no link that it did not confirm.
  @inlinable package static var runParity: NodeFlags { NodeFlags(rawValue: 1 << 11) }
  /// Cancelled: never queued, never run again.
  @inlinable package static var ended: NodeFlags { NodeFlags(rawValue: 1 << 12) }

  /// No value of it is a duplicate of another.
  @inlinable package static var neverEqual: NodeFlags { NodeFlags(rawValue: 1 << 13) }

  /// Its duplicates are found by the `==` of its type, not by a test of the user's.
  @inlinable package static var usesEquatable: NodeFlags { NodeFlags(rawValue: 1 << 14) }

  /// Has hooks: cleanups to run before its next run, or a turn that may have to be deferred.
  @inlinable package static var hasHooks: NodeFlags { NodeFlags(rawValue: 1 << 15) }
  /// A source whose attachment is notified of writes.
  @inlinable package static var hasAttachment: NodeFlags { NodeFlags(rawValue: 1 << 16) }
  /// A source that the library writes, following something else.
  @inlinable package static var following: NodeFlags { NodeFlags(rawValue: 1 << 17) }
  /// A source whose duplicates are the same object, so they hold nothing else.
  @inlinable package static var comparesObjects: NodeFlags { NodeFlags(rawValue: 1 << 18) }
  /// Of its values, which are no objects, only nil is a duplicate.
  @inlinable package static var comparesNil: NodeFlags { NodeFlags(rawValue: 1 << 23) }
  /// Has a value, which may be out of date.
  @inlinable package static var hasValue: NodeFlags { NodeFlags(rawValue: 1 << 20) }
  /// A computed node without a value in the place of a deallocated derivation; see `Disposal.swift`.
  package static var standIn: NodeFlags { NodeFlags(rawValue: 1 << 19) }
  /// A source that has changed since something last depended on it.
  @inlinable package static var changedUnwatched: NodeFlags { NodeFlags(rawValue: 1 << 22) }
  /// A pending stand-in that is verified only up to the suspect: if the suspect is unchanged after all, the
  /// dependencies after it may have changed.
  package static var restPending: NodeFlags { NodeFlags(rawValue: 1 << 21) }

  /// A reaction whose body has begun to run, at least once.
  package static var begun: NodeFlags { NodeFlags(rawValue: 1 << 25) }

  /// No two of its values that are duplicates differ in anything.
  @inlinable package static var comparesExactly: NodeFlags { NodeFlags(rawValue: 1 << 26) }

  /// Its live dependents are counted: it is a source that runs only while it is observed, or has read one, near or far.
  @inlinable package static var counted: NodeFlags { NodeFlags(rawValue: 1 << 27) }

  /// Has a function that computes its value, and is written all the same: the write goes elsewhere.
  @inlinable package static var forwardsWrites: NodeFlags { NodeFlags(rawValue: 1 << 28) }

  /// A copy of its value is being changed, to be written; see `OpenBehavior+Forwarding.swift`.
  @inlinable package static var updating: NodeFlags { NodeFlags(rawValue: 1 << 29) }

  /// A scope: owns effects, and has neither a value nor a function.
  package static var scope: NodeFlags { NodeFlags(rawValue: 1 << 24) }

  /// A read has to do more than take the value.
  @inlinable package static var stale: NodeFlags { .dirty | .pending | .running }
  /// Marked already.
  @inlinable package static var marked: NodeFlags { .dirty | .pending }
  /// Made from something else, rather than stored: nothing but its user keeps it, by a reference or by a token.
  package var isDerived: Bool { !isDisjoint(with: [.computed, .following]) }
  /// Something that is on the stack or in a queue points at the node.
  @inlinable package static var inFlight: NodeFlags { .running | .verifying | .queued | .hasSnapshot }

  /// Both sets of flags. In inlinable code an array literal is not always folded to a constant: where a caller's function
  /// is large, each read made an array (250 instructions).
  @inlinable @inline(__always)
  package static func | (one: NodeFlags, other: NodeFlags) -> NodeFlags {
    NodeFlags(rawValue: one.rawValue | other.rawValue)
  }
}
