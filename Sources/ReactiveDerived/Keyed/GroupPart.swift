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
    func unsorted(_ place: Int, _ other: Int) -> Bool {
      source.precedesUnsorted(Int(upstream[place]), Int(upstream[other]))
    }
    return RowOrdering(dependsOnRows: true, unsorted: unsorted) { [self] in
      source.precedes(Int(upstream[$0]), Int(upstream[$1]))
    }
  }

  func enter(_ id: ID, _ row: Row, from slot: Int) -> Int {
    let (place, _, _, replaced) = space.slot(linking: id)
    if place >= upstream.count { upstream.append(contentsOf: repeatElement(0, count: place + 1 - upstream.count)) }
    upstream[place] = Int32(slot)
    table.put(row, at: place, movedFrom: table.placeBefore(newAt: place))
    table.release(replaced)
    return place
  }

  func leave(_ place: Int, from slot: Int) {
    // Otherwise the id has returned at another slot of the source.
    if Int(upstream[place]) != slot || table.row(at: place) == nil { return }
    space.remove(place, at: table.end)
    table.put(nil, at: place, movedFrom: KeyedTable<Row>.unknownPlace)
  }
}
