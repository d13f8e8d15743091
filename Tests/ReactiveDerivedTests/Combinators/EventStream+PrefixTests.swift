import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("EventStream.prefix")
struct EventStreamPrefixTests {
  @Test("emits the first payloads, and ends")
  func prefix() {
    let event = Event<Int>()
    var log: [Int] = []
    let subscription = event.prefix(2).sink { log.append($0) }
    event.trigger(1)
    #expect(!subscription.isCancelled)
    event.trigger(2)
    #expect(subscription.isCancelled)
    event.trigger(3)
    #expect(log == [1, 2])
  }

  @Test("releases its event, and what its observers keep, after the last payload")
  func letsGo() {
    let live = LiveCount()
    let event = Event<Int>()
    do {
      let tracked = live.make()
      event.map { $0 }.prefix(1).map { $0 }.sink { _ in tracked.touch() }
    }
    #expect(live.alive == 1)
    event.trigger(1)
    #expect(live.alive == 0)
    #expect(event.observers.isEmpty)
  }

  @Test("every observer is notified of the last payload, at any depth")
  func lastPayloadGoesEverywhere() {
    let event = Event<Int>()
    var log: [String] = []
    let first = event.prefix(1)
    var deep = first
    for _ in 0..<200 { deep = deep.map { $0 + 1 } }
    first.sink { log.append("a\($0)") }
    deep.sink { log.append("deep\($0)") }
    first.sink { log.append("b\($0)") }
    event.trigger(0)
    event.trigger(0)
    #expect(log.sorted() == ["a0", "b0", "deep200"])
  }

  @Test("a payload that its observer triggers is beyond the limit")
  func reentrant() {
    let event = Event<Int>()
    var log: [Int] = []
    event.prefix(1).sink { [unowned event] in
      log.append($0)
      event.trigger($0 + 1)
    }
    event.trigger(1)
    #expect(log == [1])
  }

  @Test("counts from its creation, and an observer that comes after the end is ended at once")
  func unobserved() {
    let event = Event<Int>()
    let stream = event.prefix(1)
    event.trigger(1)
    var calls = 0
    let subscription = stream.sink { _ in calls += 1 }
    #expect(subscription.isCancelled)
    event.trigger(2)
    #expect(calls == 0)
  }

  @Test("of none, it has ended from the start")
  func none() {
    let event = Event<Int>()
    var calls = 0
    let subscription = event.prefix(0).sink { _ in calls += 1 }
    event.trigger(1)
    #expect(calls == 0)
    #expect(subscription.isCancelled)
  }

  @Test("while: emits up to the first one that fails, which ends it")
  func prefixWhile() {
    let event = Event<Int>()
    var log: [Int] = []
    var asked = 0
    let stream = event.prefix { number in
      asked += 1
      return number < 3
    }
    let subscription = stream.sink { log.append($0) }
    for number in [1, 2, 3, 1] { event.trigger(number) }
    #expect(log == [1, 2])
    #expect(asked == 3)
    #expect(subscription.isCancelled)
    #expect(event.observers.isEmpty)
  }
}
