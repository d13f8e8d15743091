// An edit changes table and order, notifies through the source, then writes the row behaviors.

extension OpenKeyedRows {
  @inlinable
  func presentSlot(of id: ID) -> Int? {
    guard let slot = space.slot(of: id), table.row(at: slot) != nil else { return nil }
    return slot
  }

  @inlinable
  func edit(_ change: () -> Void) {
    editCount += 1
    let hasSnapshot = source.flags.contains(.hasSnapshot)
    if !hasSnapshot && !source.isWatched && !hasRows {
      table.prepare(isHeld: false, isFirst: true)
      change()
      // User code may have begun to follow the collection.
      if source.isWatched || hasRows { Context.current.collect(notify) } else { source.storeUnwatched(table.end) }
    } else {
      let context = Context.current
      let isHeld = context.batchDepth > 0
      if isHeld { table.keepJournal() }
      table.prepare(isHeld: isHeld, isFirst: !hasSnapshot)
      context.collect {
        change()
        notify()
      }
    }
    table.cutEarlierBatches()
    space.reclaim(before: table.base)
  }

  @inlinable
  func notify() {
    // A comparison may edit the collection, but not forever.
    for _ in 0..<16 {
      let end = table.end
      source.write(end)
      if table.end == end { break }
    }
    // Second, since dependents of rows must find the collection outdated.
    if !changedRows.isEmpty { writeRows() }
  }

  @inlinable
  func put(_ row: Row?, _ id: ID, at slot: Int, movedFrom predecessor: Int32? = nil) {
    if hasRows { changedRows.append(id) }
    table.put(row, at: slot, movedFrom: predecessor)
  }

  /// The row to store for `new`. If `new` is a duplicate of the row from before the open batch, it is that row, whose
  /// other contents dependents have seen. Nil if the batch has not changed the slot: nothing was compared.
  @inlinable
  func restored(_ new: Row, at slot: Int?) -> Row? {
    guard let slot, source.flags.contains(.hasSnapshot), let old = table.rowBeforeBatch(at: slot) else { return nil }
    return table.isDuplicate(old, new) ? old : new
  }

  /// Whether a row differs from the one at a slot, and the comparison has not removed that one.
  @inlinable
  func isChange(of old: Row, to new: Row, at slot: Int) -> Bool {
    let reuses = space.reuses
    return !table.isDuplicate(old, new) && table.row(at: slot) != nil && space.reuses == reuses
  }

  @inlinable
  func writeRows() {
    let changed = changedRows
    changedRows = []
    for id in changed {
      guard let open = knownRow(id) as? OpenBehavior<Row?> else { continue }
      // A comparison may edit the row again, but not forever.
      for _ in 0..<16 {
        let row = presentSlot(of: id).flatMap { table.row(at: $0) }
        let begin = editCount
        open.write(row)
        if editCount == begin { break }
      }
    }
  }

  @inlinable
  func takeOut(_ slot: Int, _ id: ID) {
    let before = space.order.predecessor(of: slot)
    space.remove(slot, at: table.end)
    put(nil, id, at: slot, movedFrom: before)
  }

  @inlinable
  func beginUpdate() {
    checkEdit()
    isUpdating = true
  }

  @inlinable
  func endUpdate(_ row: Row, _ id: ID, at slot: Int) {
    isUpdating = false
    let reuses = space.reuses
    let new = self.id(row)
    if new != id { stopAtOtherID(id, new) }
    let row = restored(row, at: slot) ?? row
    guard space.reuses == reuses, let old = table.row(at: slot) else { return }
    if isChange(of: old, to: row, at: slot) { edit { put(row, id, at: slot) } }
  }

  @inlinable
  func checkEdit() {
    #if DEBUG
    Context.noteOperation()
    #endif
    if isUpdating { stopInUpdate() }
    Context.checkStack(forEditOf: source)
  }

  @usableFromInline
  func stopInUpdate() -> Never {
    stop(
      """
      \(node.label) was edited inside one of its own updates. Change the row through the inout parameter, and edit \
      other rows before or after the update.
      """)
  }

  @usableFromInline
  func stopAtOtherID(_ id: ID, _ new: ID) -> Never {
    stop(
      """
      the row with the id \(id) of \(node.label) was updated to have the id \(new). Remove it, and insert the row with the \
      other id.
      """)
  }
}
