import ReactiveBindings
import Testing

/// Views are main-actor classes, which every form accepts.
@Suite("Bindings on the main actor")
@MainActor
struct MainActorTests {
  @MainActor
  final class Receiver: BindingTarget {
    var text = ""
    var title: String?
    var isHidden = false
    var log: [String] = []
    let edited = Event<Void>()
    var onEdit: () -> Void = {}
    func update(_ text: String) { log.append(text) }
  }

  @Test("key paths, transforms and descriptions")
  func keyPaths() {
    let receiver = Receiver()
    let name = OpenBehavior("Ada")
    let event = Event<String>()
    name.assign(to: \.text, on: receiver)
    name.assign(to: \.title, on: receiver)
    name.assign(to: \.isHidden, on: receiver) { $0.isEmpty }
    name.assign(to: \.title, onEach: [receiver])
    event.assign(to: \.text, on: receiver)
    name.value = ""
    event.trigger("event")
    #expect(receiver.text == "event" && receiver.title == "" && receiver.isHidden)
    OpenBehavior(3).assign(describeTo: \.text, on: receiver)
    #expect(receiver.text == "3")
  }

  @Test("blocks")
  func blocks() {
    let receiver = Receiver()
    let name = OpenBehavior("Ada")
    _ = bind(receiver) {
      \.text <- name
      \.title <- name
    }
    _ = receiver.bind { \.isHidden <- OpenBehavior(true) }
    #expect(receiver.text == "Ada" && receiver.title == "Ada" && receiver.isHidden)
  }

  @Test("methods")
  func methods() {
    let receiver = Receiver()
    let name = OpenBehavior("Ada")
    let event = Event<String>()
    name.assign(to: Receiver.update, on: receiver)
    event.assign(to: Receiver.update, on: receiver)
    event.trigger("event")
    #expect(receiver.log == ["Ada", "event"])
  }

  @Test("two-way bindings, by event and by callback")
  func twoWay() {
    let receiver = Receiver()
    let name = OpenBehavior("Ada")
    name.bindTwoWay(to: \.text, on: receiver, changes: .event(receiver.edited))
    name.bindTwoWay(
      to: \.title, on: receiver,
      changes: .callback { receiver, changed in
        receiver.onEdit = changed
      } unregister: { receiver in
        receiver.onEdit = {}
      }, converting: Conversion(forward: { $0 }, back: { $0 ?? "" }))
    receiver.text = "Grace"
    receiver.edited.trigger()
    #expect(name.value == "Grace" && receiver.title == "Grace")
    receiver.title = "Edsger"
    receiver.onEdit()
    #expect(name.value == "Edsger" && receiver.text == "Edsger")
  }
}
