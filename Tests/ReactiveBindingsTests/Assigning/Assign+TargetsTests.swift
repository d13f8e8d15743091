import ReactiveBindings
import Testing

@Suite("Assigning to several targets")
struct AssignTargetsTests {
  @Test("each target gets the value, in their order, now and on every change")
  func order() {
    let targets = (0..<3).map { _ in WrittenTarget(0) }
    var log: [String] = []
    for (index, target) in targets.enumerated() { target.didWrite = { log.append("\(index):\($0)") } }
    let number = OpenBehavior(1)
    number.assign(to: \.value, onEach: targets)
    withExtendedLifetime(targets) { number.value = 2 }
    #expect(log == ["0:1", "1:1", "2:1", "0:2", "1:2", "2:2"])
  }

  @Test("an optional property, a transform, and values that cannot be compared")
  func forms() {
    let labels = [PlainLabel(), PlainLabel()]
    let opaque = [WrittenTarget(Opaque(0)), WrittenTarget(Opaque(0))]
    let optional = [WrittenTarget<Opaque?>(nil), WrittenTarget<Opaque?>(nil)]
    let number = OpenBehavior(3)
    let value = OpenBehavior(Opaque(1))
    number.assign(to: \.maybe, onEach: labels)
    number.assign(to: \.isHidden, onEach: labels) { $0 > 2 }
    number.assign(to: \.value, onEach: opaque) { Opaque($0) }
    value.assign(to: \.value, onEach: opaque)
    value.assign(to: \.value, onEach: optional)
    #expect(labels.map(\.maybe) == [3, 3])
    #expect(labels.map(\.isHidden) == [true, true])
    number.value = 1
    value.value = Opaque(1)
    #expect(labels.map(\.maybe) == [1, 1])
    #expect(labels.map(\.isHidden) == [false, false])
    #expect(opaque[1].writes.map(\.number) == [3, 1, 1, 1])
    #expect(optional[0].writes.map { $0?.number } == [1, 1])
  }

  @Test("one subscription ends all")
  func subscription() {
    let labels = [PlainLabel(), PlainLabel()]
    let title = OpenBehavior("Home")
    let subscription = title.assign(to: \.text, onEach: labels)
    #expect(!subscription.isCancelled)
    subscription.cancel()
    #expect(subscription.isCancelled)
    title.value = "Settings"
    #expect(labels.map(\.text) == ["Home", "Home"])
  }

  @Test("a target that dies ends its own part; with the last one the subscription has ended")
  func deaths() {
    var labels: [PlainLabel] = [PlainLabel(), PlainLabel()]
    let title = OpenBehavior("Home")
    let subscription = title.assign(to: \.text, onEach: labels)
    labels.removeFirst()
    #expect(!subscription.isCancelled)
    title.value = "Settings"
    #expect(labels[0].text == "Settings")
    labels = []
    #expect(subscription.isCancelled)
  }

  @Test("no targets: nothing is bound, and the subscription has ended")
  func none() {
    let title = OpenBehavior("Home")
    #expect(title.assign(to: \.text, onEach: [PlainLabel]()).isCancelled)
  }

  @Test("the same target twice is written twice, by two bindings")
  func sameTargetTwice() {
    let target = WrittenTarget(0)
    let number = OpenBehavior(1)
    number.assign(to: \.value, onEach: [target, target])
    number.value = 2
    #expect(target.writes == [1, 1, 2, 2])
  }

  @Test("a setter that cancels the subscription stops the targets behind it")
  func cancelInside() {
    let targets = [WrittenTarget(0), WrittenTarget(0)]
    let number = OpenBehavior(1)
    let subscription = number.assign(to: \.value, onEach: targets)
    targets[0].didWrite = { _ in subscription.cancel() }
    number.value = 2
    number.value = 3
    #expect(targets.map(\.writes) == [[1, 2], [1]])
  }
}
