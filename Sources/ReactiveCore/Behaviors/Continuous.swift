/// A type whose values can be made continuous: `"Alice".continuous` is a behavior that begins with "Alice".
///
/// Strings, numbers, Bool, arrays, sets, dictionaries and optionals are `Continuous`. Any other type opts in with one
/// line:
///
/// ```swift
/// struct Point: Equatable { var x = 0, y = 0 }
/// extension Point: Continuous {}
///
/// let position = Point().continuous
/// position.sink { print($0.x) }
/// position <<= Point(x: 3)  // prints "3"
/// ```
///
/// A property cannot know where it is used, so messages call such a behavior by a line of this library; give it a
/// ``ReactiveNode/name``, or make an ``OpenBehavior``. Cost: that of ``OpenBehavior``. From Ultramarine.
public protocol Continuous {}

extension Continuous {
  /// A behavior that begins with this value; a write of the same object, or of nil where nil was, is no change, any other
  /// write is one.
  @inlinable @_disfavoredOverload
  public var continuous: OpenBehavior<Self> { OpenBehavior(self) }
}

extension Continuous where Self: Equatable {
  /// A behavior that begins with this value; a write of an equal value is no change.
  @inlinable
  public var continuous: OpenBehavior<Self> { OpenBehavior(self) }
}

extension String: Continuous {}
extension Substring: Continuous {}
extension Character: Continuous {}
extension Bool: Continuous {}
extension Int: Continuous {}
extension Int8: Continuous {}
extension Int16: Continuous {}
extension Int32: Continuous {}
extension Int64: Continuous {}
extension UInt: Continuous {}
extension UInt8: Continuous {}
extension UInt16: Continuous {}
extension UInt32: Continuous {}
extension UInt64: Continuous {}
extension Float: Continuous {}
extension Double: Continuous {}
extension Array: Continuous {}
extension Set: Continuous {}
extension Dictionary: Continuous {}
extension Optional: Continuous {}
