/// A row and the slot of its group.
@frozen
@usableFromInline
struct GroupedRow<Row> {
  @usableFromInline let group: Int
  @usableFromInline let row: Row

  @inlinable
  init(group: Int, row: Row) {
    self.group = group
    self.row = row
  }
}

/// Assigns rows to groups, for all derivations of the groups.
///
/// An edit hashes the group id once for each changed row. An empty group is in no table. It loses its place in the
/// order unless an open batch may restore its rows.
@usableFromInline
final class Grouping<GroupID: Hashable, ID: Hashable, Row> {
  @usableFromInline let groups = KeySpace<GroupID>()
  @usableFromInline let link: KeyedLink<ID, Row>
  @usableFromInline let table: KeyedTable<GroupedRow<Row>>
  @usableFromInline let ordering: SourceOrdering
  @usableFromInline var members = GroupMembers()
  /// Without empty groups.
  @usableFromInline var count = 0
  /// Empty groups that may still be in the order.
  @usableFromInline var emptied: [Int] = []
  /// The last groups that returned to the order, one for each of its moves.
  @usableFromInline var returned: [Int] = []
  @usableFromInline var isHeld = false
  /// Groups whose collection has lost a row.
  @usableFromInline var left: [Int] = []
  /// The collections of groups, held weakly.
  private var parts: [GroupID: Found] = [:]
  private var threshold = 16
  /// The same by slot of the group.
  private var found: ContiguousArray<Found?> = []
  /// By slot of a row: its slot in the collection of its group, if any.
  private var places: ContiguousArray<Int32> = []

  private final class Found {
    weak var part: GroupPart<ID, Row>?
    init(_ part: GroupPart<ID, Row>) { self.part = part }
  }

  @inlinable
  init(_ source: Keyed<ID, Row>) {
    link = KeyedLink(source)
    let isDuplicate = source.table.isDuplicate
    table = KeyedTable(source.space.order) { $0.group == $1.group && isDuplicate($0.row, $1.row) }
    ordering = SourceOrdering(source.ordering)
  }

  @inlinable
  func update(in evaluation: EvaluationRef, _ key: (Row) -> GroupID) {
    isHeld = evaluation.hasSnapshot
    var hasLostPlaces = false
    func change(_ slot: Int, _: Row?, _ predecessor: Int32?) {
      var new: GroupedRow<Row>?
      if let row = link.table.row(at: slot) {
        let id = evaluation.tracking { key(row) }
        new = GroupedRow(group: group(of: id), row: row)
      }
      let old = table.row(at: slot)
      if old?.group == new?.group {
        if table.set(new, at: slot, movedFrom: predecessor), let new { changeInPart(new, at: slot, predecessor != nil) }
      } else {
        if let old { leave(old.group, slot) }
        table.put(new, at: slot, movedFrom: predecessor)
        if let new { enter(new, slot) }
      }
    }
    link.update(in: evaluation, all: { hasLostPlaces = link.hasLostPlaces }, change: change)
    if hasLostPlaces { forgetPlaces() }
    if !isHeld {
      if !emptied.isEmpty { removeEmptied() }
      if !left.isEmpty { reclaim() }
    }
    groups.reclaim(before: table.base)
  }

  /// Appends a group that is not in the order.
  @inlinable
  func group(of id: GroupID) -> Int {
    let known = groups.slot(of: id)
    if let known, groups.order.isLinked(known) { return known }
    let slot = groups.add(id, at: known)
    if known != nil { noteReturn(of: slot) }
    connect(id, slot)
    return slot
  }

  @usableFromInline
  func noteReturn(of group: Int) {
    returned.append(group)
    let limit = max(64, groups.ids.count / 4)
    if returned.count > 2 * limit { returned.removeFirst(returned.count - limit) }
  }

  /// The groups that have returned since the order had `moves` moves, or nil if these are too many.
  @usableFromInline
  func returned(since moves: Int) -> ArraySlice<Int>? {
    let count = groups.order.moves - moves
    return count > returned.count ? nil : returned.suffix(count)
  }

  @inlinable
  func leave(_ group: Int, _ slot: Int) {
    members.remove(slot, from: group)
    if members.isEmpty(group) {
      count -= 1
      emptied.append(group)
    }
    removeFromPart(group, slot)
  }

  @inlinable
  func enter(_ new: GroupedRow<Row>, _ slot: Int) {
    if members.isEmpty(new.group) { count += 1 }
    members.insert(slot, into: new.group)
    addToPart(new, slot)
  }

  @usableFromInline
  func removeEmptied() {
    let old = emptied
    emptied = []
    for group in old where members.isEmpty(group) && groups.order.isLinked(group) {
      groups.remove(group, at: table.end)
      found[group] = nil
    }
  }

  // --- Groups that are collections -----------------------------------------------------------------------------------

  @usableFromInline
  func part(of id: GroupID) -> GroupPart<ID, Row> {
    if let known = parts[id]?.part { return known }
    let new = GroupPart<ID, Row>(link.table.isDuplicate)
    if parts.count >= threshold {
      parts = parts.filter { $0.value.part != nil }
      threshold = max(16, parts.count * 2)
    }
    parts[id] = Found(new)
    if let group = groups.slot(of: id), groups.order.isLinked(group) {
      connect(id, group)
      fill(new, group)
    }
    return new
  }

  @usableFromInline
  func connect(_ id: GroupID, _ group: Int) {
    if group >= found.count { found.append(contentsOf: repeatElement(nil, count: group + 1 - found.count)) }
    found[group] = parts.isEmpty ? nil : parts[id]
  }

  private func presentPart(_ group: Int) -> GroupPart<ID, Row>? {
    guard group < found.count, let part = found[group]?.part else { return nil }
    part.table.prepare(isHeld: isHeld)
    return part
  }

  /// Returns the added slots.
  @discardableResult
  private func fill(_ part: GroupPart<ID, Row>, _ group: Int) -> [Int] {
    members.slots(in: group).compactMap { slot in
      table.row(at: slot).map { add($0.row, slot, to: part) }
    }
  }

  @discardableResult
  private func add(_ row: Row, _ slot: Int, to part: GroupPart<ID, Row>) -> Int {
    if slot >= places.count { places.append(contentsOf: repeatElement(-1, count: slot + 1 - places.count)) }
    let place = part.enter(link.space.ids[slot], row, from: slot)
    places[slot] = Int32(place)
    return place
  }

  @usableFromInline
  func addToPart(_ new: GroupedRow<Row>, _ slot: Int) {
    if let part = presentPart(new.group) { add(new.row, slot, to: part) }
  }

  @usableFromInline
  func removeFromPart(_ group: Int, _ slot: Int) {
    guard let part = presentPart(group) else { return }
    part.leave(Int(places[slot]), from: slot)
    left.append(group)
  }

  /// Frees the slots of ids that left their groups, unless an open batch may restore them.
  @usableFromInline
  func reclaim() {
    let old = left
    left = []
    for group in old { if let part = presentPart(group) { part.space.reclaim(before: part.table.base) } }
  }

  @usableFromInline
  func changeInPart(_ new: GroupedRow<Row>, at slot: Int, _ isMoved: Bool) {
    guard let part = presentPart(new.group) else { return }
    if isMoved { part.space.order.noteMove() }
    let place = Int(places[slot])
    // A moved slot may belong to another id now.
    if isMoved && part.space.ids[place] != link.space.ids[slot] {
      part.leave(place, from: slot)
      add(new.row, slot, to: part)
    } else {
      part.table.set(new.row, at: place, movedFrom: isMoved ? KeyedTable<Row>.unknownPlace : nil)
    }
  }

  /// The known ids and places may be wrong.
  @usableFromInline
  func forgetPlaces() {
    table.forgetJournal()
    for group in found.indices {
      guard let part = presentPart(group) else { continue }
      // Rows that stay keep their slots.
      let staying = Set(fill(part, group))
      for place in part.upstream.indices where !staying.contains(place) {
        part.leave(place, from: Int(part.upstream[place]))
      }
      part.space.order.noteMove()
      part.table.forgetJournal()
      left.append(group)
    }
  }
}

/// The rows of one group, at slots of their own.
@usableFromInline
final class GroupPart<ID: Hashable, Row> {
  @usableFromInline let space = KeySpace<ID>()
  @usableFromInline let table: KeyedTable<Row>
  /// By own slot: the slot in the source.
  @usableFromInline var upstream: ContiguousArray<Int32> = []
  /// Retains this.
  @usableFromInline weak var node: Behavior<Int>?

  @usableFromInline
  init(_ isDuplicate: @escaping (Row, Row) -> Bool) { table = KeyedTable(space.order, isDuplicate) }

  @usableFromInline
  func ordering(_ source: SourceOrdering) -> RowOrdering {
    RowOrdering(dependsOnRows: true) { [self] in source.precedes(Int(upstream[$0]), Int(upstream[$1])) }
  }

  func enter(_ id: ID, _ row: Row, from slot: Int) -> Int {
    let known = space.slot(of: id)
    let isPresent = known.map { space.order.isLinked($0) } ?? false
    let place = isPresent ? known ?? 0 : space.add(id, at: known)
    if place == upstream.count { upstream.append(0) }
    upstream[place] = Int32(slot)
    table.put(row, at: place, movedFrom: table.placeBefore(newAt: place))
    return place
  }

  func leave(_ place: Int, from slot: Int) {
    // Otherwise the id has returned at another slot of the source.
    if Int(upstream[place]) != slot || table.row(at: place) == nil { return }
    space.remove(place, at: table.end)
    table.put(nil, at: place, movedFrom: KeyedTable<Row>.unknownPlace)
  }
}

/// The slots of each group, as linked lists.
@usableFromInline
struct GroupMembers {
  @usableFromInline var next: ContiguousArray<Int32> = []
  @usableFromInline var previous: ContiguousArray<Int32> = []
  @usableFromInline var first: ContiguousArray<Int32> = []

  @inlinable
  init() {}

  @inlinable
  func isEmpty(_ group: Int) -> Bool { group >= first.count || first[group] < 0 }

  @inlinable
  mutating func insert(_ slot: Int, into group: Int) {
    if slot >= next.count {
      next.append(contentsOf: repeatElement(-1, count: slot + 1 - next.count))
      previous.append(contentsOf: repeatElement(-1, count: slot + 1 - previous.count))
    }
    if group >= first.count { first.append(contentsOf: repeatElement(-1, count: group + 1 - first.count)) }
    let other = first[group]
    next[slot] = other
    previous[slot] = -1
    if other >= 0 { previous[Int(other)] = Int32(slot) }
    first[group] = Int32(slot)
  }

  @inlinable
  mutating func remove(_ slot: Int, from group: Int) {
    let (before, after) = (previous[slot], next[slot])
    if before < 0 { first[group] = after } else { next[Int(before)] = after }
    if after >= 0 { previous[Int(after)] = before }
  }

  @inlinable
  func slots(in group: Int) -> [Int] {
    var slots: [Int] = []
    forEach(in: group) { slots.append($0) }
    return slots
  }

  @inlinable
  func forEach(in group: Int, _ body: (Int) -> Void) {
    var slot = group < first.count ? first[group] : -1
    while slot >= 0 {
      body(Int(slot))
      slot = next[Int(slot)]
    }
  }
}
