/// The rows of a keyed collection by slot, and a journal of their changes.
///
/// A dependent visits only the rows in entries after its last position. The journal is bounded: a dependent that lags
/// by more than a quarter of the rows visits all.
@usableFromInline
package final class KeyedTable<Row> {
  @frozen @usableFromInline
  struct Entry {
    @usableFromInline let slot: Int32
    @usableFromInline var isMoved: Bool
    /// Whether it stands for several changes, after which the row may be back.
    @usableFromInline var isFolded = false
    /// If moved, the old predecessor, or -3 if unknown; otherwise the number of moves so far.
    @usableFromInline var predecessor: Int32
    /// This slot's previous entry; -1 if none.
    @usableFromInline let previous: Int
    @usableFromInline let old: Row?

    @inlinable
    init(slot: Int32, isMoved: Bool, predecessor: Int32, previous: Int, old: Row?) {
      self.slot = slot
      self.isMoved = isMoved
      self.predecessor = predecessor
      self.previous = previous
      self.old = old
    }
  }

  // Exclusivity-unchecked, since the checks cost more than the rest: no user code runs during an access. Values are
  // copied to a local before they are compared or released.

  @safe @exclusivity(unchecked) @usableFromInline package var rows: ContiguousArray<Row?> = []
  @safe @exclusivity(unchecked) @usableFromInline package var count = 0
  @usableFromInline let order: SlotOrder
  @usableFromInline package let isDuplicate: (Row, Row) -> Bool

  /// The journal, from `base` on; empty until the table has a dependent.
  @safe @exclusivity(unchecked) @usableFromInline var entries: ContiguousArray<Entry> = []
  @safe @exclusivity(unchecked) @usableFromInline package var base = 0
  /// The place of the next entry; it identifies the current state.
  @safe @exclusivity(unchecked) @usableFromInline package var end = 0
  /// By slot, the last entry.
  @safe @exclusivity(unchecked) @usableFromInline var last: ContiguousArray<Int> = []
  @safe @exclusivity(unchecked) @usableFromInline var isKept = false
  /// Up to where dependents have read.
  @safe @exclusivity(unchecked) @usableFromInline var taken = 0
  /// From here on, the open batch needs one entry for each slot.
  @safe @exclusivity(unchecked) @usableFromInline var batchBegin = Int.max
  @safe @exclusivity(unchecked) @usableFromInline var isHeld = false
  /// Whether it changes only in evaluations.
  @safe @exclusivity(unchecked) @usableFromInline var isComputed = false
  /// Whether a slot may have been given to another id since the last evaluation.
  @safe @exclusivity(unchecked) @usableFromInline var mayBeReused = false
  @safe @exclusivity(unchecked) @usableFromInline var seenReuses = 0
  /// From here on, a computed table's node may be reverted; see `restored(_:at:)`.
  @safe @exclusivity(unchecked) @usableFromInline var revertibleBegin = Int.max
  /// The version of the node there, and the reuses of slots.
  @safe @exclusivity(unchecked) private var beginVersion: UInt32 = 0
  @safe @exclusivity(unchecked) @usableFromInline var beginReuses = 0
  /// A position, and a later one at which rows and order were the same.
  @safe @exclusivity(unchecked) @usableFromInline var lastUnchanged = (position: -1, end: -1)
  /// Whether the evaluations of another node change it.
  @safe @exclusivity(unchecked) private var isFed = false

  @inlinable
  package init(_ order: SlotOrder, _ isDuplicate: @escaping (Row, Row) -> Bool) {
    self.order = order
    self.isDuplicate = isDuplicate
  }

  /// The place may have changed; the old one is unknown.
  @usableFromInline package static var unknownPlace: Int32 { -3 }
  /// As ``unknownPlace``, in all earlier entries of the slot too.
  @usableFromInline static var lostPlace: Int32 { -4 }

  /// The `predecessor` for a row at an empty slot, which may have had another place or id.
  @inlinable
  package func placeBefore(newAt slot: Int) -> Int32? { slot < rows.count ? Self.unknownPlace : nil }

  @inlinable var presentMoves: Int32 { Int32(truncatingIfNeeded: order.moves) }

  @inlinable @inline(__always)
  package func row(at slot: Int) -> Row? { slot < rows.count ? rows[slot] : nil }

  @inlinable
  func reserve(_ count: Int) { rows.reserveCapacity(count) }

  /// For a computed table: call before an evaluation of its node changes it.
  @inlinable
  func prepare(for evaluation: EvaluationRef) {
    isHeld = evaluation.hasSnapshot
    isComputed = true
    mayBeReused = seenReuses != order.reuses
    seenReuses = order.reuses
    if isHeld || revertibleBegin != .max { noteBegin(of: evaluation) }
  }

  /// For a computed table that an evaluation of another node changes. `isHeld`: an open batch may revert the changes.
  ///
  /// The other table restores the rows.
  @usableFromInline
  package func prepare(isHeld: Bool) {
    self.isHeld = isHeld
    isComputed = true
    isFed = true
    revertibleBegin = .max
  }

  /// The version that a revert restores tells whether the node can be reverted to the known begin. That may be after
  /// the batch, if the node was not needed at its end.
  @usableFromInline
  func noteBegin(of evaluation: EvaluationRef) {
    if isFed { return }
    let version = evaluation.versionBeforeBatch
    if revertibleBegin != .max && version == beginVersion { return }
    revertibleBegin = isHeld ? end : .max
    beginVersion = version
    beginReuses = order.reuses
    if isHeld { keepJournal() }
  }

  /// The row to store for `new` in a computed table: the row to which the node may be reverted, if `new` is a duplicate
  /// of it. The revert then also restores the parts that `==` ignores, which dependents have seen.
  @inlinable @inline(never)
  func restored(_ new: Row, at slot: Int) -> Row {
    if order.reuses != beginReuses { return new }
    guard let old = row(at: slot, before: revertibleBegin), isDuplicate(old, new) else { return new }
    return old
  }

  /// For a stored table: a held batch needs one entry for each slot. `isFirst`: no open batch has any. An edit in a call
  /// of ``independently(_:)`` in such a batch is not held, and leaves the begin of that batch.
  @inlinable
  func prepare(isHeld: Bool, isFirst: Bool) {
    self.isHeld = isHeld
    if isFirst { batchBegin = isHeld ? end : .max }
  }

  /// Stores or removes a row and notes the change. `predecessor`: the old one if the place changes too.
  @inlinable
  package func put(_ new: Row?, at slot: Int, movedFrom predecessor: Int32? = nil) {
    let old = row(at: slot)
    exchange(new, at: slot)
    if !note(slot, old, predecessor), let old { release(old) }
  }

  /// Releases what was replaced. Call last: its `deinit` may use the table.
  ///
  /// It may also read what is being computed, so a computed table releases it after the outermost batch.
  @inlinable @inline(__always)
  package func release<Old>(_ old: Old) {
    if isComputed && !_isPOD(Old.self) {
      Context.current.keepForRelease(old, isRunning: true)
    } else {
      withExtendedLifetime(old) {}
    }
  }

  /// As `put`, unless the row is a duplicate. In a computed table, a duplicate of the row from before the open batch is
  /// replaced by that row. Returns whether it was a change.
  @inlinable
  @discardableResult
  package func set(_ new: Row?, at slot: Int, movedFrom predecessor: Int32? = nil) -> Bool {
    var new = new
    if revertibleBegin != .max, let row = new { new = restored(row, at: slot) }
    let old = row(at: slot)
    switch (old, new) {
    case (nil, nil): return false
    case (let old?, let new?) where predecessor == nil || !mayBeReused:
      if !isDuplicate(old, new) { break }
      guard let predecessor else { return false }
      noteMove(of: slot, from: predecessor)
      return true
    default: break
    }
    put(new, at: slot, movedFrom: predecessor)
    return true
  }

  @inlinable
  func exchange(_ new: Row?, at slot: Int) {
    if slot >= rows.count {
      rows.append(contentsOf: repeatElement(nil, count: slot + 1 - rows.count))
    }
    if (rows[slot] == nil) != (new == nil) { count += new == nil ? -1 : 1 }
    rows[slot] = new
  }
}
