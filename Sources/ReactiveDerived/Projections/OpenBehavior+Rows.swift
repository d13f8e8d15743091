extension OpenBehavior {
  /// The writable row with this id; nil while there is none. Compared by `==`.
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
  /// It follows the row as it moves. As in a dictionary, writing nil removes the row, and a missing row is appended; a
  /// row with another id stops with a message. If several rows have the id, it is one of them.
  ///
  /// Cost: as with parts; the row is sought where it was last found, then from the beginning. Each observed row depends
  /// on the whole array, so writing many in turn takes quadratic time: write the array instead.
  @inlinable
  public final subscript<Row: Identifiable & Equatable>(
    id id: Row.ID, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Row?> where Value == [Row] { row(id, .equal(), file, line) }

  /// The writable row with this id. Compared by identity.
  @inlinable @_disfavoredOverload
  public final subscript<Row: Identifiable>(
    id id: Row.ID, file: StaticString = #fileID, line: UInt = #line
  ) -> OpenBehavior<Row?> where Value == [Row] { row(id, .identity(), file, line) }

  @inlinable @inline(__always)
  final func row<Row: Identifiable>(
    _ id: Row.ID, _ test: some EqualityTest<Row?>, _ file: StaticString, _ line: UInt
  ) -> OpenBehavior<Row?> where Value == [Row] {
    let place = RowFinder(id)
    return part(
      test, file, line,
      get: { rows in place.find(in: rows, isTentative: self.isInBatch).map { rows[$0] } },
      set: { rows, row in
        let index = place.find(in: rows, isTentative: true)
        if let row, row.id != id { stopAtOtherID(id, row.id, self.label, file, line) }
        switch (index, row) {
        case (let index?, let row?): rows[index] = row
        case (let index?, nil): rows.remove(at: index)
        case (nil, let row?): rows.append(row)
        case (nil, nil): break
        }
      })
  }
}

/// Remembers where a row was found.
///
/// Of several rows with the id, it must be the same one again after a batch that is reverted. So a place found in a
/// batch that has changed the array counts only where the earlier place has no such row.
@usableFromInline
final class RowFinder<ID: Hashable> {
  private let id: ID
  private var last = 0
  private var tentative = 0

  @usableFromInline
  init(_ id: ID) { self.id = id }

  @usableFromInline
  func find<Row: Identifiable>(in rows: [Row], isTentative: Bool) -> Int? where Row.ID == ID {
    // The user's `==` may do anything: no access is open.
    let (hint, second) = (last, tentative)
    if rows.indices.contains(hint) && rows[hint].id == id { return hint }
    let isSecond = rows.indices.contains(second) && rows[second].id == id
    guard let index = isSecond ? second : rows.firstIndex(where: { $0.id == id }) else { return nil }
    if isTentative { tentative = index } else { last = index }
    return index
  }
}

@usableFromInline
func stopAtOtherID(_ id: Any, _ other: Any, _ label: String, _ file: StaticString, _ line: UInt) -> Never {
  stop(
    """
    \(file):\(line): the row with the id \(id) of \(label) was written with a row whose id is \(other). Write that row \
    under its own id, or write the whole array.
    """)
}
