/// Behaviors by id, such as those of rows, that live while they are used.
@usableFromInline
package final class RowTable<ID: Hashable, Row: ValueNode> {
  /// An object, since reading a weak reference in a dictionary would copy it.
  @usableFromInline
  final class Found {
    @usableFromInline let id: ID
    @usableFromInline let hash: Int
    @usableFromInline private(set) weak var row: Row?

    @inlinable
    init(_ id: ID, _ hash: Int, _ row: Row) {
      self.id = id
      self.hash = hash
      self.row = row
    }
  }
  /// By hash, or the next free number, so no function of an id runs during an access.
  @usableFromInline var found: [Int: Found] = [:]
  private var threshold = 16
  @usableFromInline var sweeps = 0

  @usableFromInline
  package init() {}

  @inlinable var isEmpty: Bool { found.isEmpty }

  @usableFromInline
  package func row(_ id: ID, _ make: () -> Row) -> Row {
    if let known = self[id] { return known }
    let new = make()
    // So that it ends here: it may hold copies of the collection's contents, which end here too.
    new.settleIn()
    // A function of the id may have made one meanwhile.
    if let known = self[id] { return known }
    let hash = id.hashValue
    if found.count >= threshold { sweep() }
    let old = Self.enter(Found(id, hash, new), &found)
    // Released last: releasing an id may use the table.
    withExtendedLifetime(old) {}
    return new
  }

  private static func enter(_ new: Found, _ found: inout [Int: Found]) -> Found? {
    var place = new.hash
    while let present = found[place], present.row != nil { place &+= 1 }
    return found.updateValue(new, forKey: place)
  }

  private func sweep() {
    let old = found
    var new: [Int: Found] = [:]
    for one in old.values where one.row != nil { _ = Self.enter(one, &new) }
    found = new
    threshold = max(16, new.count * 2)
    sweeps += 1
    withExtendedLifetime(old) {}
  }

  @inlinable
  package subscript(id: ID) -> Row? {
    if found.isEmpty { return nil }
    var place = id.hashValue
    let begin = sweeps
    while let present = found[place] {
      if let row = present.row, present.id == id { return row }
      if sweeps != begin { return self[id] }
      place &+= 1
    }
    return nil
  }
}
