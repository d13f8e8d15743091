import ReactiveBindings
import ReactiveDerived
import Testing

/// A behavior is always equal to itself.
@Suite("Binding a behavior to itself")
struct SelfBindingTests {
  @Test("one way, by every form, of values that can be compared and of those that cannot")
  func oneWay() {
    let number = OpenBehavior(1)
    let notifying = chatty(1)
    let opaque = OpenBehavior(Opaque(1))
    var notified = 0
    let updater = Updater()
    number.assign(to: \.value, on: number)
    notifying.assign(to: \.value, on: notifying)
    opaque.assign(to: \.value, on: opaque)
    number.assign(to: \.value, onEach: [number])
    notifying.assign(to: \.value, onEach: [notifying, notifying])
    opaque.assign(to: \.value, onEach: [opaque])
    _ = bind(number) { \.value <- number }
    _ = bind(notifying) { \.value <- notifying }
    _ = bind(opaque) { \.value <- opaque }
    updater.bind(object: number, keyPath: \.value, toProperty: number)
    updater.bind(object: notifying, keyPath: \.value, toProperty: notifying)
    updater.bind(object: opaque, keyPath: \.value, toProperty: opaque)
    number.sink { _ in notified += 1 }
    notifying.sink { _ in notified += 1 }
    opaque.sink { _ in notified += 1 }
    number.value = 2
    notifying.value = 2
    #expect(number.value == 2 && notifying.value == 2)
    #expect(notified < 20)
    notified = 0
    opaque.value = Opaque(2)
    #expect(opaque.value.number == 2 && notified == 1)
  }

  @Test("two ways, by every form, with functions that do not fit together, too")
  func twoWay() {
    struct Refused: Error {}
    let number = OpenBehavior(1)
    let opaque = OpenBehavior(Opaque(1))
    let edited = Event<Void>()
    let errors = Event<Refused>()
    number.bindTwoWay(to: number)
    opaque.bindTwoWay(to: opaque)
    number.bindTwoWay(to: number, converting: Conversion(forward: { $0 + 1 }, back: { $0 + 2 }))
    number.bindTwoWay(
      to: number,
      converting: Conversion(
        forward: { _ throws(Refused) in throw Refused() }, back: { _ throws(Refused) in throw Refused() }),
      errors: errors)
    number.bindTwoWay(to: \.value, on: number, changes: .event(edited))
    number.bindTwoWay(
      to: \.value, on: number, changes: .event(edited), converting: Conversion(forward: { $0 + 1 }, back: { $0 + 2 }))
    opaque.bindTwoWay(to: \.value, on: opaque, changes: .event(edited))
    #expect(number.value == 1 && opaque.value.number == 1)
    var notified = 0
    number.sink { _ in notified += 1 }
    opaque.sink { _ in notified += 1 }
    number.value = 2
    opaque.value = Opaque(2)
    edited.trigger()
    #expect(number.value == 2 && opaque.value.number == 2 && notified == 2)
  }

  @Test("an event that assigns to itself nothing but its own payloads, and an object that follows its own property")
  func throughAnObject() {
    final class Model { @Property var number = 0 }
    let model = Model()
    var notified = 0
    model.$number.sink { _ in notified += 1 }
    model.$number.assign(to: \.number, on: model)
    model.number = 2
    #expect(model.number == 2)
    #expect(notified < 10)
  }
}
