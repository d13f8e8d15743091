/// Rows by id that can be edited, one at a time.
///
/// ```swift
/// struct Order: Identifiable, Equatable { var id: Int, price: Int }
/// let orders = OpenKeyed<Order>()
/// batch {
///   for id in 1...3 { orders.insert(Order(id: id, price: 10 * id)) }
/// }
/// let second = orders[2]
/// second.sink { print($0?.price ?? 0) }
/// orders.update(2) { $0.price = 25 }                       // prints "25"
/// orders.update(1) { $0.price = 15 }                       // prints nothing
/// orders.move(3, before: 1)
/// orders.remove(2)                                         // prints "0"
/// print(orders.value.map(\.id))                            // [3, 1]
/// ```
///
/// Rows keep the order in which they were inserted; one that replaces another has its place. An edit stores first and
/// notifies then, as any write; several in a ``batch(_:)`` are one change, and what a batch takes back is none. A row that is
/// a duplicate of what it replaces is no change either: by `==`, objects by identity, other rows never.
///
/// For rows that are `Identifiable` write `OpenKeyed<Order>`. Other ids are given by a function, and then the type is
/// `OpenKeyedRows<ID, Row>`: `OpenKeyedRows(id: \Order.code)`. The id of a row must not change while it is there, and
/// must be `Hashable` as the documentation of `Hashable` asks.
///
/// It keeps its rows. Cost: about 35 bytes for each row beside the row itself, and 8 more once something is made of it. An
/// edit that nothing depends on takes 0.1 µs, whatever the number of rows, and up to 0.5 where they no longer fit the
/// processor's caches. Elsewhere an observable list with keys (DynamicData's `SourceCache`, incr_map).
public final class OpenKeyedRows<ID: Hashable, Row>: Keyed<ID, Row> {
  @usableFromInline let id: (Row) -> ID
  @usableFromInline let source: OpenBehavior<Int>
  @safe @exclusivity(unchecked) @usableFromInline var isUpdating = false
  /// The ids of the rows whose behaviors the edit that is being made writes.
  @safe @exclusivity(unchecked) @usableFromInline var changedRows: [ID] = []
  @safe @exclusivity(unchecked) @usableFromInline var editCount = 0

  @inlinable
  init(
    _ rows: [Row], _ id: @escaping (Row) -> ID, _ test: some EqualityTest<Row>, _ name: String?, _ file: StaticString,
    _ line: UInt
  ) {
    let space = KeySpace<ID>()
    let table = KeyedTable<Row>(space.order) { test.isDuplicate($0, $1) }
    let source = OpenBehavior<Int>(
      0, Equality(.duplicates { old, _ in table.isUnchanged(since: old) }), name: name, file: file, line: line)
    self.id = id
    self.source = source
    super.init(space, table, source, RowOrdering(space.order), RowTable())
    load(rows)
  }

  /// A collection of rows whose ids are found by a function; an equal row is no change.
  ///
  /// Messages call it by `name`, or else by the `file` and `line` of its creation. Of rows with one id the last one counts.
  @inlinable
  public convenience init(
    _ rows: [Row] = [], id: @escaping (Row) -> ID, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Row: Equatable { self.init(rows, id, .equal(), name, file, line) }

  /// A collection of rows whose ids are found by a function; the same instance is no change, any other row is one.
  @inlinable @_disfavoredOverload
  public convenience init(
    _ rows: [Row] = [], id: @escaping (Row) -> ID, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(rows, id, .identity(), name, file, line) }

  /// A collection of rows that have an id; an equal row is no change.
  @inlinable
  public convenience init(
    _ rows: [Row] = [], name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Row: Identifiable & Equatable, Row.ID == ID { self.init(rows, { $0.id }, .equal(), name, file, line) }

  /// A collection of rows that have an id; the same instance is no change, any other row is one.
  @inlinable @_disfavoredOverload
  public convenience init(
    _ rows: [Row] = [], name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Row: Identifiable, Row.ID == ID { self.init(rows, { $0.id }, .identity(), name, file, line) }

  /// The rows in order. Reading is tracked; a write replaces all, and notifies of the rows that differ.
  ///
  /// What is written is compared by id: a row that stays is a change if it is no duplicate, and counts as moved if the rows
  /// before it are others. Of rows with one id the last one counts. Cost: as many steps as there are rows.
  public override var value: [Row] {
    get { array.read() }
    set { replaceAll(with: newValue) }
  }

  /// Puts a row in: in the place of that with its id, or at the end. Returns whether there was none.
  ///
  /// Cost: constant.
  @inlinable
  @discardableResult
  public func insert(_ row: Row) -> Bool { insert(row, before: nil) }

  /// Puts a row in, before that with the id `other`; at the end if there is none. One whose id is there stays in its place.
  @inlinable
  @discardableResult
  public func insert(_ row: Row, before other: ID?) -> Bool {
    checkEdit()
    let id = id(row)
    let place = other.flatMap { presentSlot(of: $0) }
    let known = space.slot(of: id)
    if let known, let old = table.row(at: known) {
      if isChange(of: old, to: row, at: known) { edit { put(row, id, at: known) } }
      return false
    }
    edit {
      let slot = space.add(id, at: known, before: place.flatMap { space.order.isLinked($0) ? $0 : nil })
      put(row, id, at: slot, movedFrom: table.placeBefore(newAt: slot))
    }
    return true
  }

  /// Changes the row of an id in place, if there is one.
  ///
  /// `body` is a ``batch(_:)``. It must not edit the collection, which stops with a message, nor change the id; reads see
  /// the row as it was. If it throws, what it had changed stays and is notified.
  ///
  /// - Returns: what `body` returns, or nil if there is no such row.
  @inlinable
  @discardableResult
  public func update<Result, Failure: Error>(
    _ id: ID, _ body: (inout Row) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let slot = presentSlot(of: id), var row = table.row(at: slot) else { return nil }
    let context = Context.current
    beginUpdate()
    context.batchDepth &+= 1
    defer {
      endUpdate(row, id, at: slot)
      context.endBatch()
    }
    return try body(&row)
  }

  /// Removes the row of an id, and returns it.
  @inlinable
  @discardableResult
  public func remove(_ id: ID) -> Row? {
    checkEdit()
    guard let slot = presentSlot(of: id), let row = table.row(at: slot) else { return nil }
    edit { takeOut(slot, id) }
    return row
  }

  /// Removes the rows for which `isRemoved` returns true.
  @inlinable
  public func removeAll(where isRemoved: (Row) -> Bool = { _ in true }) {
    checkEdit()
    edit {
      var slots: [Int] = []
      slots.reserveCapacity(table.count)
      space.order.visit { slots.append($0) }
      // The function may edit the collection, and give a slot to another row, which was not asked about.
      let reuses = space.reuses
      for slot in slots where space.reuses == reuses {
        guard let row = table.row(at: slot), isRemoved(row) else { continue }
        if space.reuses == reuses && table.row(at: slot) != nil { takeOut(slot, space.ids[slot]) }
      }
    }
  }

  /// Moves the row of an id before that with the id `other`; to the end if that is nil. Returns whether both are there.
  @inlinable
  @discardableResult
  public func move(_ id: ID, before other: ID?) -> Bool {
    checkEdit()
    guard let slot = presentSlot(of: id) else { return false }
    var place: Int?
    if let other {
      guard let found = presentSlot(of: other) else { return false }
      place = found
    }
    // The comparison of an id may have removed a row.
    guard space.order.isLinked(slot), place.map(space.order.isLinked) ?? true else { return false }
    if place == slot || place.map(Int32.init) ?? -1 == space.order.next[slot] { return true }
    edit {
      let before = space.order.predecessor(of: slot)
      space.order.move(slot, before: place)
      table.noteMove(of: slot, from: before)
    }
    return true
  }

  /// Replaces all rows; see ``value``.
  @inlinable
  public func replaceAll(with rows: [Row]) {
    checkEdit()
    edit {
      var isKept = ContiguousArray(repeating: false, count: space.order.slotCount)
      var slots: [Int] = []
      slots.reserveCapacity(rows.count)
      for row in rows {
        let id = id(row)
        let known = space.slot(of: id)
        if let known, let old = table.row(at: known) {
          if known < isKept.count {
            if !isKept[known] { slots.append(known) }
            isKept[known] = true
          }
          if isChange(of: old, to: row, at: known) { put(row, id, at: known) }
        } else {
          let slot = space.add(id, at: known)
          slots.append(slot)
          if slot < isKept.count { isKept[slot] = true }
          put(row, id, at: slot, movedFrom: table.placeBefore(newAt: slot))
        }
      }
      for slot in isKept.indices where !isKept[slot] && table.row(at: slot) != nil { takeOut(slot, space.ids[slot]) }
      // From the end: what is in its place already is left there.
      var after: Int32 = -1
      for slot in slots.reversed() where table.row(at: slot) != nil && slot != after {
        // Rows that go may edit the collection.
        if after >= 0 && !space.order.isLinked(Int(after)) { after = -1 }
        if space.order.next[slot] != after {
          let before = space.order.predecessor(of: slot)
          space.order.move(slot, before: after < 0 ? nil : Int(after))
          table.noteMove(of: slot, from: before)
        }
        after = Int32(slot)
      }
    }
  }

  // --- What an edit does ---------------------------------------------------------------------------------------------

  @inlinable
  func load(_ rows: [Row]) {
    if rows.isEmpty { return }
    space.reserve(rows.count)
    table.reserve(rows.count)
    for row in rows { insert(row) }
  }

  @inlinable
  func presentSlot(of id: ID) -> Int? {
    guard let slot = space.slot(of: id), table.row(at: slot) != nil else { return nil }
    return slot
  }

  @inlinable
  func edit(_ change: () -> Void) {
    editCount += 1
    let hasSnapshot = source.flags.contains(.hasSnapshot)
    if !hasSnapshot && !source.isWatched && !hasRows {
      table.prepare(isHeld: false, isFirst: true)
      change()
      // A function of the user's may have begun to follow it.
      if source.isWatched || hasRows { Context.current.collect(notify) } else { source.storeUnwatched(table.end) }
    } else {
      let context = Context.current
      table.prepare(isHeld: context.batchDepth > 0, isFirst: !hasSnapshot)
      context.collect {
        change()
        notify()
      }
    }
    space.reclaim(before: table.base)
  }

  @inlinable
  func notify() {
    source.write(table.end)
    // After that: what a row is made of must find the collection outdated.
    if !changedRows.isEmpty { writeRows() }
  }

  @inlinable
  func put(_ row: Row?, _ id: ID, at slot: Int, movedFrom predecessor: Int32? = nil) {
    if hasRows { changedRows.append(id) }
    table.put(row, at: slot, movedFrom: predecessor)
  }

  /// Whether a row is no duplicate of that at a slot, which is still there.
  @inlinable
  func isChange(of old: Row, to new: Row, at slot: Int) -> Bool {
    let reuses = space.reuses
    // The comparison may have removed the row.
    return !table.isDuplicate(old, new) && table.row(at: slot) != nil && space.reuses == reuses
  }

  @inlinable
  func writeRows() {
    let changed = changedRows
    changedRows = []
    for id in changed {
      guard let open = knownRow(id) as? OpenBehavior<Row?> else { continue }
      // A comparison may edit the row that is written; but it does not do so forever.
      for _ in 0..<16 {
        let row = presentSlot(of: id).flatMap { table.row(at: $0) }
        let begin = editCount
        open.write(row)
        if editCount == begin { break }
      }
    }
  }

  @inlinable
  func takeOut(_ slot: Int, _ id: ID) {
    let before = space.order.predecessor(of: slot)
    space.remove(slot, at: table.end)
    put(nil, id, at: slot, movedFrom: before)
  }

  override func makeRow(_ id: ID) -> Behavior<Row?> { table.storedRow(space.slot(of: id), at: node.location) }

  override func makeArray() -> Behavior<[Row]> {
    Computed(table.arrayTest, of: node) { [table, node] evaluation in
      _ = node.read(in: evaluation)
      table.noteRead()
      var rows: [Row] = []
      rows.reserveCapacity(table.count)
      table.order.visit { if let row = table.row(at: $0) { rows.append(row) } }
      return rows
    }
  }

  @inlinable
  func beginUpdate() {
    checkEdit()
    isUpdating = true
  }

  @inlinable
  func endUpdate(_ row: Row, _ id: ID, at slot: Int) {
    isUpdating = false
    let reuses = space.reuses
    let new = self.id(row)
    if new != id { stopAtOtherID(id, new) }
    guard space.reuses == reuses, let old = table.row(at: slot) else { return }
    if isChange(of: old, to: row, at: slot) { edit { put(row, id, at: slot) } }
  }

  @inlinable
  func checkEdit() {
    #if DEBUG
    Context.noteOperation()
    #endif
    if isUpdating { stopInUpdate() }
  }

  @usableFromInline
  func stopInUpdate() -> Never {
    stop(
      """
      \(node.label) was edited in the function of one of its updates. Change the row through the inout parameter, and edit \
      other rows before or after the update.
      """)
  }

  @usableFromInline
  func stopAtOtherID(_ id: ID, _ new: ID) -> Never {
    stop(
      """
      the row with the id \(id) of \(node.label) was updated to have the id \(new). Remove it, and insert the row with the \
      other id.
      """)
  }

  // As the parts of any collection.
  deinit {
    if node.isolation.isForeign {
      node.isolation.perform(atEndOf: self) { [id, changedRows] in withExtendedLifetime((id, changedRows)) {} }
    }
  }
}

/// Rows by id that can be edited: an ``OpenKeyedRows`` of rows that are `Identifiable`.
///
/// ```swift
/// struct Todo: Identifiable, Equatable { var id: Int, title: String }
/// let todos = OpenKeyed([Todo(id: 7, title: "milk")])
/// todos.update(7) { $0.title = "oat milk" }
/// print(todos[7].value?.title ?? "gone")  // oat milk
/// ```
public typealias OpenKeyed<Row: Identifiable> = OpenKeyedRows<Row.ID, Row>
