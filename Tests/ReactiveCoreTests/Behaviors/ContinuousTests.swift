import ReactiveCore
import Testing

private struct Point: Equatable, Continuous { var x = 0 }
private struct Opaque: Continuous { var x = 0 }
private final class Plain: Continuous {}
private final class Card: Equatable, Continuous {
  let number: Int
  init(_ number: Int) { self.number = number }
  static func == (a: Card, b: Card) -> Bool { a.number == b.number }
}

@Suite("Continuous")
struct ContinuousTests {
  private func notifies<Value>(_ behavior: OpenBehavior<Value>, of value: Value) -> Bool {
    var notified = false
    let subscription = behavior.sink { _ in notified = true }
    behavior <<= value
    subscription.cancel()
    return notified
  }

  @Test("strings, numbers, Bool, characters and collections are continuous, and cut by ==")
  func standardTypes() {
    func check<Value: Equatable>(_ behavior: OpenBehavior<Value>, _ first: Value, _ second: Value) {
      #expect(behavior.value == first)
      #expect(!notifies(behavior, of: first))
      #expect(notifies(behavior, of: second))
      #expect(behavior.value == second)
    }
    check("Alice".continuous, "Alice", "Bob")
    check("Alice".dropFirst().continuous, "lice", "ob")
    check(Character("a").continuous, "a", "b")
    check(true.continuous, true, false)
    check(1.continuous, 1, 2)
    check(Int8(1).continuous, 1, 2)
    check(Int16(1).continuous, 1, 2)
    check(Int32(1).continuous, 1, 2)
    check(Int64(1).continuous, 1, 2)
    check(UInt(1).continuous, 1, 2)
    check(UInt8(1).continuous, 1, 2)
    check(UInt16(1).continuous, 1, 2)
    check(UInt32(1).continuous, 1, 2)
    check(UInt64(1).continuous, 1, 2)
    check(Float(1).continuous, 1, 2)
    check(1.5.continuous, 1.5, 2)
    check([1].continuous, [1], [1, 2])
    check(Set([1]).continuous, [1], [1, 2])
    check(["a": 1].continuous, ["a": 1], [:])
    check(Optional(1).continuous, 1, nil)
  }

  @Test("a type of one's own opts in with one line, and is cut by == if it is Equatable")
  func ownType() {
    #expect(!notifies(Point().continuous, of: Point()))
    #expect(notifies(Point().continuous, of: Point(x: 1)))
    #expect(notifies(Opaque().continuous, of: Opaque()))
  }

  @Test("a class is cut by identity, or by == if it is Equatable")
  func classes() {
    let plain = Plain()
    #expect(!notifies(plain.continuous, of: plain))
    #expect(notifies(plain.continuous, of: Plain()))
    #expect(!notifies(Card(1).continuous, of: Card(1)))
    #expect(notifies(Card(1).continuous, of: Card(2)))
  }

  @Test("an object that may be missing is cut as the object is, and nil by nil, whether its class is continuous or not")
  func optionalClasses() {
    final class Seat: Equatable {
      let number: Int
      init(_ number: Int) { self.number = number }
      static func == (a: Seat, b: Seat) -> Bool { a.number == b.number }
    }
    let plain = Plain()
    #expect(!notifies((plain as Plain?).continuous, of: plain))
    #expect(notifies((plain as Plain?).continuous, of: Plain()))
    #expect(!notifies((nil as Plain?).continuous, of: nil))
    #expect(!notifies((Card(1) as Card?).continuous, of: Card(1)))
    #expect(notifies((Card(1) as Card?).continuous, of: nil))
    #expect(!notifies((Seat(1) as Seat?).continuous, of: Seat(1)))
    #expect(notifies((Seat(1) as Seat?).continuous, of: Seat(2)))
    #expect(!notifies((nil as Seat?).continuous, of: nil))
  }

  @Test("each use makes a behavior of its own")
  func independent() {
    let (first, second) = (1.continuous, 1.continuous)
    first <<= 2
    #expect(second.value == 1)
  }
}
