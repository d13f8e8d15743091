import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("EventStream.switchToLatest")
struct EventStreamSwitchToLatestTests {
  @Test("emits the payloads of the stream that came last")
  func switches() {
    let first = Event<Int>()
    let second = Event<Int>()
    let outer = Event<EventStream<Int>>()
    var log: [Int] = []
    outer.switchToLatest().sink { log.append($0) }
    first.trigger(1)
    outer.trigger(first)
    first.trigger(2)
    outer.trigger(second.map { $0 * 10 })
    first.trigger(3)
    second.trigger(4)
    outer.trigger(first)
    first.trigger(5)
    second.trigger(6)
    #expect(log == [2, 40, 5])
    #expect(second.observers.isEmpty)
    #expect(first.observers.count == 1)
  }

  @Test("the outer stream may be one of events, or be made of others")
  func kindsOfOuter() {
    let chosen = Event<Int>()
    let events = [Event<String>(), Event<String>()]
    var log: [String] = []
    chosen.map { events[$0] }.switchToLatest().sink { log.append($0) }
    chosen.map { events[$0].map { "\($0)!" } }.switchToLatest().sink { log.append($0) }
    chosen.trigger(1)
    events[1].trigger("a")
    chosen.trigger(0)
    events[1].trigger("b")
    events[0].trigger("c")
    #expect(log == ["a", "a!", "c", "c!"])
  }

  @Test("follows from its creation, observed or not")
  func unobserved() {
    let inner = Event<Int>()
    let outer = Event<EventStream<Int>>()
    let stream = outer.switchToLatest()
    outer.trigger(inner)
    var log: [Int] = []
    let subscription = stream.sink { log.append($0) }
    inner.trigger(1)
    subscription.cancel()
    inner.trigger(2)
    stream.sink { log.append($0) }
    inner.trigger(3)
    #expect(log == [1, 3])
  }

  @Test("ends with the outer stream, unless it is kept; then with the one that it follows")
  func ends() {
    let live = LiveCount()
    var inner: Event<Int>? = Event()
    var outer: Event<EventStream<Int>>? = Event()
    var log: [Int] = []
    func observe(_ stream: EventStream<Int>) -> Subscription {
      let tracked = live.make()
      return stream.sink {
        tracked.touch()
        log.append($0)
      }
    }
    let first = observe(outer!.switchToLatest())
    outer?.trigger(inner!)
    inner?.trigger(1)
    outer = nil
    #expect(first.isCancelled)
    #expect(live.alive == 0)
    #expect(inner?.observers.isEmpty == true)

    outer = Event()
    let kept = outer!.prefix(1).switchToLatest()
    let second = observe(kept)
    outer?.trigger(inner!)
    outer = nil
    inner?.trigger(2)
    #expect(log == [1, 2])
    inner = nil
    #expect(second.isCancelled)
    #expect(live.alive == 0)

    inner = Event()
    outer = Event()
    let third = observe(outer!.switchToLatest())
    outer?.trigger(inner!)
    inner = nil
    #expect(!third.isCancelled)
    outer = nil
    #expect(third.isCancelled)
    #expect(live.alive == 0)
  }

  @Test("inner streams that come and go leave nothing behind")
  func comeAndGo() {
    let live = LiveCount()
    let chosen = Event<Int>()
    let root = Event<Int>()
    var log: [Int] = []
    let stream = chosen.map { number -> EventStream<Int> in
      let tracked = live.make()
      return root.map {
        tracked.touch()
        return $0 + number
      }
    }.switchToLatest()
    let subscription = stream.sink { log.append($0) }
    for number in 0..<1000 {
      chosen.trigger(number)
      if number % 100 == 0 { root.trigger(0) }
    }
    #expect(log == [0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
    #expect(live.alive == 1)
    #expect(root.observers.count == 1)
    subscription.cancel()
    #expect(root.observers.count == 1)
  }

  @Test("switching inside a delivery of the inner stream: the rest of it is not delivered")
  func switchInDelivery() {
    let first = Event<Int>()
    let second = Event<Int>()
    let outer = Event<EventStream<Int>>()
    var log: [Int] = []
    outer.switchToLatest().sink { [unowned outer, unowned first, unowned second] in
      log.append($0)
      if $0 == 1 {
        outer.trigger(second)
        first.trigger(2)
        second.trigger(3)
      }
    }
    outer.trigger(first)
    first.trigger(1)
    // Nothing observed the second one when it was triggered.
    #expect(log == [1])
    second.trigger(4)
    #expect(log == [1, 4])
  }

  @Test("one that follows itself goes round until its observers stop it, and leaves nothing behind")
  func loop() {
    let live = LiveCount()
    var log: [Int] = []
    do {
      let seed = Event<Int>()
      let outer = Event<EventStream<Int>>()
      let stream = outer.switchToLatest()
      let tracked = live.make()
      let loop = seed.merge(
        stream.filter { $0 < 5 }.map {
          tracked.touch()
          return $0 + 1
        })
      stream.sink { log.append($0) }
      outer.trigger(loop)
      seed.trigger(1)
    }
    #expect(log == [1, 2, 3, 4, 5])
    #expect(live.alive == 0)
  }

  @Test("of a computed behavior: an inner stream that has to be kept is kept by its user")
  func computedInner() {
    let source = OpenBehavior(1)
    let outer = Event<EventStream<Int>>()
    var log: [Int] = []
    outer.switchToLatest().sink { log.append($0) }
    var kept: EventStream<Int>? = source.map { $0 * 10 }.changes
    outer.trigger(kept!)
    source.value = 2
    #expect(log == [20])
    kept = nil
    source.value = 3
    #expect(log == [20])
  }

  @Test("if it has to be kept itself, it keeps what it follows")
  func computedOuter() {
    let source = OpenBehavior(1)
    let chosen = OpenBehavior(0)
    var log: [Int] = []
    weak var inner: EventStream<Int>?
    var stream: EventStream<Int>? = chosen.map { $0 + 1 }.changes.map { factor -> EventStream<Int> in
      let new = source.map { $0 * factor }.changes
      inner = new
      return new
    }.switchToLatest()
    stream?.sink { log.append($0) }
    chosen.value = 9
    source.value = 2
    #expect(log == [20])
    chosen.value = 99
    source.value = 3
    #expect(log == [20, 300])
    stream = nil
    #expect(inner == nil)
  }
}
