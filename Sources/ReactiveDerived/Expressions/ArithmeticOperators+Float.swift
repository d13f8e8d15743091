// For the last operator of an expression; see Double.

extension Behavior where Value == Float {
  /// A behavior plus another.
  @_disfavoredOverload
  public static func + (left: Behavior<Float>, right: Behavior<Float>) -> Behavior<Float> { left.adding(right) }

  /// A behavior plus a plain value.
  @_disfavoredOverload
  public static func + (left: Behavior<Float>, right: Float) -> Behavior<Float> { left.adding(right) }

  /// A plain value plus a behavior.
  @_disfavoredOverload
  public static func + (left: Float, right: Behavior<Float>) -> Behavior<Float> {
    DerivedProperty(right) { left + $0 }
  }

  /// A behavior minus another.
  @_disfavoredOverload
  public static func - (left: Behavior<Float>, right: Behavior<Float>) -> Behavior<Float> { left.subtracting(right) }

  /// A behavior minus a plain value.
  @_disfavoredOverload
  public static func - (left: Behavior<Float>, right: Float) -> Behavior<Float> { left.subtracting(right) }

  /// A plain value minus a behavior.
  @_disfavoredOverload
  public static func - (left: Float, right: Behavior<Float>) -> Behavior<Float> { right.subtracted(from: left) }
}
