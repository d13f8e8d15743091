extension Keyed {
  /// The same rows in another order: those for which `areInIncreasingOrder` is true come first, equal ones as they do here.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, price: Int }
  /// let orders = OpenKeyed([Order(id: 1, price: 30), Order(id: 2, price: 20)])
  /// let cheapest = orders.sorted { $0.price < $1.price }
  /// cheapest.observe { print($0.map(\.id)) }  // prints "[2, 1]"
  /// orders.update(1) { $0.price = 10 }        // prints "[1, 2]"
  /// ```
  ///
  /// Sorting by itself costs nothing: what asks for places keeps them, and finds that of a row that has changed with
  /// logarithmically many comparisons. What the function reads beside the rows is followed: when that changes, all are sorted anew. A
  /// function that is no order gives some order; no row is lost.
  @inlinable
  public final func sorted(by areInIncreasingOrder: @escaping (Row, Row) -> Bool) -> Keyed {
    let (table, upstream) = (table, ordering)
    let ordering = RowOrdering(dependsOnRows: true) { slot, other in
      guard let row = table.row(at: slot), let otherRow = table.row(at: other) else { return slot < other }
      if areInIncreasingOrder(row, otherRow) { return true }
      return !areInIncreasingOrder(otherRow, row) && upstream.precedes(slot, other)
    }
    return Keyed(space, table, node, ordering, rowFollowing: rowFollowing)
  }

  /// The same rows in the order of what `key` makes of them, rising; equal ones as they are here.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, price: Int }
  /// let orders = OpenKeyed([Order(id: 1, price: 30), Order(id: 2, price: 20)])
  /// print(orders.sorted(by: \.price).value.map(\.id))  // [2, 1]
  /// ```
  @inlinable
  public final func sorted<Key: Comparable>(by key: @escaping (Row) -> Key) -> Keyed { sorted { key($0) < key($1) } }
}

extension Keyed {
  /// The first row in rising order, or nil while there is none; an equal row is no change.
  ///
  /// Cost: an edit takes logarithmically many comparisons.
  @inlinable
  public final func min(by areInIncreasingOrder: @escaping (Row, Row) -> Bool) -> Behavior<Row?> {
    sorted(by: areInIncreasingOrder).row(atEnd: false)
  }

  /// The last row in rising order, or nil while there is none; an equal row is no change.
  @inlinable
  public final func max(by areInIncreasingOrder: @escaping (Row, Row) -> Bool) -> Behavior<Row?> {
    sorted(by: areInIncreasingOrder).row(atEnd: true)
  }
}

extension Keyed where Row: Comparable {
  /// The least row, or nil while there is none.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, price: Int }
  /// let orders = OpenKeyed([Order(id: 1, price: 30), Order(id: 2, price: 20)])
  /// let best = orders.map(\.price).min()
  /// best.observe { print($0 ?? 0) }  // prints "20"
  /// orders.remove(2)                 // prints "30"
  /// ```
  @inlinable
  public final func min() -> Behavior<Row?> { min(by: <) }

  /// The greatest row, or nil while there is none.
  @inlinable
  public final func max() -> Behavior<Row?> { max(by: <) }
}
