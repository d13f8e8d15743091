// For the last operator of an expression, and the most common type; see Double.

extension Behavior where Value == Int {
  /// A behavior plus another.
  @_disfavoredOverload
  public static func + (left: Behavior<Int>, right: Behavior<Int>) -> Behavior<Int> { left.adding(right) }

  /// A behavior plus a plain value.
  @_disfavoredOverload
  public static func + (left: Behavior<Int>, right: Int) -> Behavior<Int> { left.adding(right) }

  /// A plain value plus a behavior.
  @_disfavoredOverload
  public static func + (left: Int, right: Behavior<Int>) -> Behavior<Int> {
    DerivedProperty(right) { left + $0 }
  }

  /// A behavior minus another.
  @_disfavoredOverload
  public static func - (left: Behavior<Int>, right: Behavior<Int>) -> Behavior<Int> { left.subtracting(right) }

  /// A behavior minus a plain value.
  @_disfavoredOverload
  public static func - (left: Behavior<Int>, right: Int) -> Behavior<Int> { left.subtracting(right) }

  /// A plain value minus a behavior.
  @_disfavoredOverload
  public static func - (left: Int, right: Behavior<Int>) -> Behavior<Int> { right.subtracted(from: left) }
}
