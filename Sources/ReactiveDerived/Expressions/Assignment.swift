// `a += 10` writes once. The left side is read without tracking, so that an effect can add to a behavior without
// depending on it. A behavior on the right is read like `.value`.

extension OpenBehavior where Value: AdditiveArithmetic {
  /// Adds `other`: one write.
  @inlinable
  public final func add(_ other: Value) { value = peek() + other }

  /// Subtracts `other`: one write.
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
  /// Observers are notified if the value differs. An overflow stops the program before anything is stored. The read of
  /// the left side is not tracked; that of a behavior on the right is. From Ultramarine.
  @inlinable @_disfavoredOverload
  public static func += (left: OpenBehavior<Value>, right: Value) { left.add(right) }

  /// Adds the current value of `right`: one write.
  @inlinable @_disfavoredOverload
  public static func += (left: OpenBehavior<Value>, right: Behavior<Value>) { left.add(right.value) }

  /// Subtracts from the value: one write.
  @inlinable @_disfavoredOverload
  public static func -= (left: OpenBehavior<Value>, right: Value) { left.subtract(right) }

  /// Subtracts the current value of `right`: one write.
  @inlinable @_disfavoredOverload
  public static func -= (left: OpenBehavior<Value>, right: Behavior<Value>) { left.subtract(right.value) }
}

extension OpenBehavior where Value: Numeric {
  /// Multiplies by `other`: one write.
  @inlinable
  public final func multiply(by other: Value) { value = peek() * other }

  /// Multiplies the value: one write.
  @inlinable @_disfavoredOverload
  public static func *= (left: OpenBehavior<Value>, right: Value) { left.multiply(by: right) }

  /// Multiplies by the current value of `right`: one write.
  @inlinable @_disfavoredOverload
  public static func *= (left: OpenBehavior<Value>, right: Behavior<Value>) { left.multiply(by: right.value) }
}

extension OpenBehavior where Value: Divisible {
  /// Divides by `divisor`: one write.
  @inlinable
  public final func divide(by divisor: Value) { value = Value.quotient(of: peek(), by: divisor) }

  /// Divides the value: one write.
  @inlinable @_disfavoredOverload
  public static func /= (left: OpenBehavior<Value>, right: Value) { left.divide(by: right) }

  /// Divides by the current value of `right`: one write.
  @inlinable @_disfavoredOverload
  public static func /= (left: OpenBehavior<Value>, right: Behavior<Value>) { left.divide(by: right.value) }
}

extension OpenBehavior where Value: BinaryInteger {
  /// Writes the remainder of a division by `divisor`.
  @inlinable
  public final func formRemainder(dividingBy divisor: Value) { value = peek() % divisor }

  /// Writes the remainder of a division by `right`.
  @inlinable @_disfavoredOverload
  public static func %= (left: OpenBehavior<Value>, right: Value) { left.formRemainder(dividingBy: right) }

  /// Writes the remainder of a division by the current value of `right`.
  @inlinable @_disfavoredOverload
  public static func %= (left: OpenBehavior<Value>, right: Behavior<Value>) {
    left.formRemainder(dividingBy: right.value)
  }
}
