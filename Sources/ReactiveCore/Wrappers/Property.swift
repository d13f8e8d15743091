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
/// Every assignment notifies, even of an equal value, unless you pass a test:
/// `@Property(isDuplicate: ==) private(set) var count = 0`. An observer of a key path is notified when that part
/// changes. Its own observers may read, write and observe the property.
///
/// `$` is the read side, so `private(set)` prevents writes from outside, except by a cast of `$` to an
/// ``OpenBehavior``. Use ``Pub`` for a property that removes duplicates and can be written through `$`.
///
/// Copies of a struct share its properties: prefer classes. Cost: 8 bytes in the declaring type, and those of
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

  /// A property that begins with `wrappedValue` and finds duplicates by `isDuplicate(old, new)`.
  ///
  /// `isDuplicate` runs at each write, and should only compare.
  @inlinable
  public init(
    wrappedValue: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    behavior = OpenBehavior(wrappedValue, name: name, file: file, line: line, isDuplicate: isDuplicate)
  }

  /// The value. A write stores and notifies.
  @inlinable
  public var wrappedValue: Value {
    @inline(__always) get { behavior.read() }
    @inline(__always) nonmutating set { setValue(newValue) }
  }

  /// Changes the value in place, and notifies once: `_items.update { $0.append(item) }`.
  ///
  /// `items.append(item)` copies the array; this does not. The underscored name makes it private to the declaring type.
  /// See ``OpenBehavior/update(_:)``.
  ///
  /// - Returns: The result of `body`.
  @inlinable
  @discardableResult
  public func update<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result { try behavior.update(body) }

  /// The behavior to observe, written `$name`.
  @inlinable
  public var projectedValue: Behavior<Value> { behavior }
}
