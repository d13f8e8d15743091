extension Behavior {
  /// The same behavior without the changes for which `isDuplicate(old, new)` is true.
  ///
  /// ```swift
  /// let temperature = OpenBehavior(20.0)
  /// let steady = temperature.removeDuplicates { abs($0 - $1) < 0.5 }
  /// steady.sink { print($0) }
  /// temperature.value = 20.2  // prints nothing
  /// temperature.value = 20.7  // prints "20.7"
  /// ```
  ///
  /// A duplicate is not taken over: the result keeps the value that it had, and the next one is compared with that. The
  /// result keeps this behavior alive, and its subscriptions keep the result. Cost: that of ``map(file:line:_:)``, and
  /// 32 bytes.
  @inlinable
  public final func removeDuplicates(
    file: StaticString = #fileID, line: UInt = #line, by isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) -> Behavior<Value> {
    DerivedProperty(self, file: file, line: line, calculator: { $0 }, isDuplicate: isDuplicate)
  }
}

extension Behavior where Value: Equatable {
  /// The same behavior without the changes to an equal value.
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
