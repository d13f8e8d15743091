extension Keyed {
  /// The rows at these places of the order, as far as they exist.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, price: Int }
  /// let orders = OpenKeyed((1...100).map { Order(id: $0, price: 100 - $0) })
  /// let page = orders.sorted(by: \.price).window(0..<2)
  /// page.observe { print($0.map(\.id)) }  // prints "[100, 99]"
  /// orders.update(1) { $0.price = -1 }    // prints "[1, 100]"
  /// orders.update(50) { $0.price = 51 }   // prints nothing
  /// ```
  ///
  /// - Complexity: For an edit, logarithmic in the number of rows and linear in the size of the window.
  @inlinable
  public final func window(_ places: Range<Int>, file: StaticString = #fileID, line: UInt = #line) -> Keyed {
    window(file, line) { _ in places }
  }

  /// The rows at the places of a behavior, such as the visible rows of a view.
  @inlinable
  public final func window(_ places: Behavior<Range<Int>>, file: StaticString = #fileID, line: UInt = #line) -> Keyed {
    window(file, line) { places.read(in: $0) }
  }

  @inlinable
  final func window(
    _ file: StaticString, _ line: UInt, _ places: @escaping (EvaluationRef) -> Range<Int>
  ) -> Keyed {
    let order = RowOrder(self)
    let own = KeyedTable<Row>(space.order, table.isDuplicate)
    let window = WindowSlots()
    return Keyed(space, own, ordering, file: file, line: line) { _, node in
      { node.follow() }
    } update: { evaluation in
      let places = places(evaluation)
      var changed: [Int] = []
      var moved: [Int] = []
      order.update(in: evaluation) {
        if order.link.hasLostPlaces { own.forgetJournal() }
        changed = window.slots
      } changing: {
        changed = $0
        moved = $1
      }
      let unknownPlace = KeyedTable<Row>.unknownPlace
      // A move without a journal entry would be missed downstream, also that of a row which now leaves and comes back.
      for slot in moved where own.row(at: slot) != nil { own.noteMove(of: slot, from: unknownPlace) }
      window.update(order.slots(at: places)) {
        own.set(nil, at: $0)
      } entering: {
        // A row that returns may have moved.
        if own.row(at: $0) == nil { own.set(order.link.table.row(at: $0), at: $0, movedFrom: unknownPlace) }
      }
      for slot in changed where own.row(at: slot) != nil { own.set(order.link.table.row(at: slot), at: slot) }
    }
  }
}

@usableFromInline
final class WindowSlots {
  @usableFromInline private(set) var slots: [Int] = []
  private var rounds: ContiguousArray<Int> = []
  private var round = 0

  @usableFromInline
  init() {}

  @usableFromInline
  func update(_ new: [Int], leaving: (Int) -> Void, entering: (Int) -> Void) {
    if new == slots { return }
    round += 1
    let missing = (new.max() ?? -1) + 1 - rounds.count
    if missing > 0 { rounds.append(contentsOf: repeatElement(0, count: missing)) }
    for slot in new { rounds[slot] = round }
    let old = slots
    slots = new
    for slot in old where rounds[slot] != round { leaving(slot) }
    for slot in new { entering(slot) }
  }
}
