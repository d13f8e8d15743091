extension OpenKeyedRows {
  /// Removes the rows for which `isRemoved` returns true.
  @inlinable
  public func removeAll(where isRemoved: (Row) -> Bool = { _ in true }) {
    checkEdit()
    edit {
      var slots: [Int] = []
      slots.reserveCapacity(table.count)
      space.order.visit { slots.append($0) }
      // The function may edit the collection, and give a slot to an untested row.
      let reuses = space.reuses
      for slot in slots where space.reuses == reuses {
        guard let row = table.row(at: slot), isRemoved(row) else { continue }
        if space.reuses == reuses && table.row(at: slot) != nil { takeOut(slot, space.ids[slot]) }
      }
    }
  }

  @inlinable
  func replaceAll(with rows: [Row]) {
    checkEdit()
    edit {
      var isKept = ContiguousArray(repeating: false, count: space.order.slotCount)
      var slots: [Int] = []
      slots.reserveCapacity(rows.count)
      for row in rows {
        let id = id(row)
        var (row, known) = (row, space.slot(of: id))
        if let restored = restored(row, at: known) {
          row = restored
          // The comparison may have edited the collection.
          known = space.slot(of: id)
        }
        if let known, let old = table.row(at: known) {
          if known < isKept.count {
            if !isKept[known] { slots.append(known) }
            isKept[known] = true
          }
          if isChange(of: old, to: row, at: known) { put(row, id, at: known) }
        } else {
          let slot = space.add(id, at: known)
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
          let before = space.order.predecessor(of: slot)
          space.order.move(slot, before: after < 0 ? nil : Int(after))
          table.noteMove(of: slot, from: before)
        }
        after = Int32(slot)
      }
    }
  }

  @inlinable
  func load(_ rows: [Row]) {
    if rows.isEmpty { return }
    space.reserve(rows.count)
    table.reserve(rows.count)
    for row in rows { insert(row) }
  }
}
