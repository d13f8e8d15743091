extension OpenKeyedRows {
  /// Removes the rows for which `isRemoved` returns true. It is asked about all rows before any is removed.
  ///
  /// - Complexity: Linear in the number of rows.
  @inlinable
  public func removeAll(where isRemoved: (Row) -> Bool = { _ in true }) {
    checkEdit()
    var slots: [Int] = []
    slots.reserveCapacity(table.count)
    space.order.visit { slots.append($0) }
    // The function may edit the collection, and give a slot to an untested row.
    let reuses = space.reuses
    var removed: [(slot: Int, row: Row)] = []
    for slot in slots where space.reuses == reuses {
      if let row = table.row(at: slot), isRemoved(row) { removed.append((slot, row)) }
    }
    if removed.isEmpty { return }
    edit {
      for (slot, _) in removed where space.reuses == reuses && table.row(at: slot) != nil {
        takeOut(slot, space.ids[slot])
      }
    }
    // Released last: a row's end may use the collection.
    withExtendedLifetime(removed) {}
  }

  @inlinable
  func replaceAll(with rows: [Row]) {
    checkEdit()
    let ids = rows.map { id($0) }
    let hashes = ids.map { KeySpace<ID>.hash($0) }
    // By row, the slot of its id, or -1. User code may give the slot to another id, also during the search.
    let reuses = space.reuses
    let slotsBefore = ids.indices.map { space.slot(of: ids[$0], hashes[$0]) ?? -1 }
    var staying = space.order.longestPart(inOrderOf: slotsBefore)[...]
    // The other rows are put before the next one that stays, if user code has not removed it.
    func placeOfOthers() -> Int? {
      staying.first.flatMap { space.order.isLinked(slotsBefore[$0]) ? slotsBefore[$0] : nil }
    }
    let before = table.rows
    var replaced: [ID] = []
    edit {
      var isKept = ContiguousArray(repeating: false, count: space.order.slotCount)
      var slots: [Int] = []
      slots.reserveCapacity(rows.count)
      for index in rows.indices {
        let (id, hash) = (ids[index], hashes[index])
        let isStaying = staying.first == index
        if isStaying { staying.removeFirst() }
        var row = rows[index]
        var known: Int? = slotsBefore[index]
        if slotsBefore[index] < 0 || space.reuses != reuses || !space.order.isLinked(slotsBefore[index]) {
          known = space.slot(of: id, hash)
        }
        if let restored = restored(row, at: known) {
          row = restored
          // The comparison may have edited the collection.
          known = space.slot(of: id, hash)
        }
        if let known, let old = table.row(at: known) {
          if known < isKept.count {
            if !isKept[known] {
              slots.append(known)
            } else if known < before.count, let first = before[known], table.isDuplicate(first, row) {
              // An earlier row of this id has replaced it.
              row = first
            }
          }
          let isOther = known < isKept.count && !isKept[known] && !isStaying
          if known < isKept.count { isKept[known] = true }
          let reusesBefore = space.reuses
          if isChange(of: old, to: row, at: known) { put(row, id, at: known) }
          // Releasing a row or comparing it may have edited the collection.
          if isOther && space.reuses == reusesBefore && table.row(at: known) != nil {
            move(slot: known, before: placeOfOthers())
          }
        } else {
          let (slot, last) = space.add(id, hash, at: known, before: placeOfOthers())
          if let last { replaced.append(last) }
          slots.append(slot)
          if slot < isKept.count { isKept[slot] = true }
          put(row, id, at: slot, movedFrom: table.placeBefore(newAt: slot))
        }
      }
      for slot in isKept.indices where !isKept[slot] && table.row(at: slot) != nil { takeOut(slot, space.ids[slot]) }
      // All rows are in place, unless user code has edited the collection. From the end, so that these stay linked.
      var after: Int32 = -1
      for slot in slots.reversed() where table.row(at: slot) != nil && slot != after {
        // Releasing a row may edit the collection.
        if after >= 0 && !space.order.isLinked(Int(after)) { after = -1 }
        move(slot: slot, before: after < 0 ? nil : Int(after))
        after = Int32(slot)
      }
    }
    // Released last: the end of a row or an id may use the collection.
    withExtendedLifetime((before, replaced)) {}
  }

  /// Moves the row at a slot, unless it is in that place.
  @inlinable
  func move(slot: Int, before other: Int?) {
    if slot == other || space.order.next[slot] == other.map(Int32.init) ?? -1 { return }
    let predecessor = space.order.predecessor(of: slot)
    space.order.move(slot, before: other)
    table.noteMove(of: slot, from: predecessor)
  }

  @inlinable
  func load(_ rows: [Row]) {
    if rows.isEmpty { return }
    space.reserve(rows.count)
    table.reserve(rows.count)
    for row in rows { insert(row) }
  }
}
