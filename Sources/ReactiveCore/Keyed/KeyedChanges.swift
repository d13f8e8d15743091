/// What has changed in a keyed collection from one delivery to the next, with places as a table or list needs them.
///
/// ```swift
/// struct Todo: Identifiable, Equatable { var id: Int, title: String }
/// let todos = OpenKeyed([Todo(id: 7, title: "milk"), Todo(id: 8, title: "bread")])
/// var shown = todos.value
/// let subscription = todos.changes.sink { changes in
///   changes.apply(to: &shown)
///   print(changes.removals.map(\.place), changes.insertions.map(\.place))
/// }
/// batch {
///   todos.remove(7)
///   todos.insert(Todo(id: 9, title: "eggs"))
/// }                             // prints "[0] [1]"
/// print(shown == todos.value)   // true
/// subscription.cancel()
/// ```
///
/// Places of what is removed, and the old ones of what moves, are those before; all others are those after. That is how UIKit
/// and AppKit take them in one go.
public struct KeyedChanges<ID: Hashable, Row> {
  /// A row at a place.
  public struct Item {
    /// Its id.
    public let id: ID
    /// The row; of one that was removed, as it was last.
    public let row: Row
    /// How many rows come before it.
    public let place: Int
  }
  /// A row that has another place among the others.
  public struct Move {
    /// Its id.
    public let id: ID
    /// The row as it is now.
    public let row: Row
    /// How many rows came before it.
    public let from: Int
    /// How many rows come before it now.
    public let to: Int
  }
  /// Rows that are gone, with their places before, the first one first.
  public internal(set) var removals: [Item] = []
  /// Rows that have come, with their places now, the first one first.
  public internal(set) var insertions: [Item] = []
  /// Rows that were put elsewhere, by their new places.
  public internal(set) var moves: [Move] = []
  /// Rows that have changed, with their places now, the first one first. One that has moved may be among them.
  public internal(set) var updates: [Item] = []

  /// Whether nothing has changed.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty }

  /// Whether one of the moves has put its row elsewhere among the rows that stay. (A row whose place was found anew may be where it
  /// was.)
  var hasOtherOrder: Bool {
    func count(of items: [Item], before place: Int) -> Int {
      var (low, high) = (0, items.count)
      while low < high {
        let middle = (low + high) / 2
        if items[middle].place < place { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return moves.contains {
      $0.from - count(of: removals, before: $0.from) != $0.to - count(of: insertions, before: $0.to)
    }
  }

  /// A row that has gone and come again under its id is one that was put elsewhere.
  mutating func joinReturned(_ isDuplicate: (Row, Row) -> Bool) {
    if removals.isEmpty || insertions.isEmpty { return }
    var gone: [ID: Item] = [:]
    for item in removals { gone[item.id] = item }
    var (moved, changed): ([Move], [Item]) = ([], [])
    let new = insertions.filter { item in
      guard let old = gone.removeValue(forKey: item.id) else { return true }
      moved.append(Move(id: item.id, row: item.row, from: old.place, to: item.place))
      if !isDuplicate(old.row, item.row) { changed.append(item) }
      return false
    }
    if moved.isEmpty { return }
    insertions = new
    removals = removals.filter { gone[$0.id] != nil }
    moves += moved
    updates += changed
  }

  /// Makes of the rows before those after. Cost: as many steps as there are rows.
  public func apply(to rows: inout [Row]) {
    let leaving = Set(removals.map(\.place) + moves.map(\.from))
    var coming: [Int: Row] = [:]
    for item in insertions { coming[item.place] = item.row }
    for move in moves { coming[move.to] = move.row }
    var old = rows.indices.lazy.filter { !leaving.contains($0) }.makeIterator()
    var new: [Row] = []
    let count = rows.count - leaving.count + coming.count
    while new.count < count {
      if let row = coming[new.count] {
        new.append(row)
      } else if let place = old.next() {
        new.append(rows[place])
      } else {
        break
      }
    }
    for item in updates where new.indices.contains(item.place) { new[item.place] = item.row }
    rows = new
  }
}

extension Keyed {
  /// The stream of what changes: one list for each delivery.
  ///
  /// It begins with the first change after it is observed. A batch is one change; one that is taken back is none. Keep the
  /// stream, or a subscription to it, which keeps it and this collection. Cost: while it is observed, about 70 bytes for each row, and
  /// logarithmically many steps for each row that changes; nothing if it is not.
  public final var changes: EventStream<KeyedChanges<ID, Row>> { ChangeStream(self) }
}

private final class ChangeStream<ID: Hashable, Row>: EventStream<KeyedChanges<ID, Row>>, Upstream {
  private let source: Keyed<ID, Row>
  private var observer: ReleaseGuard<Following>

  /// What follows the collection for as long as the stream is observed.
  private final class Following {
    let tracker: ChangeTracker<ID, Row>
    var subscription: Subscription?
    init(_ source: Keyed<ID, Row>) { tracker = ChangeTracker(source) }
    deinit { subscription?.cancel() }
  }

  init(_ source: Keyed<ID, Row>) {
    self.source = source
    observer = ReleaseGuard()
    super.init(name: nil, file: #fileID, line: #line)
    observers.upstream = self
  }

  var isKeptByTokens: Bool { true }
  var keptByToken: AnyObject? { self }
  var followsBehavior: Bool { true }

  func updateConnection(_ upstream: inout [any Upstream]) {
    if observers.isEmpty {
      let last = observer.take()
      _ = consume last
    } else if observer.content == nil {
      let following = Following(source)
      let tracker = following.tracker
      observer.content = following
      observers.settleIn()
      following.subscription = tracker.node.attach(with: self) { me, _ in
        for changes in tracker.takeAll() { me.observers.forward(changes) }
      }
    }
  }

  func forEachObserver(_ body: (Subscription) -> Void) {
    if let subscription = observer.content?.subscription { body(subscription) }
  }

  deinit {
    observers.isolation.perform(atEndOf: self, releasing: &observer)
  }
}

/// The order of a collection, and what has changed in it.
private final class ChangeTracker<ID: Hashable, Row> {
  private typealias Changes = KeyedChanges<ID, Row>
  let node: Behavior<Int>
  private let state: State

  final class State {
    let order: RowOrder<ID, Row>
    var lists: [KeyedChanges<ID, Row>] = []
    /// By slot, what was shown last.
    var shown: ContiguousArray<(id: ID, row: Row)?> = []
    var hasBegun = false
    init(_ source: Keyed<ID, Row>) { order = RowOrder(source) }
  }

  init(_ source: Keyed<ID, Row>) {
    let state = State(source)
    self.state = state
    var count = 0
    node = Computed(NeverEqualTest<Int>.never(), of: source.node) { evaluation in
      state.update(evaluation)
      count += 1
      return count
    }
    _ = node.peek()
  }

  func takeAll() -> [KeyedChanges<ID, Row>] {
    defer { state.lists = [] }
    return state.lists
  }
}

extension ChangeTracker.State {
  func update(_ evaluation: EvaluationRef) {
    let (table, space) = (order.link.table, order.link.space)
    var changed: [Int] = []
    var moved: [Int] = []
    /// The places before of those that have changed; -1 for none.
    var before: [Int] = []
    var old: [Int]?
    order.update(in: evaluation) {
      old = order.slots()
    } changing: { slots, others in
      (changed, moved) = (slots, others)
      before = slots.map { order.tree.contains($0) ? order.tree.place(of: $0) : -1 }
    }
    show(nothingAt: space.order.slotCount)
    if let old {
      if hasBegun {
        changed = Array(Set(old).union(order.slots()))
        let places = Dictionary(uniqueKeysWithValues: zip(old, 0...))
        before = changed.map { places[$0] ?? -1 }
        moved = movedSlots(old)
      } else {
        hasBegun = true
        for slot in order.slots() { if let row = table.row(at: slot) { shown[slot] = (space.ids[slot], row) } }
        return
      }
    }
    let isMoved = moved.count > 8 ? Set(moved) : nil
    var changes = KeyedChanges<ID, Row>()
    for (slot, from) in zip(changed, before) {
      let (last, row) = (shown[slot], table.row(at: slot))
      let id = space.ids[slot]
      let isSame = last.map { $0.id == id } ?? false
      if let last, from >= 0, row == nil || !isSame {
        changes.removals.append(.init(id: last.id, row: last.row, place: from))
      }
      shown[slot] = row.map { (id, $0) }
      guard let row, order.tree.contains(slot) else { continue }
      let place = order.tree.place(of: slot)
      guard let last, isSame, from >= 0 else {
        changes.insertions.append(.init(id: id, row: row, place: place))
        continue
      }
      if isMoved?.contains(slot) ?? moved.contains(slot) {
        changes.moves.append(.init(id: id, row: row, from: from, to: place))
      }
      if !table.isDuplicate(last.row, row) { changes.updates.append(.init(id: id, row: row, place: place)) }
    }
    changes.joinReturned(table.isDuplicate)
    if changed.count > 1 {
      changes.removals.sort { $0.place < $1.place }
      changes.insertions.sort { $0.place < $1.place }
      changes.moves.sort { $0.to < $1.to }
      changes.updates.sort { $0.place < $1.place }
    }
    if !changes.hasOtherOrder { changes.moves = [] }
    if !changes.isEmpty { lists.append(changes) }
  }

  /// Makes room for so many slots, at which nothing was shown.
  private func show(nothingAt count: Int) {
    if count > shown.count { shown.append(contentsOf: repeatElement(nil, count: count - shown.count)) }
  }

  /// Those of the old slots that are not on the longest stretch that keeps its order.
  private func movedSlots(_ old: [Int]) -> [Int] {
    let staying = old.filter { order.tree.contains($0) && shown[$0]?.id == order.link.space.ids[$0] }
    // Patience sorting: for each length, the stretch of that length with the least end.
    var ends: [(place: Int, index: Int)] = []
    var links = [Int](repeating: -1, count: staying.count)
    for (index, slot) in staying.enumerated() {
      let place = order.tree.place(of: slot)
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].place < place { low = middle + 1 } else { high = middle }
      }
      links[index] = low > 0 ? ends[low - 1].index : -1
      if low == ends.count { ends.append((place, index)) } else { ends[low] = (place, index) }
    }
    var moved = Set(staying)
    var index = ends.last?.index ?? -1
    while index >= 0 {
      moved.remove(staying[index])
      index = links[index]
    }
    return Array(moved)
  }
}
