/// A stored property that can be observed, and written through its projection. Duplicates do not notify.
///
/// ```swift
/// final class LabelViewModel {
///   @Pub var text = ""
/// }
/// let model = LabelViewModel()
/// model.$text.sink { print($0) }
/// model.text = "updated"     // prints "updated"
/// model.$text <<= "again"    // prints "again"
/// model.text = "again"       // a duplicate: prints nothing
/// ```
///
/// `$text` is the ``OpenBehavior`` that holds the value, so all code that reads the property can write through `$`,
/// even with `private(set)`. To prevent that, use `@Property(isDuplicate: ==)`. Change large values in place with
/// `$text.update`.
///
/// Copies of a struct share its properties: prefer classes. Cost: 8 bytes in the declaring type, and those of
/// ``OpenBehavior``. From Ultramarine.
@propertyWrapper
@frozen
public struct Pub<Value> {
  /// The behavior that holds the value, written `$name`.
  public let projectedValue: OpenBehavior<Value>

  /// A property on an existing behavior.
  @inlinable
  public init(projectedValue: OpenBehavior<Value>) { self.projectedValue = projectedValue }

  // Not in constrained extensions: the initializer of a declaring class could not assign the first value.

  /// A property that begins with `wrappedValue`. Only the same object, or nil after nil, is a duplicate.
  @inlinable @_disfavoredOverload
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    projectedValue = OpenBehavior(wrappedValue, name: name, file: file, line: line)
  }

  /// A property that begins with `wrappedValue`. An equal value is a duplicate.
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    projectedValue = OpenBehavior(wrappedValue, name: name, file: file, line: line)
  }

  /// A property that begins with `wrappedValue` and finds duplicates by `isDuplicate(old, new)`.
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    projectedValue = OpenBehavior(wrappedValue, name: name, file: file, line: line, isDuplicate: isDuplicate)
  }

  /// The value. A write stores, and notifies unless it is a duplicate.
  @inlinable
  public var wrappedValue: Value {
    @inline(__always) get { projectedValue.read() }
    @inline(__always) nonmutating set { setValue(newValue) }
  }
}
