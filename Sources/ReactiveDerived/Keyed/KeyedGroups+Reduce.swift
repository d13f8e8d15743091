extension KeyedGroups {
  /// A value of each group, updated incrementally. Compared by `==`.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, city: String, price: Int }
  /// let orders = OpenKeyed([Order(id: 1, city: "Rome", price: 10), Order(id: 2, city: "Oslo", price: 20)])
  /// let totals = orders.grouped(by: \.city).reduce(0, adding: { $0 + $1.price }, removing: { $0 - $1.price })
  /// let rome = totals["Rome"]
  /// rome.observe { print($0 ?? 0) }     // prints "10"
  /// orders.update(1) { $0.price = 15 }  // prints "15"
  /// orders.remove(1)                    // prints "0"
  /// ```
  ///
  /// The groups are in the order of their first rows; a `sorted` before `grouped` does not change it. When a dependency
  /// other than the rows changes, all rows are added again. `removing` must undo `adding`, as in
  /// ``ReactiveCore/Keyed/reduce(_:file:line:adding:removing:)``.
  ///
  /// Cost: two copies of each group's value, but none of its rows. The value of a single group, read by its id, is
  /// checked after each edit.
  @inlinable
  public func reduce<Result: Equatable>(
    _ initial: Result, file: StaticString = #fileID, line: UInt = #line,
    adding: @escaping (Result, Row) -> Result, removing: @escaping (Result, Row) -> Result
  ) -> Keyed<GroupID, Result> {
    reduce(
      initial, .equal(), file, line, adding, removing, ReductionCheck(), isSound: { _ in true },
      isRight: { totals, rows in
        var right: [Int: Result] = [:]
        for case let row? in rows { right[row.group] = adding(right[row.group] ?? initial, row.row) }
        return right.allSatisfy { totals[$0.key] == $0.value }
      })
  }

  /// A value of each group, updated incrementally. Compared by identity.
  @inlinable @_disfavoredOverload
  public func reduce<Result>(
    _ initial: Result, file: StaticString = #fileID, line: UInt = #line,
    adding: @escaping (Result, Row) -> Result, removing: @escaping (Result, Row) -> Result
  ) -> Keyed<GroupID, Result> {
    reduce(
      initial, .identity(), file, line, adding, removing, nil, isSound: { _ in true }, isRight: { _, _ in true })
  }

  /// The number of rows of each group.
  @inlinable
  public func rowCounts(file: StaticString = #fileID, line: UInt = #line) -> Keyed<GroupID, Int> {
    reduce(0, file: file, line: line, adding: { count, _ in count + 1 }, removing: { count, _ in count - 1 })
  }

  /// The sum of a number of each row, for each group.
  @inlinable
  public func sum<Number: AdditiveArithmetic>(
    file: StaticString = #fileID, line: UInt = #line, _ number: @escaping (Row) -> Number
  ) -> Keyed<GroupID, Number> {
    reduce(.zero, file: file, line: line, adding: { $0 + number($1) }, removing: { $0 - number($1) })
  }

  /// The compensated sum of a floating-point number of each row, for each group.
  @inlinable
  public func sum<Number: FloatingPoint>(
    file: StaticString = #fileID, line: UInt = #line, _ number: @escaping (Row) -> Number
  ) -> Keyed<GroupID, Number> {
    func adding(_ sum: CompensatedSum<Number>, _ number: Number) -> CompensatedSum<Number> {
      var sum = sum
      sum.add(number)
      return sum
    }
    return reduce(
      CompensatedSum<Number>(), .never(), file, line, { adding($0, number($1)) }, { adding($0, -number($1)) }, nil,
      isSound: { $0.isFinite }, isRight: { _, _ in true }
    ).map(file: file, line: line) { $0.value }
  }

  /// `isSound`: whether a total can be updated incrementally. `isRight`: whether the totals equal a full reduction.
  @inlinable @inline(__always)
  func reduce<Result>(
    _ initial: Result, _ test: some EqualityTest<Result>, _ file: StaticString, _ line: UInt,
    _ adding: @escaping (Result, Row) -> Result, _ removing: @escaping (Result, Row) -> Result,
    _ check: ReductionCheck?, isSound: @escaping (Result) -> Bool,
    isRight: @escaping (ContiguousArray<Result>, ContiguousArray<GroupedRow<Row>?>) -> Bool
  ) -> Keyed<GroupID, Result> {
    let link = KeyedLink(rows)
    let (grouping, groups) = (grouping, grouping.groups)
    let own = KeyedTable<Result>(groups.order) { test.isDuplicate($0, $1) }
    let state = GroupTotals(initial)
    func update(_ evaluation: EvaluationRef) {
      if !state.isSound { link.forget() }
      func removeAll() {
        state.removeAll()
        check?.startAgain()
        if state.hasMissed(groups.order.moves, groups.reuses) { own.forgetJournal() }
      }
      func change(_ slot: Int, _ old: GroupedRow<Row>?, _: Int32?) {
        let new = link.table.row(at: slot)
        check?.noteChange()
        if let old {
          let total = state.totals[old.group]
          state.set(evaluation.tracking { removing(total, old.row) }, of: old.group, by: -1)
        }
        if let new {
          let total = state.total(of: new.group)
          state.set(evaluation.tracking { adding(total, new.row) }, of: new.group, by: 1)
        }
      }
      link.update(in: evaluation, omitsMoves: true, all: removeAll, change: change)
      #if DEBUG
      if check?.isDue == true && !isRight(state.totals, link.table.rows) { stopAtWrongReduction(file, line) }
      #endif
      let order = groups.order
      if order.moves != state.moves {
        if let moved = grouping.moved(since: state.moves) {
          for group in moved { own.noteMove(of: group, from: KeyedTable<Result>.unknownPlace) }
        } else {
          own.forgetJournal()
        }
      }
      for group in state.takeTouched() {
        let total = state.counts[group] == 0 ? nil : state.totals[group]
        if let total, !isSound(total) { state.isSound = false }
        own.set(total, at: group)
      }
      state.noteSeen(order.moves, groups.reuses)
    }
    let ordering = RowOrdering(dependsOnRows: false, unsorted: grouping.precedes, grouping.precedes)
    return Keyed<GroupID, Result>(
      groups, own, ordering, file: file, line: line, rowFollowing: { _, node in { node.follow() } }, update: update)
  }
}

/// The totals, by slot of the group.
@usableFromInline
final class GroupTotals<Result> {
  @usableFromInline let initial: Result
  @usableFromInline var totals: ContiguousArray<Result> = []
  @usableFromInline var counts: ContiguousArray<Int> = []
  @usableFromInline var isTouched: ContiguousArray<Bool> = []
  @usableFromInline var touched: [Int] = []
  @usableFromInline var isSound = true
  /// The state of the groups' order at the last update.
  @usableFromInline private(set) var moves = 0
  private var reuses = 0

  @inlinable
  init(_ initial: Result) { self.initial = initial }

  /// Resets all groups, and marks them as changed.
  @usableFromInline
  func removeAll() {
    let old = totals
    totals = ContiguousArray(repeating: initial, count: old.count)
    counts = ContiguousArray(repeating: 0, count: old.count)
    isTouched = ContiguousArray(repeating: true, count: old.count)
    touched = Array(old.indices)
    isSound = true
    withExtendedLifetime(old) {}
  }

  @inlinable
  func total(of group: Int) -> Result {
    let missing = group + 1 - totals.count
    if missing > 0 {
      totals.append(contentsOf: repeatElement(initial, count: missing))
      counts.append(contentsOf: repeatElement(0, count: missing))
      isTouched.append(contentsOf: repeatElement(false, count: missing))
    }
    return totals[group]
  }

  @inlinable
  func set(_ new: Result, of group: Int, by change: Int) {
    counts[group] += change
    let old = totals[group]
    // After the last row, a remainder must not enter the next sum.
    totals[group] = counts[group] == 0 ? initial : new
    if !isTouched[group] {
      isTouched[group] = true
      touched.append(group)
    }
    withExtendedLifetime(old) {}
  }

  @inlinable
  func takeTouched() -> [Int] {
    let taken = touched
    touched = []
    for group in taken { isTouched[group] = false }
    return taken
  }

  @usableFromInline
  func hasMissed(_ moves: Int, _ reuses: Int) -> Bool { moves != self.moves || reuses != self.reuses }

  @usableFromInline
  func noteSeen(_ moves: Int, _ reuses: Int) {
    self.moves = moves
    self.reuses = reuses
  }
}
