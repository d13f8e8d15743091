/// A property with a collection's elements, which changes whenever a property of an element does.
///
/// ```swift
/// final class Item {
///   let price: StoredProperty<Int>
///   init(_ price: Int) { self.price = StoredProperty(price) }
/// }
/// let items = StoredProperty([Item(3), Item(4)])
/// let observed = MultilevelCollectionProperty(parentProperty: items, childKeyPath: \.price)
/// let total = DerivedProperty(observed) { items in items.reduce(0) { $0 + $1.price.value } }
/// total.sink { print("total: \($0)") }
/// items.value[0].price.value = 5  // prints "total: 9"
/// items.value.append(Item(1))     // prints "total: 10"
/// ```
///
/// A change of an inner property is a change of the whole; a ``/ReactiveCore/batch(_:)`` is one. Collections are
/// compared by the test for duplicates.
///
/// `childSelector` runs for each new element, and not again while the same object stays in the collection. For other
/// elements, it runs at each change of the collection. The property retains the outer one.
///
/// Cost: about 300 bytes, plus 120 for each inner property. A change of an inner property costs the same for any number
/// of elements. From Yoyo.
public final class MultilevelCollectionProperty<Value: Sequence>: ComputedBehavior<Value> {
  @inlinable
  init(
    _ parent: Behavior<Value>, _ childSelector: @escaping (Value.Element) -> [any BehaviorProtocol], _ name: String?,
    _ file: StaticString, _ line: UInt
  ) {
    let elements = FollowedElements(parent, childSelector)
    // No duplicates: each run follows a change of the collection or an inner property.
    super.init(Equality(.never()), name: name, file: file, line: line) { elements.follow() }
  }

  /// Follows each element's behaviors; compares collections by `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Value.Element) -> [any BehaviorProtocol],
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    let parent = PassThroughProperty(parentProperty: parentProperty, isDuplicate: isDuplicate)
    self.init(parent, childSelector, name, file, line)
  }

  /// Follows each element's behaviors; compares collections by `==`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Value.Element) -> [any BehaviorProtocol]
  ) where Value: Equatable { self.init(cut(parentProperty), childSelector, name, file, line) }

  /// Follows each element's behaviors; compares collections by identity.
  @inlinable @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Value.Element) -> [any BehaviorProtocol]
  ) { self.init(cut(parentProperty), childSelector, name, file, line) }

  /// Follows the behavior at a key path of each element; compares collections by `isDuplicate(old, new)`.
  @inlinable
  public convenience init<Child: BehaviorProtocol>(
    parentProperty: Behavior<Value>, childKeyPath: KeyPath<Value.Element, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    let parent = PassThroughProperty(parentProperty: parentProperty, isDuplicate: isDuplicate)
    self.init(parent, { [$0[keyPath: childKeyPath]] }, name, file, line)
  }

  /// Follows the behavior at a key path of each element; compares collections by `==`.
  @inlinable
  public convenience init<Child: BehaviorProtocol>(
    parentProperty: Behavior<Value>, childKeyPath: KeyPath<Value.Element, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(cut(parentProperty), { [$0[keyPath: childKeyPath]] }, name, file, line) }

  /// Follows the behavior at a key path of each element; compares collections by identity.
  @inlinable @_disfavoredOverload
  public convenience init<Child: BehaviorProtocol>(
    parentProperty: Behavior<Value>, childKeyPath: KeyPath<Value.Element, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) { self.init(cut(parentProperty), { [$0[keyPath: childKeyPath]] }, name, file, line) }
}

/// A behavior that does not notify of equal values.
@usableFromInline
func cut<Value: Equatable>(_ behavior: Behavior<Value>) -> Behavior<Value> {
  behavior.duplicateRule == .equal ? behavior : PassThroughProperty(parentProperty: behavior)
}

/// A behavior that does not notify of the same object.
@usableFromInline @_disfavoredOverload
func cut<Value>(_ behavior: Behavior<Value>) -> Behavior<Value> {
  heldObjects(of: Value.self) == .never ? behavior : PassThroughProperty(parentProperty: behavior)
}
