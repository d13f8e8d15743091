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
/// An edit hashes the group id once for each changed row. An empty group is in no table. The groups are in the order of
/// their first rows, which are found when a place is needed.
@usableFromInline
final class Grouping<GroupID: Hashable, ID: Hashable, Row> {
  @usableFromInline let groups = KeySpace<GroupID>()
  @usableFromInline let link: KeyedLink<ID, Row>
  @usableFromInline let table: KeyedTable<GroupedRow<Row>>
  @usableFromInline let ordering: SourceOrdering
  @usableFromInline var members = GroupMembers()
  /// Without empty groups.
  @usableFromInline var count = 0
  /// Empty groups whose slots an open batch may need again.
  @usableFromInline var emptied: [Int] = []
  /// By slot of a group: the first row, if a place was needed since it last changed, or -1.
  @usableFromInline var firsts: ContiguousArray<Int32> = []
  /// The last groups that may have moved, one for each move of their order.
  @usableFromInline var moved: [Int] = []
  @usableFromInline var isHeld = false
  /// Groups whose collection has lost a row.
  @usableFromInline var left: [Int] = []
  /// The nodes of the collections of groups, held weakly.
  private let nodes = RowTable<GroupID, Behavior<Int>>()
  /// The collections by node, held weakly.
  private var parts: [ObjectIdentifier: Found] = [:]
  private var threshold = 16
  /// The same by slot of the group.
  private var partsBySlot: ContiguousArray<Found?> = []
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
    ordering = SourceOrdering(source)
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
        if predecessor != nil, let new { noteMove(of: slot, in: new.group) }
        if table.set(new, at: slot, movedFrom: predecessor), let stored = table.row(at: slot) {
          changeInPart(stored, at: slot, predecessor != nil)
        }
      } else {
        if let old { leave(old.group, slot) }
        table.set(new, at: slot, movedFrom: predecessor)
        if let stored = table.row(at: slot) { enter(stored, slot) }
      }
    }
    link.update(in: evaluation, all: { if link.hasLostPlaces { hasLostPlaces = true } }, change: change)
    if hasLostPlaces { forgetPlaces() }
    if !isHeld {
      if !emptied.isEmpty { removeEmptied() }
      if !left.isEmpty { reclaim() }
    }
    groups.reclaim(before: table.base)
  }

  /// The slot of a group, which may be new.
  @inlinable
  func group(of id: GroupID) -> Int {
    let (slot, isKnown, wasLinked, replaced) = groups.slot(linking: id)
    if wasLinked { return slot }
    if isKnown { noteMoved(slot) }
    connect(id, slot)
    table.release(replaced)
    return slot
  }

  // --- The order of the groups ---------------------------------------------------------------------------------------

  /// The order of the groups' first rows, without any `sorted` of the source. Needs no user function.
  @usableFromInline
  func precedes(_ group: Int, _ other: Int) -> Bool {
    guard let first = firstRow(of: group), let otherFirst = firstRow(of: other) else { return group < other }
    return ordering.precedesUnsorted(first, otherFirst)
  }

  private func firstRow(of group: Int) -> Int? {
    if group < firsts.count && firsts[group] >= 0 { return Int(firsts[group]) }
    guard let first = members.first(in: group, ordering.precedesUnsorted) else { return nil }
    if group >= firsts.count { firsts.append(contentsOf: repeatElement(-1, count: group + 1 - firsts.count)) }
    firsts[group] = Int32(first)
    return first
  }

  /// A row was added or has moved within its group.
  @inlinable
  func noteFirst(_ slot: Int, in group: Int) {
    if group >= firsts.count || firsts[group] < 0 { return }
    if ordering.precedesUnsorted(slot, Int(firsts[group])) { forgetFirst(of: group) }
  }

  @inlinable
  func noteLeft(_ slot: Int, _ group: Int) {
    if group < firsts.count && Int(firsts[group]) == slot { forgetFirst(of: group) }
  }

  @inlinable
  func noteMove(of slot: Int, in group: Int) {
    noteLeft(slot, group)
    members.remove(slot, from: group)
    members.insert(slot, into: group)
    noteFirst(slot, in: group)
  }

  @usableFromInline
  func forgetFirst(of group: Int) {
    firsts[group] = -1
    groups.order.noteMove()
    noteMoved(group)
  }

  @usableFromInline
  func noteMoved(_ group: Int) {
    moved.append(group)
    let limit = max(64, groups.ids.count / 4)
    if moved.count > 2 * limit { moved.removeFirst(moved.count - limit) }
  }

  /// The groups that may have moved since the order had `moves` moves, or nil if these are too many.
  @usableFromInline
  func moved(since moves: Int) -> ArraySlice<Int>? {
    let count = groups.order.moves - moves
    return count > moved.count ? nil : moved.suffix(count)
  }

  // --- Members -------------------------------------------------------------------------------------------------------

  @inlinable
  func leave(_ group: Int, _ slot: Int) {
    noteLeft(slot, group)
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
    noteFirst(slot, in: new.group)
    addToPart(new, slot)
  }

  @usableFromInline
  func removeEmptied() {
    let old = emptied
    emptied = []
    for group in old where members.isEmpty(group) && groups.order.isLinked(group) {
      groups.remove(group, at: table.end)
      partsBySlot[group] = nil
    }
  }

  // --- Groups that are collections -----------------------------------------------------------------------------------

  /// The part of a group, and its node, which `make` makes unless it is there.
  @usableFromInline
  func part(
    of id: GroupID, _ make: (GroupPart<ID, Row>) -> Behavior<Int>
  ) -> (part: GroupPart<ID, Row>, node: Behavior<Int>) {
    var new: GroupPart<ID, Row>?
    let node = nodes.row(id) {
      let part = GroupPart<ID, Row>(link.table.isDuplicate)
      let node = make(part)
      part.node = node
      new = part
      return node
    }
    // The `==` of the id may have made another part in a call of this, which has noted it.
    guard let new, new.node === node else { return (found(node)!.part!, node) }
    if parts.count >= threshold {
      parts = parts.filter { $0.value.part != nil }
      threshold = max(16, parts.count * 2)
    }
    let found = Found(new)
    parts[ObjectIdentifier(node)] = found
    if let group = groups.slot(of: id), groups.order.isLinked(group) {
      connect(found, group)
      fill(new, group)
    }
    return (new, node)
  }

  private func found(_ node: Behavior<Int>) -> Found? {
    guard let found = parts[ObjectIdentifier(node)], found.part?.node === node else { return nil }
    return found
  }

  @usableFromInline
  func connect(_ id: GroupID, _ group: Int) { connect(parts.isEmpty ? nil : nodes[id].flatMap { found($0) }, group) }

  private func connect(_ part: Found?, _ group: Int) {
    if group >= partsBySlot.count {
      partsBySlot.append(contentsOf: repeatElement(nil, count: group + 1 - partsBySlot.count))
    }
    partsBySlot[group] = part
  }

  private func presentPart(_ group: Int) -> GroupPart<ID, Row>? {
    guard group < partsBySlot.count, let part = partsBySlot[group]?.part else { return nil }
    part.table.prepare(isHeld: isHeld)
    return part
  }

  /// Returns the added slots.
  @discardableResult
  private func fill(_ part: GroupPart<ID, Row>, _ group: Int) -> [Int] {
    members.slots(in: group).compactMap { slot in
      // The hash of a row's id may have moved others to another group.
      guard let row = table.row(at: slot), row.group == group else { return nil }
      return add(row.row, slot, to: part)
    }
  }

  @discardableResult
  private func add(_ row: Row, _ slot: Int, to part: GroupPart<ID, Row>) -> Int {
    if slot >= places.count { places.append(contentsOf: repeatElement(-1, count: slot + 1 - places.count)) }
    let place = part.enter(link.space.ids[slot], row, from: slot)
    places[slot] = Int32(place)
    return place
  }

  /// Nil if the part is being filled, and does not have the row yet.
  private func place(of slot: Int, in part: GroupPart<ID, Row>) -> Int? {
    guard slot < places.count, part.upstream.indices.contains(Int(places[slot])) else { return nil }
    return Int(places[slot])
  }

  @usableFromInline
  func addToPart(_ new: GroupedRow<Row>, _ slot: Int) {
    if let part = presentPart(new.group) { add(new.row, slot, to: part) }
  }

  @usableFromInline
  func removeFromPart(_ group: Int, _ slot: Int) {
    guard let part = presentPart(group), let place = place(of: slot, in: part) else { return }
    part.leave(place, from: slot)
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
    guard let place = place(of: slot, in: part) else { return }
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
    members.forgetOrder()
    for group in firsts.indices { firsts[group] = -1 }
    groups.order.noteMove()
    moved = []
    for group in partsBySlot.indices {
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
