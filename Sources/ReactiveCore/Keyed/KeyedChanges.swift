/// The changes of a keyed collection between two deliveries, with the places that a table or list view needs.
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
/// Removals and the old places of moves count in the old rows; all other places count in the new rows. UIKit and AppKit
/// expect this in batch updates.
public struct KeyedChanges<ID: Hashable, Row> {
  /// A row at a place.
  public struct Item {
    /// Its id.
    public let id: ID
    /// The row; for a removal, as it was delivered last.
    public let row: Row
    /// The number of rows before it.
    public let place: Int
  }
  /// A row that has moved relative to other rows.
  public struct Move {
    /// Its id.
    public let id: ID
    /// The row as it is now.
    public let row: Row
    /// The number of rows that were before it.
    public let from: Int
    /// The number of rows before it now.
    public let to: Int
  }
  /// Removed rows with their old places, in order.
  public internal(set) var removals: [Item] = []
  /// Inserted rows with their new places, in order.
  public internal(set) var insertions: [Item] = []
  /// Moved rows, in the order of their new places.
  public internal(set) var moves: [Move] = []
  /// Changed rows with their new places, in order. A row may also be in ``moves``.
  public internal(set) var updates: [Item] = []

  /// Whether nothing has changed.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty }

  /// Whether a move has changed the order of rows that stay. (A recomputed place may be the old one.)
  var hasOtherOrder: Bool {
    func count(of items: [Item], before place: Int) -> Int { items.partitioningIndex { $0.place >= place } }
    return moves.contains {
      $0.from - count(of: removals, before: $0.from) != $0.to - count(of: insertions, before: $0.to)
    }
  }

  /// A removal and an insertion of one id become a move.
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

  /// Applies the changes to the old rows.
  ///
  /// - Complexity: Linear in the number of rows.
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
  /// A stream of the changes, one list for each delivery.
  ///
  /// It begins with the first change after it is observed. A batch is one change; a reverted batch is none.
  ///
  /// The collection retains the stream's observers. A stored collection also retains the streams that are derived from
  /// this one, while they are observed, and its subscriptions retain nothing. The stream of a derived collection and
  /// its subscriptions retain the collection: keep a stream that is derived from this one, or its subscription. Cost
  /// while observed: about 70 bytes for each row, logarithmic time for each changed row.
  public final var changes: EventStream<KeyedChanges<ID, Row>> { ChangeStream(self) }
}

/// A stored collection retains an observed stream, which does not hold the collection meanwhile. The stream of a
/// derived collection always holds it, so the collection retains only the stream's observers.
private final class ChangeStream<ID: Hashable, Row>: EventStream<KeyedChanges<ID, Row>>, Upstream {
  private var source: Keyed<ID, Row>?
  private var observed: ObservedChanges<ID, Row>?

  init(_ source: Keyed<ID, Row>) {
    self.source = source
    super.init(name: nil, file: #fileID, line: #line)
    observed = ObservedChanges(of: source, by: observers)
    if source.isStored { observers.upstream = self }
  }

  // --- A stored collection's stream ----------------------------------------------------------------------------------

  var isKeptByTokens: Bool { false }
  var keptByToken: AnyObject? { nil }

  func updateConnection(_ upstream: inout [any Upstream]) {
    let collection = observed?.source.object
    observed?.update(retainedAs: ObservedStream(self))
    let last = source
    source = observers.isEmpty ? collection : nil
    _ = consume last
  }

  func forEachObserver(_ body: (Subscription) -> Void) { observed?.forEachObserver(body) }

  /// An observed stream, held by its collection, with which it ends.
  private final class ObservedStream {
    let stream: ChangeStream
    init(_ stream: ChangeStream) { self.stream = stream }
    deinit { stream.observed?.endWithCollection() }
  }
}

/// The observers of a collection's changes, which the collection retains while there are any.
private final class ObservedChanges<ID: Hashable, Row>: Upstream, EndsAtHome {
  private let list: ObserverList<KeyedChanges<ID, Row>>
  let source: WeakObject<Keyed<ID, Row>>
  private var observer = ReleaseGuard<Following>()

  private final class Following {
    let tracker: ChangeTracker<ID, Row>
    var subscription: Subscription?
    init(_ source: Keyed<ID, Row>) { tracker = ChangeTracker(source) }
    deinit { subscription?.cancel() }
  }

  init(of source: Keyed<ID, Row>, by list: ObserverList<KeyedChanges<ID, Row>>) {
    self.list = list
    self.source = WeakObject(source)
    list.chain.keepLabel(of: source.node, as: ".changes")
    list.upstream = self
  }

  var followers: ObserverStorage { list.chain }
  var isKeptByTokens: Bool { true }
  var keptByToken: AnyObject? { source.object }

  func updateConnection(_ upstream: inout [any Upstream]) { update(retainedAs: self) }

  /// Follows the collection, which then retains `object`, or no longer follows it.
  func update(retainedAs object: @autoclosure () -> AnyObject) {
    guard let source = source.object else { return end() }
    if list.isEmpty {
      let last = source.observedChanges.removeValue(forKey: ObjectIdentifier(self))
      let following = observer.take()
      _ = consume following
      _ = consume last
    } else if observer.content == nil {
      source.observedChanges[ObjectIdentifier(self)] = object()
      let following = Following(source)
      observer.content = following
      list.settleIn()
      following.subscription = following.tracker.node.attach(with: self) { me, _ in me.forwardAll() }
    }
  }

  func endWithCollection() { if source.object == nil { end() } }

  private func end() {
    let last = observer.take()
    list.endAll()
    _ = consume last
  }

  /// An observer that was added between two runs of the tracker, in one delivery or batch, receives the later list only.
  private func forwardAll() {
    guard let following = observer.content, let link = following.subscription?.entry.linked else { return }
    let last = link.seenVersion
    for (changes, version) in following.tracker.takeAll() {
      link.seenVersion = version
      list.forward(changes)
    }
    link.seenVersion = last
  }

  func forEachObserver(_ body: (Subscription) -> Void) {
    if let subscription = observer.content?.subscription { body(subscription) }
  }

  deinit {
    list.isolation.perform(atEndOf: self, releasing: &observer)
  }
}

private final class ChangeTracker<ID: Hashable, Row> {
  let node: Behavior<Int>
  private let state: State

  final class State {
    let order: RowOrder<ID, Row>
    /// The changes found by each run since the last delivery, and the version that the run gave the tracker's node.
    var lists: [(KeyedChanges<ID, Row>, version: UInt32)] = []
    /// The last emitted rows, by slot.
    var shown: ContiguousArray<(id: ID, row: Row)?> = []
    var hasBegun = false
    init(_ source: Keyed<ID, Row>) { order = RowOrder(source) }
  }

  init(_ source: Keyed<ID, Row>) {
    let state = State(source)
    self.state = state
    var count = 0
    node = Computed(NeverEqualTest<Int>.never(), of: source.node, as: ".changes") { evaluation in
      state.update(evaluation)
      count += 1
      return count
    }
    _ = node.peek()
  }

  func takeAll() -> [(KeyedChanges<ID, Row>, version: UInt32)] {
    defer { state.lists = [] }
    return state.lists
  }
}

extension ChangeTracker.State {
  func update(_ evaluation: EvaluationRef) {
    let (table, space) = (order.link.table, order.link.space)
    var changed: [Int] = []
    var moved: [Int] = []
    /// The old places of `changed`; -1 for none.
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
      } else {
        hasBegun = true
        for slot in order.slots() { if let row = table.row(at: slot) { shown[slot] = (space.ids[slot], row) } }
        return
      }
    }
    // All is read before anything is compared: the comparison of an id or row may edit the collection.
    var found: [Found] = []
    found.reserveCapacity(changed.count)
    for (slot, from) in zip(changed, before) {
      let (id, row) = (space.ids[slot], table.row(at: slot))
      let place = row != nil && order.tree.contains(slot) ? order.tree.place(of: slot) : -1
      found.append(Found(slot: slot, id: id, last: shown[slot], row: row, from: from, place: place))
      shown[slot] = row.map { (id, $0) }
    }
    for index in found.indices { if let last = found[index].last { found[index].isSame = last.id == found[index].id } }
    if old != nil { moved = movedSlots(among: found) }
    let isMoved = moved.count > 8 ? Set(moved) : nil
    var changes = KeyedChanges<ID, Row>()
    for row in found {
      let (id, from, place) = (row.id, row.from, row.place)
      if let last = row.last, from >= 0, row.row == nil || !row.isSame {
        changes.removals.append(.init(id: last.id, row: last.row, place: from))
      }
      guard let new = row.row, place >= 0 else { continue }
      guard let last = row.last, row.isSame, from >= 0 else {
        changes.insertions.append(.init(id: id, row: new, place: place))
        continue
      }
      if isMoved?.contains(row.slot) ?? moved.contains(row.slot) {
        changes.moves.append(.init(id: id, row: new, from: from, to: place))
      }
      if !table.isDuplicate(last.row, new) { changes.updates.append(.init(id: id, row: new, place: place)) }
    }
    changes.joinReturned(table.isDuplicate)
    if changed.count > 1 {
      changes.removals.sort { $0.place < $1.place }
      changes.insertions.sort { $0.place < $1.place }
      changes.moves.sort { $0.to < $1.to }
      changes.updates.sort { $0.place < $1.place }
    }
    if !changes.hasOtherOrder { changes.moves = [] }
    if !changes.isEmpty { lists.append((changes, evaluation.versionAfterRun)) }
  }

  private func show(nothingAt count: Int) {
    if count > shown.count { shown.append(contentsOf: repeatElement(nil, count: count - shown.count)) }
  }

  /// A changed slot: what it shows and had shown, and its new and old places, -1 for none.
  private struct Found {
    let slot: Int
    let id: ID
    let last: (id: ID, row: Row)?
    let row: Row?
    let from: Int
    let place: Int
    /// Whether it had shown a row of the same id.
    var isSame = false
  }

  /// The slots that stay, outside the longest subsequence in order.
  private func movedSlots(among found: [Found]) -> [Int] {
    let staying = found.filter { $0.isSame && $0.from >= 0 && $0.place >= 0 }.sorted { $0.from < $1.from }
    let inOrder = staying.map(\.place).longestAscendingSubsequence
    return Array(Set(staying.map(\.slot)).subtracting(inOrder.map { staying[$0].slot }))
  }
}
