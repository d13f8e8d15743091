import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("EventStream.merge")
struct EventStreamMergeTests {
  @Test("emits the payloads of two, and of many")
  func merge() {
    let events = (0..<4).map { _ in Event<Int>() }
    var log: [String] = []
    events[0].merge(events[1]).sink { log.append("two \($0)") }
    events[0].merge(events[1], events[2], events[3]).sink { log.append("four \($0)") }
    EventStream.merge(events).sink { log.append("all \($0)") }
    events[1].trigger(1)
    events[3].trigger(3)
    #expect(log == ["two 1", "four 1", "all 1", "four 3", "all 3"])
  }

  @Test("behaviors are merged by their changes, as the error for merge of a behavior says")
  func behaviors() {
    let (name, city) = (OpenBehavior("Ada"), OpenBehavior("London"))
    var log: [String] = []
    name.changes.merge(city.changes).sink { log.append($0) }
    city.value = "Oslo"
    name.value = "Grace"
    #expect(log == ["Oslo", "Grace"])
  }

  @Test("of none, it emits nothing")
  func none() {
    let stream = EventStream<Int>.merge([EventStream<Int>]())
    let subscription = stream.sink { _ in }
    #expect(subscription.isCancelled)
  }

  @Test("a diamond emits both, in the order in which they were merged, also when one way is longer")
  func diamond() {
    let event = Event<Int>()
    var log: [Int] = []
    event.map { $0 + 1 }.map { $0 * 10 }.map { $0 }.merge(event.map { -$0 }, event).sink { log.append($0) }
    event.trigger(1)
    event.trigger(2)
    #expect(log == [20, -1, 1, 30, -2, 2])
  }

  @Test("the same stream twice emits twice")
  func twice() {
    let event = Event<Int>()
    var log: [Int] = []
    event.merge(event).sink { log.append($0) }
    event.trigger(1)
    #expect(log == [1, 1])
  }

  @Test("lives until the last of its events is gone")
  func lastEvent() {
    let live = LiveCount()
    var first: Event<Int>? = Event()
    var second: Event<Int>? = Event()
    var log: [Int] = []
    let tracked = Box<Tracked?>(live.make())
    let subscription = first!.merge(second!).sink { [object = tracked.value!] in
      object.touch()
      log.append($0)
    }
    tracked.value = nil
    first = nil
    second?.trigger(1)
    #expect(log == [1])
    #expect(!subscription.isCancelled)
    second = nil
    #expect(subscription.isCancelled)
    #expect(live.alive == 0)
  }

  @Test("of a stream that has to be kept, it has to be kept, and keeps them all")
  func mixed() {
    let event = Event<Int>()
    let source = OpenBehavior(1)
    weak var changes: EventStream<Int>?
    var log: [Int] = []
    var merged: EventStream<Int>?
    do {
      let new = source.map { $0 * 10 }.changes
      changes = new
      merged = event.merge(new)
    }
    merged?.sink { log.append($0) }
    source.value = 2
    event.trigger(3)
    #expect(log == [20, 3])
    #expect(changes != nil)
    merged = nil
    #expect(changes == nil)
    source.value = 4
    event.trigger(5)
    #expect(log == [20, 3])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("law 10: a payload whose forwards multiply without end stops before memory runs out")
  func multiplying() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let event = Event<Int>()
      var stream: EventStream<Int> = event
      for _ in 0..<100 { stream = stream.merge(stream.map { $0 }) }
      stream.sink { _ in }
      event.trigger(1)
    }
    try expectStop(result, says: ["waits to be forwarded in more than 1048576 places"])
  }
  #endif
}
