extension Keyed {
  /// The same rows in the order of `areInIncreasingOrder`; equal rows stay in order.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, price: Int }
  /// let orders = OpenKeyed([Order(id: 1, price: 30), Order(id: 2, price: 20)])
  /// let cheapest = orders.sorted { $0.price < $1.price }
  /// cheapest.observe { print($0.map(\.id)) }  // prints "[2, 1]"
  /// orders.update(1) { $0.price = 10 }        // prints "[1, 2]"
  /// ```
  ///
  /// Sorting costs nothing by itself. A derivation that needs places stores them, and finds that of a changed row with
  /// logarithmically many comparisons. When a dependency other than the rows changes, all rows are sorted again. A
  /// function that is no order gives some order of all rows.
  @inlinable
  public final func sorted(by areInIncreasingOrder: @escaping (Row, Row) -> Bool) -> Keyed {
    let (table, upstream) = (table, SourceOrdering(self))
    let unsorted = ordering.unsorted.map { _ in { upstream.precedesUnsorted($0, $1) } }
    let ordering = RowOrdering(dependsOnRows: true, unsorted: unsorted) { slot, other in
      guard let row = table.row(at: slot), let otherRow = table.row(at: other) else { return slot < other }
      if areInIncreasingOrder(row, otherRow) { return true }
      return !areInIncreasingOrder(otherRow, row) && upstream.precedes(slot, other)
    }
    return Keyed(space, table, node, ordering, rowFollowing: rowFollowing)
  }

  /// The same rows in increasing order of `key`; rows with equal keys stay in order.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, price: Int }
  /// let orders = OpenKeyed([Order(id: 1, price: 30), Order(id: 2, price: 20)])
  /// print(orders.sorted(by: \.price).value.map(\.id))  // [2, 1]
  /// ```
  @inlinable
  public final func sorted<Key: Comparable>(by key: @escaping (Row) -> Key) -> Keyed { sorted { key($0) < key($1) } }
}

/// The order of a source, held as a link of a chain.
@usableFromInline
final class SourceOrdering {
  private let ordering: ReleaseGuard<RowOrdering>
  private let precedesInSlots: (Int, Int) -> Bool

  @usableFromInline
  init<ID, Row>(_ source: Keyed<ID, Row>) {
    ordering = ReleaseGuard(source.ordering)
    let order = source.space.order
    precedesInSlots = { order.precedes($0, $1) }
  }

  @usableFromInline
  func precedes(_ slot: Int, _ other: Int) -> Bool { ordering.content?.precedes(slot, other) == true }

  /// As if no source were `sorted`. Calls no user function.
  @usableFromInline
  func precedesUnsorted(_ slot: Int, _ other: Int) -> Bool {
    ordering.content?.unsorted?(slot, other) ?? precedesInSlots(slot, other)
  }
}

extension Keyed {
  /// The first row in increasing order, or nil while there is none. Of several, the first, as in an array. An equal row
  /// is a duplicate.
  ///
  /// - Complexity: For an edit, logarithmic in the number of rows.
  @inlinable
  public final func min(by areInIncreasingOrder: @escaping (Row, Row) -> Bool) -> Behavior<Row?> {
    sorted(by: areInIncreasingOrder).firstRow(as: ".min")
  }

  /// The greatest row in increasing order; otherwise like ``min(by:)``. Of several, the first, as in an array.
  @inlinable
  public final func max(by areInIncreasingOrder: @escaping (Row, Row) -> Bool) -> Behavior<Row?> {
    sorted { areInIncreasingOrder($1, $0) }.firstRow(as: ".max")
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
