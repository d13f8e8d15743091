/// A number that behaviors can be divided by, with the operator `/` of ``/ReactiveCore/Behavior``.
///
/// Integers of up to 64 bits, `Float` and `Double` conform. Other numbers opt in, with one line for a
/// `BinaryInteger` or `FloatingPoint`:
///
/// ```swift
/// struct Money: Divisible {
///   var cents: Int
///   static func quotient(of dividend: Money, by divisor: Money) -> Money { Money(cents: dividend.cents / divisor.cents) }
/// }
/// let sum = OpenBehavior(Money(cents: 900))
/// print((sum / Money(cents: 3)).value.cents)  // 300
/// ```
///
/// The standard library has no such protocol, and one operator for each type would make long expressions slow to
/// compile.
public protocol Divisible: Equatable {
  /// `dividend / divisor`.
  static func quotient(of dividend: Self, by divisor: Self) -> Self
}

extension Divisible where Self: BinaryInteger {
  /// `dividend / divisor`, rounded toward zero; division by zero stops the program.
  @inlinable
  public static func quotient(of dividend: Self, by divisor: Self) -> Self { dividend / divisor }
}

extension Divisible where Self: FloatingPoint {
  /// `dividend / divisor`; division by zero yields infinity or NaN.
  @inlinable
  public static func quotient(of dividend: Self, by divisor: Self) -> Self { dividend / divisor }
}

extension Int: Divisible {}
extension Int8: Divisible {}
extension Int16: Divisible {}
extension Int32: Divisible {}
extension Int64: Divisible {}
extension UInt: Divisible {}
extension UInt8: Divisible {}
extension UInt16: Divisible {}
extension UInt32: Divisible {}
extension UInt64: Divisible {}
extension Float: Divisible {}
extension Double: Divisible {}
