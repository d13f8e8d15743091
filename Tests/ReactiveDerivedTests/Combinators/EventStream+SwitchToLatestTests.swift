// Tests: EventStream+SwitchToLatest, FollowedStreams

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

  @Test("after the outer stream has finished, the last inner one keeps an observed stream until it finishes or ends")
  func finishedOuter() {
    for isFinished in [true, false] {
      let live = LiveCount()
      let outer = Event<EventStream<Int>>()
      var inner: Event<Int>? = Event<Int>()
      let bag = SubscriptionBag()
      var log: [Int] = []
      var ends = 0
      do {
        let tracked = live.make()
        let mapped = outer.switchToLatest().map { number in
          tracked.touch()
          return number * 10
        }
        mapped.sink { log.append($0) }.store(in: bag)
        mapped.onFinish { ends += 1 }.store(in: bag)
      }
      if let inner { outer.trigger(inner) }
      outer.finish()
      inner?.trigger(1)
      #expect(log == [10] && ends == 0 && live.alive == 1)
      if isFinished { inner?.finish() } else { inner = nil }
      #expect(ends == (isFinished ? 1 : 0) && live.alive == 0)
    }
  }

  @Test("after the outer stream has finished, the last cancel releases a stream that nothing keeps")
  func cancelledAfterOuter() {
    let live = LiveCount()
    let (outer, inner) = (Event<EventStream<Int>>(), Event<Int>())
    let token = {
      let tracked = live.make()
      return outer.switchToLatest().map { number in
        tracked.touch()
        return number
      }.sink { _ in }
    }()
    outer.trigger(inner)
    outer.finish()
    #expect(live.alive == 1)
    token.cancel()
    #expect(live.alive == 0 && inner.observers.isEmpty)
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
    // The second event had no observer when it was triggered.
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

  @Test("of a computed behavior: the inner stream lives while a token is kept, and no longer")
  func computedInner() {
    let live = LiveCount()
    let source = OpenBehavior(1)
    let factor = Event<Int>()
    var log: [Int] = []
    let stream = factor.map { source.product(with: $0, live) }.switchToLatest()
    #expect(live.alive == 0)
    let token = stream.sink { log.append($0) }
    factor.trigger(10)
    source.value = 2
    #expect(live.alive == 1)
    factor.trigger(100)
    #expect(live.alive == 1)
    source.value = 3
    #expect(log == [20, 300])
    token.cancel()
    #expect(live.alive == 0)
    source.value = 4
    #expect(log == [20, 300])

    // A new observer starts with the next inner stream.
    let bag = SubscriptionBag()
    stream.sink { log.append($0) }.store(in: bag)
    source.value = 5
    factor.trigger(1)
    source.value = 6
    #expect(log == [20, 300, 6])
    bag.cancelAll()
    #expect(live.alive == 0)
    #expect(source.observers.isEmpty)
  }

  @Test("of a computed behavior: without a token, its user keeps the inner stream")
  func computedInnerWithoutToken() {
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

  @Test("several tokens, dropped in any order: the last one releases the inner stream", arguments: 0..<6)
  func severalTokens(order: Int) {
    let live = LiveCount()
    let source = OpenBehavior(1)
    let factor = Event<Int>()
    var calls = 0
    let stream = factor.map { source.product(with: $0, live) }.switchToLatest()
    // Only the first subscribes before there is an inner stream.
    var tokens: [Subscription?] = [stream.sink { _ in calls += 1 }]
    factor.trigger(10)
    tokens.append(stream.map { $0 + 1 }.sink { _ in calls += 1 })
    tokens.append(stream.sink { _ in calls += 1 })
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for (left, next) in zip([3, 2, 1], orders[order]) {
      calls = 0
      source.value += 1
      #expect(calls == left)
      #expect(live.alive == 1)
      // Cancels explicitly, or by releasing the token's owner.
      tokens[next]?.cancel()
      tokens[next] = nil
    }
    #expect(live.alive == 0)
    #expect(source.observers.isEmpty)
  }

  @Test("a token that is thrown away keeps the inner stream no longer, its observer follows the next one that is kept")
  func tokenThrownAway() {
    let live = LiveCount()
    let source = OpenBehavior(1)
    let outer = Event<EventStream<Int>>()
    var log: [Int] = []
    var token: Subscription? = outer.switchToLatest().sink { log.append($0) }
    outer.trigger(source.product(with: 10, live))
    source.value = 2
    token = nil
    #expect(token == nil)
    #expect(live.alive == 0)
    source.value = 3
    let other = Event<Int>()
    outer.trigger(other)
    other.trigger(4)
    #expect(log == [20, 4])
  }

  enum Made: CaseIterable {
    case operators, eager, merged, mergedOfTwo, mergedWithDerived, mergedAndKept, sampled, held, heldAndMapped
    case changesOfHeld, inner, outer, twice
  }

  @Test("what is made of it keeps the inner stream as well, for as long as it is kept itself", arguments: Made.allCases)
  func madeOfIt(made: Made) {
    let live = LiveCount()
    let source = OpenBehavior(1)
    let other = OpenBehavior(0)
    let factor = Event<Int>()
    let outer = Event<EventStream<Int>>()
    var log: [Int] = []
    func switched(_ factor: Event<Int>) -> EventStream<Int> {
      factor.map { source.product(with: $0, live) }.switchToLatest()
    }
    func observe() -> Any {
      let stream = switched(factor)
      switch made {
      case .operators: return stream.map { $0 }.filter { _ in true }.sink { log.append($0) }
      case .eager: return stream.dropFirst(0).scan(0) { $1 }.prefix(100).sink { log.append($0) }
      case .merged: return stream.merge(Event<Int>()).sink { log.append($0) }
      case .mergedOfTwo: return stream.merge(switched(factor)).sink { log.append($0) }
      case .mergedWithDerived: return stream.merge(other.map { $0 }.changes).sink { log.append($0) }
      case .mergedAndKept:
        let merged = stream.merge(other.map { $0 }.changes)
        merged.sink { log.append($0) }
        return merged
      case .sampled: return other.map { $0 }.sample(on: stream) { $1 }.sink { log.append($0) }
      case .held:
        let held = stream.hold(0)
        held.sink { log.append($0) }
        return held
      case .heldAndMapped: return stream.hold(0).map { $0 }.sink { log.append($0) }
      case .changesOfHeld: return stream.hold(0).changes.sink { log.append($0) }
      case .inner:
        let token = outer.switchToLatest().sink { log.append($0) }
        outer.trigger(stream)
        return token
      case .outer:
        return stream.map { value in other.map { $0 * 0 + value }.changes }.switchToLatest().sink { log.append($0) }
      case .twice:
        // Capturing the event would be a retain cycle.
        return stream.map { [unowned factor] _ in switched(factor) }.switchToLatest().sink { _ in }
      }
    }
    var kept: Any? = observe()
    for value in 1...3 {
      factor.trigger(10)
      source.value += 1
      other.value += 1
      #expect(live.alive == (made == .mergedOfTwo ? 2 : 1), "\(value)")
    }
    withExtendedLifetime(kept) {}
    if made != .outer && made != .twice { #expect(log.filter { $0 >= 10 } == expected(made)) }
    kept = nil
    #expect(live.alive == 0)
    #expect(source.observers.isEmpty)
    func expected(_ made: Made) -> [Int] { made == .mergedOfTwo ? [20, 20, 30, 30, 40, 40] : [20, 30, 40] }
  }

  @Test("the inner stream ends with the event, whatever tokens are kept")
  func eventEnds() {
    let live = LiveCount()
    let source = OpenBehavior(1)
    var factor: Event<Int>? = Event()
    let token = factor!.map { source.product(with: $0, live) }.switchToLatest().sink { _ in }
    factor?.trigger(10)
    #expect(live.alive == 1)
    factor = nil
    #expect(token.isCancelled)
    #expect(live.alive == 0)
    #expect(source.observers.isEmpty)

    // A retained stream continues with its last inner stream.
    factor = Event()
    var log: [Int] = []
    var stream: EventStream<Int>? = factor!.map { source.product(with: $0, live) }.switchToLatest()
    let other = stream!.sink { log.append($0) }
    factor?.trigger(10)
    factor = nil
    source.value = 2
    #expect(log == [20])
    stream = nil
    #expect(other.isCancelled)
    #expect(live.alive == 0)
  }

  @Test("an event that is dropped in the middle of its delivery, or of the inner stream's, leaves nothing behind")
  func droppedInTheMiddle() {
    for when in 0..<3 {
      let live = LiveCount()
      let source = OpenBehavior(1)
      var factor: Event<Int>? = Event()
      var bag: SubscriptionBag? = SubscriptionBag()
      var log: [Int] = []
      factor!.map { number in
        if when == 0 { factor = nil }
        if when == 1 { bag = nil }
        return source.product(with: number, live)
      }.switchToLatest().sink {
        log.append($0)
        if $0 == 20 { factor = nil }
      }.store(in: bag!)
      factor?.trigger(10)
      source.value = 2
      source.value = 3
      #expect(log == (when == 2 ? [20] : []), "\(when)")
      #expect(live.alive == 0, "\(when)")
      #expect(source.observers.isEmpty, "\(when)")
      bag = nil
    }
  }

  @Test("an inner stream of what the outer one is made of, or of the switched one, is no cycle", arguments: 0..<4)
  func cycles(kind: Int) {
    let live = LiveCount()
    weak var weakStream: EventStream<Int>?
    var log: [Int] = []
    do {
      // Outer and inner streams share a root. Nothing is cancelled.
      let chosen = OpenBehavior(1)
      let other = OpenBehavior(1)
      let outer = Event<EventStream<Int>>()
      let bag = SubscriptionBag()
      let stream: EventStream<Int>
      switch kind {
      case 0: stream = chosen.changes.map { (chosen + other).product(with: $0, live) }.switchToLatest()
      case 1:
        stream = chosen.changes.map { [unowned chosen] in (chosen + other).product(with: $0, live) }.switchToLatest()
      default: stream = outer.switchToLatest()
      }
      weakStream = stream
      if kind == 1 { stream.sink { log.append($0) } } else { stream.sink { log.append($0) }.store(in: bag) }
      let computed = chosen.product(with: 10, live)
      if kind == 2 { outer.trigger(stream.filter { $0 < 25 }.map { $0 + 1 }.merge(computed)) }
      if kind == 3 { outer.trigger(stream.hold(0).changes.filter { $0 < 25 }.map { $0 + 1 }.merge(computed)) }
      chosen.value = 2
      chosen.value = 3
      other.value = 5
    }
    switch kind {
    case 0: #expect(log == [24])
    case 1: #expect(log == [])
    default: #expect(log == [20, 21, 22, 23, 24, 25, 30])
    }
    #expect(live.alive == 0)
    #expect(weakStream == nil)
  }

  @Test("the values keep the inner stream where they are read on an actor")
  @MainActor func values() async {
    let live = LiveCount()
    let source = OpenBehavior(1)
    let factor = Event<Int>()
    do {
      let values = factor.map { source.product(with: $0, live) }.switchToLatest().values
      factor.trigger(10)
      source.value = 2
      for await value in values {
        #expect(value == 20)
        #expect(live.alive == 1)
        break
      }
    }
    // The actor releases it in a later turn.
    while live.alive > 0 { await Task.yield() }
    #expect(source.observers.isEmpty)
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

extension Behavior where Value == Int {
  /// The changes of a computed behavior, counted by `live`.
  fileprivate func product(with factor: Int, _ live: LiveCount) -> EventStream<Int> {
    let tracked = live.make()
    return map {
      tracked.touch()
      return $0 * factor
    }.changes
  }
}
