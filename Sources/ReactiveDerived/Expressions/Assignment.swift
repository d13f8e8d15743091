// `a += 10` writes once, what the right side is now. The left side is read without being tracked, so that an effect may
// add to a behavior without coming to depend on it; a behavior on the right is read as `.value` is.

extension OpenBehavior where Value: AdditiveArithmetic {
  /// Writes the sum of the value and `other`.
  @inlinable
  public final func add(_ other: Value) { value = peek() + other }

  /// Writes the difference of the value and `other`.
  @inlinable
  public final func subtract(_ other: Value) { value = peek() - other }

  /// Adds to the value: one write.
  ///
  /// ```swift
  /// let count = 1.continuous
  /// let step = 5.continuous
  /// count += 10
  /// count += step  // what `step` is now; `count` does not follow it
  /// step.value = 100
  /// print(count)  // 16
  /// ```
  ///
  /// As with a write, observers are notified if the value differs. An overflow stops the program before anything is
  /// stored. Reading the left side is not tracked, reading the right side is, if it is a behavior. From Ultramarine.
  @inlinable @_disfavoredOverload
  public static func += (left: OpenBehavior<Value>, right: Value) { left.add(right) }

  /// Adds what the right side is now: one write.
  @inlinable @_disfavoredOverload
  public static func += (left: OpenBehavior<Value>, right: Behavior<Value>) { left.add(right.value) }

  /// Subtracts from the value: one write.
  @inlinable @_disfavoredOverload
  public static func -= (left: OpenBehavior<Value>, right: Value) { left.subtract(right) }

  /// Subtracts what the right side is now: one write.
  @inlinable @_disfavoredOverload
  public static func -= (left: OpenBehavior<Value>, right: Behavior<Value>) { left.subtract(right.value) }
}

extension OpenBehavior where Value: Numeric {
  /// Writes the product of the value and `other`.
  @inlinable
  public final func multiply(by other: Value) { value = peek() * other }

  /// Multiplies the value: one write.
  @inlinable @_disfavoredOverload
  public static func *= (left: OpenBehavior<Value>, right: Value) { left.multiply(by: right) }

  /// Multiplies by what the right side is now: one write.
  @inlinable @_disfavoredOverload
  public static func *= (left: OpenBehavior<Value>, right: Behavior<Value>) { left.multiply(by: right.value) }
}

extension OpenBehavior where Value: Divisible {
  /// Writes the quotient of the value and `divisor`.
  @inlinable
  public final func divide(by divisor: Value) { value = Value.quotient(of: peek(), by: divisor) }

  /// Divides the value: one write.
  @inlinable @_disfavoredOverload
  public static func /= (left: OpenBehavior<Value>, right: Value) { left.divide(by: right) }

  /// Divides by what the right side is now: one write.
  @inlinable @_disfavoredOverload
  public static func /= (left: OpenBehavior<Value>, right: Behavior<Value>) { left.divide(by: right.value) }
}

extension OpenBehavior where Value: BinaryInteger {
  /// Writes the remainder of the value and `divisor`.
  @inlinable
  public final func formRemainder(dividingBy divisor: Value) { value = peek() % divisor }

  /// Keeps the remainder of the value: one write.
  @inlinable @_disfavoredOverload
  public static func %= (left: OpenBehavior<Value>, right: Value) { left.formRemainder(dividingBy: right) }

  /// Keeps the remainder of the value and what the right side is now: one write.
  @inlinable @_disfavoredOverload
  public static func %= (left: OpenBehavior<Value>, right: Behavior<Value>) {
    left.formRemainder(dividingBy: right.value)
  }
}
