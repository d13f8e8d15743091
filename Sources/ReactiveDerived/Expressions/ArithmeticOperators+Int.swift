// The last operator to be applied, for the commonest type: as for Double.

extension Behavior where Value == Int {
  /// The sum of two behaviors.
  @_disfavoredOverload
  public static func + (left: Behavior<Int>, right: Behavior<Int>) -> Behavior<Int> { left.adding(right) }

  /// The sum of a behavior and a plain value.
  @_disfavoredOverload
  public static func + (left: Behavior<Int>, right: Int) -> Behavior<Int> { left.adding(right) }

  /// The sum of a plain value and a behavior.
  @_disfavoredOverload
  public static func + (left: Int, right: Behavior<Int>) -> Behavior<Int> {
    DerivedProperty(right) { left + $0 }
  }

  /// The difference of two behaviors.
  @_disfavoredOverload
  public static func - (left: Behavior<Int>, right: Behavior<Int>) -> Behavior<Int> { left.subtracting(right) }

  /// The difference of a behavior and a plain value.
  @_disfavoredOverload
  public static func - (left: Behavior<Int>, right: Int) -> Behavior<Int> { left.subtracting(right) }

  /// The difference of a plain value and a behavior.
  @_disfavoredOverload
  public static func - (left: Int, right: Behavior<Int>) -> Behavior<Int> { right.subtracted(from: left) }
}
