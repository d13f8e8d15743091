/// A row, and the row that it names in another collection.
public struct Joined<Row, Other> {
  /// The row of the collection that is joined.
  public var left: Row
  /// The row that it names, or nil while there is none.
  public var right: Other?

  /// A row with the row that it names.
  @inlinable
  public init(left: Row, right: Other?) {
    self.left = left
    self.right = right
  }
}

extension Joined: Equatable where Row: Equatable, Other: Equatable {}
extension Joined: Sendable where Row: Sendable, Other: Sendable {}

extension Keyed {
  /// Each row with the row of another collection that has the id `key` returns: a left join.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, customer: String }
  /// struct Customer: Identifiable, Equatable { var id: String, name: String }
  /// let orders = OpenKeyed([Order(id: 1, customer: "a"), Order(id: 2, customer: "b")])
  /// let customers = OpenKeyed([Customer(id: "a", name: "Ada")])
  /// let lines = orders.joined(with: customers, on: \.customer).map { "\($0.left.id) \($0.right?.name ?? "unknown")" }
  /// lines.observe { print($0.joined(separator: ", ")) }  // prints "1 Ada, 2 unknown"
  /// customers.insert(Customer(id: "b", name: "Bob"))     // prints "1 Ada, 2 Bob"
  /// ```
  ///
  /// Rows keep their ids and order, and stay even if `others` has no row for them. A change in `others` costs the rows
  /// that name it. `key` runs once for each changed or moved row, and for all rows as the function of
  /// ``filter(file:line:_:)`` does.
  ///
  /// The result retains both collections. Cost: two copies of the rows, one of the rows that they name, and 8 bytes
  /// more for each.
  @inlinable
  public final func joined<OtherID: Hashable, Other>(
    with others: Keyed<OtherID, Other>, on key: @escaping (Row) -> OtherID, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Keyed<ID, Joined<Row, Other>> {
    let groups = grouped(by: key, file: file, line: line)
    let (grouping, rows) = (groups.grouping, groups.rows)
    let link = KeyedLink(rows)
    let (isSame, isSameOther) = (table.isDuplicate, others.table.isDuplicate)
    let own = KeyedTable<Joined<Row, Other>>(space.order) { old, new in
      guard isSame(old.left, new.left) else { return false }
      guard let right = old.right, let newRight = new.right else { return (old.right == nil) == (new.right == nil) }
      return isSameOther(right, newRight)
    }
    let seen = JoinedOthers(others)
    let unknownPlace: Int32? = ordering.dependsOnRows ? KeyedTable<Row>.unknownPlace : nil
    func update(_ evaluation: EvaluationRef) {
      _ = others.node.read(in: evaluation)
      func join(_ slot: Int, _ row: GroupedRow<Row>?, _ predecessor: Int32?) {
        let new = row.map { Joined(left: $0.row, right: seen.row(of: grouping.groups.ids[$0.group])) }
        own.set(new, at: slot, movedFrom: predecessor)
      }
      var isAll = false
      func joinAll() {
        isAll = true
        if link.hasLostPlaces { own.forgetJournal() }
      }
      link.update(
        in: evaluation, all: joinAll,
        change: { slot, _, predecessor in
          join(slot, link.table.row(at: slot), predecessor == nil ? nil : unknownPlace ?? predecessor)
        })
      let isKnown = seen.takeChanges { id in
        if isAll { return }
        guard let group = grouping.groups.slot(of: id) else { return }
        for slot in grouping.members.slots(in: group) { join(slot, link.table.row(at: slot), nil) }
      }
      if !isKnown && !isAll {
        for slot in 0..<link.table.rows.count where link.table.row(at: slot) != nil {
          join(slot, link.table.row(at: slot), nil)
        }
      }
    }
    return Keyed<ID, Joined<Row, Other>>(
      space, own, ordering, file: file, line: line,
      rowFollowing: { [rowFollowing = rows.rowFollowing, space] id, node in
        let follow = rowFollowing(id)
        var other: (id: OtherID, follow: () -> Void)?
        return {
          follow()
          // Updated but not tracked: most of its dependencies do not concern this row.
          _ = node.peek()
          guard let row = space.slot(of: id).flatMap({ rows.table.row(at: $0) }) else { return }
          let named = grouping.groups.ids[row.group]
          if other?.id != named { other = (named, others.rowFollowing(named)) }
          other?.follow()
        }
      }, update: update)
  }
}

/// The other collection of a join, and how far its changes were seen.
@usableFromInline
final class JoinedOthers<ID: Hashable, Row> {
  @usableFromInline let source: Keyed<ID, Row>
  /// By slot: the id last seen there. A slot may be given to another id.
  @usableFromInline var ids: ContiguousArray<ID?> = []
  @usableFromInline var position = -1

  @inlinable
  init(_ source: Keyed<ID, Row>) { self.source = source }

  @inlinable
  func row(of id: ID) -> Row? { source.space.slot(of: id).flatMap { source.table.row(at: $0) } }

  /// Calls `change` with the id of each changed row. Returns false if the changes are unknown.
  @inlinable
  func takeChanges(_ change: (ID) -> Void) -> Bool {
    var begin = position
    let isKnown = source.table.takeChanges(since: &begin) { slot, _, _ in
      let id = source.space.ids[slot]
      if slot < ids.count, let old = ids[slot], old != id { change(old) }
      note(id, at: slot)
      change(id)
    }
    position = begin
    if !isKnown { for slot in source.table.rows.indices { note(source.space.ids[slot], at: slot) } }
    return isKnown
  }

  @inlinable
  func note(_ id: ID, at slot: Int) {
    if slot >= ids.count { ids.append(contentsOf: repeatElement(nil, count: slot + 1 - ids.count)) }
    let old = ids[slot]
    ids[slot] = id
    withExtendedLifetime(old) {}
  }
}
