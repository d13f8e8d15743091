// For the last operator of an expression; see Double.

extension Behavior where Value == Int64 {
  /// A behavior plus another.
  @_disfavoredOverload
  public static func + (left: Behavior<Int64>, right: Behavior<Int64>) -> Behavior<Int64> { left.adding(right) }

  /// A behavior plus a plain value.
  @_disfavoredOverload
  public static func + (left: Behavior<Int64>, right: Int64) -> Behavior<Int64> { left.adding(right) }

  /// A plain value plus a behavior.
  @_disfavoredOverload
  public static func + (left: Int64, right: Behavior<Int64>) -> Behavior<Int64> {
    DerivedProperty(right) { left + $0 }
  }

  /// A behavior minus another.
  @_disfavoredOverload
  public static func - (left: Behavior<Int64>, right: Behavior<Int64>) -> Behavior<Int64> { left.subtracting(right) }

  /// A behavior minus a plain value.
  @_disfavoredOverload
  public static func - (left: Behavior<Int64>, right: Int64) -> Behavior<Int64> { left.subtracting(right) }

  /// A plain value minus a behavior.
  @_disfavoredOverload
  public static func - (left: Int64, right: Behavior<Int64>) -> Behavior<Int64> { right.subtracted(from: left) }
}
