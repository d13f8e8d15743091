extension Behavior {
  /// The behavior of the value and the one before it, which is nil until the first change; an equal pair is no change.
  ///
  /// ```swift
  /// let page = OpenBehavior(1)
  /// let turned = page.withPrevious()
  /// turned.sink { print("from \($0.previous ?? 0) to \($0.current)") }
  /// page.value = 2  // prints "from 1 to 2"
  /// page.value = 5  // prints "from 2 to 5"
  /// ```
  ///
  /// "Before" is before the last change of which observers were notified: a batch is one change. It follows this
  /// behavior, and lives, as ``scan(_:file:line:_:)``, of which it is a case.
  public final func withPrevious(
    file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<(previous: Value?, current: Value)> where Value: Equatable {
    // With types, since this module has operators that `==` and `&&` might be.
    let isSamePair: (_ old: Pair, _ new: Pair) -> Bool = { $0 == $1 }
    return steppingPairs(Equality(.duplicates(by: isSamePair)), file, line)
  }

  /// The behavior of the value and the one before it, which is nil until the first change; every change is one.
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
