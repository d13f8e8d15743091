/// A property of the object that another property refers to, or nil without an object.
///
/// ```swift
/// final class Person {
///   let name = StoredProperty("Ada")
/// }
/// let chosen = StoredProperty<Person?>(nil)
/// let name = MultilevelOptionalProperty(parentProperty: chosen, childKeyPath: \.name)
/// print(name.value as Any)  // nil
/// name.sink { print($0 ?? "nobody") }
/// chosen.value = Person()   // prints "Ada"
/// chosen.value = nil        // prints "nobody"
/// ```
///
/// Like ``MultilevelProperty``, but `childSelector` may return nil. For an optional inner property, the value is an
/// optional of an optional. From Yoyo.
public final class MultilevelOptionalProperty<Parent, Child>: ComputedBehavior<Child?> {
  @inlinable
  init(
    _ parent: Behavior<Parent>, _ childSelector: @escaping (Parent) -> Behavior<Child>?, _ test: Equality<Child?>,
    _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    super.init(test, name: name, file: file, line: line) {
      let object = parent.read()
      let child = Context.pauseTracking { childSelector(object) }
      return child?.read()
    }
  }

  /// The property that `childSelector` returns, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Child>?,
    isDuplicate: @escaping (_ old: Child?, _ new: Child?) -> Bool
  ) { self.init(parentProperty, childSelector, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// The property that `childSelector` returns, compared by `==`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Child>?
  ) where Child: Equatable { self.init(parentProperty, childSelector, Equality(.equal()), name, file, line) }

  /// The property that `childSelector` returns, compared by identity; nil after nil is a duplicate.
  @inlinable @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Child>?
  ) { self.init(parentProperty, childSelector, Equality(.identity()), name, file, line) }

  /// The property at a key path of an optional object, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init<Object, Inner: Behavior<Child>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Object, Inner>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Child?, _ new: Child?) -> Bool
  ) where Parent == Object? {
    self.init(parentProperty, { $0?[keyPath: childKeyPath] }, Equality(.duplicates(by: isDuplicate)), name, file, line)
  }

  /// The property at a key path of an optional object, compared by `==`.
  @inlinable
  public convenience init<Object, Inner: Behavior<Child>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Object, Inner>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Parent == Object?, Child: Equatable {
    self.init(parentProperty, { $0?[keyPath: childKeyPath] }, Equality(.equal()), name, file, line)
  }

  /// The property at a key path of an optional object, compared by identity; nil after nil is a duplicate.
  @inlinable @_disfavoredOverload
  public convenience init<Object, Inner: Behavior<Child>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Object, Inner>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Parent == Object? {
    self.init(parentProperty, { $0?[keyPath: childKeyPath] }, Equality(.identity()), name, file, line)
  }
}
