// The last operator to be applied: as for Double.

extension Behavior where Value == Int64 {
  /// The sum of two behaviors.
  @_disfavoredOverload
  public static func + (left: Behavior<Int64>, right: Behavior<Int64>) -> Behavior<Int64> { left.adding(right) }

  /// The sum of a behavior and a plain value.
  @_disfavoredOverload
  public static func + (left: Behavior<Int64>, right: Int64) -> Behavior<Int64> { left.adding(right) }

  /// The sum of a plain value and a behavior.
  @_disfavoredOverload
  public static func + (left: Int64, right: Behavior<Int64>) -> Behavior<Int64> {
    DerivedProperty(right) { left + $0 }
  }

  /// The difference of two behaviors.
  @_disfavoredOverload
  public static func - (left: Behavior<Int64>, right: Behavior<Int64>) -> Behavior<Int64> { left.subtracting(right) }

  /// The difference of a behavior and a plain value.
  @_disfavoredOverload
  public static func - (left: Behavior<Int64>, right: Int64) -> Behavior<Int64> { left.subtracting(right) }

  /// The difference of a plain value and a behavior.
  @_disfavoredOverload
  public static func - (left: Int64, right: Behavior<Int64>) -> Behavior<Int64> { right.subtracted(from: left) }
}
