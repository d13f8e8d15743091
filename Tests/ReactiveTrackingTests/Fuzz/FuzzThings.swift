final class FuzzThing: FuzzHeld {
  let number: Int
  init(_ number: Int) { self.number = number }
}
protocol FuzzHeld: AnyObject {}

/// One object per number, so that equal numbers are the same object.
final class FuzzThings {
  private var things: [Int: FuzzThing] = [:]

  func thing(_ number: Int) -> FuzzThing {
    if let thing = things[number] { return thing }
    let thing = FuzzThing(number)
    things[number] = thing
    return thing
  }
  /// 0 is nil in an optional.
  func optionalThing(_ number: Int) -> FuzzThing? { number == 0 ? nil : thing(number) }

  static func number<Value>(of value: Value) -> Int { (value as Any as? FuzzThing)?.number ?? 0 }
}

/// The type that holds a node's objects.
enum FuzzHolding: CaseIterable {
  case thing, optional, existential, optionalExistential, anyObject, any, optionalAny

  var isOptional: Bool { self == .optional || self == .optionalExistential || self == .optionalAny }
}
