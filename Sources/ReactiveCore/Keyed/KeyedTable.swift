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

  /// The longest lag at which the journal is used.
  @usableFromInline var limit: Int { max(64, rows.count / 4) }

  @inlinable @inline(__always)
  package func row(at slot: Int) -> Row? { slot < rows.count ? rows[slot] : nil }

  @inlinable
  func reserve(_ count: Int) { rows.reserveCapacity(count) }

  // --- Changes -------------------------------------------------------------------------------------------------------

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

  /// For a stored table: a held batch needs one entry for each slot. `isFirst`: it has none yet.
  @inlinable
  func prepare(isHeld: Bool, isFirst: Bool) {
    self.isHeld = isHeld
    batchBegin = !isHeld ? .max : isFirst ? end : batchBegin
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

  /// Records that a row changed its place only.
  @inlinable
  package func noteMove(of slot: Int, from predecessor: Int32) {
    if let row = row(at: slot) { _ = note(slot, row, predecessor) }
  }

  /// Returns whether the journal keeps the old row.
  @inlinable
  func note(_ slot: Int, _ old: Row?, _ predecessor: Int32?) -> Bool {
    guard isKept else {
      end += 1
      base = end
      return false
    }
    if slot >= last.count { last.append(contentsOf: repeatElement(-1, count: slot + 1 - last.count)) }
    let previous = last[slot]
    var predecessor = predecessor
    // The row may have moved in the source while it was absent here.
    if predecessor == nil && old == nil && previous >= base {
      let leaving = entries[previous - base]
      if !leaving.isMoved && leaving.predecessor != presentMoves { predecessor = Self.unknownPlace }
    }
    // A reader may begin at any earlier entry of the slot, so these record the move too.
    if let predecessor { markMoved(from: previous, predecessor, isChange: old != nil) }
    // No dependent has read the batch's entry for this slot, so its old state still holds.
    if previous >= batchBegin && previous >= taken && previous >= base { return false }
    entries.append(
      Entry(
        slot: Int32(slot), isMoved: predecessor != nil, predecessor: predecessor ?? presentMoves, previous: previous,
        old: old))
    last[slot] = end
    end += 1
    let limit = isHeld ? 2 * rows.count + 64 : self.limit
    if entries.count > limit { cut(to: entries.count / 2) }
    return true
  }

  /// `isChange`: the row was there before. If its old place is then unknown, earlier known ones prove nothing either; a
  /// row that was absent may be back.
  @inlinable
  func markMoved(from place: Int, _ predecessor: Int32, isChange: Bool) {
    let isLost = isChange && predecessor == Self.unknownPlace
    var place = place
    while place >= base {
      let index = place - base
      if entries[index].isMoved && (!isLost || entries[index].predecessor == Self.lostPlace) { return }
      entries[index].isMoved = true
      entries[index].predecessor = isLost ? Self.lostPlace : predecessor
      place = entries[index].previous
    }
  }

  @inlinable
  func cut(to count: Int) {
    let old = entries
    entries = ContiguousArray(old.suffix(count))
    base = end - count
    release(old)
  }

  /// The order has changed without entries: each dependent visits all rows.
  @inlinable
  package func forgetJournal() {
    end += 1
    cut(to: 0)
  }

  // --- Dependents ----------------------------------------------------------------------------------------------------

  /// A dependent without a journal position has read everything.
  @inlinable
  package func noteRead() { taken = end }

  /// Calls `change` once for each slot changed since `position`, with its old row and, if moved, its old predecessor.
  /// Moves `position` to the end.
  ///
  /// Returns false if the journal is too short; the caller then visits all rows. `change` may use the table.
  @inlinable
  package func takeChanges(
    since position: inout Int, _ change: (_ slot: Int, _ old: Row?, _ predecessor: Int32?) -> Void
  ) -> Bool {
    let begin = position
    let end = beginTaking(&position)
    if begin < base || end - begin > limit { return false }
    var place = begin
    while place < end {
      if place < base { return false }
      let entry = entries[place - base]
      let slot = Int(entry.slot)
      // Its predecessor may have moved too, so an equal one proves nothing.
      if entry.previous < begin && (last[slot] == place || entry.isMoved || !isBack(entry)) {
        change(slot, entry.old, entry.isMoved ? entry.predecessor : nil)
      }
      place += 1
    }
    return true
  }

  @inlinable
  func beginTaking(_ position: inout Int) -> Int {
    keepJournal()
    position = end
    taken = end
    return end
  }

  @inlinable
  func keepJournal() {
    if isKept { return }
    isKept = true
    base = end
    last = ContiguousArray(repeating: -1, count: rows.count)
  }

  /// For a stored table in a held batch: the slot's row from before it, if the batch has changed the slot.
  @inlinable
  func rowBeforeBatch(at slot: Int) -> Row? { row(at: slot, before: batchBegin) }

  /// The slot's row before the first entry from `begin` on, if there is such an entry.
  @inlinable
  func row(at slot: Int, before begin: Int) -> Row? {
    if !isKept || slot >= last.count { return nil }
    var (row, place): (Row?, Int) = (nil, last[slot])
    while place >= begin && place >= base {
      let entry = entries[place - base]
      row = entry.old
      place = entry.previous
    }
    return row
  }

  /// Whether the slot has its row and place from before its first entry again.
  @inlinable
  func isBack(_ entry: Entry) -> Bool {
    let slot = Int(entry.slot)
    switch (entry.old, row(at: slot)) {
    case (nil, nil): return true
    case (let old?, let present?):
      if entry.isMoved && order.predecessor(of: slot) != entry.predecessor { return false }
      return isDuplicate(old, present)
    default: return false
    }
  }

  /// Whether rows and order are those of `position`. May be false though they are, after several moves.
  ///
  /// A row's old predecessor is that of its own first move. So it proves that the row is in its old place only if the
  /// predecessor has not moved itself.
  @inlinable
  package func isUnchanged(since position: Int) -> Bool {
    if position == end { return true }
    var place = position
    var moved: [Int32: Int32] = [:]
    while place < end {
      if place < base { return false }
      let entry = entries[place - base]
      if entry.previous < position {
        if !isBack(entry) { return false }
        if entry.isMoved { moved[entry.slot] = entry.predecessor }
      }
      place += 1
    }
    return position < end && !moved.values.contains { moved[$0] != nil }
  }
}
