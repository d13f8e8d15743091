extension Keyed {
  /// A value of all rows, updated incrementally. Compared by `==`.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, price: Int }
  /// let orders = OpenKeyed([Order(id: 1, price: 10), Order(id: 2, price: 20)])
  /// let total = orders.reduce(0, adding: { $0 + $1.price }, removing: { $0 - $1.price })
  /// total.observe { print($0) }            // prints "30"
  /// orders.update(2) { $0.price = 25 }     // prints "35"
  /// orders.remove(1)                       // prints "25"
  /// ```
  ///
  /// A row that moves calls neither function. When a dependency other than the rows changes, all rows are added again.
  /// `removing` must undo `adding`, in any order. Debug builds test this after every 1,024 changes and stop with a
  /// message if it fails. It fails for floating-point sums; use ``sum(_:file:line:)``.
  @inlinable
  public final func reduce<Result: Equatable>(
    _ initial: Result, file: StaticString = #fileID, line: UInt = #line,
    adding: @escaping (Result, Row) -> Result, removing: @escaping (Result, Row) -> Result
  ) -> Behavior<Result> {
    reduce(
      initial, .equal(), file, line, adding, removing, ReductionCheck(),
      isRight: { total, rows in
        total == rows.reduce(initial) { total, row in row.map { adding(total, $0) } ?? total }
      })
  }

  /// A value of all rows, updated incrementally. Compared by identity, so `removing` is not tested.
  @inlinable @_disfavoredOverload
  public final func reduce<Result>(
    _ initial: Result, file: StaticString = #fileID, line: UInt = #line,
    adding: @escaping (Result, Row) -> Result, removing: @escaping (Result, Row) -> Result
  ) -> Behavior<Result> { reduce(initial, .identity(), file, line, adding, removing, nil, isRight: { _, _ in true }) }

  @inlinable @inline(__always)
  final func reduce<Result>(
    _ initial: Result, _ test: some EqualityTest<Result>, _ file: StaticString, _ line: UInt,
    _ adding: @escaping (Result, Row) -> Result, _ removing: @escaping (Result, Row) -> Result,
    _ check: ReductionCheck?, isRight: @escaping (Result, ContiguousArray<Row?>) -> Bool
  ) -> Behavior<Result> {
    let link = KeyedLink(self)
    let state = Reduction(initial)
    let equality = Equality(test) {
      Behavior<Result>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
        func startAgain() {
          state.total = initial
          check?.startAgain()
        }
        link.update(in: evaluation, omitsMoves: true, all: startAgain) { slot, old, _ in
          let new = link.table.row(at: slot)
          check?.noteChange()
          evaluation.tracking {
            if let old { state.total = removing(state.total, old) }
            if let new { state.total = adding(state.total, new) }
          }
        }
        #if DEBUG
        if check?.isDue == true && !isRight(state.total, link.table.rows) { stopAtWrongReduction(file, line) }
        #endif
        return state.total
      }
    }
    return DerivedProperty(equality, nil, file, line)
  }
}

extension Keyed {
  /// Unavailable: that of an array.
  @available(
    *, unavailable, message: "write sum(\\.part), or reduce(initial) { … } removing: { … }, which also takes rows away"
  )
  public final func reduce<Result>(_ initial: Result, _ adding: (Result, Row) -> Result) -> Behavior<Result> {
    stop("unavailable")
  }
}

@usableFromInline
final class Reduction<Result> {
  @usableFromInline var total: Result
  @inlinable
  init(_ total: Result) { self.total = total }
}

/// Decides when to test a reduction, in debug builds.
@usableFromInline
final class ReductionCheck {
  private var changes = 0
  @usableFromInline
  init() {}
  @inlinable @inline(__always)
  func noteChange() {
    #if DEBUG
    countChange()
    #endif
  }
  @usableFromInline
  func countChange() { changes += 1 }
  /// All rows are about to be added. Changes until the next question do not count.
  @usableFromInline
  func startAgain() { changes = .min }
  @usableFromInline var isDue: Bool {
    if 0..<1024 ~= changes { return false }
    defer { changes = 0 }
    return changes > 0
  }
}

@usableFromInline
func stopAtWrongReduction(_ file: StaticString, _ line: UInt) -> Never {
  stop(
    """
    \(file):\(line): the removing function of a reduction does not undo its adding function. After 1,024 changes the \
    value is not what adding all rows gives. Write functions that undo each other, or use sum(_:) for numbers with a \
    fraction.
    """)
}
