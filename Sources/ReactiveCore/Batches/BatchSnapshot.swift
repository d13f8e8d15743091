// Unsafe: the values that nodes had when a batch began.
//
// The first write of a source in a batch copies its value here. If the source holds a duplicate of it at the outermost
// end, its value and version are restored. Its dependents then find nothing changed: a batch that ends where it began
// notifies no observer and recomputes nothing. The value is restored as well, because a duplicate may differ in content
// (an `==` of identifiers, a tolerance, canonically equivalent strings), and dependents that have not run show the old
// value. Derivations that run in a batch after a write have snapshots, too.
//
// Values share one small block, so a batch of a few writes allocates nothing. Invariant: a record's memory holds an
// initialized value from `keepSnapshot` until the record is discarded.

@unsafe
struct BatchSnapshot {
  /// nil once the node is deallocated.
  var node: NodeRef?
  var version: UInt32
  /// The last version whose value was found to be no duplicate; `version` before the first test. For a source, the
  /// version after a write of a part; see ``Context/needsNote(_:_:in:)``.
  var rejected: UInt32
  var value: UnsafeMutableRawPointer
  /// The value has its own memory, outside of the block.
  var isLarge: Bool
  /// There is no value; see ``Context/markSnapshot(of:)``.
  var isMark = false
  /// The place of the snapshot that this one hides, in a batch around the call of ``independently(_:)`` in which this
  /// batch is open; -1 if there is none.
  var hidden: Int32 = -1
  /// The place of the last note about a part of the value; -1 if there is none.
  var part: Int32 = -1
  /// Deinitializes the value; nil for a trivial type.
  var destroy: ((UnsafeMutableRawPointer) -> Void)?

  /// The fields that settling uses, without a copy of `destroy`, which would retain it.
  var head: (version: UInt32, isMark: Bool, hidden: Int32, part: Int32, value: UnsafeMutableRawPointer) {
    @inline(__always) get { unsafe (version, isMark, hidden, part, value) }
  }
  /// Whether `version`, which a source has, is known to be no duplicate.
  func hasRejected(_ version: UInt32) -> Bool { unsafe rejected == version && version != self.version }
}

/// The snapshot of a source with a trivial, word-sized value that is compared by `==`. Nearly every batch has only
/// these (benchmark: "update1to1").
@safe
struct WordSnapshot {
  /// nil once the node is deallocated or settled.
  var node: NodeRef?
  var word: UInt64
  var version: UInt32
  /// See ``BatchSnapshot/hidden``.
  var hidden: Int32 = -1
  var isMark = false
  /// A duplicate is the same value: words suffice to compare, and nothing has to be reverted.
  var isExact: Bool
}

@safe
struct SnapshotStore {
  /// All sources are settled, and derivations are being settled.
  var isSettling = false
  /// A node must run because a derivation was reverted.
  var hasOutdated = false
  var words = Stack<WordSnapshot>()
  static let blockSize = 512
  var records = unsafe Stack<BatchSnapshot>()
  var parts = Stack<PartNote>()
  private var block: UnsafeMutableRawPointer?
  private var used = 0

  /// Reserves memory for one value, until `reset`.
  @inline(__always)
  mutating func reserve(_ size: Int, _ alignment: Int) -> (UnsafeMutableRawPointer, isLarge: Bool) {
    let start = (used + alignment - 1) & ~(alignment - 1)
    if start + size > Self.blockSize || alignment > 16 {
      return (.allocate(byteCount: max(size, 1), alignment: alignment), true)
    }
    if unsafe block == nil { unsafe block = .allocate(byteCount: Self.blockSize, alignment: 16) }
    used = start + size
    return unsafe (block.unsafelyUnwrapped + start, false)
  }
  mutating func reset() {
    used = 0
    if unsafe records.capacity > 1024 { unsafe records.deallocate() }
    if parts.capacity > 1024 { parts.deallocate() }
  }
  mutating func removeWords() {
    while words.count > 0 { words.removeLast() }
    if words.capacity > 1024 { words.deallocate() }
  }
  mutating func deallocate() {
    words.deallocate()
    unsafe records.deallocate()
    parts.deallocate()
    unsafe block?.deallocate()
    unsafe block = nil
  }
}

extension Context {
  /// The context at the operand of a ``ValueRequest``.
  @inlinable
  init(_ operand: UnsafeRawPointer) {
    unsafe raw = UnsafeMutableRawPointer(mutating: operand).assumingMemoryBound(to: Fields.self)
  }

  /// Keeps a copy of `value` as the one that `node` had when the batch began. Call once per node and batch.
  @inlinable @inline(__always)
  package func keepSnapshot<Value>(_ value: Value, of node: NodeRef) {
    let isTrivial = _isPOD(Value.self)
    if isTrivial && MemoryLayout<Value>.size <= 8 && node.flags.contains(.usesEquatable)
      && !node.flags.contains(.computed)
    {
      var word: UInt64 = 0
      unsafe _withUnprotectedUnsafeMutablePointer(to: &word) {
        unsafe UnsafeMutableRawPointer($0).storeBytes(of: value, as: Value.self)
      }
      return keepSnapshot(word, of: node, isExact: Behavior<Value>.comparesExactly)
    }
    let slot = unsafe reserveSnapshot(
      of: node, size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment,
      destroy: isTrivial ? nil : { unsafe _ = $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) })
    unsafe slot.bindMemory(to: Value.self, capacity: 1).initialize(to: value)
  }

  /// Keeps the bytes of a source's value.
  @usableFromInline
  func keepSnapshot(_ word: UInt64, of node: NodeRef, isExact: Bool) {
    node.settleIn()
    node.flags.insert(.hasSnapshot)
    unsafe node.snapshotPlace = raw.pointee.snapshots.words.count
    unsafe raw.pointee.snapshots.words.push(
      WordSnapshot(node: node, word: word, version: node.version, isExact: isExact))
    pendingWork.insert(.snapshots)
  }

  /// Notes a change of the node that this batch cannot revert.
  @usableFromInline
  func markSnapshot(of node: NodeRef) {
    unsafe _ = reserveSnapshot(of: node, size: 0, alignment: 1, destroy: nil)
    unsafe raw.pointee.snapshots.records[node.snapshotPlace].isMark = true
  }

  /// Notes that the node, which has a snapshot, can no longer be reverted.
  func turnSnapshotIntoMark(of node: NodeRef) {
    unsafe forEachSnapshot(of: node) {
      $0.isMark = true
    } record: {
      unsafe $0.isMark = true
    }
  }

  @usableFromInline
  func reserveSnapshot(
    of node: NodeRef, size: Int, alignment: Int, destroy: ((UnsafeMutableRawPointer) -> Void)?
  ) -> UnsafeMutableRawPointer {
    node.settleIn()
    node.flags.insert(.hasSnapshot)
    unsafe node.snapshotPlace = raw.pointee.snapshots.records.count
    pendingWork.insert(.snapshots)
    let (slot, isLarge) = unsafe raw.pointee.snapshots.reserve(size, alignment)
    unsafe raw.pointee.snapshots.records.push(
      BatchSnapshot(
        node: node, version: node.version, rejected: node.version, value: slot, isLarge: isLarge, destroy: destroy))
    return unsafe slot
  }

  /// Keeps snapshots of nodes that run from here on in the open batch. They may have changed in it before, so its end
  /// compares them with the values before these runs.
  func keepSnapshots() { pendingWork.insert(.snapshots) }

  /// ``keepSnapshots()``, also for `node`, which is about to change without a write.
  func keepSnapshots(from node: NodeRef) {
    keepSnapshots()
    keepSnapshot(of: node, node.flags)
  }

  /// An evaluation begins to follow a source that changed while nothing depended on it. This batch may have made the
  /// change and may revert it, so its end compares each run caused by the change with the value before the run. Nodes
  /// on the stack still hold that value.
  ///
  /// Batches around a call of ``independently(_:)`` decided when each of these nodes began to run. They may have a
  /// snapshot of a dependency by now, but that does not cause the run.
  @inline(never)
  func followChanged(_ node: NodeRef) {
    let isInside = outer?.outermostContext { $0.batchDepth > 0 } != nil
    if !isInside { node.flags.remove(.changedUnwatched) }
    // The source gained its first dependent in a call of `independently`. If that was outside of this batch, the source
    // has not changed in it.
    if node.subs != nil && !pendingWork.contains(.followedInside) { return }
    // A dependent in a batch around the call has yet to find out that the source has changed.
    if isInside { outer?.forEachContext { if $0.batchDepth > 0 { $0.pendingWork.insert(.followedInside) } } }
    keepSnapshots()
    var evaluation = unsafe self.evaluation
    // Nearly always one node runs and no array is needed. On the outermost read of a node without dependents, see
    // `keepRead`.
    if let only = unsafe evaluation, unsafe only.pointee.outer == nil {
      if let node = unsafe only.pointee.sub, batchDepth > 1 || node.isWatched { keepOwnSnapshot(ofRunning: node) }
      return
    }
    var running: [NodeRef] = []
    while let present = unsafe evaluation {
      if let node = unsafe present.pointee.sub {
        // For an earlier source, in this batch: so were the nodes around it.
        if node.flags.contains(.followsChange) && !pendingWork.contains(.inside) { break }
        node.flags.insert(.followsChange)
        running.append(node)
      }
      unsafe evaluation = present.pointee.outer
    }
    // In the order of their runs, like all records: a node is settled before a dependency that it may no longer read.
    for node in running.reversed() { keepOwnSnapshot(ofRunning: node) }
  }

  private func keepOwnSnapshot(ofRunning node: NodeRef) {
    let flags = node.flags
    guard node.mayBeReverted(flags), pendingWork.contains(.inside) || !flags.contains(.hasSnapshot) else { return }
    keepOwnSnapshot(of: node, flags)
  }

  /// Keeps a snapshot of a derivation about to run in a batch of this context or an outer one that has written.
  @inline(never)
  func keepSnapshot(of node: NodeRef, _ flags: NodeFlags) {
    if !node.mayBeReverted(flags) { return }
    if pendingWork.contains(.inside) { return keepSnapshotInside(node, flags, isInnermost: true) }
    if !flags.contains(.hasSnapshot) { keepSnapshot(of: node, flags, in: self) }
  }

  @inline(never)
  func keepSnapshot(of node: NodeRef, _ flags: NodeFlags, in keeper: Context) {
    // The value is never restored. The mark notes that, and that the batch may have outdated dependents.
    if flags.contains(.neverEqual) { return keeper.markSnapshot(of: node) }
    _ = unsafe node.ask(.keepSnapshot, about: UnsafeRawPointer(keeper.raw))
  }

  /// Ends the outermost read of a node, which keeps the result of its run, even if that run has outdated it.
  @inline(__always)
  func keepRead(_ node: NodeRef) {
    if node.flags.contains(.hasSnapshot) && !node.isWatched { forgetRead(node) }
  }

  @inline(never)
  private func forgetRead(_ node: NodeRef) {
    if !hasRecord(of: node) { return }
    let index = node.snapshotPlace
    unsafe raw.pointee.snapshots.records[index].node = nil
    unsafe endSnapshot(of: node, hiding: raw.pointee.snapshots.records[index].hidden)
  }
}

extension NodeRef {
  /// Whether the node is a derivation with a value that the end of a batch may have to restore.
  @inline(__always)
  fileprivate func mayBeReverted(_ flags: NodeFlags) -> Bool {
    if flags.intersection(.computed | .hasValue) != .computed | .hasValue { return false }
    // If nothing has seen the value from before the batch, an exact duplicate needs no revert.
    return flags.isDisjoint(with: .comparesExactly | .neverEqual) || isWatched
  }

  /// Whether a node or an observer depends on it.
  fileprivate var isWatched: Bool {
    @inline(__always) get { subs != nil || flags.contains(.observed) }
  }
}
