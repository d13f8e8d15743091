import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Event")
struct EventTests {
  @Test("calls every observer with every payload, in the order of triggering")
  func trigger() {
    let event = Event<Int>()
    var log: [String] = []
    event.sink { log.append("A\($0)") }
    event.sink { log.append("B\($0)") }
    event.trigger(1)
    event.trigger(2)
    #expect(log == ["A1", "B1", "A2", "B2"])
  }

  @Test("without a payload it is triggered without an argument, or with ()")
  func void() {
    let event = Event<Void>()
    var count = 0
    event.sink { count += 1 }
    event.trigger()
    event.trigger(())
    #expect(count == 2)
  }

  @Test("equal payloads are all delivered")
  func equalPayloads() {
    let event = Event<Int>()
    var log: [Int] = []
    event.sink { log.append($0) }
    for _ in 0..<3 { event.trigger(7) }
    #expect(log == [7, 7, 7])
  }

  @Test("keeps no payload: it disappears when it is used up")
  func keepsNothing() {
    let live = LiveCount()
    let event = Event<Tracked>()
    event.trigger(live.make())
    #expect(live.alive == 0)
    var alive = 0
    event.sink { _ in alive = live.alive }
    event.trigger(live.make())
    #expect(alive == 1)
    #expect(live.alive == 0)
  }

  @Test("a payload that waited for a delivery is released once it was delivered")
  func releasesWaitingPayloads() {
    let live = LiveCount()
    let event = Event<Tracked>()
    var notified = 0
    event.sink { [unowned event] _ in
      notified += 1
      if notified < 10 { event.trigger(live.make()) }
    }
    event.trigger(live.make())
    #expect(notified == 10)
    #expect(live.alive == 0)
  }

  @Test("a payload of any kind: nil, a tuple, an existential, a closure")
  func anyPayload() {
    let optional = Event<Int?>()
    var numbers: [Int?] = []
    optional.sink { numbers.append($0) }
    optional.trigger(nil)
    optional.trigger(1)
    #expect(numbers == [nil, 1])

    let pair = Event<(Int, String)>()
    var pairs: [String] = []
    pair.sink { number, text in pairs.append("\(number)\(text)") }
    pair.trigger((1, "a"))
    #expect(pairs == ["1a"])

    let action = Event<() -> Void>()
    var runs = 0
    action.sink { $0() }
    action.trigger { runs += 1 }
    #expect(runs == 1)
  }

  @Test("has a name that can change")
  func name() {
    let event = Event<Int>(name: "tapped")
    #expect(event.name == "tapped")
    event.name = "clicked"
    #expect(event.name == "clicked")
    event.name = nil
    #expect(event.name == nil)
    #expect(Event<Int>().name == nil)
  }
}
