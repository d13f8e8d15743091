// The operators call these methods.

extension Behavior where Value: AdditiveArithmetic {
  /// The sum of this behavior and another: `self + other`.
  ///
  /// ```swift
  /// let net = 100.continuous
  /// let tax = 19.continuous
  /// let gross = net.adding(tax)
  /// print(gross)  // 119
  /// batch {
  ///   net.value = 200
  ///   tax.value = 38
  /// }
  /// print(gross)  // 238
  /// ```
  ///
  /// Like all arithmetic, the result is a ``DerivedProperty``: it runs when needed, once after any number of changes,
  /// and an equal result is no change. It retains its operands; you keep it. An overflow or a division of integers by
  /// zero stops the program when the result is read or notified, not at the write that caused it. Messages identify the
  /// result by `file` and `line`. From Ultramarine.
  @inlinable
  public final func adding(
    _ other: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, other, file: file, line: line) { $0 + $1 } }

  /// The sum of this behavior and a plain value, which costs no node: `self + other`.
  @inlinable
  public final func adding(
    _ other: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, file: file, line: line) { $0 + other } }

  /// This behavior minus another: `self - other`.
  @inlinable
  public final func subtracting(
    _ other: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, other, file: file, line: line) { $0 - $1 } }

  /// This behavior minus a plain value: `self - other`.
  @inlinable
  public final func subtracting(
    _ other: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, file: file, line: line) { $0 - other } }

  /// A plain value minus this behavior: `other - self`.
  @inlinable
  public final func subtracted(
    from other: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, file: file, line: line) { other - $0 } }
}

extension Behavior where Value: Numeric {
  /// This behavior times another: `self * other`.
  @inlinable
  public final func multiplied(
    by other: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, other, file: file, line: line) { $0 * $1 } }

  /// This behavior times a plain value: `self * other`.
  @inlinable
  public final func multiplied(
    by other: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, file: file, line: line) { $0 * other } }
}

extension Behavior where Value: SignedNumeric {
  /// This behavior with the opposite sign: `-self`.
  @inlinable
  public final func negated(file: StaticString = #fileID, line: UInt = #line) -> Behavior<Value> {
    DerivedProperty(self, file: file, line: line) { -$0 }
  }
}

extension Behavior where Value: Divisible {
  /// This behavior divided by another: `self / divisor`.
  @inlinable
  public final func divided(
    by divisor: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, divisor, file: file, line: line) { Value.quotient(of: $0, by: $1) } }

  /// This behavior divided by a plain value: `self / divisor`.
  @inlinable
  public final func divided(
    by divisor: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, file: file, line: line) { Value.quotient(of: $0, by: divisor) } }

  /// A plain value divided by this behavior: `dividend / self`.
  @inlinable
  public final func quotient(
    ofDividing dividend: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, file: file, line: line) { Value.quotient(of: dividend, by: $0) } }
}

extension Behavior where Value: BinaryInteger {
  /// The remainder of this behavior divided by another: `self % divisor`.
  @inlinable
  public final func remainder(
    dividingBy divisor: Behavior<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, divisor, file: file, line: line) { $0 % $1 } }

  /// The remainder of this behavior divided by a plain value: `self % divisor`.
  @inlinable
  public final func remainder(
    dividingBy divisor: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, file: file, line: line) { $0 % divisor } }

  /// The remainder of a plain value divided by this behavior: `dividend % self`.
  @inlinable
  public final func remainder(
    ofDividing dividend: Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Value> { DerivedProperty(self, file: file, line: line) { dividend % $0 } }
}
