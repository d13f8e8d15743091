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
