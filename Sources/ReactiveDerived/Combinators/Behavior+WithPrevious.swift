extension Behavior {
  /// A behavior of the value and its predecessor, nil until the first change. Compared by `==`.
  ///
  /// ```swift
  /// let page = OpenBehavior(1)
  /// let turned = page.withPrevious()
  /// turned.sink { print("from \($0.previous ?? 0) to \($0.current)") }
  /// page.value = 2  // prints "from 1 to 2"
  /// page.value = 5  // prints "from 2 to 5"
  /// ```
  ///
  /// The predecessor is the value before the last notified change; a batch is one change. A case of
  /// ``scan(_:file:line:_:)``, with the same lifetime.
  public final func withPrevious(
    file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(previous: Value?, current: Value)> where Value: Equatable {
    // Typed, so that `==` and `&&` are not taken for operators of this module.
    let isSamePair: (_ old: Pair, _ new: Pair) -> Bool = { $0 == $1 }
    return steppingPairs(Equality(.duplicates(by: isSamePair)), file, line)
  }

  /// A behavior of the value and its predecessor, nil until the first change. Every change counts.
  @_disfavoredOverload
  public final func withPrevious(
    file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(previous: Value?, current: Value)> {
    steppingPairs(Equality(.identity()), file, line)
  }

  private typealias Pair = (previous: Value?, current: Value)

  private func steppingPairs(_ test: Equality<Pair>, _ file: StaticString, _ line: UInt) -> Behavior<Pair> {
    ScanBehavior(
      self, (previous: nil, current: peek()), test, file, line,
      staying: { last, value in (previous: last.previous, current: value) },
      { last, value in (previous: last.current, current: value) })
  }
}
