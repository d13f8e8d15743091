/// Mutable state in a property, tracked by code that reads it.
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
/// it untracked. An effect may write an atom that it reads.
///
/// An atom works in locals, classes, structs, and statics of a type with a global actor. Swift has no wrapped globals:
/// write `let count = atom(0)` there. Copies of a struct share its atoms: prefer classes.
/// Cost: 8 bytes where it is declared, plus an ``AtomObject``. From Ripple.
@propertyWrapper
@frozen
public struct Atom<Value> {
  /// The atom, written `$name`.
  public let projectedValue: AtomObject<Value>

  // Not in constrained extensions: with those, an initializer of the declaring class could not assign the first value.

  /// An atom. Writing the same object, or nil over nil, is not a change.
  @inlinable @_disfavoredOverload
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    projectedValue = AtomObject(wrappedValue, name: name, file: file, line: line)
  }

  /// An atom. Writing an equal value is not a change.
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    projectedValue = AtomObject(wrappedValue, name: name, file: file, line: line)
  }

  /// An atom with a test of your own, as in `@Atom(isDuplicate: …)`.
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    projectedValue = AtomObject(wrappedValue, name: name, file: file, line: line, isDuplicate: isDuplicate)
  }

  /// The value. Reads are tracked; a write notifies unless it is a duplicate.
  @inlinable
  public var wrappedValue: Value {
    @inline(__always) get { projectedValue.read() }
    @inline(__always) nonmutating set { projectedValue.setValue(newValue) }
  }
}
