import ReactiveCore
import Testing

@Suite("Parts of an event's payloads")
struct EventStreamPartsTests {
  private struct Message {
    var sender: String
    var text: String?
  }
  private final class Owner { var log: [String] = [] }

  private static let messages = [
    Message(sender: "Ada", text: "a"), Message(sender: "Ada", text: nil), Message(sender: "Ada", text: nil),
    Message(sender: "Grace", text: "b"), Message(sender: "Ada", text: "b"),
  ]

  @Test("all four verbs call with the first payload's part, and then with those that differ from the one before")
  func verbs() {
    let event = Event<Message>()
    let owner = Owner()
    event.trigger(Message(sender: "nobody", text: nil))
    event.sink(\.sender) { owner.log.append("sink \($0)") }
    event.observe(\.sender) { owner.log.append("observe \($0)") }
    event.sink(\.sender, with: owner) { $0.log.append("sink with \($1)") }
    event.observe(\.sender, with: owner) { $0.log.append("observe with \($1)") }
    #expect(owner.log == [])
    Self.messages.forEach(event.trigger)
    #expect(
      owner.log
        == ["Ada", "Grace", "Ada"].flatMap { ["sink \($0)", "observe \($0)", "sink with \($0)", "observe with \($0)"] })
  }

  @Test("a part that is nil counts as any other, also as the first one")
  func optionalParts() {
    let event = Event<Message>()
    var notified: [String?] = []
    event.sink(\.text) { notified.append($0) }
    event.trigger(Message(sender: "Ada", text: nil))
    Self.messages.forEach(event.trigger)
    #expect(notified == [nil, "a", nil, "b"])
  }

  @Test("each subscription has a part before of its own, and its token ends it")
  func subscriptions() {
    let event = Event<Message>()
    var notified: [String] = []
    let first = event.sink(\.sender) { notified.append("first \($0)") }
    event.trigger(Self.messages[0])
    event.observe(\.sender) { notified.append("second \($0)") }
    event.trigger(Self.messages[0])
    first.cancel()
    event.trigger(Self.messages[3])
    #expect(notified == ["first Ada", "second Ada", "second Grace"])
  }

  @Test("an owner's end ends it, and an owner that is nil has ended")
  func owners() {
    let event = Event<Message>()
    var notified: [String] = []
    var owner: Owner? = Owner()
    event.sink(\.sender, with: owner!) { _, sender in notified.append("sink \(sender)") }
    let spelled = event.observe(\.sender, with: owner, closure: { _, sender in notified.append("observe \(sender)") })
    event.trigger(Self.messages[0])
    owner = nil
    event.trigger(Self.messages[3])
    #expect(notified == ["sink Ada", "observe Ada"] && spelled.isCancelled)
    #expect(event.observe(\.sender, with: owner) { _, _ in notified.append("nobody") }.isCancelled)
    event.trigger(Self.messages[0])
    #expect(notified.count == 2)
  }

  @Test("run to completion: what a part's observer triggers is delivered after it, with the part of that payload")
  func writes() {
    let event = Event<Message>()
    var notified: [String] = []
    event.sink(\.sender) { [unowned event] sender in
      notified.append("A\(sender)")
      if sender == "Ada" { event.trigger(Self.messages[3]) }
    }
    event.sink(\.sender) { notified.append("B\($0)") }
    event.trigger(Self.messages[0])
    #expect(notified == ["AAda", "BAda", "AGrace", "BGrace"])
  }
}
