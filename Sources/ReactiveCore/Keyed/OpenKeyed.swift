/// Rows by id that can be edited one at a time.
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
/// Rows keep their insertion order; a replaced row keeps its place. An edit stores the row, then notifies. Edits in a
/// ``batch(_:)`` are one change; a reverted batch is none. A duplicate is not a change: rows compare by `==`, objects
/// by identity, other rows always differ.
///
/// For `Identifiable` rows write `OpenKeyed<Order>`. For other ids, pass a function, which makes an
/// `OpenKeyedRows<ID, Row>`: `OpenKeyedRows(id: \Order.code)`. A row's id must not change while the row is present, and
/// must satisfy the requirements of `Hashable`.
///
/// The collection retains its rows. Cost: about 35 bytes for each row plus the row itself, and 8 more per row once the
/// collection has a dependent. An edit without dependents takes 0.1 µs at any number of rows, up to 0.5 µs beyond the
/// processor's caches. Elsewhere it is called an observable list with keys (DynamicData's `SourceCache`, incr_map).
public final class OpenKeyedRows<ID: Hashable, Row>: Keyed<ID, Row> {
  @usableFromInline let id: (Row) -> ID
  @usableFromInline let source: OpenBehavior<Int>
  @safe @exclusivity(unchecked) @usableFromInline var isUpdating = false
  /// The ids whose row behaviors the current edit writes.
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

  /// Creates a collection whose ids come from a function; equal rows are duplicates.
  ///
  /// Messages identify it by `name`, or by `file` and `line`. Of rows with the same id, the last is kept, in
  /// the place of the first.
  @inlinable
  public convenience init(
    _ rows: [Row] = [], id: @escaping (Row) -> ID, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Row: Equatable { self.init(rows, id, .equal(), name, file, line) }

  /// Creates a collection whose ids come from a function; only the same instance is a duplicate.
  @inlinable @_disfavoredOverload
  public convenience init(
    _ rows: [Row] = [], id: @escaping (Row) -> ID, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(rows, id, .identity(), name, file, line) }

  /// Creates a collection of identifiable rows; equal rows are duplicates.
  @inlinable
  public convenience init(
    _ rows: [Row] = [], name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Row: Identifiable & Equatable, Row.ID == ID { self.init(rows, { $0.id }, .equal(), name, file, line) }

  /// Creates a collection of identifiable rows; only the same instance is a duplicate.
  @inlinable @_disfavoredOverload
  public convenience init(
    _ rows: [Row] = [], name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Row: Identifiable, Row.ID == ID { self.init(rows, { $0.id }, .identity(), name, file, line) }

  /// The rows in order. Reads are tracked; a write replaces all rows.
  ///
  /// A write compares by id and notifies of rows that differ. A remaining row is changed unless it is a duplicate. As
  /// few as possible count as moved: the others keep their order. Of rows with the same id, the last is kept, in the
  /// place of the first.
  ///
  /// - Complexity: Linear in the number of rows `n`; `n` log `n` if any has moved.
  public override var value: [Row] {
    get { array.read() }
    set { replaceAll(with: newValue) }
  }

  /// Inserts a row at the end, or replaces the row with its id.
  ///
  /// - Returns: Whether the id is new.
  /// - Complexity: Constant.
  @inlinable
  @discardableResult
  public func insert(_ row: Row) -> Bool { insert(row, before: nil) }

  /// Inserts a row before the row with the id `other`. The row goes to the end if `other` is nil or no row has that id,
  /// so that no row is lost. A row whose id is present is replaced in place.
  ///
  /// - Returns: Whether the id is new.
  /// - Complexity: Constant at an end, otherwise amortized logarithmic.
  @inlinable
  @discardableResult
  public func insert(_ row: Row, before other: ID?) -> Bool {
    checkEdit()
    let id = id(row)
    let hash = KeySpace<ID>.hash(id)
    let place = other.flatMap { presentSlot(of: $0) }
    var (row, known) = (row, space.slot(of: id, hash))
    if let restored = restored(row, at: known) {
      row = restored
      // The comparison may have edited the collection.
      known = space.slot(of: id, hash)
    }
    if let known, let old = table.row(at: known) {
      if isChange(of: old, to: row, at: known) { edit { put(row, id, at: known) } }
      return false
    }
    var replaced: ID?
    edit {
      let place = place.flatMap { space.order.isLinked($0) ? $0 : nil }
      let added = space.add(id, hash, at: known, before: place)
      replaced = added.replaced
      put(row, id, at: added.slot, movedFrom: table.placeBefore(newAt: added.slot))
    }
    // Released last: an id's end may use the collection.
    withExtendedLifetime(replaced) {}
    return true
  }

  /// Changes the row of an id in place, if there is one.
  ///
  /// `body` runs as a ``batch(_:)``; reads in it see the old row. Editing the collection or the id in `body` stops the
  /// program with a message.
  ///
  /// - Returns: The result of `body`, or nil without such a row.
  /// - Throws: The error of `body`. Its changes stay and are notified.
  /// - Complexity: Constant.
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

  /// Removes and returns the row of an id.
  ///
  /// - Complexity: Constant.
  @inlinable
  @discardableResult
  public func remove(_ id: ID) -> Row? {
    checkEdit()
    guard let slot = presentSlot(of: id), let row = table.row(at: slot) else { return nil }
    edit { takeOut(slot, id) }
    return row
  }

  /// Moves a row before the row with the id `other`, or to the end if `other` is nil.
  ///
  /// - Returns: Whether both are present.
  /// - Complexity: Constant at an end, otherwise amortized logarithmic.
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
    edit { move(slot: slot, before: place) }
    return true
  }

  override var isStored: Bool { true }

  override func makeRow(_ id: ID) -> Behavior<Row?> { table.storedRow(id, in: space, of: node) }

  override func makeArray() -> Behavior<[Row]> {
    Computed(table.arrayTest, of: node, as: ".array") { [table, node] evaluation in
      _ = node.read(in: evaluation)
      table.noteRead()
      return table.rowsInOrder
    }
  }

  // See `Keyed`.
  deinit {
    if node.isolation.isForeign {
      node.isolation.perform(atEndOf: self) { [id, changedRows] in withExtendedLifetime((id, changedRows)) {} }
    }
  }
}

/// Rows by id that can be edited: an ``OpenKeyedRows`` of `Identifiable` rows.
///
/// ```swift
/// struct Todo: Identifiable, Equatable { var id: Int, title: String }
/// let todos = OpenKeyed([Todo(id: 7, title: "milk")])
/// todos.update(7) { $0.title = "oat milk" }
/// print(todos[7].value?.title ?? "gone")  // oat milk
/// ```
public typealias OpenKeyed<Row: Identifiable> = OpenKeyedRows<Row.ID, Row>
