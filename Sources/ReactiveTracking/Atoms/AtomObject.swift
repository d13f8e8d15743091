/// Mutable state that derivations and effects find by reading it: the object behind ``Atom``.
///
/// ```swift
/// let count = AtomObject(0)
/// let effect = Effect { print("count: \(count.value)") }  // prints "count: 0"
/// count.value += 1                                        // prints "count: 1"
/// count.value = 1                                         // a duplicate: prints nothing
/// ```
///
/// It is an ``/ReactiveCore/OpenBehavior``: `update(_:)`, `peek()`, `sink`, `observe` and `<<=` are its own. A write
/// stores first and then notifies, before it returns, unless a ``/ReactiveCore/batch(_:)``, another delivery or an
/// effect is running: then at its end. Duplicates are cut: values of an `Equatable` type by `==`, objects by identity,
/// however they are held; all others are never duplicates.
///
/// It keeps its value and its observers alive; nothing keeps it alive but you, and the closures that capture it. Cost:
/// 112 bytes for an `Int`. From Ripple; elsewhere a signal.
public final class AtomObject<Value>: OpenBehavior<Value>, Runtime.Publisher {
  /// An atom; a write of the same object, or of nil where nil was, is no change, any other write is one.
  ///
  /// Messages call the atom by `name`, or else by the `file` and `line` of its creation.
  @inlinable @_disfavoredOverload
  public init(_ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    super.init(value, Equality(.identity()), name: name, file: file, line: line)
  }

  /// An atom; a write of an equal value is no change.
  @inlinable
  public init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    super.init(value, Equality(.equal()), name: name, file: file, line: line)
  }

  /// An atom for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    super.init(value, Equality(.duplicates(by: isDuplicate)), name: name, file: file, line: line)
  }

  /// Counts as a change of the value, for a class instance that was changed in place.
  ///
  /// ```swift
  /// final class Cart { var items: [String] = [] }
  /// let cart = AtomObject(Cart())
  /// let effect = Effect { print(cart.value.items.count) }  // prints "0"
  /// cart.value.items.append("milk")                        // the atom does not know
  /// cart.touch()                                           // prints "1"
  /// ```
  ///
  /// Notifies as a write does, once for a ``/ReactiveCore/batch(_:)``. A dependent behind a derivation whose value
  /// stays equal does not run.
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

/// An atom that begins with `value`; the same object, or nil after nil, is no change, any other write is one.
@inlinable @_disfavoredOverload
public func atom<Value>(
  _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
) -> AtomObject<Value> { AtomObject(value, name: name, file: file, line: line) }

/// An atom for which two values are the same if `isDuplicate(old, new)`.
@inlinable
public func atom<Value>(
  _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
  isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
) -> AtomObject<Value> { AtomObject(value, name: name, file: file, line: line, isDuplicate: isDuplicate) }
