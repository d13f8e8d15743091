/// Calls `handler` with the old and the new value whenever the value of `source` changes.
///
/// ```swift
/// @Atom var first = "Ada"
/// @Atom var last = "King"
/// let watcher = watch(of: first + " " + last) { old, new in
///   print("\(old) is now \(new)")
/// }
/// last = "Lovelace"  // prints "Ada King is now Ada Lovelace"
/// ```
///
/// What `source` reads is tracked, what `handler` reads is not. With `initial` the handler is called at once, with the
/// present value as both. Lives as long as the effect that it returns, or the scope that it was made in. An object that
/// keeps the effect must not be captured by `source`, which has no capture list: write `unowned let me = self` before
/// it, and `me.count` in it. Cost: that of an ``Effect``.
///
/// - Returns: the effect that watches.
public func watch<Value: Equatable>(
  of source: @autoclosure @escaping () -> Value, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ handler: @escaping (_ old: Value, _ new: Value) -> Void
) -> Effect {
  watch(of: source(), initial: initial, name: name, file: file, line: line, isDuplicate: ==, handler)
}

/// Calls `handler` with the old and the new object whenever another instance takes its place.
public func watch<Value: AnyObject>(
  of source: @autoclosure @escaping () -> Value, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ handler: @escaping (_ old: Value, _ new: Value) -> Void
) -> Effect {
  watch(of: source(), initial: initial, name: name, file: file, line: line, isDuplicate: ===, handler)
}

/// Calls `handler` with the old and the new object whenever they differ.
public func watch<Value: AnyObject & Equatable>(
  of source: @autoclosure @escaping () -> Value, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ handler: @escaping (_ old: Value, _ new: Value) -> Void
) -> Effect {
  watch(of: source(), initial: initial, name: name, file: file, line: line, isDuplicate: ==, handler)
}

/// Calls `handler` with the old and the new object, or nil, whenever another instance takes its place.
public func watch<Object: AnyObject>(
  of source: @autoclosure @escaping () -> Object?, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ handler: @escaping (_ old: Object?, _ new: Object?) -> Void
) -> Effect {
  watch(of: source(), initial: initial, name: name, file: file, line: line, isDuplicate: ===, handler)
}

/// Calls `handler` with the old and the new object, or nil, whenever they differ.
public func watch<Object: AnyObject & Equatable>(
  of source: @autoclosure @escaping () -> Object?, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ handler: @escaping (_ old: Object?, _ new: Object?) -> Void
) -> Effect {
  watch(of: source(), initial: initial, name: name, file: file, line: line, isDuplicate: { $0 == $1 }, handler)
}

/// Calls `handler` with the old and the new value whenever something that `source` reads has changed.
@_disfavoredOverload
public func watch<Value>(
  of source: @autoclosure @escaping () -> Value, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line, _ handler: @escaping (_ old: Value, _ new: Value) -> Void
) -> Effect {
  watch(of: source(), initial: initial, name: name, file: file, line: line, isDuplicate: { _, _ in false }, handler)
}

/// Calls `handler` with the old and the new value whenever they are not the same by `isDuplicate(old, new)`.
public func watch<Value>(
  of source: @autoclosure @escaping () -> Value, initial: Bool = false, name: String? = nil,
  file: StaticString = #fileID, line: UInt = #line,
  isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool,
  _ handler: @escaping (_ old: Value, _ new: Value) -> Void
) -> Effect {
  var last: Value?
  return Effect(name: name, file: file, line: line) {
    let new = source()
    untracked {
      let old = last ?? new
      let isNews = last == nil ? initial : !isDuplicate(old, new)
      if last == nil || isNews { last = new }
      if isNews { handler(old, new) }
    }
  }
}
