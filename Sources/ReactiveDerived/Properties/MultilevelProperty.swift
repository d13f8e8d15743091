/// A property of the object that another property refers to.
///
/// ```swift
/// final class Person {
///   let name: StoredProperty<String>
///   init(_ name: String) { self.name = StoredProperty(name) }
/// }
/// let ada = Person("Ada"), grace = Person("Grace")
/// let chosen = StoredProperty(ada)
/// let name = MultilevelProperty(parentProperty: chosen, childKeyPath: \.name)
/// name.sink { print($0) }
/// ada.name.value = "Augusta"  // prints "Augusta"
/// chosen.value = grace        // prints "Grace"
/// ada.name.value = "Ada"      // prints nothing
/// ```
///
/// It changes when the outer property refers to another object and when the inner property changes; both in one
/// ``/ReactiveCore/batch(_:)`` are one change. It follows the behavior that `childSelector` returns, but no reads of
/// `childSelector`.
///
/// It retains the outer property. An inner one lives only as long as its object, and has no link left once it is
/// replaced. Cost: about 250 bytes for an `Int`. From Yoyo; other libraries call it `flatMap(.latest)` or
/// `switchToLatest`.
public final class MultilevelProperty<Parent, Value>: ComputedBehavior<Value> {
  @inlinable
  init(
    _ parent: Behavior<Parent>, _ childSelector: @escaping (Parent) -> Behavior<Value>, _ test: Equality<Value>,
    _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    super.init(test, name: name, file: file, line: line) {
      let object = parent.read()
      let child = Context.pauseTracking { childSelector(object) }
      return child.read()
    }
  }

  /// The property that `childSelector` returns, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Value>,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(parentProperty, childSelector, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// The property that `childSelector` returns, compared by `==`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Value>
  ) where Value: Equatable { self.init(parentProperty, childSelector, Equality(.equal()), name, file, line) }

  /// The property that `childSelector` returns, compared by identity.
  @inlinable @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Value>
  ) { self.init(parentProperty, childSelector, Equality(.identity()), name, file, line) }

  /// The property at a key path, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init<Child: Behavior<Value>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Parent, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(parentProperty, { $0[keyPath: childKeyPath] }, Equality(.duplicates(by: isDuplicate)), name, file, line)
  }

  /// The property at a key path, compared by `==`.
  @inlinable
  public convenience init<Child: Behavior<Value>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Parent, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(parentProperty, { $0[keyPath: childKeyPath] }, Equality(.equal()), name, file, line)
  }

  /// The property at a key path, compared by identity.
  @inlinable @_disfavoredOverload
  public convenience init<Child: Behavior<Value>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Parent, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) { self.init(parentProperty, { $0[keyPath: childKeyPath] }, Equality(.identity()), name, file, line) }
}
