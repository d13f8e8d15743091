// Equality of two values for a test: `==` for `Equatable` values, otherwise field by field by reflection.
//
// The walk keeps its own stack, so a long chain of values does not overflow the thread's.

/// Whether two values are equal: by `==`, or by structure without it.
///
/// An object equals itself, or an object of the same class with equal fields, if reflection shows any. Functions are
/// opaque, so they count as equal.
func isSame(_ a: Any, _ b: Any) -> Bool {
  var open = [(a, b)]
  var compared: Set<ObjectPair> = []
  while let (a, b) = open.popLast() {
    let areObjects = type(of: a) is AnyClass && type(of: b) is AnyClass
    if areObjects && (a as AnyObject) === (b as AnyObject) { continue }
    if let isEqual = areEqual(a, b) {
      if isEqual { continue }
      return false
    }
    guard type(of: a) == type(of: b), let parts = pairedParts(of: a, b, areObjects: areObjects) else { return false }
    // Compares cyclic objects once.
    if areObjects && !compared.insert(ObjectPair(a, b)).inserted { continue }
    open.append(contentsOf: parts.reversed())
  }
  return true
}

struct ObjectPair: Hashable {
  let first: ObjectIdentifier
  let second: ObjectIdentifier
  init(_ a: Any, _ b: Any) {
    first = ObjectIdentifier(a as AnyObject)
    second = ObjectIdentifier(b as AnyObject)
  }
}

/// Nil if the values differ without a comparison of parts.
private func pairedParts(of a: Any, _ b: Any, areObjects: Bool) -> [(Any, Any)]? {
  switch (ReflectedChildren(of: a), ReflectedChildren(of: b)) {
  case (.keyed(let first), .keyed(let second)):
    let pairs = first.compactMap { key, value in second[key].map { (value, $0) } }
    return first.count == second.count && pairs.count == first.count ? pairs : nil
  case (.elements(let first), .elements(let second)):
    return first.count == second.count ? Array(zip(first, second)) : nil
  case (.named(let first), .named(let second)):
    guard first.map(\.name) == second.map(\.name), !(areObjects && first.isEmpty) else { return nil }
    return Array(zip(first.map(\.value), second.map(\.value)))
  case (.none(let first), .none(let second)):
    return first == second ? [] : nil
  default:
    return nil
  }
}

/// Nil without `==`. Types have it too.
private func areEqual(_ a: Any, _ b: Any) -> Bool? {
  guard let first = a as? any Equatable, let second = b as? any Equatable else {
    guard let a = a as? any Any.Type, let b = b as? any Any.Type else { return nil }
    return a == b
  }
  return equals(first, second) ?? equals(second, first) ?? false
}

private func equals<Value: Equatable>(_ a: Value, _ b: any Equatable) -> Bool? {
  (b as? Value).map { a == $0 }
}
