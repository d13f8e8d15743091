/// Mutable state that derivations and effects track; the object behind ``Atom``.
///
/// ```swift
/// let count = AtomObject(0)
/// let effect = Effect { print("count: \(count.value)") }  // prints "count: 0"
/// count.value += 1                                        // prints "count: 1"
/// count.value = 1                                         // a duplicate: prints nothing
/// ```
///
/// It is an ``/ReactiveCore/OpenBehavior``, with `update(_:)`, `peek()`, `sink`, `observe` and `<<=`. A write stores
/// the value, then notifies, then returns; inside a ``/ReactiveCore/batch(_:)``, a delivery or an effect, it notifies
/// at the end of that. Duplicates do not notify: `Equatable` values that are equal by `==`, and the same object,
/// however it is held.
///
/// An atom retains its value and its observers. Only you and closures that capture it retain the atom. Cost: 112 bytes
/// for an `Int`. From Ripple; other libraries call it a signal.
public final class AtomObject<Value>: OpenBehavior<Value>, Runtime.Publisher {
  /// An atom. Writing the same object, or nil over nil, is not a change.
  ///
  /// Messages identify the atom by `name`, or else by `file` and `line`.
  @inlinable @_disfavoredOverload
  public init(_ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    super.init(value, Equality(.identity()), name: name, file: file, line: line)
  }

  /// An atom. Writing an equal value is not a change.
  @inlinable
  public init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    super.init(value, Equality(.equal()), name: name, file: file, line: line)
  }

  /// An atom that compares values by `isDuplicate(old, new)`.
  @inlinable
  public init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    super.init(value, Equality(.duplicates(by: isDuplicate)), name: name, file: file, line: line)
  }

  /// Notifies as a write does, after a class instance was changed in place.
  ///
  /// ```swift
  /// final class Cart { var items: [String] = [] }
  /// let cart = AtomObject(Cart())
  /// let effect = Effect { print(cart.value.items.count) }  // prints "0"
  /// cart.value.items.append("milk")                        // the atom does not know
  /// cart.touch()                                           // prints "1"
  /// ```
  ///
  /// A ``/ReactiveCore/batch(_:)`` notifies once. Dependents of a derivation whose value stays equal do not run.
  public func touch() { announce() }
}

/// An atom: `atom(0)` is `AtomObject(0)`.
///
/// ```swift
/// let count = atom(0)
/// count.value += 1
/// print(count)  // 1
/// ```
@inlinable
public func atom<Value: Equatable>(
  _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
) -> AtomObject<Value> { AtomObject(value, name: name, file: file, line: line) }

/// An atom. Writing the same object, or nil over nil, is not a change.
@inlinable @_disfavoredOverload
public func atom<Value>(
  _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
) -> AtomObject<Value> { AtomObject(value, name: name, file: file, line: line) }

/// An atom that compares values by `isDuplicate(old, new)`.
@inlinable
public func atom<Value>(
  _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
  isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
) -> AtomObject<Value> { AtomObject(value, name: name, file: file, line: line, isDuplicate: isDuplicate) }
