import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite("How a property notifies that it has changed")
struct ChangeSourceTests {
  @Test("a callback is registered once, when the binding begins, and ended once, when it is cancelled")
  func registration() {
    var log: [String] = []
    let source = ChangeSource<PlainField<Int>, Int>.callback { field, changed in
      log.append("begin")
      field.onEdit = changed
    } unregister: { _ in
      log.append("end")
    }
    let field = PlainField(0)
    let number = OpenBehavior(1)
    #expect(log.isEmpty)
    let subscription = number.bindTwoWay(to: \.value, on: field, changes: source)
    number.value = 2
    field.edit(3)
    #expect(log == ["begin"])
    subscription.cancel()
    subscription.cancel()
    #expect(log == ["begin", "end"])
    field.edit(4)
    #expect(number.value == 3)
  }

  @Test("one that announces while it is registered: the property gets the value at first", arguments: [0, 1, 5])
  func announcingAtOnce(earlierWrites: Int) {
    let number = OpenBehavior(0)
    let other = OpenBehavior(0)
    number.bindTwoWay(to: other)
    for value in 0..<earlierWrites { number.value = value + 7 }
    number.value = 1
    let field = PlainField(2)
    let source = ChangeSource<PlainField<Int>, Int>.callback { field, changed in
      field.onEdit = changed
      changed()
    }
    number.bindTwoWay(to: \.value, on: field, changes: source)
    #expect(number.value == 1 && field.value == 1 && other.value == 1)
    field.edit(3)
    #expect(number.value == 3 && other.value == 3)
  }

  @Test("it is ended when the behavior goes")
  func behaviorGoes() {
    var ends = 0
    let field = PlainField(0)
    var number: OpenBehavior<Int>? = OpenBehavior(1)
    @Weak var weakNumber = number
    number!.bindTwoWay(
      to: \.value, on: field,
      changes: .callback { field, changed in
        field.onEdit = changed
      } unregister: { _ in
        ends += 1
      })
    number = nil
    #expect(weakNumber == nil)
    #expect(ends == 1)
    field.edit(2)
    #expect(field.value == 2)
  }

  @Test("the object is not kept alive, neither by an event of its own nor by a callback", arguments: [true, false])
  func objectGoes(byEvent: Bool) {
    let live = LiveCount()
    let number = OpenBehavior(1)
    var field: PlainField<Int>? = PlainField(0)
    @Weak var weakField = field
    let subscription: Subscription
    do {
      let tracked = live.make()
      subscription = number.bindTwoWay(
        to: \.value, on: field!,
        changes: byEvent
          ? .event(field!.edited)
          : .callback(\.onEdit),
        converting: Conversion(
          forward: {
            tracked.touch()
            return $0
          }, back: { $0 }))
    }
    field = nil
    #expect(weakField == nil)
    #expect(subscription.isCancelled || !byEvent)
    number.value = 2
    #expect(live.alive == 0)
  }

  @Test("one source serves several bindings")
  func shared() {
    let edited = Event<Void>()
    let source = ChangeSource<PlainLabel, Int>.event(edited)
    let labels = [PlainLabel(), PlainLabel()]
    let numbers = [OpenBehavior(1), OpenBehavior(2)]
    for (number, label) in zip(numbers, labels) { number.bindTwoWay(to: \.number, on: label, changes: source) }
    for label in labels { label.number *= 10 }
    withExtendedLifetime(labels) { edited.trigger() }
    #expect(numbers.map(\.value) == [10, 20])
  }

  @Test("two behaviors on one property: all agree after any change")
  func twoOnOne() {
    let field = PlainField(0)
    let first = OpenBehavior(1)
    let second = OpenBehavior(2)
    first.bindTwoWay(to: \.value, on: field, changes: .event(field.edited))
    second.bindTwoWay(to: \.value, on: field, changes: .event(field.edited))
    field.edit(5)
    #expect(first.value == 5 && second.value == 5)
    field.announcesWrites = true
    first.value = 6
    #expect(field.value == 6 && second.value == 6)
    second.value = 7
    #expect(field.value == 7 && first.value == 7)
  }

  @Test("an optional callback is taken, and does nothing once the binding has ended")
  func optionalCallback() {
    final class Knob {
      var angle = 0
      var onTurn: (() -> Void)?
      func turn(to angle: Int) {
        self.angle = angle
        onTurn?()
      }
    }
    let knob = Knob()
    let angle = OpenBehavior(10)
    let subscription = angle.bindTwoWay(to: \.angle, on: knob, changes: .callback(\.onTurn))
    #expect(knob.angle == 10)
    knob.turn(to: 20)
    #expect(angle.value == 20)
    subscription.cancel()
    knob.turn(to: 30)
    #expect(angle.value == 20)
  }
}
