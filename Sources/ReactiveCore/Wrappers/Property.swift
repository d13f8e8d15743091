/// A stored property that can be observed.
///
/// ```swift
/// final class ViewModel {
///   @Property private(set) var items: [String] = []
///   func add(_ item: String) { _items.update { $0.append(item) } }  // in place; `items.append` would copy
/// }
/// let model = ViewModel()
/// model.$items.observe { print($0.count) }  // prints "0"
/// model.add("milk")                         // prints "1"
/// ```
///
/// It notifies of every assignment, also of an equal value, unless you give it a test: `@Property(isDuplicate: ==)
/// private(set) var count = 0`. An observer of a key path is notified when that part changes. Use ``Pub`` for one that cuts
/// duplicates by itself and can be written through `$`. Reading, writing and observing it inside its own observers is
/// fine, wherever it is declared. `private(set)` closes the property to writes from outside; `$` is the read side.
/// Copies of a struct share its properties: prefer classes. Cost: 8 bytes where it is declared, and those of
/// ``OpenBehavior``. From Minimalist.
@propertyWrapper
@frozen
@safe
public struct Property<Value> {
  @usableFromInline let behavior: OpenBehavior<Value>

  /// A property that begins with `wrappedValue`.
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    behavior = OpenBehavior(wrappedValue, Equality(.never()), name: name, file: file, line: line)
  }

  /// A property that begins with `wrappedValue` and for which two values are the same if `isDuplicate(old, new)`.
  ///
  /// `isDuplicate` runs at each write, and must not write or read behaviors.
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    behavior = OpenBehavior(wrappedValue, name: name, file: file, line: line, isDuplicate: isDuplicate)
  }

  /// The value. Writing stores and notifies.
  @inlinable
  public var wrappedValue: Value {
    @inline(__always) get { behavior.read() }
    @inline(__always) nonmutating set { assign(newValue) }
  }

  /// Changes the value in place, and notifies once: `_items.update { $0.append(item) }`.
  ///
  /// `items.append(item)` copies the array each time, as the write of any property with observers does; this does not.
  /// It is reached through the underscored name, so it is private to the type that declares the property. See
  /// ``OpenBehavior/update(_:)``.
  ///
  /// - Returns: what `body` returns.
  @inlinable
  @discardableResult
  public func update<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result { try behavior.update(body) }

  /// The behavior to observe, written `$name`.
  @inlinable
  public var projectedValue: Behavior<Value> { behavior }
}
