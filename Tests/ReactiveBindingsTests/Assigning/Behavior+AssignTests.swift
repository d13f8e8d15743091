// Tests: Behavior+Assign, Writing

import ReactiveBindings
import Testing

@Suite("Assigning a behavior")
struct BehaviorAssignTests {
  @Test("a property of the value's type is equal, now and on every change")
  func nowAndOnChange() {
    let label = PlainLabel()
    let title = OpenBehavior("Home")
    title.assign(to: \.text, on: label)
    #expect(label.text == "Home")
    title.value = "Settings"
    #expect(label.text == "Settings")
    title <<= "About"
    #expect(label.text == "About")
  }

  @Test("a property of the optional of the value's type is equal, now and on every change")
  func optional() {
    let label = PlainLabel()
    let title = OpenBehavior("Home")
    title.assign(to: \.title, on: label)
    #expect(label.title == "Home")
    title.value = "Settings"
    #expect(label.title == "Settings")
  }

  @Test("an optional behavior reaches an optional property, nil included")
  func optionalBehavior() {
    let label = PlainLabel()
    label.title = "old"
    let title = OpenBehavior<String?>(nil)
    title.assign(to: \.title, on: label)
    #expect(label.title == nil)
    title.value = "new"
    #expect(label.title == "new")
    title.value = nil
    #expect(label.title == nil)
  }

  @Test("the description goes to a String and to a String?")
  func describing() {
    let label = PlainLabel()
    let count = OpenBehavior(3)
    count.assign(describeTo: \.text, on: label)
    count.assign(describeTo: \.title, on: label)
    #expect(label.text == "3")
    #expect(label.title == "3")
    count.value = 4
    #expect(label.text == "4")
    #expect(label.title == "4")
  }

  @Test("the same description is not written again")
  func sameDescription() {
    struct Rounded: CustomStringConvertible, Equatable {
      var number: Double
      var description: String { "\(Int(number))" }
    }
    let target = WrittenTarget("")
    let number = OpenBehavior(Rounded(number: 1.2))
    number.assign(describeTo: \.value, on: target)
    number.value = Rounded(number: 1.4)
    number.value = Rounded(number: 2)
    #expect(target.writes == ["1", "2"])
  }

  @Test("what a transform makes is written; it runs once for each change, and an equal result is not written again")
  func transform() {
    let target = WrittenTarget(true)
    let name = OpenBehavior("")
    var runs = 0
    name.assign(to: \.value, on: target) {
      runs += 1
      return !$0.isEmpty
    }
    name.value = "A"
    name.value = "Al"
    name.value = ""
    #expect(target.writes == [false, true, false])
    #expect(runs == 4)
  }

  @Test("a transform may make a value for an optional property, and one that cannot be compared")
  func transformsOfOtherTypes() {
    let label = PlainLabel()
    let opaque = WrittenTarget(Opaque(0))
    let number = OpenBehavior(1)
    number.assign(to: \.title, on: label) { $0 > 1 ? "many" : nil }
    number.assign(to: \.value, on: opaque) { Opaque($0 / 2) }
    #expect(label.title == nil)
    number.value = 2
    number.value = 3
    #expect(label.title == "many")
    #expect(opaque.writes.map(\.number) == [0, 1, 1])
  }

  @Test("what a transform reads is not followed")
  func transformIsNotTracked() {
    let label = PlainLabel()
    let factor = OpenBehavior(2)
    let number = OpenBehavior(3)
    number.assign(to: \.number, on: label) { $0 * factor.value }
    factor.value = 10
    #expect(label.number == 6)
    number.value = 4
    #expect(label.number == 40)
  }

  @Test("a method is called with the value, now and on every change, but not with an equal one")
  func method() {
    final class Receiver {
      var log: [Int] = []
      func update(_ number: Int) { log.append(number) }
    }
    let receiver = Receiver()
    let number = chatty(1)
    let subscription = number.assign(to: Receiver.update, on: receiver)
    number.value = 2
    number.value = 2
    number.value = 3
    subscription.cancel()
    number.value = 4
    #expect(receiver.log == [1, 2, 3])
  }

  @Test("a method gets every value that cannot be compared, and an object once")
  func methodOfOtherTypes() {
    final class Receiver {
      var numbers: [Int] = []
      var objects = 0
      func take(_ value: Opaque) { numbers.append(value.number) }
      func look(_ label: PlainLabel) { objects += 1 }
    }
    let receiver = Receiver()
    let opaque = OpenBehavior(Opaque(1))
    let object = chatty(PlainLabel())
    opaque.assign(to: Receiver.take, on: receiver)
    object.assign(to: Receiver.look, on: receiver)
    opaque.value = Opaque(1)
    object.value = object.value
    #expect(receiver.numbers == [1, 1])
    #expect(receiver.objects == 1)
    object.value = PlainLabel()
    #expect(receiver.objects == 2)
  }

  @Test("an equal value is not written again, even by a behavior that notifies of every write")
  func unchangedValue() {
    let target = WrittenTarget(0)
    let optional = WrittenTarget<Int?>(nil)
    let number = chatty(1)
    number.assign(to: \.value, on: target)
    number.assign(to: \.value, on: optional)
    number.value = 1
    number.value = 2
    number.value = 2
    #expect(target.writes == [1, 2])
    #expect(optional.writes == [1, 2])
  }

  @Test("a behavior with a test for duplicates of its own says by it what is written")
  func ownTest() {
    let target = WrittenTarget(0)
    let optional = WrittenTarget<Int?>(nil)
    let number = OpenBehavior(1, isDuplicate: { _, _ in false })
    number.assign(to: \.value, on: target)
    number.assign(to: \.value, on: optional)
    number.value = 1
    #expect(target.writes == [1, 1])
    #expect(optional.writes == [1, 1])
  }

  @Test("the same instance is not written again, another one is")
  func sameInstance() {
    let first = PlainLabel()
    let target = WrittenTarget(PlainLabel())
    let optional = WrittenTarget<PlainLabel?>(nil)
    let label = chatty(first)
    label.assign(to: \.value, on: target)
    label.assign(to: \.value, on: optional)
    label.value = first
    #expect(target.writes.count == 1)
    #expect(optional.writes.count == 1)
    label.value = PlainLabel()
    #expect(target.writes.count == 2)
    #expect(optional.writes.count == 2)
  }

  @Test("the same object is not written again, however it is held")
  func heldObject() {
    final class Target {
      var written = 0
      var delegate: (any Delegate)? { didSet { written += 1 } }
      var any: Any = 0 { didSet { written += 1 } }
      func take(_ value: Any) { any = value }
    }
    final class Object: Delegate {}
    let (one, two) = (Object(), Object())
    func check<Value>(_ source: OpenBehavior<Value>, _ first: Value, _ second: Value, _ bind: (Target) -> Void) {
      let target = Target()
      bind(target)
      for value in [first, first, second, second, first] { source.value = value }
      #expect(target.written == 3, "\(Value.self)")
    }
    let delegate = chatty(one as any Delegate)
    let any = chatty(one as Any)
    check(delegate, one, two) { delegate.assign(to: \.delegate, on: $0) }
    check(any, one, two) { any.assign(to: \.any, on: $0) }
    check(any, one, two) { any.assign(to: Target.take, on: $0) }
  }

  @Test("a value that cannot be compared is written at every change")
  func opaque() {
    let target = WrittenTarget(Opaque(0))
    let optional = WrittenTarget<Opaque?>(nil)
    let value = OpenBehavior(Opaque(1))
    value.assign(to: \.value, on: target)
    value.assign(to: \.value, on: optional)
    value.value = Opaque(1)
    #expect(target.writes.map(\.number) == [1, 1])
    #expect(optional.writes.map { $0?.number } == [1, 1])
  }

  @Test("what other code has written stays until the behavior has another value")
  func somebodyElseWrote() {
    let label = PlainLabel()
    let title = chatty("Home")
    title.assign(to: \.text, on: label)
    label.text = "scribble"
    title.value = "Home"
    #expect(label.text == "scribble")
    title.value = "Settings"
    #expect(label.text == "Settings")
  }

  @Test("a key path to a computed property, into a struct, and kept in a variable")
  func keyPaths() {
    struct Style { var size = 1 }
    final class View {
      var style = Style()
      var doubled: Int {
        get { style.size * 2 }
        set { style.size = newValue / 2 }
      }
    }
    let computed = View()
    let nested = View()
    let kept = View()
    let size = OpenBehavior(4)
    size.assign(to: \.doubled, on: computed)
    size.assign(to: \.style.size, on: nested)
    let keyPath: ReferenceWritableKeyPath<View, Int> = \.style.size
    size.assign(to: keyPath, on: kept)
    #expect(computed.style.size == 2)
    size.value = 6
    #expect(computed.style.size == 3)
    #expect(nested.style.size == 6)
    #expect(kept.style.size == 6)
  }

  @Test("a key path of a base class on an object of a subclass")
  func subclass() {
    class Base { var text = "" }
    final class Special: Base {}
    let special = Special()
    OpenBehavior("Home").assign(to: \Base.text, on: special)
    #expect(special.text == "Home")
  }

  @Test("cancelling the result ends it")
  func cancel() {
    let label = PlainLabel()
    let title = OpenBehavior("Home")
    let subscription = title.assign(to: \.text, on: label)
    #expect(!subscription.isCancelled)
    subscription.cancel()
    #expect(subscription.isCancelled)
    title.value = "Settings"
    #expect(label.text == "Home")
    subscription.cancel()
  }
}

private protocol Delegate: AnyObject {}
