/// Gives each id of a collection a slot, a small number that identifies the row in all derived collections.
///
/// An id is hashed only when a row is edited or looked up. A removed row's slot stays with its id until no journal
/// names it.
@usableFromInline
package final class KeySpace<ID: Hashable> {
  // Exclusivity-unchecked, since the checks cost more than the rest: no user code runs during an access. Values are
  // copied to a local before they are compared, hashed or released.

  /// The slots that have a row in the edited collection.
  @usableFromInline package let order = SlotOrder()
  /// By slot.
  @safe @exclusivity(unchecked) @usableFromInline package var ids: ContiguousArray<ID> = []
  /// By slot, the low bits of the id's hash. User hash functions run only where an id comes in.
  @safe @exclusivity(unchecked) @usableFromInline var hashes: ContiguousArray<UInt32> = []
  /// A hash table of slots, probed linearly: -1 for empty, -2 for deleted.
  @safe @exclusivity(unchecked) @usableFromInline var table: ContiguousArray<Int32> = []
  @safe @exclusivity(unchecked) @usableFromInline var used = 0
  @safe @exclusivity(unchecked) @usableFromInline var version = 0
  /// The slots without a row, oldest first, and the end of the journal at each removal.
  @safe @exclusivity(unchecked) @usableFromInline var removed: ContiguousArray<(slot: Int, position: Int)> = []
  @safe @exclusivity(unchecked) @usableFromInline var firstRemoved = 0
  @safe @exclusivity(unchecked) @usableFromInline var positions: [Int: Int] = [:]
  @safe @exclusivity(unchecked) @usableFromInline var free: ContiguousArray<Int> = []
  /// How often slots were reused. A reader that missed a reuse cannot trust its slots.
  @inlinable package var reuses: Int { order.reuses }

  @inlinable
  package init() {}

  /// The slot of this id, which may have no row.
  // The `==` of an id may do anything: no access is open, and the search restarts, up to 16 times, if the table
  // changes.
  @inlinable
  package func slot(of id: ID) -> Int? { table.isEmpty ? nil : slot(of: id, Self.hash(id)) }

  @inlinable
  func slot(of id: ID, _ hash: UInt32) -> Int? {
    if table.isEmpty { return nil }
    var found: Int?
    for _ in 0..<16 {
      let begin = version
      found = find(id, hash)
      if version == begin { break }
    }
    return found
  }

  @inlinable
  func find(_ id: ID, _ hash: UInt32) -> Int? {
    let (size, begin) = (table.count, version)
    var place = Int(hash) & (size - 1)
    for _ in 0..<size {
      let slot = table[place]
      if slot == -1 { return nil }
      if slot >= 0 && hashes[Int(slot)] == hash {
        let known = ids[Int(slot)]
        let isFound = known == id
        if version != begin { return nil }
        if isFound { return Int(slot) }
      }
      place = (place + 1) & (size - 1)
    }
    return nil
  }

  @inlinable
  static func hash(_ id: ID) -> UInt32 { UInt32(truncatingIfNeeded: id.hashValue) }

  /// The slot of an id, linked at the end if it was not, and the id that had the slot before: release it last.
  @inlinable
  package func slot(linking id: ID) -> (slot: Int, isKnown: Bool, wasLinked: Bool, replaced: ID?) {
    let hash = Self.hash(id)
    let known = slot(of: id, hash)
    if let known, order.isLinked(known) { return (known, true, true, nil) }
    let (slot, replaced) = add(id, hash, at: known)
    return (slot, known != nil, false, replaced)
  }

  /// Links the slot of an unlinked id before another slot or at the end: the known slot, a free one, or a new one.
  /// Returns the id that had the slot before, whose end may run code.
  ///
  /// Runs no user code, so that nothing changes between the search for `known` and the end of this.
  @inlinable
  package func add(_ id: ID, _ hash: UInt32, at known: Int?, before other: Int? = nil) -> (slot: Int, replaced: ID?) {
    let (slot, replaced) = known.map { ($0, nil) } ?? makeSlot(for: id, hash)
    positions[slot] = nil
    order.link(slot, before: other)
    if known != nil { order.noteMove() }
    return (slot, replaced)
  }

  @inlinable
  func makeSlot(for id: ID, _ hash: UInt32) -> (slot: Int, replaced: ID?) {
    let slot: Int
    var replaced: ID?
    if let last = free.popLast() {
      slot = last
      replaced = ids[slot]
      ids[slot] = id
      hashes[slot] = hash
      order.reuses += 1
    } else {
      slot = order.addSlot()
      ids.append(id)
      hashes.append(hash)
    }
    if (used + 1) * 4 > table.count * 3 { grow() } else { enter(slot) }
    return (slot, replaced)
  }

  @inlinable
  func enter(_ slot: Int) {
    version += 1
    var place = Int(hashes[slot]) & (table.count - 1)
    while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
    if table[place] == -1 { used += 1 }
    table[place] = Int32(slot)
  }

  @inlinable
  func grow() {
    var isFree = ContiguousArray(repeating: false, count: ids.count)
    for slot in free { isFree[slot] = true }
    let count = ids.count - free.count
    var size = 16
    while size * 3 < (count + 1) * 4 * 3 / 2 { size *= 2 }
    table = ContiguousArray(repeating: -1, count: size)
    used = 0
    for slot in ids.indices where !isFree[slot] { enter(slot) }
  }

  @inlinable
  func reserve(_ count: Int) {
    ids.reserveCapacity(count)
    hashes.reserveCapacity(count)
    order.next.reserveCapacity(count)
    order.previous.reserveCapacity(count)
  }

  /// Unlinks a slot. `position`: the end of the journal that records the removal.
  @inlinable
  package func remove(_ slot: Int, at position: Int) {
    order.unlink(slot)
    positions[slot] = position
    removed.append((slot, position))
  }

  /// Unlinks and frees a slot that no journal names.
  @inlinable
  package func forget(_ slot: Int) {
    order.unlink(slot)
    leave(slot)
    free.append(slot)
  }

  /// Frees slots removed before `position`, the start of the journal.
  @inlinable
  package func reclaim(before position: Int) {
    while firstRemoved < removed.count && removed[firstRemoved].position < position {
      let (slot, since) = removed[firstRemoved]
      firstRemoved += 1
      // Otherwise the id was added again.
      if positions[slot] == since {
        positions[slot] = nil
        leave(slot)
        free.append(slot)
      }
    }
    if firstRemoved > 32 && firstRemoved * 2 > removed.count {
      removed.removeFirst(firstRemoved)
      firstRemoved = 0
    }
  }

  @inlinable
  func leave(_ slot: Int) {
    version += 1
    var place = Int(hashes[slot]) & (table.count - 1)
    while table[place] != Int32(slot) { place = (place + 1) & (table.count - 1) }
    table[place] = -2
  }
}
