/// A stored property that can be observed, and written through its projection. Duplicates are cut.
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
/// `$text` is the ``OpenBehavior`` that holds the value, so `private(set)` does not close it: code that reads the
/// property can write through `$`. Use `@Property(isDuplicate: ==)` where that must not be. Change large values in
/// place with `$text.update`. Copies of a struct share its properties: prefer classes. Cost: 8 bytes where it is
/// declared, and those of ``OpenBehavior``. From Ultramarine.
@propertyWrapper
@frozen
public struct Pub<Value> {
  /// The behavior that holds the value, written `$name`.
  public let projectedValue: OpenBehavior<Value>

  /// A property on a behavior that exists already.
  @inlinable
  public init(projectedValue: OpenBehavior<Value>) { self.projectedValue = projectedValue }

  // All in here rather than in constrained extensions: only so may an initialiser of the class that declares the
  // property give it its first value by assignment.

  /// A property that begins with `wrappedValue`; a write of the same object, or of nil where nil was, is no change,
  /// any other write is one.
  @inlinable @_disfavoredOverload
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    projectedValue = OpenBehavior(wrappedValue, name: name, file: file, line: line)
  }

  /// A property that begins with `wrappedValue`; a write of an equal value is no change.
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    projectedValue = OpenBehavior(wrappedValue, name: name, file: file, line: line)
  }

  /// A property for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    projectedValue = OpenBehavior(wrappedValue, name: name, file: file, line: line, isDuplicate: isDuplicate)
  }

  /// The value. Writing stores, and notifies if it is no duplicate.
  @inlinable
  public var wrappedValue: Value {
    @inline(__always) get { projectedValue.read() }
    @inline(__always) nonmutating set { assign(newValue) }
  }
}
