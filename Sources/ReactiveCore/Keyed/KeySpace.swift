/// The ids of a collection, each at a slot: a small number, by which the collections that are made of it know the same row.
///
/// So an id is hashed where a row is edited or asked for, and nowhere else. The slot of a row that was removed stays that of
/// its id until no journal names it any more.
@usableFromInline
package final class KeySpace<ID: Hashable> {
  // Exclusivity-unchecked, since the checks cost more than the rest: no access to a field is open while code of the user's
  // runs. What is compared, hashed or released is in a local first.

  /// The order of the slots that have a row in the collection that is edited.
  @usableFromInline package let order = SlotOrder()
  /// By slot.
  @safe @exclusivity(unchecked) @usableFromInline package var ids: ContiguousArray<ID> = []
  /// By slot, the end of the hash of the id: so that a hash function, which may do anything, runs where an id comes in, and
  /// nowhere else.
  @safe @exclusivity(unchecked) @usableFromInline var hashes: ContiguousArray<UInt32> = []
  /// A hash table of slots, probed in line: -1 where there is none, -2 where one was.
  @safe @exclusivity(unchecked) @usableFromInline var table: ContiguousArray<Int32> = []
  @safe @exclusivity(unchecked) @usableFromInline var used = 0
  /// Counts the changes of the table.
  @safe @exclusivity(unchecked) @usableFromInline var version = 0
  /// The slots without a row, with the end of the journal at their removal; the oldest first.
  @safe @exclusivity(unchecked) @usableFromInline var removed: ContiguousArray<(slot: Int, position: Int)> = []
  @safe @exclusivity(unchecked) @usableFromInline var firstRemoved = 0
  @safe @exclusivity(unchecked) @usableFromInline var positions: [Int: Int] = [:]
  @safe @exclusivity(unchecked) @usableFromInline var free: ContiguousArray<Int> = []
  /// How many slots were given to further ids: what has missed the end of an id cannot trust the slot.
  @safe @exclusivity(unchecked) @usableFromInline package var reuses = 0

  @inlinable
  package init() {}

  /// The slot of this id, which may have no row any more.
  // The `==` of an id may do anything: no access is open, and if it has changed the table, the search begins anew; but not
  // forever.
  @inlinable
  package func slot(of id: ID) -> Int? {
    if table.isEmpty { return nil }
    let hash = Self.hash(id)
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

  /// The slot of an id that is in no place, linked before another one or at the end: the one that it had, or one that nothing
  /// names, or a further one.
  @inlinable
  package func add(_ id: ID, at known: Int?, before other: Int? = nil) -> Int {
    let slot = known ?? makeSlot(for: id)
    positions[slot] = nil
    order.link(slot, before: other)
    if known != nil { order.noteMove() }
    return slot
  }

  @inlinable
  func makeSlot(for id: ID) -> Int {
    let hash = Self.hash(id)
    let slot: Int
    if let last = free.popLast() {
      slot = last
      let old = ids[slot]
      ids[slot] = id
      hashes[slot] = hash
      reuses += 1
      withExtendedLifetime(old) {}
    } else {
      slot = order.addSlot()
      ids.append(id)
      hashes.append(hash)
    }
    if (used + 1) * 4 > table.count * 3 { grow() } else { enter(slot) }
    return slot
  }

  @inlinable
  func enter(_ slot: Int) {
    version += 1
    var place = Int(hashes[slot]) & (table.count - 1)
    while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
    if table[place] == -1 { used += 1 }
    table[place] = Int32(slot)
  }

  /// Makes the table anew, with room for as many again.
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

  /// The slot has no row any more. `position`: the end of the journal that says so.
  @inlinable
  package func remove(_ slot: Int, at position: Int) {
    order.unlink(slot)
    positions[slot] = position
    removed.append((slot, position))
  }

  /// No journal names what came before `position`: such slots may be given to other ids.
  @inlinable
  package func reclaim(before position: Int) {
    while firstRemoved < removed.count && removed[firstRemoved].position < position {
      let (slot, since) = removed[firstRemoved]
      firstRemoved += 1
      // Or else its id has come back meanwhile.
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
