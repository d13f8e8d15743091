/// Behaviors by id, such as those of rows, that live while they are used.
///
/// A hash table of its own: the functions of an id, and the ends of ids and rows, may use the table. So none of them
/// runs while a variable is accessed, which is why these need no check of exclusivity. Each access copies an entry, adds
/// one in an empty place, or replaces all places while the old ones are retained.
@usableFromInline
package final class RowTable<ID: Hashable, Row: ValueNode> {
  /// An id and its row. It may have left the table if the row has ended.
  ///
  /// An object, since reading a weak reference in an array would copy it.
  @usableFromInline
  package final class Found {
    @usableFromInline let id: ID
    @usableFromInline let hash: Int
    @safe @exclusivity(unchecked) @usableFromInline fileprivate(set) weak var held: Row?

    fileprivate init(_ id: ID, _ hash: Int, _ row: Row) {
      self.id = id
      self.hash = hash
      held = row
    }

    /// The row, as long as it is used.
    // For other modules, which cannot see that `held` is exclusivity-unchecked.
    @inlinable package var row: Row? { held }
  }
  @usableFromInline
  struct Place {
    /// That of the entry, kept here since most other entries differ in it.
    @usableFromInline var hash = 0
    @usableFromInline var found: Found?
  }
  /// None, or a power of two, of which at least a quarter is empty. An entry is where its hash refers to, or in one of
  /// the next places, and none between is empty.
  @safe @exclusivity(unchecked) @usableFromInline var places: [Place] = []
  @safe @exclusivity(unchecked) @usableFromInline var count = 0
  /// How often an entry was added, or those without a row were removed.
  @safe @exclusivity(unchecked) @usableFromInline var changeCount = 0

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
    let hash = id.hashValue
    if let known = find(id, hash)?.row { return known }
    let new = make()
    // So that it ends here: it may hold copies of the collection's contents, which end here too.
    new.settleIn()
    // A function of the id, or the end of another, may make the row meanwhile.
    for _ in 0..<Self.attemptLimit {
      if isFull { sweep() }
      let seen = changeCount
      let found = findOnce(id, hash)
      if let known = found?.row { return known }
      if changeCount != seen { continue }
      guard let found else { break }
      found.held = new
      return new
    }
    while isFull { sweep() }
    Self.add(Found(id, hash, new), &places)
    (count, changeCount) = (count + 1, changeCount + 1)
    return new
  }

  private var isFull: Bool { (count + 1) * 4 > places.count * 3 }

  /// Removes entries without a row, and makes place for others.
  private func sweep() {
    let old = places
    // Retained until all is done: the reference that is loaded may be the last one.
    let present = old.compactMap { place in place.found?.row.map { (found: place.found, row: $0) } }
    var size = 8
    while size < present.count * 2 { size *= 2 }
    var new = [Place](repeating: Place(), count: size)
    for one in present { if let found = one.found { Self.add(found, &new) } }
    places = new
    (count, changeCount) = (present.count, changeCount + 1)
    withExtendedLifetime((old, present)) {}
  }

  private static func add(_ new: Found, _ places: inout [Place]) {
    var index = index(of: new.hash, places.count)
    while places[index].found != nil { index = (index + 1) & (places.count - 1) }
    places[index] = Place(hash: new.hash, found: new)
  }

  /// Hash values may be regular, such as multiples of a power of two.
  @inlinable @inline(__always)
  static func index(of hash: Int, _ count: Int) -> Int {
    let mixed = UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> UInt64(64 - count.trailingZeroBitCount))
  }

  @inlinable @inline(__always)
  func find(_ id: ID, _ hash: Int) -> Found? {
    if count == 0 { return nil }
    let seen = changeCount
    var index = Self.index(of: hash, places.count)
    while true {
      if places[index].hash == hash {
        guard let found = places[index].found else { return nil }
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
    var index = Self.index(of: hash, places.count)
    while let found = places[index].found {
      if found.hash == hash && found.id == id { return found }
      index = (index + 1) & (places.count - 1)
    }
    return nil
  }

  /// A comparison that changes the table whenever it is called cannot be called without end.
  private static var attemptLimit: Int { 10 }
}
