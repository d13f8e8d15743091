// Tests: HeldObjects, Equality

import ReactiveCore
import Testing

/// Compares the kernel's reading of type metadata with the types themselves.
@Suite("Which types hold objects")
struct HeldObjectsTests {
  @Test("a type is found to hold objects, however it holds them")
  func always() {
    #expect(heldObjects(of: Thing.self) == .always)
    #expect(heldObjects(of: Generic<Int>.self) == .always)
    #expect(heldObjects(of: Actor.self) == .always)
    #expect(heldObjects(of: (any Bound).self) == .always)
    #expect(heldObjects(of: (any Bound & Other).self) == .always)
    #expect(heldObjects(of: (any Base & Free).self) == .always)
    #expect(heldObjects(of: AnyObject.self) == .always)
    #expect(heldObjects(of: Thing?.self) == .always)
    #expect(heldObjects(of: (any Bound)?.self) == .always)
    #expect(heldObjects(of: (any Bound)??.self) == .always)
    #expect(heldObjects(of: AnyObject?.self) == .always)
  }

  @Test("a type that may hold objects is found, too")
  func perhaps() {
    #expect(heldObjects(of: Any.self) == .perhaps)
    #expect(heldObjects(of: Any?.self) == .perhaps)
    #expect(heldObjects(of: Any??.self) == .perhaps)
    #expect(heldObjects(of: (any Free).self) == .perhaps)
    #expect(heldObjects(of: (any Error).self) == .perhaps)
    #expect(heldObjects(of: (any Sendable)?.self) == .perhaps)
    #expect(heldObjects(of: (any Constrained<Int>).self) == .perhaps)
    #expect(heldObjects(of: (any ConstrainedBound<Int>).self) == .perhaps)
  }

  @Test("values of any other type are no objects, whatever they contain")
  func never() {
    #expect(heldObjects(of: Int.self) == .never)
    #expect(heldObjects(of: String.self) == .never)
    #expect(heldObjects(of: [Thing].self) == .never)
    #expect(heldObjects(of: Holder.self) == .never)
    #expect(heldObjects(of: (Thing, Thing).self) == .never)
    #expect(heldObjects(of: (() -> Void).self) == .never)
    #expect(heldObjects(of: Thing.Type.self) == .never)
    #expect(heldObjects(of: AnyObject.Type.self) == .never)
    #expect(heldObjects(of: Result<Thing, any Error>.self) == .never)
    #expect(heldObjects(of: Void.self) == .never)
    #expect(heldObjects(of: Never.self) == .never)
  }

  @Test("the object in a value is identified, however the value holds it")
  func identities() {
    let thing = Thing()
    let held: [Any] = [thing, thing as Thing?? as Any, thing as AnyObject? as Any]
    for value in held { #expect(ReactiveCore.identity(of: value) == ObjectIdentifier(thing)) }
    let values: [Any] = [1, "a", [thing], Thing.self, Int?.none as Any, Thing?.none as Any, Holder?.none as Any]
    for value in values { #expect(ReactiveCore.identity(of: value) == nil) }
  }

  @Test("nil is found in an optional of them")
  func neverButNil() {
    #expect(heldObjects(of: Int?.self) == .neverButNil)
    #expect(heldObjects(of: Int??.self) == .neverButNil)
    #expect(heldObjects(of: Holder?.self) == .neverButNil)
    #expect(heldObjects(of: [Thing]?.self) == .neverButNil)
    #expect(heldObjects(of: (() -> Void)?.self) == .neverButNil)
    #expect(heldObjects(of: Thing.Type?.self) == .neverButNil)
  }

  @Test("nil after nil is a duplicate, in as many optionals; a value is none")
  func nils() {
    func check<Value>(_ value: Value) {
      #expect(same(Value?.none, .none), "\(Value.self)")
      #expect(!same(Value?.none, value), "\(Value.self)")
      #expect(!same(value, Value?.none), "\(Value.self)")
      #expect(!same(Value?.some(value), value), "\(Value.self)")
      #expect(same(Value??.none, .none), "\(Value.self)")
      #expect(same(Value??.some(nil), .some(nil)), "\(Value.self)")
      #expect(!same(Value??.none, .some(nil)), "\(Value.self)")
      #expect(!same(Value??.some(nil), .none), "\(Value.self)")
      #expect(!same(Value??.some(value), .some(nil)), "\(Value.self)")
      #expect(!same(Value??.some(value), value), "\(Value.self)")
    }
    check(1)
    check("a text that is too long to lie in the words of a string")
    check(Holder(thing: Thing()))
    check([Thing()])
    check({})
    check((1, Thing()))
    check(Thing.self)
    struct Plain { let number = 1 }
    check(Plain())
    // Here the types are statically known.
    #expect(isSameInstance(Plain?.none, nil))
    #expect(!isSameInstance(Plain(), Plain?.none))
    #expect(isSameInstance((() -> Void)?.none, nil))
  }

  private func same<Value>(_ old: Value, _ new: Value) -> Bool { isSameInstance(old, new) }

  @Test("the same object is a duplicate, another and nil are not")
  func identity() {
    let (one, two) = (Thing(), Thing())
    func check<Value>(_ hold: (Thing) -> Value) {
      #expect(same(hold(one), hold(one)), "\(Value.self)")
      #expect(!same(hold(one), hold(two)), "\(Value.self)")
      #expect(!same(hold(two), hold(one)), "\(Value.self)")
    }
    func checkOptional<Value>(_ hold: @escaping (Thing) -> Value) {
      check(hold)
      check { Value?.some(hold($0)) }
      check { Value??.some(hold($0)) }
      #expect(same(Value?.none, nil), "\(Value.self)?")
      #expect(!same(Value?.some(hold(one)), nil), "\(Value.self)?")
      #expect(!same(Value?.none, hold(one)), "\(Value.self)?")
      #expect(same(Value??.none, .none), "\(Value.self)??")
      #expect(same(Value??.some(nil), .some(nil)), "\(Value.self)??")
      #expect(!same(Value??.some(nil), .none), "\(Value.self)??")
      #expect(!same(Value??.none, .some(nil)), "\(Value.self)??")
    }
    checkOptional { $0 }
    checkOptional { $0 as any Bound }
    checkOptional { $0 as any Bound & Other }
    checkOptional { $0 as any Bound & Other & Third }
    checkOptional { $0 as AnyObject }
    checkOptional { $0 as Any }
    checkOptional { $0 as any Free }
    checkOptional { $0 as any Error }
    checkOptional { $0 as any Constrained<Int> }
    checkOptional { $0 as any ConstrainedBound<Int> }
    check { Thing?.some($0) as Any }
    check { (any Bound)?.some($0) as Any }
    check { (any Bound & Other & Third)?.some($0) as Any }
    check { ($0 as any Error) as Any }
  }

  @Test("a value that is no object is never a duplicate, whatever holds it")
  func values() {
    let thing = Thing()
    let holder = Holder(thing: thing)
    let error: any Error = Failure()
    #expect(!same(1, 1))
    #expect(!same(holder, holder))
    #expect(!same(holder as Any, holder as Any))
    #expect(!same(holder as any Free, holder as any Free))
    #expect(!same(1 as Any, 1 as Any))
    #expect(!same("a" as Any?, "a" as Any?))
    #expect(!same([thing], [thing]))
    #expect(!same((thing, thing), (thing, thing)))
    #expect(!same(error, error))
    #expect(!same(Thing.self as Any, Thing.self as Any))
    #expect(!same(thing as Any, holder as Any))
    #expect(!same(Int?.none as Any, Thing?.none as Any))
  }
}

private protocol Bound: AnyObject {}
private protocol Other {}
private protocol Third {}
private protocol Free {}
private protocol Constrained<Item> { associatedtype Item }
private protocol ConstrainedBound<Item>: AnyObject { associatedtype Item }

private final class Thing: Bound, Other, Third, Free, Constrained, ConstrainedBound, Error {
  typealias Item = Int
}
private final class Generic<Value> {}
private actor Actor {}
private class Base {}
private struct Holder: Free { let thing: Thing }
private struct Failure: Error { let text = "a text that is too long to lie in the error itself" }
