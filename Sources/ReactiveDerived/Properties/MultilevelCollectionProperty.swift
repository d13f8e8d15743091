/// A property with the elements of another, which changes whenever one of the elements' own properties does.
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
/// Every change of an inner property counts as a change of the whole, several in one ``/ReactiveCore/batch(_:)`` as
/// one. Whether a new collection is a change is decided by the test for duplicates, which is chosen by its type as
/// everywhere. It keeps the outer property alive.
///
/// `childSelector` is asked for an element when it comes, and not again as long as the same object stays at its place; elements
/// that are no objects are asked at each change of the collection. Cost: about 300 bytes, and 86 for each inner property; a
/// change of one inner property costs the same however many elements there are. From Yoyo.
public final class MultilevelCollectionProperty<Value: Sequence>: ComputedBehavior<Value> {
  @inlinable
  init(
    _ parent: Behavior<Value>, _ childSelector: @escaping (Value.Element) -> [any BehaviorProtocol], _ name: String?,
    _ file: StaticString, _ line: UInt
  ) {
    let elements = FollowedElements(parent, childSelector)
    // It only runs when the collection or an inner property has changed, so each run is a change.
    super.init(Equality(.never()), name: name, file: file, line: line) { elements.follow() }
  }

  /// Follows what `childSelector` finds in each element; two collections are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Value.Element) -> [any BehaviorProtocol],
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    let parent = PassThroughProperty(parentProperty: parentProperty, isDuplicate: isDuplicate)
    self.init(parent, childSelector, name, file, line)
  }

  /// Follows what `childSelector` finds in each element; an equal collection is no change.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Value.Element) -> [any BehaviorProtocol]
  ) where Value: Equatable { self.init(cut(parentProperty), childSelector, name, file, line) }

  /// Follows what `childSelector` finds in each element; the same object is no change, every other collection is one.
  @inlinable @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    childSelector: @escaping (Value.Element) -> [any BehaviorProtocol]
  ) { self.init(cut(parentProperty), childSelector, name, file, line) }

  /// Follows the behavior at a key path of each element; two collections are the same if `isDuplicate(old, new)`.
  @inlinable
  public convenience init<Child: BehaviorProtocol>(
    parentProperty: Behavior<Value>, childKeyPath: KeyPath<Value.Element, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    let parent = PassThroughProperty(parentProperty: parentProperty, isDuplicate: isDuplicate)
    self.init(parent, { [$0[keyPath: childKeyPath]] }, name, file, line)
  }

  /// Follows the behavior at a key path of each element; an equal collection is no change.
  @inlinable
  public convenience init<Child: BehaviorProtocol>(
    parentProperty: Behavior<Value>, childKeyPath: KeyPath<Value.Element, Child>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(cut(parentProperty), { [$0[keyPath: childKeyPath]] }, name, file, line) }

  /// Follows the behavior at a key path of each element; the same object is no change, every other collection is one.
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
