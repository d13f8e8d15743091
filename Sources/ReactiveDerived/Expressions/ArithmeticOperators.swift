// For numbers of any type, as in `a * b + 2 * c - d / 3`. Each overload of an operator makes all uses of it slower to
// compile, in ordinary code too. These rules limit that; `.ci/check-type-checking` verifies it:
//
// - Each operator has three overloads, for behaviors and plain values. `/` has one set for all numbers, by `Divisible`.
//   (With a single overload, for behaviors that can be literals, seven terms took eight seconds.)
// - Int, Int64, Double and Float have their own `+` and `-`, and String its own `+`. (For other types, an annotated
//   expression of seven nested terms takes four seconds: omit the annotation, or name a part.)
// - All are disfavored: the compiler skips them if anything else fits.
// - Comparisons are methods.

extension Behavior where Value: AdditiveArithmetic {
  /// A behavior plus another.
  @inlinable @_disfavoredOverload
  public static func + (left: Behavior<Value>, right: Behavior<Value>) -> Behavior<Value> { left.adding(right) }

  /// A behavior plus a plain value.
  @inlinable @_disfavoredOverload
  public static func + (left: Behavior<Value>, right: Value) -> Behavior<Value> { left.adding(right) }

  /// A plain value plus a behavior.
  @inlinable @_disfavoredOverload
  public static func + (left: Value, right: Behavior<Value>) -> Behavior<Value> { DerivedProperty(right) { left + $0 } }

  /// A behavior minus another.
  @inlinable @_disfavoredOverload
  public static func - (left: Behavior<Value>, right: Behavior<Value>) -> Behavior<Value> { left.subtracting(right) }

  /// A behavior minus a plain value.
  @inlinable @_disfavoredOverload
  public static func - (left: Behavior<Value>, right: Value) -> Behavior<Value> { left.subtracting(right) }

  /// A plain value minus a behavior.
  @inlinable @_disfavoredOverload
  public static func - (left: Value, right: Behavior<Value>) -> Behavior<Value> { right.subtracted(from: left) }
}

extension Behavior where Value: Numeric {
  /// A behavior times another.
  @inlinable @_disfavoredOverload
  public static func * (left: Behavior<Value>, right: Behavior<Value>) -> Behavior<Value> { left.multiplied(by: right) }

  /// A behavior times a plain value.
  @inlinable @_disfavoredOverload
  public static func * (left: Behavior<Value>, right: Value) -> Behavior<Value> { left.multiplied(by: right) }

  /// A plain value times a behavior.
  @inlinable @_disfavoredOverload
  public static func * (left: Value, right: Behavior<Value>) -> Behavior<Value> { DerivedProperty(right) { left * $0 } }
}

extension Behavior where Value: Divisible {
  /// A behavior divided by another.
  @inlinable @_disfavoredOverload
  public static func / (left: Behavior<Value>, right: Behavior<Value>) -> Behavior<Value> { left.divided(by: right) }

  /// A behavior divided by a plain value.
  @inlinable @_disfavoredOverload
  public static func / (left: Behavior<Value>, right: Value) -> Behavior<Value> { left.divided(by: right) }

  /// A plain value divided by a behavior.
  @inlinable @_disfavoredOverload
  public static func / (left: Value, right: Behavior<Value>) -> Behavior<Value> { right.quotient(ofDividing: left) }
}

extension Behavior where Value: BinaryInteger {
  /// The remainder of two behaviors.
  @inlinable @_disfavoredOverload
  public static func % (left: Behavior<Value>, right: Behavior<Value>) -> Behavior<Value> {
    left.remainder(dividingBy: right)
  }

  /// The remainder of a behavior and a plain value.
  @inlinable @_disfavoredOverload
  public static func % (left: Behavior<Value>, right: Value) -> Behavior<Value> { left.remainder(dividingBy: right) }

  /// The remainder of a plain value and a behavior.
  @inlinable @_disfavoredOverload
  public static func % (left: Value, right: Behavior<Value>) -> Behavior<Value> { right.remainder(ofDividing: left) }
}

extension Behavior where Value: SignedNumeric {
  /// The behavior with the opposite sign.
  @inlinable @_disfavoredOverload
  public static prefix func - (operand: Behavior<Value>) -> Behavior<Value> { operand.negated() }
}
