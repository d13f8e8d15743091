// A row of an array, found by its id, as a behavior that can be written.

extension OpenBehavior {
  /// The row with this id, which can be written; nil where there is none. An equal row is no change.
  ///
  /// ```swift
  /// struct Todo: Identifiable, Equatable { var id: Int, title: String }
  /// let todos = OpenBehavior([Todo(id: 7, title: "milk"), Todo(id: 8, title: "bread")])
  /// let title = todos[id: 7][optional: \.title]
  /// title.sink { print($0 ?? "gone") }
  /// todos.update { $0.reverse() }    // prints nothing
  /// title.value = "oat milk"         // prints "oat milk"
  /// print(todos.value[1].title)      // oat milk
  /// todos[id: 7].value = nil         // prints "gone"
  /// print(todos.value.count)         // 1
  /// ```
  ///
  /// It follows the row wherever it goes. As with a dictionary, nil removes the row, and a row that was not there is
  /// appended; one with another id stops with a message. Of several rows with one id it is one of them. Cost: as with
  /// parts; the row is looked for where it was found last, and otherwise from the beginning. Each row that is observed
  /// depends on the whole array, so to write many of them, one after the other, takes time in proportion to the square
  /// of their number: write the array then.
  @inlinable
  public final subscript<Row: Identifiable & Equatable>(
    id id: Row.ID, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Row?> where Value == [Row] { row(id, .equal(), file, line) }

  /// The row with this id, which can be written; the same instance is no change, any other row is one.
  @inlinable @_disfavoredOverload
  public final subscript<Row: Identifiable>(
    id id: Row.ID, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Row?> where Value == [Row] { row(id, .identity(), file, line) }

  @inlinable @inline(__always)
  final func row<Row: Identifiable>(
    _ id: Row.ID, _ test: some EqualityTest<Row?>, _ file: StaticString, _ line: UInt
  ) -> OpenBehavior<Row?> where Value == [Row] {
    let place = RowPlace(id)
    return part(
      test, file, line, get: { rows in place.find(in: rows).map { rows[$0] } },
      set: { rows, row in
        let index = place.find(in: rows)
        if let row, row.id != id { stopAtOtherID(id, row.id, file, line) }
        switch (index, row) {
        case (let index?, let row?): rows[index] = row
        case (let index?, nil): rows.remove(at: index)
        case (nil, let row?): rows.append(row)
        case (nil, nil): break
        }
      })
  }
}

/// Where a row was found last.
@usableFromInline
final class RowPlace<ID: Hashable> {
  private let id: ID
  private var last = 0

  @usableFromInline
  init(_ id: ID) { self.id = id }

  @usableFromInline
  func find<Row: Identifiable>(in rows: [Row]) -> Int? where Row.ID == ID {
    // The user's `==` may do anything: no access is open.
    let hint = last
    if rows.indices.contains(hint) && rows[hint].id == id { return hint }
    guard let index = rows.firstIndex(where: { $0.id == id }) else { return nil }
    last = index
    return index
  }
}

@usableFromInline
func stopAtOtherID(_ id: Any, _ other: Any, _ file: StaticString, _ line: UInt) -> Never {
  stop(
    """
    \(file):\(line): the row with the id \(id) was written with a row whose id is \(other). Write that row under its own id, \
    or the whole array.
    """)
}
