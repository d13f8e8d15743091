/// An object that stands for a number.
final class FuzzThing: FuzzHeld {
  let number: Int
  init(_ number: Int) { self.number = number }
}
protocol FuzzHeld: AnyObject {}

/// One object for each number: two values are the same object if they are the same number.
final class FuzzThings {
  private var things: [Int: FuzzThing] = [:]

  func thing(_ number: Int) -> FuzzThing {
    if let thing = things[number] { return thing }
    let thing = FuzzThing(number)
    things[number] = thing
    return thing
  }
  /// 0 is nil where there is a nil.
  func optionalThing(_ number: Int) -> FuzzThing? { number == 0 ? nil : thing(number) }

  static func number<Value>(of value: Value) -> Int { (value as Any as? FuzzThing)?.number ?? 0 }
}

/// What a node's objects are held as.
enum FuzzHolding: CaseIterable {
  case thing, optional, existential, optionalExistential, anyObject, any, optionalAny

  var isOptional: Bool { self == .optional || self == .optionalExistential || self == .optionalAny }
}
