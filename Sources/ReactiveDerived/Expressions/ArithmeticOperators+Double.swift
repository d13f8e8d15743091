// For the last operator of an expression, and the most common type whose literals may be integers. Once one of these
// fits, the compiler skips the generic ones. Without them, an annotated expression of seven terms took seconds.

extension Behavior where Value == Double {
  /// A behavior plus another.
  @_disfavoredOverload
  public static func + (left: Behavior<Double>, right: Behavior<Double>) -> Behavior<Double> { left.adding(right) }

  /// A behavior plus a plain value.
  @_disfavoredOverload
  public static func + (left: Behavior<Double>, right: Double) -> Behavior<Double> { left.adding(right) }

  /// A plain value plus a behavior.
  @_disfavoredOverload
  public static func + (left: Double, right: Behavior<Double>) -> Behavior<Double> {
    DerivedProperty(right) { left + $0 }
  }

  /// A behavior minus another.
  @_disfavoredOverload
  public static func - (left: Behavior<Double>, right: Behavior<Double>) -> Behavior<Double> { left.subtracting(right) }

  /// A behavior minus a plain value.
  @_disfavoredOverload
  public static func - (left: Behavior<Double>, right: Double) -> Behavior<Double> { left.subtracting(right) }

  /// A plain value minus a behavior.
  @_disfavoredOverload
  public static func - (left: Double, right: Behavior<Double>) -> Behavior<Double> { right.subtracted(from: left) }
}
