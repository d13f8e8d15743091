/// What depends on a keyed collection: how far it has read its journal.
@usableFromInline
package final class KeyedLink<ID: Hashable, Row> {
  @usableFromInline package let space: KeySpace<ID>
  @usableFromInline package let table: KeyedTable<Row>
  @usableFromInline package let node: Behavior<Int>
  @usableFromInline package let reads = OuterReads()
  @safe @exclusivity(unchecked) @usableFromInline var position = -1
  @safe @exclusivity(unchecked) @usableFromInline var moves = 0
  @safe @exclusivity(unchecked) @usableFromInline var reuses = 0
  /// Whether a row that is not what the order is by may have another place, though it is the same.
  @usableFromInline let isOrderedByRows: Bool
  /// Whether ids or places may be others than those known, for a full pass.
  @safe @exclusivity(unchecked) @usableFromInline package private(set) var hasLostPlaces = false

  @inlinable
  package init(_ source: Keyed<ID, Row>) {
    space = source.space
    table = source.table
    node = source.node
    isOrderedByRows = source.ordering.dependsOnRows
  }

  /// Brings the source up to date, and calls `change` for each slot that has changed. If that is not known, or what the
  /// functions have read beside the rows has changed: calls `all` before, and then `change` for each slot there is, in
  /// order, as if nothing had been there. `change` calls the user's functions by ``EvaluationRef/tracking(_:)``.
  @inlinable @inline(__always)
  package func update(
    in evaluation: EvaluationRef, all: () -> Void,
    change: (_ slot: Int, _ old: Row?, _ predecessor: Int32?) -> Void
  ) {
    _ = node.read(in: evaluation)
    let isOutdated = reads.begin()
    evaluation.close()
    if isOutdated { position = -1 }
    notePlaces()
    if !table.takeChanges(since: &position, change) { visitAll(all, change) }
    // A function has edited the collection, among rows that were still to be looked at.
    if table.end != position { position = -1 }
    reads.end(in: evaluation, after: node)
  }

  /// All rows are looked at in the next update.
  @usableFromInline
  package func forget() { position = -1 }

  @inlinable @inline(__always)
  func visitAll(_ all: () -> Void, _ change: (_ slot: Int, _ old: Row?, _ predecessor: Int32?) -> Void) {
    all()
    space.order.visit { change($0, nil, nil) }
    var slot = 0
    while slot < space.order.slotCount {
      if !space.order.isLinked(slot) { change(slot, nil, nil) }
      slot += 1
    }
  }

  /// The source is up to date, and no function has been called yet.
  @usableFromInline
  func notePlaces() {
    hasLostPlaces = isOrderedByRows || moves != space.order.moves || reuses != space.reuses
    moves = space.order.moves
    reuses = space.reuses
  }
}
