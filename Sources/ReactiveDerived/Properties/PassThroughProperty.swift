/// A property with the value of another: a read-only view of a hidden source.
///
/// ```swift
/// final class Session {
///   private let user = StoredProperty("Ada")
///   let userName: PassThroughProperty<String>
///   init() { userName = PassThroughProperty(parentProperty: user) }
///   func logOut() { user.value = "nobody" }
/// }
/// let session = Session()
/// session.userName.sink { print($0) }
/// session.logOut()  // prints "nobody"
/// ```
///
/// It is lazy and cached. It has its own test for duplicates, so it can drop changes of its parent, which it retains.
/// Cost: 176 bytes for an `Int`. From Yoyo.
public final class PassThroughProperty<Value>: ComputedBehavior<Value> {
  @inlinable
  init(
    _ parent: Behavior<Value>, _ test: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    super.init(test, name: name, file: file, line: line) { parent.read() }
  }

  /// A property that follows `parentProperty`, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(parentProperty, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// A property that follows `parentProperty`, compared by `==`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(parentProperty, Equality(.equal()), name, file, line) }

  /// A property that follows `parentProperty`, compared by identity.
  @inlinable @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(parentProperty, Equality(.identity()), name, file, line) }
}
