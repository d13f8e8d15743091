/// Compares two slots of a keyed collection.
@usableFromInline
package struct RowOrdering {
  /// May call a user function.
  @usableFromInline let comparison: (Int, Int) -> Bool
  /// Whether a change of a row may change its place.
  @usableFromInline package let dependsOnRows: Bool
  /// The same without any `sorted`; nil if it is the order of the slots. Calls no user function.
  @usableFromInline package let unsorted: ((Int, Int) -> Bool)?

  @usableFromInline
  package init(
    dependsOnRows: Bool, unsorted: ((Int, Int) -> Bool)? = nil, _ precedes: @escaping (Int, Int) -> Bool
  ) {
    comparison = precedes
    self.dependsOnRows = dependsOnRows
    self.unsorted = unsorted.map { unsorted in
      { slot, other in
        Self.checkStack()
        return unsorted(slot, other)
      }
    }
  }

  /// For the ordering of a derived collection: each level of a chain calls the one before, so it tests the stack.
  @usableFromInline
  package func precedes(_ slot: Int, _ other: Int) -> Bool {
    Self.checkStack()
    return comparison(slot, other)
  }

  private static func checkStack() {
    let context = Context.ready
    if context.isStackNearlyFull() { context.stopDeepOrder() }
  }

  /// The order of the source.
  @usableFromInline
  package init(_ order: SlotOrder) { self.init(dependsOnRows: false) { order.precedes($0, $1) } }
}

/// The rows of a keyed collection in order, with their places.
@usableFromInline
package final class RowOrder<ID: Hashable, Row> {
  @usableFromInline package let link: KeyedLink<ID, Row>
  @usableFromInline let ordering: RowOrdering
  @usableFromInline package private(set) var tree = SlotTree()
  private var position = -1

  @usableFromInline
  package init(_ source: Keyed<ID, Row>, by ordering: RowOrdering? = nil) {
    link = KeyedLink(source)
    self.ordering = ordering ?? source.ordering
  }

  /// Brings the source and the order up to date, and tracks the functions' reads.
  ///
  /// Before places change, calls `changing` with the changed slots and those about to move, or `all` if the journal no
  /// longer has them.
  @usableFromInline
  package func update(
    in evaluation: EvaluationRef?, all: () -> Void = {},
    changing: (_ slots: [Int], _ moved: [Int]) -> Void = { _, _ in }
  ) {
    if let evaluation { _ = link.node.read(in: evaluation) } else { _ = link.node.peek() }
    if evaluation != nil, link.reads.begin() { position = -1 }
    evaluation?.close()
    let table = link.table
    link.notePlaces()
    var changed: [Int] = []
    var moved: [Int] = []
    var hasMoves = false
    let isKnown = table.takeChanges(since: &position) { slot, _, predecessor in
      changed.append(slot)
      if predecessor != nil { hasMoves = true }
      if predecessor != nil || ordering.dependsOnRows { moved.append(slot) }
    }
    let end = table.end
    func order() {
      if isKnown {
        // Usually one row has changed and is in place. A move may matter to the order before `sorted`.
        if !hasMoves && changed.count == 1 && moved.count == 1 && staysInPlace(changed[0], table) { moved = [] }
        changing(changed, moved)
        for slot in moved where tree.contains(slot) { tree.remove(slot) }
        for slot in changed where table.row(at: slot) == nil && tree.contains(slot) { tree.remove(slot) }
        for slot in changed where table.row(at: slot) != nil && !tree.contains(slot) { insert(slot) }
      } else {
        all()
        build(table)
      }
    }
    if let evaluation { evaluation.tracking(order) } else { order() }
    // A function has edited the collection, or what it is derived from: places were found among changed rows.
    if table.end != end || !link.node.flags.isDisjoint(with: .stale) { position = -1 }
    if let evaluation { link.reads.end(in: evaluation, after: link.node) }
  }

  private func build(_ table: KeyedTable<Row>) {
    var slots: [Int] = []
    slots.reserveCapacity(table.count)
    if ordering.dependsOnRows || ordering.unsorted != nil {
      for slot in 0..<table.rows.count where table.row(at: slot) != nil { slots.append(slot) }
      let precedes = ordering.comparison
      slots.sort { precedes($0, $1) }
    } else {
      table.order.visit { if table.row(at: $0) != nil { slots.append($0) } }
    }
    tree.build(slots)
  }

  private func staysInPlace(_ slot: Int, _ table: KeyedTable<Row>) -> Bool {
    if table.row(at: slot) == nil || !tree.contains(slot) { return false }
    if let before = tree.predecessor(of: slot), !ordering.comparison(before, slot) { return false }
    guard let after = tree.successor(of: slot) else { return true }
    return ordering.comparison(slot, after)
  }

  private func insert(_ slot: Int) {
    var (other, isLeft) = (tree.first, true)
    while let present = other {
      isLeft = ordering.comparison(slot, present)
      guard let child = tree.child(of: present, isLeft: isLeft) else { break }
      other = child
    }
    // A comparison that edits the collection and reads the order stops, so this is still the place.
    tree.insert(slot, below: other, isLeft: isLeft)
  }

  /// The slots at these places, in order, as far as they exist.
  @usableFromInline
  package func slots(at places: Range<Int> = 0..<Int.max) -> [Int] {
    let end = min(places.upperBound, tree.count)
    var place = max(places.lowerBound, 0)
    if place >= end { return [] }
    var slots: [Int] = []
    slots.reserveCapacity(end - place)
    var next = tree.slot(at: place)
    while let slot = next, place < end {
      slots.append(slot)
      place += 1
      next = tree.successor(of: slot)
    }
    return slots
  }

  @usableFromInline
  package func rows() -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(tree.count)
    var next = tree.slot(at: 0)
    while let slot = next {
      if let row = link.table.row(at: slot) { rows.append(row) }
      next = tree.successor(of: slot)
    }
    return rows
  }
}
