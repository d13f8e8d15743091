// Unsafe: what a batch began with.
//
// The first write of a source in a batch copies its value here. At the outermost end, a source that holds a duplicate of
// it gets that value and its version back, so everything that depends on it finds nothing changed: a batch that ends
// where it began notifies no observer and recomputes nothing. The value goes back as well as the version, because a
// duplicate may hold something else (an `==` of the identifier alone, a tolerance, strings that are canonically
// equivalent), and dependents that have not run still show the old value. A derivation that is read inside a batch and
// has dependents gets a baseline too. Values lie in one small block, so that a batch of a few writes allocates nothing.
// Invariant: a record's memory holds an initialised value from `keepSnapshot` until the record is discarded.

@unsafe
struct BatchSnapshot {
  /// nil once the node died.
  var node: NodeRef?
  var version: UInt32
  /// The last version that was found not to be back; before that, the one above.
  var rejected: UInt32
  var value: UnsafeMutableRawPointer
  /// Has memory of its own.
  var isLarge: Bool
  /// Has no value; see ``Context/markSnapshot(of:)``.
  var isMark = false
  /// Ends the value; nil for a type without anything to end.
  var destroy: ((UnsafeMutableRawPointer) -> Void)?

  /// What settling takes, without a copy of `destroy`, which would be a retain.
  var head: (version: UInt32, isMark: Bool, value: UnsafeMutableRawPointer) {
    @inline(__always) get { unsafe (version, isMark, value) }
  }
}

/// The baseline of the first source of a batch, if its value is a word that has nothing to end and is compared by `==`:
/// nearly every batch has this one and no other. (Benchmark: "update1to1".)
@safe
struct WordSnapshot {
  /// nil if there is none.
  var node: NodeRef?
  var version: UInt32 = 0
  var isMark = false
  /// A duplicate of the value is the same value: there is nothing to put back.
  var isExact = false
  var word: UInt64 = 0
}

@safe
struct SnapshotStore {
  /// All sources are settled, and derivations are being.
  var isSettling = false
  /// Something must run because a derivation was put back.
  var hasOutdated = false
  /// There may be records of derivations.
  var hasDerivations = false
  var first = WordSnapshot()
  static let blockSize = 512
  var records = unsafe Stack<BatchSnapshot>()
  private var block: UnsafeMutableRawPointer?
  private var used = 0

  /// Memory for one value, until `reset`.
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
    hasDerivations = false
    if unsafe records.capacity > 1024 { unsafe records.deallocate() }
  }
  mutating func deallocate() {
    unsafe records.deallocate()
    unsafe block?.deallocate()
    unsafe block = nil
  }
}

extension Context {
  /// Keeps a copy of `value` as what `node` had when the batch began. Call once for each node and batch.
  @inlinable @inline(__always)
  package func keepSnapshot<Value>(_ value: Value, of node: NodeRef) {
    let isTrivial = _isPOD(Value.self)
    if isTrivial && MemoryLayout<Value>.size <= 8 && node.flags.contains(.usesEquatable)
      && !node.flags.contains(.computed)
    {
      var word: UInt64 = 0
      unsafe withUnsafeMutableBytes(of: &word) { unsafe $0.storeBytes(of: value, as: Value.self) }
      if keepSnapshot(word, of: node, isExact: Self.comparesExactly(Value.self)) { return }
    }
    let slot = unsafe reserveSnapshot(
      of: node, size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment,
      destroy: isTrivial ? nil : { unsafe _ = $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) })
    unsafe slot.bindMemory(to: Value.self, capacity: 1).initialize(to: value)
  }

  /// Whether equal values of the type are the same value, whatever they are used for. The comparisons of types fold to a
  /// constant in specialised code.
  @inlinable @inline(__always)
  package static func comparesExactly<Value>(_: Value.Type) -> Bool {
    Value.self == Int.self || Value.self == Bool.self
  }

  /// Keeps the bytes of a source's value, if it is the first of the batch.
  @usableFromInline
  func keepSnapshot(_ word: UInt64, of node: NodeRef, isExact: Bool) -> Bool {
    if unsafe raw.pointee.snapshots.first.node != nil { return false }
    node.settleIn()
    node.flags.insert(.hasSnapshot)
    unsafe raw.pointee.snapshots.first = WordSnapshot(node: node, version: node.version, isExact: isExact, word: word)
    pendingWork.insert(.snapshots)
    return true
  }

  /// Notes that a node has changed in this batch, for one whose value is never back where it was.
  @usableFromInline
  func markSnapshot(of node: NodeRef) {
    unsafe _ = reserveSnapshot(of: node, size: 0, alignment: 1, destroy: nil)
    unsafe raw.pointee.snapshots.records[node.snapshotPlace].isMark = true
  }

  /// The node has a baseline, and something happened to it that no value can take back.
  func turnSnapshotIntoMark(of node: NodeRef) {
    unsafe withSnapshot(of: node) {
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

  /// A derivation is about to run in a batch that has written something.
  @inline(never)
  func keepSnapshot(of node: NodeRef, _ flags: NodeFlags) {
    if flags.contains(.computed) && flags.isDisjoint(with: .hasSnapshot)
      && (node.subs != nil || flags.contains(.observed))
    {
      unsafe raw.pointee.snapshots.hasDerivations = true
      node.tryRetain()?.keepSnapshot(in: self)
    }
  }

  /// A node with a baseline died.
  func forgetSnapshot(of node: NodeRef) {
    unsafe withSnapshot(of: node) {
      $0.node = nil
    } record: {
      unsafe $0.node = nil
    }
  }

  /// Changes the baseline of a node, which is this context's or an outer one's. Its place is believed only if the node is
  /// found there.
  private func withSnapshot(
    of node: NodeRef, first: (inout WordSnapshot) -> Void, record: (inout BatchSnapshot) -> Void
  ) {
    let isFound = isInAnyContext { context in
      if unsafe context.raw.pointee.snapshots.first.node == node {
        unsafe first(&context.raw.pointee.snapshots.first)
        return true
      }
      let place = node.snapshotPlace
      guard unsafe place < context.raw.pointee.snapshots.records.count,
        unsafe context.raw.pointee.snapshots.records[place].node == node
      else { return false }
      unsafe record(&context.raw.pointee.snapshots.records[place])
      return true
    }
    if !isFound { stopInFlightElsewhere(node) }
  }
}

extension NodeRef {
  /// The place of the node's record while it has a baseline. A source, which has no suspect, keeps it in that word.
  package var snapshotPlace: Int {
    @inline(__always) get {
      if flags.contains(.computed) { return withSideTable { $0.snapshotPlace } ?? 0 }
      return Int(scratch >> 1)
    }
    @inline(__always) nonmutating set {
      if flags.contains(.computed) {
        retained.makeSideTable().snapshotPlace = newValue
      } else {
        scratch = UInt(newValue) << 1
      }
    }
  }
}
