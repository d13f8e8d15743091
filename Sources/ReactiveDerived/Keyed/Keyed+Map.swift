extension Keyed {
  /// The result of `transform` for each row, in the same order. Compared by `==`.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, price: Int }
  /// let orders = OpenKeyed([Order(id: 1, price: 10), Order(id: 2, price: 20)])
  /// let prices = orders.map(\.price)
  /// prices.observe { print($0) }           // prints "[10, 20]"
  /// orders.update(2) { $0.price = 25 }     // prints "[10, 25]"
  /// ```
  ///
  /// The function runs on demand for each changed or moved row. It runs for all rows when another dependency changes,
  /// or after more than 64 edits since the last use (a quarter of the rows, if that is more). For a separate derivation
  /// of each row, see `mapRows` of ReactiveTracking. Cost: storage for the results.
  @inlinable
  public final func map<New: Equatable>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Row) -> New
  ) -> Keyed<ID, New> { map(by: .equal(), file, line, transform) }

  /// The result of `transform` for each row, in the same order. Compared by identity.
  @inlinable @_disfavoredOverload
  public final func map<New>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Row) -> New
  ) -> Keyed<ID, New> { map(by: .identity(), file, line, transform) }

  @inlinable @inline(__always)
  final func map<New>(
    by test: some EqualityTest<New>, _ file: StaticString, _ line: UInt, _ transform: @escaping (Row) -> New
  ) -> Keyed<ID, New> {
    let link = KeyedLink(self)
    let own = KeyedTable<New>(space.order) { test.isDuplicate($0, $1) }
    // A changed row may have moved even if its result is a duplicate.
    let unknownPlace: Int32? = ordering.dependsOnRows ? KeyedTable<New>.unknownPlace : nil
    return Keyed<ID, New>(
      space, own, ordering, file: file, line: line, rowFollowing: rowFollowing(besides: link.reads)
    ) { evaluation in
      link.update(in: evaluation, all: { if link.hasLostPlaces { own.forgetJournal() } }) { slot, old, predecessor in
        let new = link.table.row(at: slot).map { row in evaluation.tracking { transform(row) } }
        own.set(new, at: slot, movedFrom: (old == nil ? nil : unknownPlace) ?? predecessor)
      }
    }
  }
}
