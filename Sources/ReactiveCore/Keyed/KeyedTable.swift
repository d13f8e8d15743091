/// The rows of one keyed collection by slot, and a journal of what has changed.
///
/// A dependent takes what came after the place in the journal that it saw last, and looks at those rows alone. The journal is
/// bounded: what lags behind more than a quarter of the rows looks at all.
@usableFromInline
package final class KeyedTable<Row> {
  @frozen @usableFromInline
  struct Entry {
    @usableFromInline let slot: Int32
    /// Whether its place has changed, too.
    @usableFromInline var isMoved: Bool
    /// Of a slot that was moved: the slot before it then; -3 if that says nothing. Of any other: how many moves there had been.
    @usableFromInline var predecessor: Int32
    /// The place of the last entry of this slot before; -1 if there is none.
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

  // Exclusivity-unchecked, since the checks cost more than the rest: no access to a field is open while code of the user's
  // runs. What is compared or released is in a local first.

  /// By slot.
  @safe @exclusivity(unchecked) @usableFromInline package var rows: ContiguousArray<Row?> = []
  /// How many rows there are.
  @safe @exclusivity(unchecked) @usableFromInline package var count = 0
  @usableFromInline let order: SlotOrder
  @usableFromInline package let isDuplicate: (Row, Row) -> Bool

  /// The journal, from the place `base` on. It is empty until something first depends on the table.
  @safe @exclusivity(unchecked) @usableFromInline var entries: ContiguousArray<Entry> = []
  @safe @exclusivity(unchecked) @usableFromInline package var base = 0
  /// The place of the next entry, which stands for what the table is now.
  @safe @exclusivity(unchecked) @usableFromInline package var end = 0
  /// By slot, the place of the last entry.
  @safe @exclusivity(unchecked) @usableFromInline var last: ContiguousArray<Int> = []
  @safe @exclusivity(unchecked) @usableFromInline var isKept = false
  /// Up to where a dependent has read.
  @safe @exclusivity(unchecked) @usableFromInline var taken = 0
  /// Of entries from here on, the open batch needs one for each slot.
  @safe @exclusivity(unchecked) @usableFromInline var batchBegin = Int.max
  @safe @exclusivity(unchecked) @usableFromInline var isHeld = false

  @inlinable
  package init(_ order: SlotOrder, _ isDuplicate: @escaping (Row, Row) -> Bool) {
    self.order = order
    self.isDuplicate = isDuplicate
  }

  /// For the slot before one: the place may have changed, and nothing says from where.
  @usableFromInline package static var unknownPlace: Int32 { -3 }

  /// What to note of the place of a row that comes to a slot which has none. A slot that had a row may have had another place,
  /// or be that of another id now.
  @inlinable
  package func placeBefore(newAt slot: Int) -> Int32? { slot < rows.count ? Self.unknownPlace : nil }

  @inlinable var presentMoves: Int32 { Int32(truncatingIfNeeded: order.moves) }

  /// How far a dependent may lag behind.
  @usableFromInline var limit: Int { max(64, rows.count / 4) }

  @inlinable @inline(__always)
  package func row(at slot: Int) -> Row? { slot < rows.count ? rows[slot] : nil }

  @inlinable
  func reserve(_ count: Int) { rows.reserveCapacity(count) }

  // --- What changes it -----------------------------------------------------------------------------------------------

  /// Changes are about to be noted. `isHeld`: an open batch may take them back, so what it began with is kept.
  @inlinable
  package func prepare(isHeld: Bool) { self.isHeld = isHeld }

  /// The same, for a table that is written: in a batch that is held, one entry for each slot is enough. `isFirst`: it has noted
  /// nothing yet.
  @inlinable
  func prepare(isHeld: Bool, isFirst: Bool) {
    self.isHeld = isHeld
    batchBegin = !isHeld ? .max : isFirst ? end : batchBegin
  }

  /// Puts a row, or none, at a slot, and notes it. `predecessor`, if the place changes as well: the slot before it until now.
  /// The caller has found out that it is a change.
  @inlinable
  package func put(_ new: Row?, at slot: Int, movedFrom predecessor: Int32? = nil) {
    let old = row(at: slot)
    exchange(new, at: slot)
    note(slot, old, predecessor)
    // Released last: its end may use the table.
    withExtendedLifetime(old) {}
  }

  /// The same, unless it is no change. Returns whether it was.
  @inlinable
  @discardableResult
  package func set(_ new: Row?, at slot: Int, movedFrom predecessor: Int32? = nil) -> Bool {
    let old = row(at: slot)
    switch (old, new) {
    case (nil, nil): return false
    case (let old?, let new?) where predecessor == nil && isDuplicate(old, new): return false
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

  /// The place of a row has changed, and nothing else.
  @inlinable
  package func noteMove(of slot: Int, from predecessor: Int32) {
    if let row = row(at: slot) { note(slot, row, predecessor) }
  }

  @inlinable
  func note(_ slot: Int, _ old: Row?, _ predecessor: Int32?) {
    guard isKept else {
      end += 1
      base = end
      return
    }
    if slot >= last.count { last.append(contentsOf: repeatElement(-1, count: slot + 1 - last.count)) }
    let previous = last[slot]
    var predecessor = predecessor
    // A row that comes back here may have been moved in the source while it was not here.
    if predecessor == nil && old == nil && previous >= base {
      let leaving = entries[previous - base]
      if !leaving.isMoved && leaving.predecessor != presentMoves { predecessor = Self.unknownPlace }
    }
    // Earlier entries of the slot stand for this one, too, wherever a reader begins.
    if let predecessor { markMoved(from: previous, predecessor) }
    // Nothing has read the entry of the open batch for this slot: what that says of the beginning still holds.
    if previous >= batchBegin && previous >= taken && previous >= base { return }
    entries.append(
      Entry(
        slot: Int32(slot), isMoved: predecessor != nil, predecessor: predecessor ?? presentMoves, previous: previous,
        old: old))
    last[slot] = end
    end += 1
    let limit = isHeld ? 2 * rows.count + 64 : self.limit
    if entries.count > limit { cut(to: entries.count / 2) }
  }

  @inlinable
  func markMoved(from place: Int, _ predecessor: Int32) {
    var place = place
    while place >= base && !entries[place - base].isMoved {
      entries[place - base].isMoved = true
      entries[place - base].predecessor = predecessor
      place = entries[place - base].previous
    }
  }

  /// Forgets all but the last `count` entries.
  @inlinable
  func cut(to count: Int) {
    let old = entries
    entries = ContiguousArray(old.suffix(count))
    base = end - count
    // Released when all is in order.
    withExtendedLifetime(old) {}
  }

  /// The order may have changed in a way that no entry says: each dependent looks at all.
  @inlinable
  package func forgetJournal() {
    end += 1
    cut(to: 0)
  }

  // --- What depends on it --------------------------------------------------------------------------------------------

  /// All that has happened has been read by something that reads no journal.
  @inlinable
  package func noteRead() { taken = end }

  /// Calls `change` once for each slot that has changed since `position`, which becomes the present one: with the row that it
  /// had, and, if its place has changed, too, the slot that came before. Returns false if that is not known any more: then the
  /// caller looks at all rows. What `change` calls may use the table.
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
      // One that was moved may have another place though what comes before it is the same: that may have moved, too.
      if entry.previous < begin && (last[slot] == place || entry.isMoved || !isBack(entry)) {
        change(slot, entry.old, entry.isMoved ? entry.predecessor : nil)
      }
      place += 1
    }
    return true
  }

  @inlinable
  func beginTaking(_ position: inout Int) -> Int {
    if !isKept {
      isKept = true
      base = end
      last = ContiguousArray(repeating: -1, count: rows.count)
    }
    position = end
    taken = end
    return end
  }

  /// Whether the row of the first entry of its slot is what it was before that.
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

  /// Whether all is as it was at this place of the journal.
  @inlinable
  package func isUnchanged(since position: Int) -> Bool {
    if position == end { return true }
    var place = position
    while place < end {
      if place < base { return false }
      let entry = entries[place - base]
      if entry.previous < position && !isBack(entry) { return false }
      place += 1
    }
    return position < end
  }
}
