/// A property whose value is that of another: a read-only face of something that stays hidden.
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
/// Lazy and cached as any derivation. It has a test for duplicates of its own, so it can cut changes of its parent. It
/// keeps its parent alive. Cost: 160 bytes for an `Int`. From Yoyo.
public final class PassThroughProperty<Value>: ComputedBehavior<Value> {
  @inlinable
  init(
    _ parent: Behavior<Value>, _ test: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    super.init(test, name: name, file: file, line: line) { parent.read() }
  }

  /// A property that follows `parentProperty`, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(parentProperty, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// A property that follows `parentProperty`; an equal value is no change.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(parentProperty, Equality(.equal()), name, file, line) }

  /// A property that follows `parentProperty`; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(parentProperty, Equality(.identity()), name, file, line) }
}
