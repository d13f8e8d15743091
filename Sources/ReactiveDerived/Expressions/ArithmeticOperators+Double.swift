// The last operator to be applied, for the commonest type whose literals may be written as integers. Once one of these
// fits, the compiler does not try generic ones; without them an annotated expression of seven terms took seconds.

extension Behavior where Value == Double {
  /// The sum of two behaviors.
  @_disfavoredOverload
  public static func + (left: Behavior<Double>, right: Behavior<Double>) -> Behavior<Double> { left.adding(right) }

  /// The sum of a behavior and a plain value.
  @_disfavoredOverload
  public static func + (left: Behavior<Double>, right: Double) -> Behavior<Double> { left.adding(right) }

  /// The sum of a plain value and a behavior.
  @_disfavoredOverload
  public static func + (left: Double, right: Behavior<Double>) -> Behavior<Double> {
    DerivedProperty(right) { left + $0 }
  }

  /// The difference of two behaviors.
  @_disfavoredOverload
  public static func - (left: Behavior<Double>, right: Behavior<Double>) -> Behavior<Double> { left.subtracting(right) }

  /// The difference of a behavior and a plain value.
  @_disfavoredOverload
  public static func - (left: Behavior<Double>, right: Double) -> Behavior<Double> { left.subtracting(right) }

  /// The difference of a plain value and a behavior.
  @_disfavoredOverload
  public static func - (left: Double, right: Behavior<Double>) -> Behavior<Double> { right.subtracted(from: left) }
}
