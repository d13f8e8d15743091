/// Behaviors by id, such as those of single rows, which live as long as they are used.
@usableFromInline
package final class RowTable<ID: Hashable, Row: ValueNode> {
  /// An object, since a weak reference in a dictionary would be copied to be read.
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
  /// By hash, or the next number that is free: so no function of an id runs while this is accessed.
  @usableFromInline var found: [Int: Found] = [:]
  private var threshold = 16
  @usableFromInline var sweeps = 0

  @usableFromInline
  package init() {}

  /// Whether none was asked for.
  @inlinable var isEmpty: Bool { found.isEmpty }

  @usableFromInline
  package func row(_ id: ID, _ make: () -> Row) -> Row {
    if let known = self[id] { return known }
    let new = make()
    // So that it ends here: it may have copies of what the collection has, which ends here, too.
    new.settleIn()
    // Made meanwhile, by a function of the id.
    if let known = self[id] { return known }
    let hash = id.hashValue
    if found.count >= threshold { sweep() }
    let old = Self.enter(Found(id, hash, new), &found)
    // Released last: the end of an id may use the table.
    withExtendedLifetime(old) {}
    return new
  }

  private static func enter(_ new: Found, _ found: inout [Int: Found]) -> Found? {
    var place = new.hash
    while let present = found[place], present.row != nil { place &+= 1 }
    return found.updateValue(new, forKey: place)
  }

  /// Forgets the rows that are no longer used.
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
