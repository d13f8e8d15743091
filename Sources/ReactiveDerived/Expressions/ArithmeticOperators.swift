// `a * b + 2 * c - d / 3`, for numbers of any type. Each form of an operator makes every use of that operator slower to
// compile, in ordinary code as well. What keeps that in bounds, and `.ci/check-type-checking` holds it:
//
// - Each operator has three forms, with behaviors and plain values, and no more: `/` has one set for integers and
//   floating point numbers together, by `Divisible`. (With one form, for two behaviors, and behaviors that can be
//   written as literals, an expression of seven terms took eight seconds.)
// - Int, Int64, Double and Float have forms of their own for `+` and `-`, and String for `+`; see there. (An annotated
//   expression of seven terms that nests takes four seconds for other types, so leave the annotation out, or give a part
//   of it a name.)
// - All are disfavored: the compiler gives them up wherever anything else fits.
// - Comparisons are methods.

extension Behavior where Value: AdditiveArithmetic {
  /// The sum of two behaviors.
  @inlinable @_disfavoredOverload
  public static func + (left: Behavior<Value>, right: Behavior<Value>) -> Behavior<Value> { left.adding(right) }

  /// The sum of a behavior and a plain value.
  @inlinable @_disfavoredOverload
  public static func + (left: Behavior<Value>, right: Value) -> Behavior<Value> { left.adding(right) }

  /// The sum of a plain value and a behavior.
  @inlinable @_disfavoredOverload
  public static func + (left: Value, right: Behavior<Value>) -> Behavior<Value> { DerivedProperty(right) { left + $0 } }

  /// The difference of two behaviors.
  @inlinable @_disfavoredOverload
  public static func - (left: Behavior<Value>, right: Behavior<Value>) -> Behavior<Value> { left.subtracting(right) }

  /// The difference of a behavior and a plain value.
  @inlinable @_disfavoredOverload
  public static func - (left: Behavior<Value>, right: Value) -> Behavior<Value> { left.subtracting(right) }

  /// The difference of a plain value and a behavior.
  @inlinable @_disfavoredOverload
  public static func - (left: Value, right: Behavior<Value>) -> Behavior<Value> { right.subtracted(from: left) }
}

extension Behavior where Value: Numeric {
  /// The product of two behaviors.
  @inlinable @_disfavoredOverload
  public static func * (left: Behavior<Value>, right: Behavior<Value>) -> Behavior<Value> { left.multiplied(by: right) }

  /// The product of a behavior and a plain value.
  @inlinable @_disfavoredOverload
  public static func * (left: Behavior<Value>, right: Value) -> Behavior<Value> { left.multiplied(by: right) }

  /// The product of a plain value and a behavior.
  @inlinable @_disfavoredOverload
  public static func * (left: Value, right: Behavior<Value>) -> Behavior<Value> { DerivedProperty(right) { left * $0 } }
}

extension Behavior where Value: Divisible {
  /// The quotient of two behaviors.
  @inlinable @_disfavoredOverload
  public static func / (left: Behavior<Value>, right: Behavior<Value>) -> Behavior<Value> { left.divided(by: right) }

  /// The quotient of a behavior and a plain value.
  @inlinable @_disfavoredOverload
  public static func / (left: Behavior<Value>, right: Value) -> Behavior<Value> { left.divided(by: right) }

  /// The quotient of a plain value and a behavior.
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
  /// The behavior with the other sign.
  @inlinable @_disfavoredOverload
  public static prefix func - (operand: Behavior<Value>) -> Behavior<Value> { operand.negated() }
}
