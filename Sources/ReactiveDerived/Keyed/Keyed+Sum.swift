extension Keyed {
  /// The sum of a number of each row.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, price: Int }
  /// let orders = OpenKeyed([Order(id: 1, price: 10), Order(id: 2, price: 20)])
  /// let total = orders.sum(\.price)
  /// total.observe { print($0) }            // prints "30"
  /// orders.update(2) { $0.price = 25 }     // prints "35"
  /// ```
  ///
  /// Like ``reduce(_:file:line:adding:removing:)``.
  @inlinable
  public final func sum<Number: AdditiveArithmetic>(
    file: StaticString = #fileID, line: UInt = #line, _ number: @escaping (Row) -> Number
  ) -> Behavior<Number> {
    reduce(.zero, file: file, line: line, adding: { $0 + number($1) }, removing: { $0 - number($1) })
  }

  /// The sum of a floating-point number of each row, compensated for rounding errors.
  ///
  /// It stays right to about the last digit, however many rows come and go, if the numbers are within some 40 decimal
  /// digits of each other. An infinite or NaN sum is recomputed when it changes. From Klein (2006), after Kahan.
  @inlinable
  public final func sum<Number: FloatingPoint>(
    file: StaticString = #fileID, line: UInt = #line, _ number: @escaping (Row) -> Number
  ) -> Behavior<Number> {
    let link = KeyedLink(self)
    let state = Reduction(CompensatedSum<Number>())
    let test: some EqualityTest<Number> = .equal()
    let equality = Equality(test) {
      Behavior<Number>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
        if !state.total.isFinite { link.forget() }
        link.update(in: evaluation, omitsMoves: true, all: { state.total = CompensatedSum() }) { slot, old, _ in
          let new = link.table.row(at: slot)
          evaluation.tracking {
            if let old { state.total.add(-number(old)) }
            if let new { state.total.add(number(new)) }
          }
        }
        // After the last row, a remainder must not enter the next sum.
        if link.table.count == 0 { state.total = CompensatedSum() }
        return state.total.value
      }
    }
    return DerivedProperty(equality, nil, file, line)
  }
}

/// A sum, what its roundings have lost, and what that sum's roundings have lost.
@frozen
@usableFromInline
struct CompensatedSum<Number: FloatingPoint> {
  @usableFromInline var sum = Number.zero
  @usableFromInline var lost = Number.zero
  @usableFromInline var lostOfLost = Number.zero
  @inlinable
  init() {}
  @inlinable var value: Number { lost.isFinite && lostOfLost.isFinite ? sum + lost + lostOfLost : sum }
  @inlinable var isFinite: Bool { sum.isFinite }
  @inlinable
  mutating func add(_ number: Number) {
    lostOfLost += Self.add(Self.add(number, to: &sum), to: &lost)
  }
  /// Returns what the rounding has lost.
  @inlinable
  static func add(_ number: Number, to sum: inout Number) -> Number {
    let (old, new) = (sum, sum + number)
    sum = new
    return old.magnitude >= number.magnitude ? (old - new) + number : (number - new) + old
  }
}
