/// A property of whatever object another property points at.
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
/// It changes when the outer property points at another object and when the inner property changes; both in one
/// ``/ReactiveCore/batch(_:)`` are one change. What `childSelector` reads is not followed, only the behavior that it
/// returns. It keeps the outer property alive, and an inner one only as long as its object does; one that it has left
/// has no link to it any more. Cost: about 250 bytes for an `Int`. From Yoyo; elsewhere `flatMap(.latest)` or
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

  /// The property that `childSelector` finds, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Value>,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(parentProperty, childSelector, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// The property that `childSelector` finds; an equal value is no change.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Value>
  ) where Value: Equatable { self.init(parentProperty, childSelector, Equality(.equal()), name, file, line) }

  /// The property that `childSelector` finds; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Parent>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Parent) -> Behavior<Value>
  ) { self.init(parentProperty, childSelector, Equality(.identity()), name, file, line) }

  /// The property at a key path, for which two values are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<Child: Behavior<Value>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Parent, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(parentProperty, { $0[keyPath: childKeyPath] }, Equality(.duplicates(by: isDuplicate)), name, file, line)
  }

  /// The property at a key path; an equal value is no change.
  @inlinable
  public convenience init<Child: Behavior<Value>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Parent, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(parentProperty, { $0[keyPath: childKeyPath] }, Equality(.equal()), name, file, line)
  }

  /// The property at a key path; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public convenience init<Child: Behavior<Value>>(
    parentProperty: Behavior<Parent>, childKeyPath: KeyPath<Parent, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) { self.init(parentProperty, { $0[keyPath: childKeyPath] }, Equality(.identity()), name, file, line) }
}
