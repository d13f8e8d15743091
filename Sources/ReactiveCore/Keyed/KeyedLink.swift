/// A dependent's position in the journal of a keyed collection.
@usableFromInline
package final class KeyedLink<ID: Hashable, Row> {
  @usableFromInline package let space: KeySpace<ID>
  @usableFromInline package let table: KeyedTable<Row>
  @usableFromInline package let node: Behavior<Int>
  @usableFromInline package let reads = OuterReads()
  @safe @exclusivity(unchecked) @usableFromInline var position = -1
  @safe @exclusivity(unchecked) @usableFromInline var moves = 0
  @safe @exclusivity(unchecked) @usableFromInline var reuses = 0
  /// Whether the order depends on the source's rows. A derived row may then move without changing.
  @usableFromInline let isOrderedByRows: Bool
  /// Whether a full pass may find other ids or places.
  @safe @exclusivity(unchecked) @usableFromInline package private(set) var hasLostPlaces = false

  @inlinable
  package init(_ source: Keyed<ID, Row>) {
    space = source.space
    table = source.table
    node = source.node
    isOrderedByRows = source.ordering.dependsOnRows
  }

  /// Brings the source up to date, and calls `change` for each changed slot.
  ///
  /// If these are unknown, or other reads of the functions have changed, calls `all`, then `change` for every slot in
  /// order, as if all were new. If the changed slots are known even so, only these count as moved. If a function edits
  /// the rows meanwhile, that may begin again. `change` calls user functions through ``EvaluationRef/tracking(_:)``.
  ///
  /// `omitsMoves`: a row that has only moved is left out.
  @inlinable @inline(__always)
  package func update(
    in evaluation: EvaluationRef, omitsMoves: Bool = false, all: () -> Void,
    change: (_ slot: Int, _ old: Row?, _ predecessor: Int32?) -> Void
  ) {
    func changeUnlessMoved(_ slot: Int, _ old: Row?, _ predecessor: Int32?) {
      if omitsMoves && predecessor != nil && old != nil && haveSameBits(old, table.row(at: slot)) { return }
      change(slot, old, predecessor)
    }
    _ = node.read(in: evaluation)
    let isOutdated = reads.begin()
    evaluation.close()
    var known = isOutdated ? takeMoves() : nil
    for _ in 0..<3 {
      notePlaces(areMovesKnown: known != nil)
      if !table.takeChanges(since: &position, changeUnlessMoved) { visitAll(all, change, known, evaluation) }
      known = nil
      if table.end == position { break }
      // A function has edited the collection, among rows still to be visited. So the node runs again, unless the edits
      // have restored the rows: then they are visited again at once.
      position = -1
      if evaluation.isOutdated { break }
    }
    reads.end(in: evaluation, after: node)
  }

  /// Makes the next update read all rows.
  @usableFromInline
  package func forget() { position = -1 }

  /// Forgets the position. Returns the changed slots since then that may have moved, with their predecessors, or nil if
  /// these are unknown: then any row may have moved.
  @usableFromInline @inline(never)
  func takeMoves() -> [Int: Int32]? {
    var moves: [Int: Int32] = [:]
    let areKnown = table.takeChanges(since: &position) { slot, _, predecessor in
      moves[slot] = predecessor ?? (isOrderedByRows ? KeyedTable<Row>.unknownPlace : nil)
    }
    defer { position = -1 }
    // The `==` of a row may have edited the collection.
    return areKnown && table.end == position ? moves : nil
  }

  @inlinable @inline(__always)
  func visitAll(
    _ all: () -> Void, _ change: (_ slot: Int, _ old: Row?, _ predecessor: Int32?) -> Void, _ moves: [Int: Int32]?,
    _ evaluation: EvaluationRef
  ) {
    all()
    if !space.order.visit({ change($0, nil, moves?[$0]) }) {
      all()
      return visitOrderBeingEdited(evaluation) { change($0, nil, moves?[$0]) }
    }
    var slot = 0
    while slot < space.order.slotCount {
      if !space.order.isLinked(slot) { change(slot, nil, moves?[slot]) }
      slot += 1
    }
  }

  /// Visits each slot once more, although `visit` edits the order: in passes over the slots that are new.
  @usableFromInline @inline(never)
  func visitOrderBeingEdited(_ evaluation: EvaluationRef, _ visit: (Int) -> Void) {
    let order = space.order
    var visited: Set<Int> = []
    var (passes, steps) = (0, 0)
    let limit = 10 * (order.slotCount + Context.roundLimit)
    while true {
      passes += 1
      var slots: [Int] = []
      order.visit { slots.append($0) }
      steps += slots.count
      slots.removeAll { visited.contains($0) }
      // Those without a place may have a row in a source that is not up to date with the order any more.
      if slots.isEmpty { slots = (0..<order.slotCount).filter { !visited.contains($0) } }
      if slots.isEmpty { return }
      for slot in slots {
        visited.insert(slot)
        visit(slot)
      }
      if passes > 2_000 && steps > limit { evaluation.stopEndlessEdits("one run, for each row that it had added") }
    }
  }

  /// Call before any function runs, with the source up to date.
  @usableFromInline
  func notePlaces(areMovesKnown: Bool = false) {
    hasLostPlaces = !areMovesKnown && (isOrderedByRows || moves != space.order.moves || reuses != space.reuses)
    moves = space.order.moves
    reuses = space.reuses
  }
}
