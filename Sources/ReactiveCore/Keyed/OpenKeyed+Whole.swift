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
    let before = table.rows
    var replaced: [ID] = []
    edit {
      var isKept = ContiguousArray(repeating: false, count: space.order.slotCount)
      var slots: [Int] = []
      slots.reserveCapacity(rows.count)
      for row in rows {
        let id = id(row)
        let hash = KeySpace<ID>.hash(id)
        var (row, known) = (row, space.slot(of: id, hash))
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
            isKept[known] = true
          }
          if isChange(of: old, to: row, at: known) { put(row, id, at: known) }
        } else {
          let (slot, last) = space.add(id, hash, at: known)
          if let last { replaced.append(last) }
          slots.append(slot)
          if slot < isKept.count { isKept[slot] = true }
          put(row, id, at: slot, movedFrom: table.placeBefore(newAt: slot))
        }
      }
      for slot in isKept.indices where !isKept[slot] && table.row(at: slot) != nil { takeOut(slot, space.ids[slot]) }
      // From the end, so that rows in place stay linked.
      var after: Int32 = -1
      for slot in slots.reversed() where table.row(at: slot) != nil && slot != after {
        // Releasing a row may edit the collection.
        if after >= 0 && !space.order.isLinked(Int(after)) { after = -1 }
        if space.order.next[slot] != after {
          let predecessor = space.order.predecessor(of: slot)
          space.order.move(slot, before: after < 0 ? nil : Int(after))
          table.noteMove(of: slot, from: predecessor)
        }
        after = Int32(slot)
      }
    }
    // Released last: the end of a row or an id may use the collection.
    withExtendedLifetime((before, replaced)) {}
  }

  @inlinable
  func load(_ rows: [Row]) {
    if rows.isEmpty { return }
    space.reserve(rows.count)
    table.reserve(rows.count)
    for row in rows { insert(row) }
  }
}
