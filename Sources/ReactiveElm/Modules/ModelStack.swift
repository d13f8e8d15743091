internal import ReactiveCore

/// A stack of models, such as screens, with keys that are never reused.
///
/// ```swift
/// var path = ModelStack(["inbox"])
/// path.push("letter")
/// print(path.top ?? "", path.count)  // letter 2
/// path.pop()
/// let key = path.push("another letter")
/// print(key)  // 2
/// ```
///
/// In a ``KeyedEmbedding``, push a child with ``KeyedEmbedding/push(with:model:)``. Late answers to popped screens
/// reach no other screen. Use a ``OneOf`` for several kinds of screens, and ``StackOf`` for a module of the stack.
/// Cost: that of an array.
public struct ModelStack<Value>: KeyedCollection {
  fileprivate struct Entry {
    let key: Int
    var value: Value
  }
  private var entries: [Entry] = []
  fileprivate var nextKey = 0

  /// Creates a stack of `values`, the last on top.
  public init(_ values: [Value] = []) { for value in values { push(value) } }

  /// The number of values.
  public var count: Int { entries.count }

  /// Whether the stack is empty.
  public var isEmpty: Bool { entries.isEmpty }

  /// The top value, if any.
  public var top: Value? { entries.last?.value }

  /// The keys, from bottom to top.
  public var keys: [Int] { entries.map(\.key) }

  /// The values, from bottom to top.
  public var values: [Value] { entries.map(\.value) }

  /// The value of `key`, if any. Cost: O(n).
  public subscript(key: Int) -> Value? { index(of: key).map { entries[$0].value } }

  /// Pushes `value`, and returns its key.
  @discardableResult
  public mutating func push(_ value: Value) -> Int {
    if nextKey == .max { stopWithoutKey() }
    defer { nextKey += 1 }
    entries.append(Entry(key: nextKey, value: value))
    return nextKey
  }

  /// Pops the top value, if any, and returns it with its key.
  @discardableResult
  public mutating func pop() -> (key: Int, value: Value)? { entries.popLast().map { ($0.key, $0.value) } }

  /// Pops the values above `key`; does nothing if `key` is absent.
  public mutating func pop(to key: Int) {
    if let index = index(of: key) { entries.removeSubrange((index + 1)...) }
  }

  private func stopWithoutKey() -> Never {
    stop(
      """
      ModelStack<\(Value.self)>: a value was to be added under the key Int.max, after which there is no key for another \
      one. Give it a smaller key; push(_:) gives one above all others.
      """)
  }

  /// Searches from the top, since most messages are for the top.
  private func index(of key: Int) -> Int? { entries.lastIndex { $0.key == key } }

  /// Updates the value of `key` in place; returns nil if there is none. Cost: O(n).
  @discardableResult
  public mutating func updateKeyedValue<Result>(forKey key: Int, _ update: (inout Value) -> Result) -> Result? {
    index(of: key).map { update(&entries[$0].value) }
  }

  /// Replaces the value of `key`, or pushes `value` with this key. Cost: O(n).
  ///
  /// The process stops if a new key is `Int.max`: no key would be left for the next ``push(_:)``, which stops in its
  /// turn if the last key was `Int.max - 1`.
  public mutating func setKeyedValue(_ value: Value, forKey key: Int) {
    if let index = index(of: key) {
      entries[index].value = value
    } else {
      if key == .max { stopWithoutKey() }
      nextKey = max(nextKey, key + 1)
      entries.append(Entry(key: key, value: value))
    }
  }

  /// Calls `body` with each key and value, from bottom to top.
  public func forEachKeyed(_ body: (Int, Value) -> Void) { for entry in entries { body(entry.key, entry.value) } }
}

extension ModelStack.Entry: Sendable where Value: Sendable {}
extension ModelStack.Entry: Equatable where Value: Equatable {}
extension ModelStack.Entry: Codable where Value: Codable {}
extension ModelStack: Sendable where Value: Sendable {}
extension ModelStack: Equatable where Value: Equatable {}

extension ModelStack: Codable where Value: Codable {
  /// Decodes a stack as it was encoded.
  ///
  /// - Throws: The decoder's error, or `DecodingError.dataCorrupted` if keys repeat or could be given out again.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    entries = try container.decode([Entry].self, forKey: .entries)
    nextKey = try container.decode(Int.self, forKey: .nextKey)
    if Set(keys).count < count || keys.contains(where: { $0 >= nextKey }) {
      throw DecodingError.dataCorruptedError(
        forKey: .nextKey, in: container,
        debugDescription: "the keys \(keys) of a stack have to differ, and to be less than the next one, \(nextKey)")
    }
  }
}

extension KeyedEmbedding {
  /// Pushes a new child, and returns its first commands.
  public func push(with flags: Child.Flags, model: inout Parent.Model) -> [Parent.Command]
  where Models == ModelStack<Child.Model> {
    wrapping.place.expectAccess()
    return start(model[keyPath: wrapping.place.keyPath].nextKey, with: flags, model: &model)
  }
}
