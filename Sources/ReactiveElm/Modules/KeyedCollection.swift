internal import ReactiveCore

/// A collection of values by key, in a repeatable order, for ``KeyedEmbedding``.
///
/// ```swift
/// var names = [3: "c", 1: "a"]
/// names.updateKeyedValue(forKey: 3) { $0 += "!" }
/// names.forEachKeyed { print($0, $1) }  // prints "1 a", "3 c!"
/// ```
///
/// Dictionaries with `Comparable` keys conform, in key order, and so do arrays of `Identifiable` values. Another type,
/// such as an ordered dictionary, conforms by three functions, which only the library calls.
public protocol KeyedCollection<Key, Value> {
  /// The key of a value.
  associatedtype Key: Hashable
  /// The type of the values.
  associatedtype Value

  /// Updates the value of `key` in place; returns nil if there is none.
  @discardableResult
  mutating func updateKeyedValue<Result>(forKey key: Key, _ update: (inout Value) -> Result) -> Result?

  /// Replaces the value of `key`, or adds it where a new value belongs.
  mutating func setKeyedValue(_ value: Value, forKey key: Key)

  /// Calls `body` with each key and value, in order.
  func forEachKeyed(_ body: (Key, Value) -> Void)
}

extension Dictionary: KeyedCollection where Key: Comparable {
  /// Updates the value of `key` in place; returns nil if there is none. Cost: O(1).
  @inlinable
  @discardableResult
  public mutating func updateKeyedValue<Result>(forKey key: Key, _ update: (inout Value) -> Result) -> Result? {
    guard let index = index(forKey: key) else { return nil }
    return update(&values[index])
  }

  /// Sets the value of `key`. Cost: O(1).
  @inlinable
  public mutating func setKeyedValue(_ value: Value, forKey key: Key) { self[key] = value }

  /// Calls `body` with each key and value, in key order. Cost: O(n log n).
  @inlinable
  public func forEachKeyed(_ body: (Key, Value) -> Void) {
    for (key, value) in sorted(by: { $0.key < $1.key }) { body(key, value) }
  }
}

extension Array: KeyedCollection where Element: Identifiable {
  /// Updates the first value with the id `key` in place; returns nil if there is none.
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

  /// Replaces the value with the id `key`, or appends `value`. Cost: O(n).
  ///
  /// The process stops if the id of `value` is not `key`.
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

  /// Calls `body` with each id and value, in order.
  @inlinable
  public func forEachKeyed(_ body: (Element.ID, Element) -> Void) {
    for element in self { body(element.id, element) }
  }
}
