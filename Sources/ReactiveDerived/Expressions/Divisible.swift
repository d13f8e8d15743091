/// A number that behaviors can be divided by: what ``/ReactiveCore/Behavior`` asks for in its operator `/`.
///
/// The integers and floating point numbers of the standard library are `Divisible`. Any other number opts in, with one
/// line if it is a `BinaryInteger` or `FloatingPoint`:
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
/// The standard library has no protocol for what integers and floating point numbers have in common here, and one
/// operator for each would make long expressions slow to compile.
public protocol Divisible: Equatable {
  /// `dividend / divisor`.
  static func quotient(of dividend: Self, by divisor: Self) -> Self
}

extension Divisible where Self: BinaryInteger {
  /// `dividend / divisor`, rounded towards zero; division by zero stops the program.
  @inlinable
  public static func quotient(of dividend: Self, by divisor: Self) -> Self { dividend / divisor }
}

extension Divisible where Self: FloatingPoint {
  /// `dividend / divisor`; division by zero is an infinity, or not a number.
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
