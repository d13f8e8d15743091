/// Mutable state in a property, found by whatever reads it.
///
/// ```swift
/// @Atom var name = "Ripple"
/// let effect = Effect { print(name) }  // prints "Ripple"
/// name = "Ripple 2"                    // prints "Ripple 2"
/// name = "Ripple 2"                    // a duplicate: prints nothing
/// print($name)                         // Ripple 2
/// ```
///
/// `$name` is the ``AtomObject`` that holds the value: `$name.update { … }` changes it in place, `$name.peek()` reads
/// it without being tracked. Works in locals, classes, structs, statics and globals; an effect may read and write the
/// very atom that it follows. `@Atom(isDuplicate: …)` takes a test of your own. Copies of a struct share its atoms:
/// prefer classes. Cost: 8 bytes where it is declared, and those of ``AtomObject``. From Ripple.
@propertyWrapper
@frozen
public struct Atom<Value> {
  /// The atom, written `$name`.
  public let projectedValue: AtomObject<Value>

  // All in here rather than in constrained extensions: only so may an initialiser of the class that declares the
  // property give it its first value by assignment.

  /// A property that begins with `wrappedValue`; a write of the same object, or of nil where nil was, is no change,
  /// any other write is one.
  @inlinable @_disfavoredOverload
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    projectedValue = AtomObject(wrappedValue, name: name, file: file, line: line)
  }

  /// A property that begins with `wrappedValue`; a write of an equal value is no change.
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    projectedValue = AtomObject(wrappedValue, name: name, file: file, line: line)
  }

  /// A property for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    projectedValue = AtomObject(wrappedValue, name: name, file: file, line: line, isDuplicate: isDuplicate)
  }

  /// The value. Reading is tracked; writing stores, and notifies unless the value is a duplicate.
  @inlinable
  public var wrappedValue: Value {
    @inline(__always) get { projectedValue.read() }
    @inline(__always) nonmutating set { projectedValue.assign(newValue) }
  }
}
