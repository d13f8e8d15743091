// The journal of a keyed table: its entries, and what dependents read from them.

extension KeyedTable {
  /// The longest lag at which the journal is used.
  ///
  /// A dependent that lags by more visits all slots, also those without a row.
  @usableFromInline var limit: Int { max(64, rows.count / 4) }

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
    if isHeld && previous >= batchBegin && previous >= taken && previous >= base {
      entries[previous - base].isFolded = true
      // This entry was compared, and now stands for another change.
      if lastUnchanged.end > previous { lastUnchanged = (position: -1, end: -1) }
      return false
    }
    entries.append(
      Entry(
        slot: Int32(slot), isMoved: predecessor != nil, predecessor: predecessor ?? presentMoves, previous: previous,
        old: old))
    last[slot] = end
    end += 1
    cut(beyond: isHeld || batchBegin != .max ? 2 * rows.count + 64 : limit)
    return true
  }

  /// For a stored table, after an edit: of earlier batches' entries, no more are kept than without them.
  @inlinable
  func cutEarlierBatches() { cut(beyond: max(0, end - batchBegin) + limit) }

  /// Keeps what the last reader has not read, up to the limit.
  @inlinable
  func cut(beyond limit: Int) {
    if entries.count > limit { cut(to: max(limit / 2, end - taken > limit ? 0 : end - taken)) }
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
      if entry.previous < begin && (isOnly(entry, at: place) || entry.isMoved || !isRestored(entry)) {
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

  /// Whether an entry stands for a single change, the last one of its slot.
  @inlinable
  func isOnly(_ entry: Entry, at place: Int) -> Bool { !entry.isFolded && last[Int(entry.slot)] == place }

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

  /// Whether the slot has the very row from before its first entry again. After changes that are no batch, an equal row
  /// may differ. May be false though it has, since undefined bits between fields may differ.
  @inlinable
  func isRestored(_ entry: Entry) -> Bool { haveSameBits(entry.old, row(at: Int(entry.slot))) && isBack(entry) }

  /// Whether rows and order are those of `position`. May be false though they are, after several moves.
  ///
  /// What a batch reverts leaves its entries behind: those are compared once, not again after each later batch.
  ///
  /// A row's old predecessor is that of its own first move. So it proves that the row is in its old place only if the
  /// predecessor has not moved itself.
  @inlinable
  package func isUnchanged(since position: Int) -> Bool {
    let (begin, now) = (position == lastUnchanged.position ? lastUnchanged.end : position, end)
    if begin == now { return true }
    var place = begin
    var moved: [Int32: Int32] = [:]
    while place < end {
      if place < base { return false }
      let entry = entries[place - base]
      if entry.previous < begin {
        if !isBack(entry) { return false }
        if entry.isMoved { moved[entry.slot] = entry.predecessor }
      }
      place += 1
    }
    if begin > end || moved.values.contains(where: { moved[$0] != nil }) { return false }
    // Otherwise a comparison has edited the rows.
    if end == now { lastUnchanged = (position, now) }
    return true
  }
}
