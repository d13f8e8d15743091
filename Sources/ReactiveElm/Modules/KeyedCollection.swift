internal import ReactiveCore

/// A collection of values by keys with an order that can be repeated, as ``KeyedEmbedding`` needs it.
///
/// ```swift
/// var names = [3: "c", 1: "a"]
/// names.updateKeyedValue(forKey: 3) { $0 += "!" }
/// names.forEachKeyed { print($0, $1) }  // prints "1 a", "3 c!"
/// ```
///
/// A dictionary is one if its keys can be compared, in their order, and an array of `Identifiable` values, in its own
/// order. Others, such as an ordered dictionary, need these three functions, which are for the layer to call.
public protocol KeyedCollection<Key, Value> {
  /// What a value is found by.
  associatedtype Key: Hashable
  /// What is collected.
  associatedtype Value

  /// Has `update` change the value of `key` where it lies; nil, without a call, if there is none.
  @discardableResult
  mutating func updateKeyedValue<Result>(forKey key: Key, _ update: (inout Value) -> Result) -> Result?

  /// Adds `value`, in the place of the one that `key` has, or where a new one belongs.
  mutating func setKeyedValue(_ value: Value, forKey key: Key)

  /// Calls `body` with all keys and values, in order.
  func forEachKeyed(_ body: (Key, Value) -> Void)
}

extension Dictionary: KeyedCollection where Key: Comparable {
  /// Has `update` change the value of `key` where it lies; nil, without a call, if there is none. Cost: O(1).
  @inlinable
  @discardableResult
  public mutating func updateKeyedValue<Result>(forKey key: Key, _ update: (inout Value) -> Result) -> Result? {
    guard let index = index(forKey: key) else { return nil }
    return update(&values[index])
  }

  /// Adds `value`, in the place of the one that `key` has. Cost: O(1).
  @inlinable
  public mutating func setKeyedValue(_ value: Value, forKey key: Key) { self[key] = value }

  /// Calls `body` with all keys and values, in the order of the keys. Cost: O(n log n).
  @inlinable
  public func forEachKeyed(_ body: (Key, Value) -> Void) {
    for (key, value) in sorted(by: { $0.key < $1.key }) { body(key, value) }
  }
}

extension Array: KeyedCollection where Element: Identifiable {
  /// Has `update` change the first value with the id `key` where it lies; nil, without a call, if there is none.
  ///
  /// Cost: O(n), 1 ns per element.
  @inlinable
  @discardableResult
  public mutating func updateKeyedValue<Result>(
    forKey key: Element.ID, _ update: (inout Element) -> Result
  ) -> Result? {
    guard let index = firstIndex(where: { $0.id == key }) else { return nil }
    return update(&self[index])
  }

  /// Adds `value`, whose id is `key`, in the place of the one with that id, or at the end. Cost: O(n).
  public mutating func setKeyedValue(_ value: Element, forKey key: Element.ID) {
    if value.id != key {
      stop(
        """
        \(Element.self): a value with the id \(value.id) was added to an array under the key \(key). In an array the key \
        is the id: give the value this id where it is made.
        """)
    }
    if let index = firstIndex(where: { $0.id == key }) { self[index] = value } else { append(value) }
  }

  /// Calls `body` with all ids and values, in the order of the array.
  @inlinable
  public func forEachKeyed(_ body: (Element.ID, Element) -> Void) {
    for element in self { body(element.id, element) }
  }
}
