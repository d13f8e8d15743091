// The last operator to be applied: as for Double.

extension Behavior where Value == Float {
  /// The sum of two behaviors.
  @_disfavoredOverload
  public static func + (left: Behavior<Float>, right: Behavior<Float>) -> Behavior<Float> { left.adding(right) }

  /// The sum of a behavior and a plain value.
  @_disfavoredOverload
  public static func + (left: Behavior<Float>, right: Float) -> Behavior<Float> { left.adding(right) }

  /// The sum of a plain value and a behavior.
  @_disfavoredOverload
  public static func + (left: Float, right: Behavior<Float>) -> Behavior<Float> {
    DerivedProperty(right) { left + $0 }
  }

  /// The difference of two behaviors.
  @_disfavoredOverload
  public static func - (left: Behavior<Float>, right: Behavior<Float>) -> Behavior<Float> { left.subtracting(right) }

  /// The difference of a behavior and a plain value.
  @_disfavoredOverload
  public static func - (left: Behavior<Float>, right: Float) -> Behavior<Float> { left.subtracting(right) }

  /// The difference of a plain value and a behavior.
  @_disfavoredOverload
  public static func - (left: Float, right: Behavior<Float>) -> Behavior<Float> { right.subtracted(from: left) }
}
