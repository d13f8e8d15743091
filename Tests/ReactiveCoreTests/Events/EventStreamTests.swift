import ReactiveCore
import Testing

@Suite("EventStream")
struct EventStreamTests {
  private final class Owner { var log: [String] = [] }

  @Test("is the read side of an event")
  func readSide() {
    let event = Event<Int>()
    let stream: EventStream<Int> = event
    var log: [Int] = []
    stream.sink { log.append($0) }
    event.trigger(1)
    #expect(log == [1])
  }

  @Test("sink and observe are the same: there is no current payload to begin with")
  func verbs() {
    let event = Event<Int>()
    let owner = Owner()
    event.trigger(0)
    event.sink { owner.log.append("sink \($0)") }
    event.observe { owner.log.append("observe \($0)") }
    event.sink(with: owner) { $0.log.append("sink with \($1)") }
    event.observe(with: owner) { $0.log.append("observe with \($1)") }
    #expect(owner.log == [])
    event.trigger(1)
    #expect(owner.log == ["sink 1", "observe 1", "sink with 1", "observe with 1"])
  }

  @Test("an owner's end ends its observers, and only those")
  func owner() {
    let event = Event<Int>()
    var log: [String] = []
    var owner: Owner? = Owner()
    event.sink(with: owner!) { _, value in log.append("sink \(value)") }
    event.observe(with: owner!) { _, value in log.append("observe \(value)") }
    event.sink { log.append("other \($0)") }
    event.trigger(1)
    owner = nil
    event.trigger(2)
    #expect(log == ["sink 1", "observe 1", "other 1", "other 2"])
  }

  @Test("the subscription of every verb cancels")
  func cancels() {
    let event = Event<Int>()
    let owner = Owner()
    var calls = 0
    let subscriptions = [
      event.sink { _ in calls += 1 },
      event.observe { _ in calls += 1 },
      event.sink(with: owner) { _, _ in calls += 1 },
      event.observe(with: owner) { _, _ in calls += 1 },
    ]
    event.trigger(1)
    #expect(calls == 4)
    for subscription in subscriptions { subscription.cancel() }
    event.trigger(2)
    #expect(calls == 4)
    withExtendedLifetime(owner) {}
  }

  @Test("is called by its name, or by the line that made it")
  func label() {
    #expect(Event<Int>(name: "clicks").label == "clicks")
    let event = Event<Int>()
    let line = #line - 1
    #expect(event.label == "\(#fileID):\(line)")
    event.name = "named later"
    #expect(event.label == "named later")
  }
}
