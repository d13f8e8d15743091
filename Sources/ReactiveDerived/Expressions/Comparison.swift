// Comparisons are methods: `==` between two objects reads as an immediate comparison, and further overloads of `<`
// would make each `<` slower to compile.

extension Behavior where Value: Equatable {
  /// Whether this behavior equals another.
  ///
  /// ```swift
  /// let password = "secret".continuous
  /// let repetition = "".continuous
  /// let isRepeated = password.isEqual(to: repetition)
  /// print(isRepeated)  // false
  /// repetition <<= "secret"
  /// print(isRepeated)  // true
  /// ```
  ///
  /// The result is a ``DerivedProperty``. It runs when needed, and notifies only when the result changes.
  @inlinable
  public final func isEqual(
    to other: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, other, file: file, line: line) { $0 == $1 } }

  /// Whether this behavior equals a plain value.
  @inlinable
  public final func isEqual(
    to other: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, file: file, line: line) { $0 == other } }

  /// Whether this behavior differs from another.
  @inlinable
  public final func isNotEqual(
    to other: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, other, file: file, line: line) { $0 != $1 } }

  /// Whether this behavior differs from a plain value.
  @inlinable
  public final func isNotEqual(
    to other: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, file: file, line: line) { $0 != other } }
}

extension Behavior where Value: Comparable {
  /// Whether this behavior is less than another: `self.value < other.value`.
  ///
  /// ```swift
  /// let age = 17.continuous
  /// let isMinor = age.isLess(than: 18)
  /// isMinor.observe { print($0) }  // prints "true"
  /// age += 1                       // prints "false"
  /// age += 1                       // prints nothing
  /// ```
  @inlinable
  public final func isLess(
    than other: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, other, file: file, line: line) { $0 < $1 } }

  /// Whether this behavior is less than a plain value.
  @inlinable
  public final func isLess(
    than other: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, file: file, line: line) { $0 < other } }

  /// Whether this behavior is at most another.
  @inlinable
  public final func isAtMost(
    _ other: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, other, file: file, line: line) { $0 <= $1 } }

  /// Whether this behavior is at most a plain value.
  @inlinable
  public final func isAtMost(
    _ other: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, file: file, line: line) { $0 <= other } }

  /// Whether this behavior is greater than another.
  @inlinable
  public final func isGreater(
    than other: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, other, file: file, line: line) { $0 > $1 } }

  /// Whether this behavior is greater than a plain value.
  @inlinable
  public final func isGreater(
    than other: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, file: file, line: line) { $0 > other } }

  /// Whether this behavior is at least another.
  @inlinable
  public final func isAtLeast(
    _ other: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, other, file: file, line: line) { $0 >= $1 } }

  /// Whether this behavior is at least a plain value.
  @inlinable
  public final func isAtLeast(
    _ other: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, file: file, line: line) { $0 >= other } }
}
