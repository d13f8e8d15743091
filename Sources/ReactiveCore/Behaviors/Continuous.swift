/// A type whose values can be turned into behaviors: `"Alice".continuous`.
///
/// Strings, the common numbers, Bool, arrays, sets, dictionaries and optionals are `Continuous`. Other types opt in
/// with one line:
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
/// Messages identify such a behavior by a line of this library. Set a ``ReactiveNode/name``, or make an
/// ``OpenBehavior``. Cost: that of ``OpenBehavior``. From Ultramarine.
public protocol Continuous {}

extension Continuous {
  /// A behavior that begins with this value. Only the same object, or nil after nil, is a duplicate.
  @inlinable @_disfavoredOverload
  public var continuous: OpenBehavior<Self> { OpenBehavior(self) }
}

extension Continuous where Self: Equatable {
  /// A behavior that begins with this value. An equal value is a duplicate.
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
