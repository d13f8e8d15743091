/// Behaviors by id, such as those of rows, that live while they are used.
///
/// A hash table written for this: the `==` and `hash` of an id, and the `deinit` of an id or row, may use the table. None
/// of them runs while a variable of the table is accessed, so the variables need no check of exclusivity. Each access
/// copies an entry, adds one in an empty place, or replaces all places while the old ones are retained.
@usableFromInline
package final class RowTable<ID: Hashable, Row: ValueNode> {
  /// An id and its row. A selector keeps it, also after the row has ended and the entry has left the table.
  @usableFromInline
  package final class Found: NodeReference {
    @usableFromInline let id: ID

    fileprivate init(_ id: ID, _ row: Row) {
      self.id = id
      super.init(row)
    }

    /// The row, as long as it is used.
    @inlinable package var row: Row? { node(as: Row.self) }
  }
  /// Their number is 0 or a power of two, and at least a quarter is empty. An entry lies at the place of its hash, or in
  /// one of the next places, without an empty one between.
  @safe @exclusivity(unchecked) @usableFromInline var places: [RowPlace] = []
  @safe @exclusivity(unchecked) @usableFromInline var count = 0
  /// How often an entry was added, or those without a row were removed.
  @safe @exclusivity(unchecked) @usableFromInline var changeCount = 0
  /// The number of rows asked for since entries without a row were removed.
  @safe @exclusivity(unchecked) private var callCount = 0

  @usableFromInline
  package init() {}

  @inlinable var isEmpty: Bool { count == 0 }

  @inlinable
  package subscript(id: ID) -> Row? { find(id)?.row }

  /// The entry of an id, whose row may have ended.
  @inlinable
  package func find(_ id: ID) -> Found? { count == 0 ? nil : find(id, id.hashValue) }

  @usableFromInline
  package func row(_ id: ID, _ make: () -> Row) -> Row {
    // Rows may end without others being made. A removal costs less than these calls.
    callCount += 1
    if callCount > max(places.count * 4, 64) { sweep() }
    let hash = id.hashValue
    if let known = find(id, hash)?.row { return known }
    let new = make()
    // So that it ends here: it may hold copies of the collection's contents, which end here too.
    new.settleIn()
    // A function of the id, or the end of another, may make the row meanwhile.
    for _ in 0..<Self.attemptLimit {
      if isFull {
        sweep()
        continue
      }
      let seen = changeCount
      let found = findOnce(id, hash)
      if let known = found?.row { return known }
      if changeCount != seen { continue }
      guard let found else { break }
      found.refer(to: new)
      return new
    }
    while isFull { sweep() }
    RowPlace.add(RowPlace(hash: hash, found: Found(id, new)), to: &places)
    (count, changeCount) = (count + 1, changeCount + 1)
    return new
  }

  private var isFull: Bool { (count + 1) * 4 > places.count * 3 }

  /// Removes entries without a row, and makes place for others.
  private func sweep() {
    let old = places
    callCount = 0
    // Retained until all is done: the reference that is loaded may be the last one.
    let rows = old.map { $0.found?.node(as: ReactiveNode.self) }
    count = rows.count { $0 != nil }
    var size = 8
    while size < count * 2 { size *= 2 }
    var new = [RowPlace](repeating: RowPlace(), count: size)
    for (place, row) in zip(old, rows) where row != nil { RowPlace.add(place, to: &new) }
    places = new
    changeCount += 1
    withExtendedLifetime((old, rows)) {}
  }

  @inlinable @inline(__always)
  func find(_ id: ID, _ hash: Int) -> Found? {
    if count == 0 { return nil }
    let seen = changeCount
    var index = RowPlace.index(of: hash, places.count)
    while true {
      if places[index].hash == hash {
        guard let found = places[index].found?.cast(to: Found.self) else { return nil }
        let isFound = found.id == id
        if changeCount != seen { return findAgain(id, hash) }
        if isFound { return found }
      } else if places[index].found == nil {
        return nil
      }
      index = (index + 1) & (places.count - 1)
    }
  }

  /// The same where comparisons change the table.
  @usableFromInline @inline(never)
  func findAgain(_ id: ID, _ hash: Int) -> Found? {
    var found: Found?
    for _ in 0..<Self.attemptLimit {
      let seen = changeCount
      found = findOnce(id, hash)
      if changeCount == seen || found?.row != nil { break }
    }
    return found
  }

  /// Looks through the places that there are at the beginning.
  private func findOnce(_ id: ID, _ hash: Int) -> Found? {
    let places = places
    if places.isEmpty { return nil }
    var index = RowPlace.index(of: hash, places.count)
    while let present = places[index].found {
      if places[index].hash == hash {
        let found = present.cast(to: Found.self)
        if found.id == id { return found }
      }
      index = (index + 1) & (places.count - 1)
    }
    return nil
  }

  /// A comparison that changes the table whenever it is called cannot be called without end.
  private static var attemptLimit: Int { 10 }
}

/// A place of a ``RowTable``. Not generic, so that the table's code is compiled for it.
@usableFromInline
struct RowPlace {
  /// That of the entry's id. Most others differ in it.
  @usableFromInline var hash = 0
  @usableFromInline var found: NodeReference?

  fileprivate static func add(_ new: RowPlace, to places: inout [RowPlace]) {
    var index = index(of: new.hash, places.count)
    while places[index].found != nil { index = (index + 1) & (places.count - 1) }
    places[index] = new
  }

  /// Hash values may be regular, such as multiples of a power of two.
  @inlinable @inline(__always)
  static func index(of hash: Int, _ count: Int) -> Int {
    let mixed = UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> UInt64(64 - count.trailingZeroBitCount))
  }
}
