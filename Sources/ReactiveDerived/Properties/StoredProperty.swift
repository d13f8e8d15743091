/// A property that you write.
///
/// ```swift
/// final class LoginManager {
///   let isLoggedIn = StoredProperty(false)
///   func logIn() { isLoggedIn.value = true }
/// }
/// let manager = LoginManager()
/// manager.isLoggedIn.sink { print("logged in: \($0)") }
/// manager.logIn()  // prints "logged in: true"
/// ```
///
/// An ``/ReactiveCore/OpenBehavior`` under Yoyo's name, which also accepts a `changePredicate:`. Cost: 112 bytes for an
/// `Int`. From Yoyo.
public final class StoredProperty<Value>: OpenBehavior<Value> {
  @inlinable
  init(
    _ value: Value, _ equality: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) { super.init(value, equality, name: name, file: file, line: line) }

  /// A property that begins with `value`, compared by `isDuplicate(old, new)`.
  ///
  /// Messages identify it by `name`, or else by `file` and `line`.
  @inlinable
  public convenience init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(value, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// A property that begins with `value`, compared by `==`.
  @inlinable
  public convenience init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(value, Equality(.equal()), name, file, line) }

  /// A property that begins with `value`, compared by identity.
  @inlinable @_disfavoredOverload
  public convenience init(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(value, Equality(.identity()), name, file, line) }
}
