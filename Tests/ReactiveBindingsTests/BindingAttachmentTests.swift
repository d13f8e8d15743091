import ReactiveBindings
import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("What the bindings keep with a behavior")
struct BindingAttachmentTests {
  @Test("one for all bindings of a behavior, which sees each write once, and goes with it")
  func oneForAll() {
    let first = OpenBehavior(0)
    let second = OpenBehavior(1)
    let third = OpenBehavior(2)
    first.bindTwoWay(to: second)
    first.bindTwoWay(to: third)
    var notified: [Int] = []
    first.sink { notified.append($0) }
    second.value = 5
    third.value = 6
    #expect([first.value, second.value, third.value] == [6, 6, 6])
    #expect(notified == [5, 6])
    weak let gone = { () -> OpenBehavior<Int> in
      let short = OpenBehavior(0)
      short.bindTwoWay(to: OpenBehavior(1))
      return short
    }()
    #expect(gone == nil)
  }

  @Test("a behavior that was never bound two ways has none")
  func none() {
    let number = OpenBehavior(0)
    let target = WrittenTarget(0)
    number.assign(to: \.value, on: target)
    #expect(number.attachment == nil)
    number.bindTwoWay(to: OpenBehavior(0))
    #expect(number.attachment != nil)
  }

  @Test(
    "a choice that is bound two ways is followed by its selector as well, whichever came first",
    arguments: [true, false])
  func selector(isBoundFirst: Bool) {
    let (chosen, other) = (OpenBehavior(5), OpenBehavior(5))
    let bag = SubscriptionBag()
    var log: [String] = []
    if isBoundFirst { chosen.bindTwoWay(to: other) }
    for id in [1, 2, 5] { chosen.selector()[id].sink { log.append("\(id) \($0)") }.store(in: bag) }
    if !isBoundFirst { chosen.bindTwoWay(to: other) }
    other.value = 2
    #expect(chosen.value == 2)
    #expect(log == ["5 false", "2 true"])
    chosen.value = 1
    #expect(other.value == 1)
    #expect(log == ["5 false", "2 true", "2 false", "1 true"])
  }
}
