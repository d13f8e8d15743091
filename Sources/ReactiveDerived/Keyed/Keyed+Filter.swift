extension Keyed {
  /// The rows for which `isIncluded` returns true, in their order.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, isOpen: Bool }
  /// let orders = OpenKeyed([Order(id: 1, isOpen: true), Order(id: 2, isOpen: false)])
  /// let open = orders.filter(\.isOpen)
  /// open.count.observe { print($0) }           // prints "1"
  /// orders.update(2) { $0.isOpen = true }      // prints "2"
  /// ```
  ///
  /// The function runs on demand for each changed or moved row. It runs for all rows when another dependency changes,
  /// or after more than 64 edits since the last use (a quarter of the rows, if that is more). Cost: a copy of the
  /// included rows.
  @inlinable
  public final func filter(
    file: StaticString = #fileID, line: UInt = #line, _ isIncluded: @escaping (Row) -> Bool
  ) -> Keyed {
    let link = KeyedLink(self)
    let own = KeyedTable<Row>(space.order, table.isDuplicate)
    return Keyed(space, own, ordering, file: file, line: line, rowFollowing: rowFollowing(besides: link.reads)) {
      evaluation in
      link.update(in: evaluation, all: { if link.hasLostPlaces { own.forgetJournal() } }) { slot, _, predecessor in
        var row = link.table.row(at: slot)
        if let present = row, !evaluation.tracking({ isIncluded(present) }) { row = nil }
        // The predecessor may be filtered out, and with it the entry of its own move.
        own.set(row, at: slot, movedFrom: predecessor == nil ? nil : KeyedTable<Row>.unknownPlace)
      }
    }
  }
}

extension Keyed {
  /// Tracks a row of a collection derived row by row from this one; `reads` are the functions' other reads.
  @inlinable
  final func rowFollowing(besides reads: OuterReads) -> (ID, Behavior<Int>) -> () -> Void {
    let rowFollowing = rowFollowing
    return { id, node in
      let follow = rowFollowing(id)
      return {
        follow()
        _ = node.peek()
        reads.follow(forRowOf: node)
      }
    }
  }
}
