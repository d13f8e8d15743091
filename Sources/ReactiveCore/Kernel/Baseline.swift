// Unsafe: what a batch began with.
//
// The first write of a source in a batch copies its value here; at the outermost end, a source that holds a duplicate
// of it gets its old version back, and with it everything that depends on it finds nothing changed: a batch that ends
// where it began tells nobody and recomputes nothing. A derivation that is read inside a batch and has dependents gets
// a baseline too. Values lie in one small block, so that a batch of a few writes allocates nothing. Invariant: a
// record's memory holds an initialised value from `keepBaseline` until `settleBaselines` or the node's death.

@unsafe
struct Baseline {
  /// nil once the node died.
  var node: NodeRef?
  var version: UInt32
  var value: UnsafeMutableRawPointer
  /// Has memory of its own.
  var isLarge: Bool
  /// Has no value; see ``Context/markBaseline(of:)``.
  var isMark = false
  /// Ends the value; nil for a type without anything to end.
  var destroy: ((UnsafeMutableRawPointer) -> Void)?
}

/// The baseline of the first source of a batch, if its value is a word that has nothing to end and is compared by `==`:
/// nearly every batch has this one and no other. (Benchmark: "update1to1".)
@safe
struct WordBaseline {
  /// nil if there is none.
  var node: NodeRef?
  var version: UInt32 = 0
  var isMark = false
  var word: UInt64 = 0
}

@safe
struct BaselineStore {
  var first = WordBaseline()
  static let blockSize = 512
  var records = unsafe WorkStack<Baseline>()
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
  @inlinable
  package func keepBaseline<Value>(_ value: Value, of node: NodeRef) {
    let isTrivial = _isPOD(Value.self)
    if isTrivial && MemoryLayout<Value>.size <= 8 && node.flags.contains(.comparesPlainly)
      && !node.flags.contains(.computed)
    {
      var word: UInt64 = 0
      unsafe withUnsafeMutableBytes(of: &word) { unsafe $0.storeBytes(of: value, as: Value.self) }
      if keepBaseline(word, of: node) { return }
    }
    let slot = unsafe reserveBaseline(
      of: node, size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment,
      destroy: isTrivial ? nil : { unsafe _ = $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) })
    unsafe slot.bindMemory(to: Value.self, capacity: 1).initialize(to: value)
  }

  /// Keeps the bytes of a source's value, if it is the first of the batch.
  @usableFromInline
  func keepBaseline(_ word: UInt64, of node: NodeRef) -> Bool {
    if unsafe raw.pointee.baselines.first.node != nil { return false }
    node.flags.insert(.hasBaseline)
    unsafe raw.pointee.baselines.first = WordBaseline(node: node, version: node.version, word: word)
    attention.insert(.baselines)
    return true
  }

  /// Notes that a node has changed in this batch, for one whose value is never back where it was.
  @usableFromInline
  func markBaseline(of node: NodeRef) {
    unsafe _ = reserveBaseline(of: node, size: 0, alignment: 1, destroy: nil)
    unsafe raw.pointee.baselines.records[node.baselinePlace].isMark = true
  }

  /// The node has a baseline, and something happened to it that no value can take back.
  func turnBaselineIntoMark(of node: NodeRef) {
    if unsafe raw.pointee.baselines.first.node == node {
      unsafe raw.pointee.baselines.first.isMark = true
    } else {
      unsafe raw.pointee.baselines.records[node.baselinePlace].isMark = true
    }
  }

  @usableFromInline
  func reserveBaseline(
    of node: NodeRef, size: Int, alignment: Int, destroy: ((UnsafeMutableRawPointer) -> Void)?
  ) -> UnsafeMutableRawPointer {
    node.flags.insert(.hasBaseline)
    unsafe node.baselinePlace = raw.pointee.baselines.records.count
    attention.insert(.baselines)
    let (slot, isLarge) = unsafe raw.pointee.baselines.reserve(size, alignment)
    unsafe raw.pointee.baselines.records.push(
      Baseline(node: node, version: node.version, value: slot, isLarge: isLarge, destroy: destroy))
    return unsafe slot
  }

  /// A derivation is about to run in a batch that has written something.
  @inline(never)
  func keepBaseline(of node: NodeRef, _ flags: NodeFlags) {
    if flags.contains(.computed) && flags.isDisjoint(with: .hasBaseline)
      && (node.subs != nil || flags.contains(.observed))
    {
      node.retained.keepBaseline(in: self)
    }
  }

  /// The outermost batch ends: whoever is back where it began gets its version back.
  func settleBaselines() {
    batchDepth &+= 1
    // What is asked meanwhile may write, and what goes with a value may: that is settled as well.
    repeat {
      settleFirst()
      if unsafe raw.pointee.baselines.records.count > 0 { settleRecords() }
    } while unsafe raw.pointee.baselines.first.node != nil
    attention.remove(.baselines)
    batchDepth &-= 1
  }

  @inline(__always)
  private func settleFirst() {
    guard let node = unsafe raw.pointee.baselines.first.node else { return }
    let first = unsafe raw.pointee.baselines.first
    unsafe withUnsafePointer(to: first.word) { word in
      unsafe settle(node, from: first.version, isMark: first.isMark, UnsafeRawPointer(word)) {
        guard unsafe raw.pointee.baselines.first.node == node else { return false }
        unsafe raw.pointee.baselines.first.node = nil
        return true
      }
    }
  }

  /// Gives a node back the version that it had, if its value is the one that it had.
  ///
  /// - Parameter leave: takes the node out of its record; false if it is not there any more.
  @inline(__always)
  private func settle(
    _ node: NodeRef, from version: UInt32, isMark: Bool, _ value: UnsafeRawPointer, leave: () -> Bool
  ) {
    let last = node.version
    let isBack = unsafe !isMark && last != version && node.ask(.isBack, about: value)
    // The test may be the user's, which may have ended the node or written it.
    guard leave() else { return }
    node.flags.remove(.hasBaseline)
    if isBack && node.version == last { takeBack(node, to: version) }
  }

  @inline(never)
  private func settleRecords() {
    // Sources first: a derivation is only verified once every source has settled. What runs meanwhile may add more.
    var settled = 0
    while unsafe settled < raw.pointee.baselines.records.count {
      let end = unsafe raw.pointee.baselines.records.count
      for index in settled..<end { settle(index, derived: false) }
      for index in settled..<end { settle(index, derived: true) }
      settled = end
    }
    // What goes with a value may write, and so add a record.
    while unsafe raw.pointee.baselines.records.count > 0 {
      let top = unsafe raw.pointee.baselines.records.count - 1
      settle(top, derived: false)
      settle(top, derived: true)
      unsafe discard(raw.pointee.baselines.records.pop())
    }
    unsafe raw.pointee.baselines.reset()
  }

  private func settle(_ index: Int, derived: Bool) {
    guard let node = unsafe raw.pointee.baselines.records[index].node else { return }
    let flags = node.flags
    guard flags.contains(.hasBaseline), flags.contains(.computed) == derived else { return }
    // A function or a test of the user's may drop the node, and must not end while it runs.
    let retained = flags.contains(.comparesPlainly) ? nil : node.retained
    if derived && !flags.isDisjoint(with: .marked) { refresh(node) }
    let record = unsafe raw.pointee.baselines.records[index]
    unsafe settle(node, from: record.version, isMark: record.isMark, UnsafeRawPointer(record.value)) {
      guard unsafe raw.pointee.baselines.records[index].node == node else { return false }
      unsafe raw.pointee.baselines.records[index].node = nil
      if !derived { node.scratch = 0 }
      return true
    }
    withExtendedLifetime(retained) {}
  }

  /// The node holds what it held when the batch began.
  @inline(never)
  private func takeBack(_ node: NodeRef, to version: UInt32) {
    let last = node.version
    node.version = version
    node.settleNewcomers(last: last)
    var link = node.subs
    while let present = link {
      if present.version == last {
        // Saw the value that the batch ended with, which is the one that it began with.
        present.version = version
      } else if present.version != version {
        // Saw one in the middle that is gone. Versions cannot tell it from a later one, so it must run again; the write
        // that replaced the value has marked it, and what depends on it.
        present.sub.flags.insert(.dirty)
      }
      link = present.nextSub
    }
  }

  private func discard(_ record: Baseline) {
    if let destroy = unsafe record.destroy { unsafe destroy(record.value) }
    if unsafe record.isLarge { unsafe record.value.deallocate() }
  }

  /// A node with a baseline died.
  func forgetBaseline(of node: NodeRef) {
    if unsafe raw.pointee.baselines.first.node == node {
      unsafe raw.pointee.baselines.first.node = nil
    } else {
      unsafe raw.pointee.baselines.records[node.baselinePlace].node = nil
    }
  }
}
