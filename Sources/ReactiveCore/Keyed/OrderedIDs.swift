/// The ids of a keyed collection in order: an array that is kept while neither the ids nor their order change.
final class OrderedIDs<ID: Hashable, Row> {
  private let order: RowOrder<ID, Row>
  private var ids: [ID] = []
  /// The reuses of slots when the array was made.
  private var reuses = -1

  init(_ source: Keyed<ID, Row>) { order = RowOrder(source) }

  /// Rows that were reported as moved may be in their old places, as sorted rows usually are. Then all others are, too.
  func update(in evaluation: EvaluationRef) -> [ID] {
    var known: (slots: [Int], arePresent: [Bool], moved: [Int], places: [Int])?
    order.update(
      in: evaluation,
      changing: { [order] slots, moved in
        known = (slots, slots.map { order.tree.contains($0) }, moved, moved.map { order.place(of: $0) })
      })
    let isKept = reuses == order.link.reuses
    reuses = order.link.reuses
    if isKept, let known, known.slots.map({ order.tree.contains($0) }) == known.arePresent,
      known.moved.map({ order.place(of: $0) }) == known.places
    {
      return ids
    }
    let new = order.slots().map { order.link.space.ids[$0] }
    if new != ids { keep(new) }
    return ids
  }

  /// A behavior with a duplicate keeps the old array. So does this object: two arrays would be compared at each update.
  func isDuplicate(_ old: [ID], _ new: [ID]) -> Bool {
    if old != new { return false }
    if ids == new { keep(old) }
    return true
  }

  /// Releases the last array after the outermost batch: the `deinit` of an id may read what is being computed.
  private func keep(_ new: [ID]) {
    let last = ids
    ids = new
    if !_isPOD(ID.self) { Context.current.keepForRelease(last, isRunning: true) }
  }
}

extension RowOrder {
  /// The place of a slot, or -1 for none.
  fileprivate func place(of slot: Int) -> Int { tree.contains(slot) ? tree.place(of: slot) : -1 }
}
