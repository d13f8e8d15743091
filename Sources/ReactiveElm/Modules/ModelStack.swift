/// Models one above the other, each with a key that no other has ever had: the screens of a navigation.
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
/// A ``KeyedEmbedding`` of the modules of the models pushes a new one on top with ``KeyedEmbedding/push(with:model:)``.
/// Since a key is not used again, no screen handles a late answer to a screen that was popped. Several kinds of screens
/// in one stack are a ``OneOf``; ``StackOf`` is the module of such a stack. Cost: an array's.
public struct ModelStack<Value>: KeyedCollection {
  fileprivate struct Entry {
    let key: Int
    var value: Value
  }
  private var entries: [Entry] = []
  fileprivate var nextKey = 0

  /// A stack of `values`, the last one on top.
  public init(_ values: [Value] = []) { for value in values { push(value) } }

  /// How many there are.
  public var count: Int { entries.count }

  /// Whether there are none.
  public var isEmpty: Bool { entries.isEmpty }

  /// The one on top.
  public var top: Value? { entries.last?.value }

  /// The keys, from the bottom to the top.
  public var keys: [Int] { entries.map(\.key) }

  /// All of them, from the bottom to the top.
  public var values: [Value] { entries.map(\.value) }

  /// The one with `key`; nil if there is none. Cost: O(n).
  public subscript(key: Int) -> Value? { index(of: key).map { entries[$0].value } }

  /// Puts `value` on top, and returns its key.
  @discardableResult
  public mutating func push(_ value: Value) -> Int {
    defer { nextKey += 1 }
    entries.append(Entry(key: nextKey, value: value))
    return nextKey
  }

  /// Takes off the one on top, if there is one, and returns it with its key.
  @discardableResult
  public mutating func pop() -> (key: Int, value: Value)? { entries.popLast().map { ($0.key, $0.value) } }

  /// Takes off what lies above the one with `key`; nothing if there is none.
  public mutating func pop(to key: Int) {
    if let index = index(of: key) { entries.removeSubrange((index + 1)...) }
  }

  /// Searched from the top, since most messages are for the top.
  private func index(of key: Int) -> Int? { entries.lastIndex { $0.key == key } }

  /// Has `update` change the value of `key` where it lies; nil, without a call, if there is none. Cost: O(n).
  @discardableResult
  public mutating func updateKeyedValue<Result>(forKey key: Int, _ update: (inout Value) -> Result) -> Result? {
    index(of: key).map { update(&entries[$0].value) }
  }

  /// Puts `value` in the place of the one that `key` has, or on top with this key. Cost: O(n).
  public mutating func setKeyedValue(_ value: Value, forKey key: Int) {
    if let index = index(of: key) {
      entries[index].value = value
    } else {
      nextKey = max(nextKey, key + 1)
      entries.append(Entry(key: key, value: value))
    }
  }

  /// Calls `body` with all keys and values, from the bottom to the top.
  public func forEachKeyed(_ body: (Int, Value) -> Void) { for entry in entries { body(entry.key, entry.value) } }
}

extension ModelStack.Entry: Sendable where Value: Sendable {}
extension ModelStack.Entry: Equatable where Value: Equatable {}
extension ModelStack.Entry: Codable where Value: Codable {}
extension ModelStack: Sendable where Value: Sendable {}
extension ModelStack: Equatable where Value: Equatable {}
extension ModelStack: Codable where Value: Codable {}

extension KeyedEmbedding {
  /// Puts a new child on top, and returns its first commands.
  public func push(with flags: Child.Flags, model: inout Parent.Model) -> [Parent.Command]
  where Models == ModelStack<Child.Model> {
    wrapping.place.expectAccess()
    return start(model[keyPath: wrapping.place.keyPath].nextKey, with: flags, model: &model)
  }
}
