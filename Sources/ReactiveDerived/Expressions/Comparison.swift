// Comparisons of behaviors with behaviors and plain values. They are methods, not operators: `==` between two objects reads
// as a question about the objects, to be answered now, and more forms of `<` would make every `<` slower to compile.

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
  /// The result is a ``DerivedProperty``: it runs when it is needed, and notifies when it turns from true to false or
  /// back, not whenever an operand changes.
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
  /// Whether this behavior is less than another: `self.value < other.value`, at every time.
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

  /// Whether this behavior is less than or equal to another.
  @inlinable
  public final func isAtMost(
    _ other: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, other, file: file, line: line) { $0 <= $1 } }

  /// Whether this behavior is less than or equal to a plain value.
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

  /// Whether this behavior is greater than or equal to another.
  @inlinable
  public final func isAtLeast(
    _ other: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, other, file: file, line: line) { $0 >= $1 } }

  /// Whether this behavior is greater than or equal to a plain value.
  @inlinable
  public final func isAtLeast(
    _ other: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> { DerivedProperty(self, file: file, line: line) { $0 >= other } }
}
