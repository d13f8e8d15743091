// Unsafe: what a batch began with.
//
// The first write of a source in a batch copies its value here. At the outermost end, a source that holds a duplicate
// of it gets that value and its version back, so everything that depends on it finds nothing changed: a batch that ends
// where it began notifies no observer and recomputes nothing. The value goes back as well as the version, because a
// duplicate may hold something else (an `==` of the identifier alone, a tolerance, strings that are canonically
// equivalent), and dependents that have not run still show the old value. A derivation that runs inside a batch that
// has written something has a snapshot, too. Values lie in one small block, so a batch of a few writes allocates
// nothing.
//
// Invariant: a record's memory holds an initialised value from `keepSnapshot` until the record is discarded.

@unsafe
struct BatchSnapshot {
  /// nil once the node died.
  var node: NodeRef?
  var version: UInt32
  /// The last version whose value was found to be no duplicate; before the first test, `version`.
  var rejected: UInt32
  var value: UnsafeMutableRawPointer
  /// Has memory of its own.
  var isLarge: Bool
  /// Has no value; see ``Context/markSnapshot(of:)``.
  var isMark = false
  /// The place of the snapshot that a batch around a call of ``independently(_:)`` has of the node, while the batch of this
  /// record is open in that call; or -1.
  var hidden: Int32 = -1
  /// Ends the value; nil for a type without anything to end.
  var destroy: ((UnsafeMutableRawPointer) -> Void)?

  /// What settling takes, without a copy of `destroy`, which would be a retain.
  var head: (version: UInt32, isMark: Bool, hidden: Int32, value: UnsafeMutableRawPointer) {
    @inline(__always) get { unsafe (version, isMark, hidden, value) }
  }
}

/// What a source began with, if its value fits into a word, has nothing to end, and is compared by `==`: nearly every batch
/// has such snapshots and no others. (Benchmark: "update1to1".)
@safe
struct WordSnapshot {
  /// nil once the node died, or is settled.
  var node: NodeRef?
  var word: UInt64
  var version: UInt32
  /// See ``BatchSnapshot/hidden``.
  var hidden: Int32 = -1
  var isMark = false
  /// A duplicate of the value is the same value: nothing has to be reverted, and comparing words is enough.
  var isExact: Bool
}

@safe
struct SnapshotStore {
  /// All sources are settled, and derivations are being.
  var isSettling = false
  /// Something must run because a derivation was reverted.
  var hasOutdated = false
  var words = Stack<WordSnapshot>()
  static let blockSize = 512
  var records = unsafe Stack<BatchSnapshot>()
  private var block: UnsafeMutableRawPointer?
  private var used = 0

  /// Memory for one value, until `reset`.
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
  }
  mutating func removeWords() {
    while words.count > 0 { words.removeLast() }
    if words.capacity > 1024 { words.deallocate() }
  }
  mutating func deallocate() {
    words.deallocate()
    unsafe records.deallocate()
    unsafe block?.deallocate()
    unsafe block = nil
  }
}

extension Context {
  /// The context whose address is the operand of a ``ValueRequest``.
  @inlinable
  init(_ operand: UnsafeRawPointer) {
    unsafe raw = UnsafeMutableRawPointer(mutating: operand).assumingMemoryBound(to: Fields.self)
  }

  /// Keeps a copy of `value` as what `node` had when the batch began. Call once for each node and batch.
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

  /// Notes that a node has changed in this batch, and cannot be reverted.
  @usableFromInline
  func markSnapshot(of node: NodeRef) {
    unsafe _ = reserveSnapshot(of: node, size: 0, alignment: 1, destroy: nil)
    unsafe raw.pointee.snapshots.records[node.snapshotPlace].isMark = true
  }

  /// The node has a snapshot, and has changed in a way that no value can revert.
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

  /// A node that runs from here on in the open batch may have changed before in it: the end of the batch compares its
  /// value with the one before that run.
  func keepSnapshots() { pendingWork.insert(.snapshots) }

  /// As ``keepSnapshots()``, also for `node`, which is about to change without a write.
  func keepSnapshots(from node: NodeRef) {
    keepSnapshots()
    keepSnapshot(of: node, node.flags)
  }

  /// An evaluation begins to follow a source that changed while nothing depended on it, possibly in this batch. The
  /// batch may revert that. So each run caused by it is compared, at the end, with the value before it. Nodes on the
  /// stack still hold that value.
  ///
  /// Batches around a call of ``independently(_:)`` had their choice when each of these nodes began to run. By now they may
  /// have a snapshot of something that it reads, but it does not run for that.
  @inline(never)
  func followChanged(_ node: NodeRef) {
    let isInside = outer?.outermostContext { $0.batchDepth > 0 } != nil
    if !isInside { node.flags.remove(.changedUnwatched) }
    // What follows the source already began to do so in a call of `independently`. If that was not in this batch, the
    // source has not changed in it.
    if node.subs != nil && !pendingWork.contains(.followedInside) { return }
    // What follows the source in a batch around the call has yet to find out that it has changed.
    if isInside { outer?.forEachContext { if $0.batchDepth > 0 { $0.pendingWork.insert(.followedInside) } } }
    keepSnapshots()
    var evaluation = unsafe self.evaluation
    // Nearly always one node runs, and no array is needed. The outermost read of a node that nothing depends on keeps
    // what it gives; see `keepRead`.
    if let only = unsafe evaluation, unsafe only.pointee.outer == nil {
      if let node = unsafe only.pointee.sub, batchDepth > 1 || node.hasDependents { keepOwnSnapshot(ofRunning: node) }
      return
    }
    var running: [NodeRef] = []
    while let present = unsafe evaluation {
      if let node = unsafe present.pointee.sub { running.append(node) }
      unsafe evaluation = present.pointee.outer
    }
    // In the order in which they began to run, as all records are: a node is settled before a dependency that it may no
    // longer read.
    for node in running.reversed() { keepOwnSnapshot(ofRunning: node) }
  }

  private func keepOwnSnapshot(ofRunning node: NodeRef) {
    let flags = node.flags
    guard node.mayBeReverted(flags), pendingWork.contains(.inside) || !flags.contains(.hasSnapshot) else { return }
    keepOwnSnapshot(of: node, flags)
  }

  /// A derivation is about to run in a batch that has written something, of this context or of one around it.
  @inline(never)
  func keepSnapshot(of node: NodeRef, _ flags: NodeFlags) {
    if !node.mayBeReverted(flags) { return }
    if pendingWork.contains(.inside) { return keepSnapshotInside(node, flags, isInnermost: true) }
    if !flags.contains(.hasSnapshot) { keepSnapshot(of: node, flags, in: self) }
  }

  @inline(never)
  func keepSnapshot(of node: NodeRef, _ flags: NodeFlags, in keeper: Context) {
    // It is never back where it was. The mark says so, and that what depends on it may be outdated by the batch.
    if flags.contains(.neverEqual) { return keeper.markSnapshot(of: node) }
    _ = unsafe node.ask(.keepSnapshot, about: UnsafeRawPointer(keeper.raw))
  }

  /// The outermost read of a node ends: it has what its run gave, also where the run itself has outdated the node.
  @inline(__always)
  func keepRead(_ node: NodeRef) {
    if node.flags.contains(.hasSnapshot) && !node.hasDependents { forgetRead(node) }
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
  /// It is a derivation that has a value, which the end of a batch may have to give back to it.
  @inline(__always)
  fileprivate func mayBeReverted(_ flags: NodeFlags) -> Bool {
    if flags.intersection(.computed | .hasValue) != .computed | .hasValue { return false }
    // Where nothing has seen the value from before the batch, an exact duplicate needs no reverting.
    return flags.isDisjoint(with: .comparesExactly | .neverEqual) || hasDependents
  }

  /// A node depends on it, or an observer or effect.
  fileprivate var hasDependents: Bool {
    @inline(__always) get { subs != nil || flags.contains(.observed) }
  }
}
