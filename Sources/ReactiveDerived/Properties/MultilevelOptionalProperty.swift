/// A property of whatever object another property points at, or nil where there is none.
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
/// As ``MultilevelProperty``, for a `childSelector` that may return nil. If the inner property is optional already, the
/// value is an optional of an optional. From Yoyo.
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

  /// The property that `childSelector` finds, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Child>?,
    isDuplicate: @escaping (_ old: Child?, _ new: Child?) -> Bool
  ) { self.init(parentProperty, childSelector, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// The property that `childSelector` finds; an equal value is no change.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Child>?
  ) where Child: Equatable { self.init(parentProperty, childSelector, Equality(.equal()), name, file, line) }

  /// The property that `childSelector` finds; the same instance is no change, nor is nil after nil; any other value is.
  @inlinable @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Child>?
  ) { self.init(parentProperty, childSelector, Equality(.identity()), name, file, line) }

  /// The property at a key path of an object that may be missing, for which two values are the same if
  /// `isDuplicate(old, new)`.
  @inlinable
  public convenience init<Object, Inner: Behavior<Child>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Object, Inner>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Child?, _ new: Child?) -> Bool
  ) where Parent == Object? {
    self.init(parentProperty, { $0?[keyPath: childKeyPath] }, Equality(.duplicates(by: isDuplicate)), name, file, line)
  }

  /// The property at a key path of an object that may be missing; an equal value is no change.
  @inlinable
  public convenience init<Object, Inner: Behavior<Child>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Object, Inner>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Parent == Object?, Child: Equatable {
    self.init(parentProperty, { $0?[keyPath: childKeyPath] }, Equality(.equal()), name, file, line)
  }

  /// The property at a key path of an object that may be missing; the same instance is no change, nor is nil after nil.
  @inlinable @_disfavoredOverload
  public convenience init<Object, Inner: Behavior<Child>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Object, Inner>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Parent == Object? {
    self.init(parentProperty, { $0?[keyPath: childKeyPath] }, Equality(.identity()), name, file, line)
  }
}
