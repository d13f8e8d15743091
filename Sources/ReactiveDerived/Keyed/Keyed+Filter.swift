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
  /// The function runs once for each row that has changed, when that is needed. What it reads beside the row is followed: when
  /// that changes, it runs for all rows. Cost: a copy of the rows that are included.
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
        // The row before may be left out here, and so may be the entry that says that it was moved itself.
        own.set(row, at: slot, movedFrom: predecessor == nil ? nil : KeyedTable<Row>.unknownPlace)
      }
    }
  }
}

extension Keyed {
  /// How a row is followed in a collection that is made of this one row by row, by functions with these reads.
  @inlinable
  final func rowFollowing(besides reads: OuterReads) -> (ID, Behavior<Int>) -> () -> Void {
    let rowFollowing = rowFollowing
    return { id, node in
      let follow = rowFollowing(id)
      return {
        follow()
        _ = node.peek()
        if !reads.isEmpty { node.follow() }
      }
    }
  }
}
