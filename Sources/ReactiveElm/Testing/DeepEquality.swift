// Whether two values are equal, for a test.
//
// With `==` where they are `Equatable`; everything else by what reflection shows, field by field. The walk keeps its own
// stack, so that a long chain of values needs none of the thread's.

/// Whether two values are equal: by `==`, or without it by structure.
///
/// An object is equal to itself, and otherwise to one of the same class with equal fields, if it has any to see. Of
/// functions nothing can be seen: they count as equal.
func isSame(_ a: Any, _ b: Any) -> Bool {
  var open = [(a, b)]
  var compared: Set<ObjectPair> = []
  while let (a, b) = open.popLast() {
    switch DeepEquality(a, b) {
    case .same: continue
    case .different: return false
    case .byParts(let parts, let objects):
      // Objects that lead back to themselves are compared once.
      if let objects, !compared.insert(objects).inserted { continue }
      open.append(contentsOf: parts.reversed())
    }
  }
  return true
}

/// Two objects that are compared with each other.
struct ObjectPair: Hashable {
  let first: ObjectIdentifier
  let second: ObjectIdentifier
  init(_ a: Any, _ b: Any) {
    first = ObjectIdentifier(a as AnyObject)
    second = ObjectIdentifier(b as AnyObject)
  }
}

/// What can be said of two values without looking at their parts.
private enum DeepEquality {
  case same
  case different
  case byParts([(Any, Any)], ObjectPair?)

  init(_ a: Any, _ b: Any) {
    let areObjects = type(of: a) is AnyClass && type(of: b) is AnyClass
    if areObjects && (a as AnyObject) === (b as AnyObject) {
      self = .same
    } else if let isEqual = areEqual(a, b) {
      self = isEqual ? .same : .different
    } else if type(of: a) != type(of: b) {
      self = .different
    } else if let a = a as? any Any.Type, let b = b as? any Any.Type {
      self = a == b ? .same : .different
    } else {
      self.init(parts: a, b, ObjectPair?.none, areObjects)
    }
  }

  private init(parts a: Any, _ b: Any, _: ObjectPair?, _ areObjects: Bool) {
    let (first, second) = (ReflectedChildren(of: a), ReflectedChildren(of: b))
    switch (first, second) {
    case (.keyed(let first), .keyed(let second)):
      guard first.count == second.count else {
        self = .different
        return
      }
      var pairs: [(Any, Any)] = []
      for (key, value) in first {
        guard let other = second[key] else {
          self = .different
          return
        }
        pairs.append((value, other))
      }
      self = .byParts(pairs, nil)
    case (.elements(let first), .elements(let second)):
      self = first.count == second.count ? .byParts(Array(zip(first, second)), nil) : .different
    case (.named(let first), .named(let second)):
      guard first.map(\.name) == second.map(\.name), !(areObjects && first.isEmpty) else {
        self = .different
        return
      }
      self = .byParts(
        Array(zip(first.map(\.value), second.map(\.value))), areObjects ? ObjectPair(a, b) : nil)
    case (.none(let first), .none(let second)):
      self = first == second ? .same : .different
    default:
      self = .different
    }
  }
}

/// What `==` says; nil if there is none.
private func areEqual(_ a: Any, _ b: Any) -> Bool? {
  guard let first = a as? any Equatable, let second = b as? any Equatable else { return nil }
  return equals(first, second) ?? equals(second, first) ?? false
}

private func equals<Value: Equatable>(_ a: Value, _ b: any Equatable) -> Bool? {
  (b as? Value).map { a == $0 }
}
