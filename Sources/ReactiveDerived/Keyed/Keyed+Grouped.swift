extension Keyed {
  /// The rows in groups, by the id that `key` returns.
  ///
  /// The function runs on demand for each changed or moved row. It runs for all rows when another dependency changes,
  /// or after more than 64 edits since the last use (a quarter of the rows, if that is more). Cost: a copy of the rows,
  /// and 8 bytes more for each. The first use of the groups' order adds 12 bytes for each row.
  @inlinable
  public final func grouped<GroupID: Hashable>(
    by key: @escaping (Row) -> GroupID, file: StaticString = #fileID, line: UInt = #line
  ) -> KeyedGroups<GroupID, ID, Row> {
    let grouping = Grouping<GroupID, ID, Row>(self)
    let rows = Keyed<ID, GroupedRow<Row>>(
      space, grouping.table, ordering, file: file, line: line, rowFollowing: rowFollowing(besides: grouping.link.reads),
      update: { grouping.update(in: $0, key) })
    return KeyedGroups(grouping, rows, file, line)
  }
}

/// The rows of a keyed collection in groups, each of which is a keyed collection.
///
/// ```swift
/// struct Order: Identifiable, Equatable { var id: Int, city: String, price: Int }
/// let orders = OpenKeyed([Order(id: 1, city: "Rome", price: 10), Order(id: 2, city: "Oslo", price: 20)])
/// let byCity = orders.grouped(by: \.city)
/// let totals = byCity.sum(\.price)
/// let rome = byCity.group("Rome").map(\.price)
/// totals.observe { print($0) }                                // prints "[10, 20]"
/// rome.observe { print($0) }                                  // prints "[10]"
/// orders.update(2) { $0.city = "Rome" }                       // prints "[30]", "[10, 20]"
/// print(byCity.count.value, byCity["Oslo"].value?.count ?? 0) // 1 0
/// ```
///
/// Made by ``ReactiveCore/Keyed/grouped(by:file:line:)``. A group exists while it has rows. The groups and their
/// derivations retain the source and share the grouping: an edit hashes the id of one group.
public final class KeyedGroups<GroupID: Hashable, ID: Hashable, Row>: EndsAtHome {
  @usableFromInline let grouping: Grouping<GroupID, ID, Row>
  /// Updates the grouping.
  @usableFromInline let rows: Keyed<ID, GroupedRow<Row>>
  private let file: StaticString
  private let line: UInt

  @usableFromInline
  init(
    _ grouping: Grouping<GroupID, ID, Row>, _ rows: Keyed<ID, GroupedRow<Row>>, _ file: StaticString, _ line: UInt
  ) {
    self.grouping = grouping
    self.rows = rows
    self.file = file
    self.line = line
  }

  /// The ids of all groups, in the order of their first rows; a `sorted` before `grouped` does not change it.
  ///
  /// Each call makes a behavior, which keeps the groups' sources alive.
  ///
  /// - Complexity: Linear in the number of groups after a change of their order or number, otherwise constant.
  public var ids: Behavior<[GroupID]> { rowCounts(file: file, line: line).ids }

  /// Unavailable: that of a dictionary.
  @available(*, unavailable, renamed: "ids")
  public var keys: Behavior<[GroupID]> { stop("unavailable") }

  /// The number of groups.
  public var count: Behavior<Int> { rows.node.map(file: file, line: line) { [grouping] _ in grouping.count } }

  /// The rows of a group in the order of the source, or nil while it has none.
  ///
  /// - Complexity: Linear in the rows of the group after one changes, otherwise constant.
  public subscript(key: GroupID) -> Behavior<[Row]?> {
    let isDuplicate = grouping.link.table.isDuplicate
    return DerivedProperty(
      group(key, file: file, line: line).array, file: file, line: line, calculator: { $0.isEmpty ? nil : $0 },
      isDuplicate: { old, new in
        guard let old, let new else { return (old == nil) == (new == nil) }
        return old.count == new.count && zip(old, new).allSatisfy { isDuplicate($0, $1) }
      })
  }

  /// The rows of a group in the order of the source; empty while it has none.
  ///
  /// All derivations of a group share its collection, which is made on first use in one step for each row. Cost: a copy
  /// of the group's rows and ids. An edit costs the row's old and new group; every other group in use finds in about
  /// 50 ns that nothing has changed.
  public func group(
    _ key: GroupID, file: StaticString = #fileID, line: UInt = #line
  ) -> Keyed<ID, Row> {
    let follow = rows.rowFollowing
    func rowFollowing(_ id: ID, _ node: Behavior<Int>) -> () -> Void {
      let follow = follow(id)
      return {
        follow()
        _ = node.peek()
      }
    }
    var made: Keyed<ID, Row>?
    let (part, node) = grouping.part(of: key) { [rows, grouping] part in
      let new = Keyed<ID, Row>(
        part.space, part.table, part.ordering(grouping.ordering), file: file, line: line, rowFollowing: rowFollowing,
        update: { [source = rows.node] evaluation in
          _ = source.read(in: evaluation)
          withExtendedLifetime(part) {}
        })
      made = new
      return new.node
    }
    if let made, made.node === node { return made }
    return Keyed(
      part.space, part.table, node, part.ordering(grouping.ordering),
      rowFollowing: { [unowned node] in rowFollowing($0, node) })
  }

  // Releases the parts in the isolation that uses them.
  deinit {
    if rows.node.isolation.isForeign {
      rows.node.isolation.perform(atEndOf: self) { [grouping, rows] in withExtendedLifetime((grouping, rows)) {} }
    }
  }
}
