import ReactiveCore
import Testing

@Suite("Equality cut")
struct EqualityCutTests {
  /// Distinct instances can be equal.
  private final class Card: Equatable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (a: Card, b: Card) -> Bool { a.number == b.number }
  }
  private final class Plain: Delegate, Listener, Error, Continuous {}
  private struct Opaque { var number: Int }

  private func notified<Value>(_ behavior: OpenBehavior<Value>, _ writes: Value...) -> Int {
    var count = 0
    let subscription = behavior.sink { _ in count += 1 }
    for write in writes { behavior.value = write }
    subscription.cancel()
    return count
  }

  @Test("Equatable values are cut by ==")
  func equatable() {
    #expect(notified(OpenBehavior(1), 1, 2, 2, 1) == 2)
    #expect(notified(OpenBehavior("a"), "a", "b", "b") == 1)
    #expect(notified(OpenBehavior([1]), [1], [1, 2], [1, 2]) == 1)
    #expect(notified(OpenBehavior(true), true, false, false) == 1)
  }

  @Test("a value that is not equal to itself always counts as a change")
  func notANumber() {
    #expect(notified(OpenBehavior(Double.nan), .nan, .nan, 1, 1) == 3)
    #expect(notified(OpenBehavior(0.0), -0.0) == 0)
  }

  @Test("class instances are cut by identity")
  func identity() {
    let (first, second) = (Plain(), Plain())
    #expect(notified(OpenBehavior(first), first, second, second, first) == 2)
  }

  @Test("instances of an Equatable class are cut by ==")
  func equatableClass() {
    let first = Card(1)
    #expect(notified(OpenBehavior(first), first, Card(1), Card(2), Card(2)) == 1)
  }

  @Test("optional class instances are cut by identity, nil by nil")
  func optionalClass() {
    let (first, second) = (Plain(), Plain())
    #expect(notified(OpenBehavior<Plain?>(nil), nil, first, first, second, nil, nil) == 3)
  }

  @Test("nil after nil is no change, whatever the optional could hold")
  func optionalValues() {
    #expect(notified(OpenBehavior<(() -> Void)?>(nil), nil, {}, {}, nil, nil) == 3)
    #expect(notified(OpenBehavior<Opaque?>(nil), nil, Opaque(number: 1), Opaque(number: 1), nil, nil) == 3)
    #expect(notified(OpenBehavior<[Opaque]?>(nil), nil, [Opaque(number: 1)], nil, nil) == 2)
    #expect(notified(OpenBehavior<Opaque??>(nil), nil, .some(nil), .some(nil), nil) == 2)
    func generic<Value>(_ value: Value) {
      #expect(notified(OpenBehavior<Value?>(nil), nil, value, value, nil, nil) == 3, "\(Value.self)")
      let behavior = OpenBehavior<Value?>(nil)
      var count = 0
      behavior.sink { _ in count += 1 }
      batch {
        behavior.value = value
        behavior.value = nil
      }
      behavior.update { $0 = nil }
      #expect(count == 0, "\(Value.self)")
      behavior.update { $0 = value }
      behavior.update { $0 = value }
      batch {
        behavior.value = nil
        behavior.value = value
      }
      #expect(count == 3, "\(Value.self)")
      batch {
        behavior.update { $0 = nil }
        behavior.value = nil
      }
      #expect(count == 4, "\(Value.self)")
      let copy = ComputedBehavior<Value?>(Equality(.identity()), name: nil, file: #fileID, line: #line) {
        behavior.value
      }
      copy.sink { _ in count += 10 }
      behavior.announce()
      #expect(count == 5, "\(Value.self)")
    }
    generic(1)
    generic("text")
    generic(Opaque(number: 1))
    generic([Plain()])
    generic({})
  }

  @Test("an array in an optional is changed in place, and not copied to be compared")
  func inPlace() {
    let numbers = OpenBehavior<[Opaque]?>([Opaque(number: 0)])
    numbers.sink { _ in }
    numbers.update { $0?.reserveCapacity(8) }
    func place() -> UInt {
      unsafe numbers.peek()?.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } ?? 0
    }
    let before = place()
    numbers.update { $0?.append(Opaque(number: 1)) }
    batch { for number in 2..<4 { numbers.update { $0?.append(Opaque(number: number)) } } }
    #expect(place() == before)
  }

  @Test("optional instances of an Equatable class are cut by ==")
  func optionalEquatableClass() {
    #expect(notified(OpenBehavior<Card?>(nil), nil, Card(1), Card(1), Card(2), nil, nil) == 3)
  }

  @Test("optional Equatable values are cut by ==")
  func optionalEquatable() {
    #expect(notified(OpenBehavior<Int?>(nil), nil, 1, 1, nil, nil) == 2)
  }

  @Test("anything else always counts as a change")
  func notEquatable() {
    #expect(notified(OpenBehavior(Opaque(number: 1)), Opaque(number: 1), Opaque(number: 1)) == 2)
    #expect(notified(OpenBehavior<Any>(1), 1, 1) == 2)
    #expect(notified(OpenBehavior<any Equatable>(1), 1, 1) == 2)
  }

  @Test("objects are cut by identity however they are held, and nil by nil")
  func heldObjects() {
    let (first, second) = (Plain(), Plain())
    func check<Value>(_ hold: (Plain) -> Value) {
      let (one, two) = (hold(first), hold(second))
      #expect(notified(OpenBehavior(one), one, two, two, one) == 2, "\(Value.self)")
      #expect(notified(OpenBehavior(one as Value?), one, nil, nil, two, two) == 2, "\(Value.self)?")
      #expect(notified(OpenBehavior(nil as Value?), nil, one, one) == 1, "\(Value.self)?")
    }
    check { $0 }
    check { $0 as any Delegate }
    check { $0 as any Listener }
    check { $0 as AnyObject }
    check { $0 as Any }
    check { $0 as any Error }

    // The same where the type is statically known.
    let (delegate, object, any) = (first as any Delegate, first as AnyObject, first as Any)
    #expect(notified(OpenBehavior(delegate), first, second, second) == 1)
    #expect(notified(OpenBehavior(object), first, second, second) == 1)
    #expect(notified(OpenBehavior(any), first, second, second, 1, 1) == 3)
    #expect(notified(OpenBehavior(nil as Plain?), nil, first, first) == 1)
    #expect(notified(OpenBehavior(nil as (any Delegate)?), nil, first, first, second, nil, nil) == 3)
    #expect(notified(OpenBehavior(nil as Any?), nil, first, first, second, nil, nil) == 3)
    #expect(notified(OpenBehavior((any Delegate)??.none), nil, .some(nil), .some(nil), first, first) == 2)
  }

  @Test("generic code that knows nothing of the type cuts objects by identity, and nothing else")
  func genericChoice() {
    func make<Value>(_ value: Value) -> OpenBehavior<Value> { OpenBehavior(value) }
    func makeEquatable<Value: Equatable>(_ value: Value) -> OpenBehavior<Value> { OpenBehavior(value) }
    #expect(notified(make(1), 1, 1) == 2)
    #expect(notified(makeEquatable(1), 1, 1) == 0)
    let card = Card(1)
    #expect(notified(make(card), card, Card(1)) == 1)
    #expect(notified(make(card as any Equatable), card, Card(1)) == 1)
    #expect(notified(make(nil as Card?), nil, card, card) == 1)
  }

  @Test("a batch that ends with the object that it began with is no change, however the object is held")
  func heldObjectsInBatch() {
    let (first, second) = (Plain(), Plain())
    func check<Value>(_ hold: (Plain) -> Value) {
      let behavior = OpenBehavior(hold(first))
      var count = 0
      behavior.sink { _ in count += 1 }
      batch {
        behavior.value = hold(second)
        behavior.value = hold(first)
      }
      #expect(count == 0, "\(Value.self)")
      batch {
        behavior.value = hold(first)
        behavior.value = hold(second)
      }
      #expect(count == 1, "\(Value.self)")
    }
    check { $0 }
    check { $0 as any Delegate }
    check { $0 as AnyObject? }
    check { $0 as Any }
  }

  @Test("a dependent that saw the object a batch ends with does not run again, however the object is held")
  func heldObjectsSeenInBatch() {
    let (first, second) = (Plain(), Plain())
    func check<Value>(_ hold: (Plain) -> Value) {
      let behavior = OpenBehavior(hold(first))
      var runs = 0
      let derived = ComputedBehavior {
        _ = behavior.value
        runs += 1
        return runs
      }
      derived.sink { _ in }
      batch {
        behavior.value = hold(second)
        _ = derived.value
        behavior.value = hold(first)
        _ = derived.value
      }
      #expect(runs == 3, "\(Value.self)")
    }
    check { $0 }
    check { $0 as any Delegate }
    check { $0 as Any }
    check { $0 as any Listener }
  }

  @Test("@Pub and .continuous make the same choice, and @Property notifies of every assignment")
  func wrappers() {
    final class Model {
      @Pub var delegate: (any Delegate)?
      @Pub var any: Any
      @Pub var plain: Plain?
      @Property var property: any Delegate
      init(_ plain: Plain) {
        delegate = nil
        any = plain
        property = plain
      }
    }
    let (first, second) = (Plain(), Plain())
    let model = Model(first)
    #expect(notified(model.$delegate, nil, first, first, second) == 2)
    #expect(notified(model.$any, first, second, second) == 1)
    #expect(notified(model.$plain, nil, first, first) == 1)
    var count = 0
    model.$property.sink { _ in count += 1 }
    model.property = first
    model.property = first
    #expect(count == 2)

    #expect(notified((first as (any Delegate)?).continuous, first, nil, nil, first) == 2)
    #expect(notified((nil as Plain?).continuous, nil, first, first) == 1)
    #expect(notified(first.continuous, first, second, second) == 1)
    #expect(notified([first].continuous, [first]) == 1)
  }

  @Test("a test that is given decides, for every kind of value")
  func custom() {
    #expect(notified(OpenBehavior(1, isDuplicate: { _, _ in false }), 1, 1) == 2)
    #expect(notified(OpenBehavior(1, isDuplicate: { _, _ in true }), 2, 3) == 0)
    #expect(notified(OpenBehavior(Opaque(number: 1), isDuplicate: { $0.number == $1.number }), .init(number: 1)) == 0)
    let plain = Plain()
    #expect(notified(OpenBehavior(plain, isDuplicate: { _, _ in false }), plain) == 1)
    #expect(notified(OpenBehavior<Card?>(Card(1), isDuplicate: { $0 === $1 }), Card(1)) == 1)
  }

  @Test("a test that is given sees the old value first")
  func customOrder() {
    var seen: [[Int]] = []
    let count = OpenBehavior(1) { old, new in
      seen.append([old, new])
      return old == new
    }
    count.value = 2
    count.value = 3
    #expect(seen == [[1, 2], [2, 3]])
  }

  @Test("a duplicate is not stored")
  func duplicateIsNotStored() {
    let first = Card(1)
    let card = OpenBehavior(first)
    card.value = Card(1)
    #expect(card.value === first)
  }

  @Test("a duplicate written during a delivery is cut too")
  func duplicateDuringDelivery() {
    let count = OpenBehavior(0)
    var log: [Int] = []
    count.sink { [unowned count] in
      log.append($0)
      count.value = $0
    }
    count.value = 1
    #expect(log == [1])
  }

  @Test("an optional of `any P<T>` is compared by identity, also where the optimizer knows the type")
  func optionalOfParameterised() {
    var calls = 0
    let numbers = OpenBehavior<(any Collection<Int>)?>(nil)
    numbers.sink { _ in calls += 1 }
    numbers.value = nil
    #expect(calls == 0)
    numbers.value = [1]
    numbers.value = nil
    numbers.value = nil
    #expect(calls == 2)
  }
}

private protocol Delegate: AnyObject {}
private protocol Listener {}
