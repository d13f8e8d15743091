import ReactiveBindings
import ReactiveTestSupport
import Testing

/// Law 14, for bindings: every input has a defined result, ends, and leaves nothing behind.
@Suite("Bad input to bindings")
struct BindingBadInputTests {
  @Test("a target that dies between the write and its delivery is not written")
  func targetDies() {
    let number = OpenBehavior(0)
    let target = Box<WrittenTarget<Int>?>(WrittenTarget(0))
    var writes = 0
    target.value!.didWrite = { _ in writes += 1 }
    number.sink { _ in target.value = nil }
    number.assign(to: \.value, on: target.value!)
    writes = 0
    number.value = 1
    #expect(target.value == nil && writes == 0)
    let other = Box<WrittenTarget<Int>?>(WrittenTarget(0))
    other.value!.didWrite = { _ in writes += 1 }
    number.assign(to: \.value, on: other.value!)
    writes = 0
    batch {
      number.value = 2
      other.value = nil
    }
    #expect(writes == 0)
  }

  @Test("a side that dies between the write and its delivery is not written")
  func sideDies() {
    let live = LiveCount()
    let number = OpenBehavior(0)
    let other = Box<OpenBehavior<Int>?>(OpenBehavior(0))
    @Weak var weakOther = other.value
    let field = Box<PlainField<Int>?>(PlainField(0))
    number.bindTwoWay(to: other.value!)
    number.bindTwoWay(to: \.value, on: field.value!, changes: .event(field.value!.edited))
    let captured = live.make()
    batch {
      number.value = 1
      other.value = nil
      field.value = nil
    }
    captured.touch()
    #expect(weakOther == nil)
    number.value = 2
    #expect(number.value == 2)
  }

  @Test("a target that ends its own life in its setter")
  func diesInSetter() {
    let number = OpenBehavior(0)
    let target = Box<WrittenTarget<Int>?>(WrittenTarget(0))
    @Weak var weakTarget = target.value
    number.assign(to: \.value, on: target.value!)
    target.value!.didWrite = { _ in target.value = nil }
    number.value = 1
    #expect(weakTarget == nil)
    number.value = 2
  }

  @Test("a behavior that ends its own life in the setter of its target")
  func behaviorDiesInSetter() {
    let number = Box<OpenBehavior<Int>?>(OpenBehavior(0))
    @Weak var weakNumber = number.value
    let target = WrittenTarget(0)
    let late = WrittenTarget(0)
    number.value!.assign(to: \.value, on: target)
    number.value!.assign(to: \.value, on: late)
    target.didWrite = { _ in number.value = nil }
    number.value!.value = 1
    #expect(weakNumber == nil)
    #expect(target.writes == [0, 1])
  }

  @Test("a setter that writes back: the behavior has its value, and so have all others")
  func writesBack() {
    let text = OpenBehavior("")
    let target = WrittenTarget("")
    let other = WrittenTarget("")
    target.didWrite = { text.value = String($0.prefix(3)) }
    text.assign(to: \.value, on: target)
    text.assign(to: \.value, on: other)
    text.value = "abcdef"
    #expect(text.value == "abc" && target.value == "abc" && other.value == "abc")
    #expect(target.writes == ["", "abcdef", "abc"])
  }

  @Test("a setter that writes back in a two-way binding")
  func writesBackTwoWay() {
    let text = OpenBehavior("")
    let field = PlainField("")
    field.accept = {
      let short = String($0.prefix(3))
      text.value = short
      return short
    }
    text.bindTwoWay(to: \.value, on: field, changes: .event(field.edited))
    text.value = "abcdef"
    #expect(text.value == "abc" && field.value == "abc")
    #expect(field.writes.count <= 2)
    field.edit("xyz")
    #expect(text.value == "xyz")
  }

  @Test("a setter that throws the value away: it is not called again until the value changes")
  func throwsAway() {
    let number = chatty(1)
    let target = WrittenTarget(0)
    target.accept = { old, _ in old }
    number.assign(to: \.value, on: target)
    number.value = 1
    #expect(target.value == 0 && target.writes == [1])
    number.value = 2
    #expect(target.value == 0 && target.writes == [1, 2])
    #expect(number.value == 2)
  }

  @Test("the same target bound twice is written by both, and by one when the other is cancelled")
  func twice() {
    let number = OpenBehavior(0)
    let target = WrittenTarget(-1)
    let first = number.assign(to: \.value, on: target)
    number.assign(to: \.value, on: target)
    number.value = 1
    #expect(target.writes == [0, 0, 1, 1])
    first.cancel()
    number.value = 2
    #expect(target.writes == [0, 0, 1, 1, 2])
  }

  @Test("two behaviors on one property: the one that has changed last has written it")
  func twoOnOne() {
    let first = OpenBehavior(1)
    let second = OpenBehavior(2)
    let target = WrittenTarget(0)
    first.assign(to: \.value, on: target)
    second.assign(to: \.value, on: target)
    first.value = 3
    #expect(target.writes == [1, 2, 3])
  }

  @Test("cancelling inside the setter, at the first call and later")
  func cancelInside() {
    let number = OpenBehavior(0)
    let target = WrittenTarget(-1)
    var subscription: Subscription?
    target.didWrite = { _ in subscription?.cancel() }
    subscription = number.assign(to: \.value, on: target)
    number.value = 1
    number.value = 2
    #expect(target.writes == [0, 1])
    let field = PlainField(0)
    let twoWay = Box<Subscription?>(nil)
    field.accept = {
      twoWay.value?.cancel()
      return $0
    }
    twoWay.value = number.bindTwoWay(to: \.value, on: field, changes: .event(field.edited))
    number.value = 3
    number.value = 4
    field.edit(9)
    #expect(field.writes == [2, 3] && number.value == 4)
  }

  @Test("binding inside a delivery, a batch and a setter")
  func bindingInside() {
    let number = OpenBehavior(0)
    let first = OpenBehavior(10)
    let second = OpenBehavior(20)
    let third = OpenBehavior(30)
    let target = WrittenTarget(0)
    var isBound = false
    number.sink { [unowned number] _ in number.bindTwoWay(to: first) }
    target.didWrite = { [unowned number, unowned second] _ in
      if isBound { return }
      isBound = true
      second.bindTwoWay(to: number)
    }
    number.value = 1
    #expect(first.value == 1)
    number.assign(to: \.value, on: target)
    #expect(number.value == 20 && first.value == 20 && target.value == 20)
    batch {
      third.bindTwoWay(to: number)
      #expect(number.value == 30)
      third.value = 31
    }
    #expect([number, first, second, third].map(\.value) == [31, 31, 31, 31])
    #expect(target.value == 31)
  }

  @Test("a method that throws its own object away")
  func methodDropsItself() {
    final class Receiver {
      var ends: () -> Void = {}
      func update(_ number: Int) { ends() }
    }
    let number = OpenBehavior(0)
    let receiver = Box<Receiver?>(Receiver())
    number.assign(to: Receiver.update, on: receiver.value!)
    receiver.value!.ends = { receiver.value = nil }
    number.value = 1
    #expect(receiver.value == nil)
  }

  @Test("a transform that writes what it transforms")
  func transformWrites() {
    let number = OpenBehavior(0)
    let target = WrittenTarget(0)
    number.assign(to: \.value, on: target) { [unowned number] in
      if $0 < 3 { number.value = $0 + 1 }
      return $0
    }
    #expect(target.writes == [0, 1, 2, 3])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("an endless exchange of setter and behavior stops, and says whose it is")
  func endless() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let number = OpenBehavior(0, name: "volume")
      let target = WrittenTarget(0)
      target.didWrite = { number.value = $0 + 1 }
      number.assign(to: \.value, on: target)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("volume"))
  }
  #endif
}
