// What an array has, and a collection is tried with. Each error says what to write here.

extension Keyed {
  /// Unavailable: that of an array of behaviors.
  @available(*, unavailable, renamed: "subscript(_:)", message: "write the id alone: rows[7]")
  public final subscript(id id: ID) -> Behavior<Row?> { stop("unavailable") }

  /// Unavailable: that of an array.
  @available(*, unavailable, message: "write rows.value.isEmpty, or observe rows.count")
  public final var isEmpty: Bool { stop("unavailable") }

  /// Unavailable: that of an array.
  @available(*, unavailable, message: "write rows.value.first, or rows.window(0..<1) of ReactiveDerived")
  public final var first: Row? { stop("unavailable") }

  /// Unavailable: that of an array.
  @available(*, unavailable, message: "write rows.value.last")
  public final var last: Row? { stop("unavailable") }

  /// Unavailable: that of a set.
  @available(*, unavailable, message: "write rows[id].value != nil, or rows.peek(id) != nil")
  public final func contains(_ id: ID) -> Bool { stop("unavailable") }

  /// Unavailable: that of an array.
  @available(*, unavailable, message: "write rows.value.contains, or the count of rows.filter of ReactiveDerived")
  public final func contains(where isFound: (Row) -> Bool) -> Bool { stop("unavailable") }

  /// Unavailable: that of an array.
  @available(*, unavailable, message: "write rows.window(0..<count) of ReactiveDerived")
  public final func prefix(_ count: Int) -> Keyed { stop("unavailable") }

  /// Unavailable: that of an array.
  @available(*, unavailable, message: "write rows.value.enumerated()")
  public final func enumerated() -> EnumeratedSequence<[Row]> { stop("unavailable") }

  /// Unavailable: that of an array.
  @available(*, unavailable, message: "write rows.value.forEach, or for row in rows.value")
  public final func forEach(_ body: (Row) -> Void) { stop("unavailable") }

  /// Unavailable: that of an array.
  @available(*, unavailable, message: "write rows.filter { … }.map { … } of ReactiveDerived, or rows.value.compactMap")
  public final func compactMap<New>(_ transform: (Row) -> New?) -> Keyed<ID, New> { stop("unavailable") }

  /// Unavailable: that of a behavior.
  @available(*, unavailable, message: "write rows.array.onChange, or rows.changes.sink for what has changed")
  public final func onChange(_ handler: ([Row], [Row]) -> Void) -> Subscription { stop("unavailable") }
}

extension OpenKeyedRows {
  /// Unavailable: that of an array.
  @available(*, unavailable, renamed: "insert(_:)")
  public func append(_ row: Row) { stop("unavailable") }

  /// Unavailable: that of an array.
  @available(*, unavailable, message: "insert each in a batch: batch { for row in list { rows.insert(row) } }")
  public func append<Rows: Sequence<Row>>(contentsOf list: Rows) { stop("unavailable") }

  /// Unavailable: that of an array.
  @available(*, unavailable, message: "insert each in a batch: batch { for row in list { rows.insert(row) } }")
  public func insert<Rows: Sequence<Row>>(contentsOf list: Rows) { stop("unavailable") }

  /// Unavailable: inserting a row replaces the one with its id.
  @available(*, unavailable, renamed: "insert(_:)")
  public func replace(_ row: Row) { stop("unavailable") }

  /// Unavailable: that of SwiftUI's lists.
  @available(*, unavailable, message: "write rows.move(id, before: other), with the ids at these places")
  public func move<Places: Sequence<Int>>(fromOffsets places: Places, toOffset place: Int) { stop("unavailable") }

  /// Unavailable: that of SwiftUI's lists.
  @available(*, unavailable, message: "write rows.remove(id) for the id at each place")
  public func remove<Places: Sequence<Int>>(atOffsets places: Places) { stop("unavailable") }

  /// Unavailable: that of an array.
  @available(*, unavailable, message: "write rows.remove(id)")
  public func remove(at place: Int) { stop("unavailable") }

  /// Unavailable: a path in place of a closure.
  @available(*, unavailable, message: "write rows.update(id) { $0.part = value }")
  public func update<Part>(_ id: ID, _ path: WritableKeyPath<Row, Part>, _ value: Part) { stop("unavailable") }
}
