/// The behaviors of single rows, which live as long as they are used.
@usableFromInline
package final class RowTable<ID: Hashable, Row> {
  @frozen @usableFromInline
  struct Found {
    @usableFromInline let id: ID
    @usableFromInline let hash: Int
    @usableFromInline weak var row: Behavior<Row?>?
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
  package func row(_ id: ID, _ make: () -> Behavior<Row?>) -> Behavior<Row?> {
    if let known = self[id] { return known }
    let new = make()
    // Made meanwhile, by a function of the id.
    if let known = self[id] { return known }
    let hash = id.hashValue
    if found.count >= threshold { sweep() }
    let old = Self.enter(Found(id: id, hash: hash, row: new), &found)
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
  subscript(id: ID) -> Behavior<Row?>? {
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

  /// Those that are in use.
  @usableFromInline
  func forEach(_ body: (ID, Behavior<Row?>) -> Void) {
    for one in found.values { if let row = one.row { body(one.id, row) } }
  }
}
