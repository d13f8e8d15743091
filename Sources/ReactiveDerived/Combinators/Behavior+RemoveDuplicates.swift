extension Behavior {
  /// This behavior without changes for which `isDuplicate(old, new)` is true.
  ///
  /// ```swift
  /// let temperature = OpenBehavior(20.0)
  /// let steady = temperature.removeDuplicates { abs($0 - $1) < 0.5 }
  /// steady.sink { print($0) }
  /// temperature.value = 20.2  // prints nothing
  /// temperature.value = 20.7  // prints "20.7"
  /// ```
  ///
  /// The result ignores a duplicate, and compares the next value with the one that it kept. It retains this behavior;
  /// subscriptions retain the result. Cost: that of ``map(file:line:_:)``, plus 32 bytes.
  @inlinable
  public final func removeDuplicates(
    file: StaticString = #fileID, line: UInt = #line, by isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) -> Behavior<Value> {
    DerivedProperty(self, file: file, line: line, calculator: { $0 }, isDuplicate: isDuplicate)
  }
}

extension Behavior where Value: Equatable {
  /// This behavior without changes to an equal value.
  ///
  /// ```swift
  /// @Property var count = 0  // notifies of every assignment
  /// let changed = $count.removeDuplicates()
  /// changed.sink { print($0) }
  /// count = 0  // prints nothing
  /// count = 1  // prints "1"
  /// ```
  @inlinable
  public final func removeDuplicates(file: StaticString = #fileID, line: UInt = #line) -> Behavior<Value> {
    DerivedProperty(self, file: file, line: line) { $0 }
  }
}

extension Behavior {
  /// Unavailable: RxSwift's name of ``removeDuplicates(file:line:)``.
  @available(*, unavailable, renamed: "removeDuplicates()")
  public final func distinctUntilChanged() -> Behavior<Value> { stop("unavailable") }

  /// Unavailable: ReactiveSwift's name of ``removeDuplicates(file:line:)``.
  @available(*, unavailable, renamed: "removeDuplicates()")
  public final func skipRepeats() -> Behavior<Value> { stop("unavailable") }
}
