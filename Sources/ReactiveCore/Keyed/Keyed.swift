/// Rows by id, in an order, with edits whose cost depends on the change.
///
/// This is the read side of an ``OpenKeyed`` and of collections derived from it: filtered, mapped, sorted, grouped,
/// joined.
///
/// ```swift
/// struct Order: Identifiable, Equatable { var id: Int, price: Int }
/// let orders = OpenKeyed([Order(id: 1, price: 10), Order(id: 2, price: 20)])
/// let second = orders[2]
/// second.observe { print($0?.price ?? 0) }  // prints "20"
/// orders.count.observe { print($0) }        // prints "2"
/// orders.update(2) { $0.price = 25 }        // prints "25"
/// orders.remove(2)                          // prints "1", "0"
/// print(orders.value.map(\.id))             // [1]
/// ```
///
/// It is not a ``Behavior``, because its operators look at one row at a time. ``array`` is a behavior of all rows, with
/// linear cost. A derived collection updates when it is needed, with the rest of the graph: no observer sees an edit in
/// one collection and not in another. It keeps the rows of its source alive. A collection belongs to the isolation that
/// made it.
public class Keyed<ID: Hashable, Row>: EndsAtHome {
  @usableFromInline package let space: KeySpace<ID>
  @usableFromInline package let table: KeyedTable<Row>
  /// Its value is the end of the journal.
  @usableFromInline package let node: Behavior<Int>
  /// The order of the rows.
  @usableFromInline package let ordering: RowOrdering
  /// Makes a function that follows all dependencies of an id's row.
  @usableFromInline package let rowFollowing: (ID) -> () -> Void
  @usableFromInline let rows: RowTable<ID, Behavior<Row?>>
  private let tracked = TrackedRows()
  @safe @exclusivity(unchecked) private var foundArray: Behavior<[Row]>?
  @safe @exclusivity(unchecked) private var foundIds: Behavior<[ID]>?
  @safe @exclusivity(unchecked) private var foundCount: Behavior<Int>?
  #if DEBUG
  /// Whether the node belongs to another collection, as that of a sorted one does. For hints.
  @safe @exclusivity(unchecked) @usableFromInline final var sharesNode = true
  #endif
  /// The observed streams of ``changes``.
  @safe @exclusivity(unchecked) package final var observedChanges: [ObjectIdentifier: AnyObject] = [:]

  @usableFromInline
  package init(
    _ space: KeySpace<ID>, _ table: KeyedTable<Row>, _ node: Behavior<Int>, _ ordering: RowOrdering,
    rowFollowing: @escaping (ID) -> () -> Void
  ) {
    self.space = space
    self.table = table
    self.node = node
    self.ordering = ordering
    self.rowFollowing = rowFollowing
    rows = RowTable()
  }

  /// A stored collection: following a row follows its behavior.
  @usableFromInline
  init(
    _ space: KeySpace<ID>, _ table: KeyedTable<Row>, _ source: OpenBehavior<Int>, _ ordering: RowOrdering,
    _ rows: RowTable<ID, Behavior<Row?>>
  ) {
    self.space = space
    self.table = table
    node = source
    self.ordering = ordering
    self.rows = rows
    rowFollowing = { [unowned source, tracked] id in
      let row = rows.row(id) { table.storedRow(id, in: space, of: source) }
      tracked.keepTracked(row)
      return { row.follow() }
    }
    #if DEBUG
    sharesNode = false
    #endif
  }

  /// A computed collection: `update` brings the table up to date.
  @inlinable
  package convenience init(
    _ space: KeySpace<ID>, _ table: KeyedTable<Row>, _ ordering: RowOrdering, file: StaticString, line: UInt,
    rowFollowing: @escaping (_ id: ID, _ node: Behavior<Int>) -> () -> Void, update: @escaping (EvaluationRef) -> Void
  ) {
    let node = ComputedTable(space, table, file, line, update)
    let following = RowFollowing(node, rowFollowing)
    self.init(space, table, node, ordering) { following.follow($0) }
    #if DEBUG
    sharesNode = false
    #endif
  }

  /// The rows in order. The read is tracked.
  ///
  /// The array is kept until it is recomputed.
  ///
  /// - Complexity: Linear in the number of rows after a change, otherwise constant.
  public var value: [Row] { array.read() }

  /// The rows in order, without tracking.
  public final func peek() -> [Row] { array.peek() }

  /// The row of an id, or nil if there is none, without tracking.
  ///
  /// For a tracked read see ``subscript(_:)``.
  ///
  /// - Complexity: Constant, if the collection is up to date.
  @inlinable
  public final func peek(_ id: ID) -> Row? {
    _ = node.peek()
    return space.slot(of: id).flatMap { table.row(at: $0) }
  }

  /// All rows in order, as a behavior that keeps them and the collection's sources alive.
  public final var array: Behavior<[Row]> {
    if let foundArray { return foundArray }
    let new = makeArray()
    foundArray = new
    return new
  }

  /// The ids of all rows in order; a change within a row does not notify.
  ///
  /// The behavior keeps the collection's sources alive.
  ///
  /// - Complexity: Linear in the number of rows after a row was inserted, removed or moved, otherwise that of finding
  ///   the places of the changed rows.
  public final var ids: Behavior<[ID]> {
    if let foundIds { return foundIds }
    let ids = OrderedIDs(self)
    let test = UserTest { ids.isDuplicate($0, $1) }
    let new: Behavior<[ID]> = Computed(test, of: node, as: ".ids") { ids.update(in: $0) }
    foundIds = new
    return new
  }

  /// The number of rows.
  public final var count: Behavior<Int> {
    if let foundCount { return foundCount }
    let new = Computed(.equal(), of: node, as: ".count") { [table, node] evaluation in
      _ = node.read(in: evaluation)
      table.noteRead()
      return table.count
    }
    foundCount = new
    return new
  }

  /// A behavior of the row of an id, nil while there is none. It notifies of changes to that row alone.
  ///
  /// The id need not be present yet. The behavior is made on demand and released when unused; an evaluation that reads
  /// it keeps it until its next run. A row of an ``OpenKeyed`` keeps nothing alive; a derived row keeps the source. If
  /// the type is not `Equatable`, each update of a derived collection may notify. Cost: about 300 bytes.
  ///
  /// - Complexity: Constant; an edit also finds it in constant time. The results of groups are an exception: an edit
  ///   looks at each observed one.
  public final subscript(id: ID) -> Behavior<Row?> { tracked.handOut(rows.row(id) { makeRow(id) }) }

  // As in `Behavior`, and not by its methods, since hints depend on the number of calls.

  /// Calls `handler` with all rows from the next change on; see ``Behavior/sink(_:)``.
  @discardableResult
  public final func sink(_ handler: @escaping ([Row]) -> Void) -> Subscription {
    array.begun(array.addObserver(handler)).handedOut()
  }

  /// Calls `handler` with all rows now and at each change; see ``Behavior/observe(_:)``.
  @discardableResult
  public final func observe(_ handler: @escaping ([Row]) -> Void) -> Subscription {
    array.begin({ array.addObserver(handler) }, handler).handedOut()
  }

  /// Calls `handler` with `owner` and all rows from the next change on, while `owner` lives.
  @discardableResult
  public final func sink<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, [Row]) -> Void
  ) -> Subscription { array.begun(array.addObserver(with: owner, handler)).handedOut() }

  /// Calls `handler` with `owner` and all rows now and at each change, while `owner` lives.
  @discardableResult
  public final func observe<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner, [Row]) -> Void
  ) -> Subscription { array.begin({ array.addObserver(with: owner, handler) }, { handler(owner, $0) }).handedOut() }

  // --- Overridden by OpenKeyed ---------------------------------------------------------------------------------------

  /// Whether it has its own rows. A sorted collection, for example, has those of its source.
  var isStored: Bool { false }

  func makeArray() -> Behavior<[Row]> {
    let order = RowOrder(self)
    return Computed(table.arrayTest, of: node, as: ".array") { evaluation in
      order.update(in: evaluation)
      return order.rows()
    }
  }

  /// `part`: what messages call it.
  @usableFromInline
  package final func firstRow(as part: StaticString) -> Behavior<Row?> {
    let order = RowOrder(self)
    return Computed(table.rowTest, of: node, as: "\(part)") { evaluation in
      order.update(in: evaluation)
      return order.tree.slot(at: 0).flatMap { order.link.table.row(at: $0) }
    }
  }

  func makeRow(_ id: ID) -> Behavior<Row?> {
    let follow = rowFollowing(id)
    return Computed(table.rowTest, of: node, as: "[\(id)]") { [space, table, node] evaluation in
      follow()
      evaluation.close()
      // Not followed: changes of other rows do not outdate this one.
      _ = node.peek()
      return space.slot(of: id).flatMap { table.row(at: $0) }
    }
  }

  /// ``array``, if it has been made.
  final var knownArray: Behavior<[Row]>? { foundArray }

  @inlinable
  final func knownRow(_ id: ID) -> Behavior<Row?>? { rows[id] }

  @inlinable final var hasRows: Bool { !rows.isEmpty }

  // The parts are released in the isolation that uses them.
  deinit {
    #if DEBUG
    if let foundArray, let hint = Context.current.hintAtEnd(of: self, array: foundArray) { Diagnostics.give(hint) }
    #endif
    if node.isolation.isForeign {
      node.isolation.perform(atEndOf: self) {
        [space, table, node, ordering, rowFollowing, rows, tracked, foundArray, foundIds, foundCount, observedChanges]
        in
        withExtendedLifetime(
          (space, table, node, ordering, rowFollowing, rows, tracked, foundArray, foundIds, foundCount, observedChanges)
        ) {}
      }
    }
  }
}

extension KeyedTable {
  /// The rows of a stored collection, in order.
  var rowsInOrder: [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(count)
    order.visit { if let row = row(at: $0) { rows.append(row) } }
    return rows
  }

  /// The behavior of a row, written by the collection.
  func storedRow<ID>(_ id: ID, in space: KeySpace<ID>, of source: ReactiveNode) -> Behavior<Row?> {
    OpenBehavior(space.slot(of: id).flatMap { row(at: $0) }, Equality(rowTest), of: source, as: "[\(id)]")
  }

  var arrayTest: UserTest<[Row]> {
    UserTest { [isDuplicate] old, new in
      old.count == new.count && zip(old, new).allSatisfy { isDuplicate($0, $1) }
    }
  }

  var rowTest: UserTest<Row?> {
    UserTest { [isDuplicate] old, new in
      guard let old, let new else { return (old == nil) == (new == nil) }
      return isDuplicate(old, new)
    }
  }
}

/// The `rowFollowing` of a computed collection. It holds that of the source, as a link of a chain, and calls it in the
/// call of its own. Near the end of the stack, the program stops with a message.
@usableFromInline
final class RowFollowing<ID> {
  @usableFromInline
  struct Function {
    @usableFromInline let call: (ID, Behavior<Int>) -> () -> Void
    @inlinable
    init(call: @escaping (ID, Behavior<Int>) -> () -> Void) { self.call = call }
  }
  @usableFromInline let function: ReleaseGuard<Function>
  @usableFromInline unowned let node: Behavior<Int>

  @inlinable
  init(_ node: Behavior<Int>, _ function: @escaping (ID, Behavior<Int>) -> () -> Void) {
    self.function = ReleaseGuard(Function(call: function))
    self.node = node
  }

  @usableFromInline
  func follow(_ id: ID) -> () -> Void {
    let context = Context.current
    if context.isStackNearlyFull() { context.stopDeepRow(of: node) }
    guard let follow = function.content?.call(id, node) else { return {} }
    return FollowedRow(follow).follow
  }
}

/// What follows a row. It holds that of the source, as a link of a chain.
private final class FollowedRow {
  private struct Function {
    let call: () -> Void
  }
  private let function: ReleaseGuard<Function>
  init(_ follow: @escaping () -> Void) { function = ReleaseGuard(Function(call: follow)) }
  func follow() { function.content?.call() }
}

@usableFromInline
final class ComputedTable: Behavior<Int> {
  @inlinable
  init<ID: Hashable, Row>(
    _ space: KeySpace<ID>, _ table: KeyedTable<Row>, _ file: StaticString, _ line: UInt,
    _ update: @escaping (EvaluationRef) -> Void
  ) {
    let operations = Equality<Int>(.duplicates { old, _ in table.isUnchanged(since: old) }) {
      Self.serve($0, { old, _ in table.isUnchanged(since: old) }) { evaluation in
        table.prepare(for: evaluation)
        update(evaluation)
        return table.end
      }
    }
    super.init(computedBy: operations, name: nil, file: file, line: line)
  }
}

/// A behavior computed from a keyed collection, which messages identify by that collection.
@usableFromInline
final class Computed<Value>: Behavior<Value> {
  init(
    _ test: some EqualityTest<Value>, of source: ReactiveNode, as part: @autoclosure () -> String,
    _ compute: @escaping (EvaluationRef) -> Value
  ) {
    let equality = Equality(test) { question in
      Self.serve(question) { old, new in
        if test.isDuplicate(old, new) { return true }
        // Released after the outermost batch: the `deinit` of a row may read what is being computed.
        if question.request == .evaluate && !_isPOD(Value.self) {
          Context.current.keepForRelease(old, isRunning: true)
        }
        return false
      } compute: {
        compute($0)
      }
    }
    super.init(computedBy: equality, at: source.location)
    keepLabel(of: source, as: part())
  }
}
