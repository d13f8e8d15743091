// Tests: DerivedStream, SourcedStream, Retention, CancelOnDeinit

import ReactiveDerived
import ReactiveTestSupport
import Testing

/// Law 11.
@Suite("Combinators: lifetime")
struct CombinatorLifetimeTests {
  private final class Owner { var log: [Int] = [] }

  @Test("a pipeline that is not kept lives as long as its event")
  func keptByRoot() {
    let live = LiveCount()
    var event: Event<Int>? = Event()
    var log: [Int] = []
    do {
      let tracked = live.make()
      event!.map { $0 + 1 }.filter { $0 > 1 }.sink {
        tracked.touch()
        log.append($0)
      }
    }
    for number in 0..<3 { event?.trigger(number) }
    #expect(log == [2, 3])
    #expect(live.alive == 1)
    event = nil
    #expect(live.alive == 0)
  }

  @Test("its last observer cancelled, a pipeline releases its event, and all that is not kept is released")
  func letsGo() {
    let live = LiveCount()
    let event = Event<Int>()
    let first: Subscription
    let second: Subscription
    do {
      let tracked = live.make()
      let stream = event.map {
        tracked.touch()
        return $0
      }.map { $0 + 1 }
      first = stream.sink { _ in }
      second = stream.sink { _ in }
    }
    first.cancel()
    #expect(event.observers.count == 1)
    #expect(live.alive == 1)
    second.cancel()
    #expect(event.observers.isEmpty)
    #expect(live.alive == 0)
  }

  @Test("a stream that is kept keeps those that it is made of, while it is not observed")
  func keepsUpwards() {
    let event = Event<Int>()
    weak var middle: EventStream<Int>?
    var stream: EventStream<Int>?
    do {
      let new = event.map { $0 + 1 }
      middle = new
      stream = new.map { $0 * 10 }
    }
    var log: [Int] = []
    for number in 0..<3 {
      #expect(middle != nil)
      let subscription = stream?.sink { log.append($0) }
      event.trigger(number)
      subscription?.cancel()
    }
    #expect(log == [10, 20, 30])
    stream = nil
    #expect(middle == nil)
  }

  @Test("an observer's owner dies: the pipeline is released at the next payload")
  func owner() {
    let live = LiveCount()
    let event = Event<Int>()
    var owner: Owner? = Owner()
    do {
      let tracked = live.make()
      event.map {
        tracked.touch()
        return $0 * 2
      }.sink(with: owner!) { owner, value in owner.log.append(value) }
    }
    event.trigger(1)
    #expect(owner?.log == [2])
    owner = nil
    #expect(live.alive == 1)
    event.trigger(2)
    #expect(live.alive == 0)
    #expect(event.observers.isEmpty)
  }

  @Test("dead owners are swept out of a stream that is observed again and again, without a payload")
  func sweptOwners() {
    let event = Event<Int>()
    let stream = event.map { $0 }
    for _ in 0..<1000 { stream.sink(with: Owner()) { _, _ in } }
    #expect(stream.observers.count < 100)
    event.trigger(1)
    #expect(stream.observers.isEmpty)
    #expect(event.observers.isEmpty)
  }

  @Test("an observer may cancel itself and observe again: it is notified from the next payload on")
  func resubscribe() {
    let event = Event<Int>()
    let stream = event.map { $0 * 10 }
    var log: [String] = []
    var subscription: Subscription?
    subscription = stream.sink {
      log.append("a\($0)")
      subscription?.cancel()
      subscription = stream.sink { log.append("b\($0)") }
    }
    event.trigger(1)
    event.trigger(2)
    #expect(log == ["a10", "b20"])
    #expect(event.observers.count == 1)
    subscription?.cancel()
    #expect(event.observers.isEmpty)
  }

  @Test("a stream of a stored collection's changes is kept by the collection, and ends with it")
  func collection() {
    struct Row: Identifiable, Equatable { var id: Int }
    let live = LiveCount()
    var log: [String] = []
    var rows: OpenKeyed<Row>? = OpenKeyed()
    rows?.changes.map(\.insertions.count).filter { $0 > 0 }.sink { [tracked = live.make()] in
      tracked.touch()
      log.append("statement \($0)")
    }
    let counts = rows!.changes.map(\.insertions.count)
    let first = counts.sink { log.append("first \($0)") }
    rows?.insert(Row(id: 1))
    first.cancel()
    rows?.insert(Row(id: 2))
    let second = counts.sink { [tracked = live.make()] in
      tracked.touch()
      log.append("second \($0)")
    }
    rows?.insert(Row(id: 3))
    #expect(log == ["statement 1", "first 1", "statement 1", "statement 1", "second 1"])
    #expect(live.alive == 2)
    rows = nil
    #expect(live.alive == 0 && second.isCancelled)
  }

  @Test("a subscription to a derived collection's changes keeps the collection")
  func derivedCollection() {
    struct Row: Identifiable, Equatable { var id: Int }
    let live = LiveCount()
    var log: [String] = []
    let rows = OpenKeyed<Row>()
    rows.filter { _ in true }.changes.map { _ in 1 }.sink { [tracked = live.make()] in
      tracked.touch()
      log.append("lost \($0)")
    }
    #expect(live.alive == 0)
    let sorted = rows.sorted(by: \.id).changes.sink { log.append("sorted \($0.insertions.count)") }
    let direct = rows.filter { _ in true }.changes.sink { log.append("direct \($0.insertions.count)") }
    let derived = rows.filter { _ in true }.changes.map { _ in 2 }.sink { log.append("derived \($0)") }
    rows.insert(Row(id: 2))
    #expect(log == ["sorted 1", "direct 1", "derived 2"])
    sorted.cancel()
    direct.cancel()
    derived.cancel()
  }

  @Test("a chain of streams that follow others, and the streams that its token keeps, end without recursion")
  func longChainOfFollowed() {
    let received = onThread(stackKibibytes: 512) {
      let event = Event<Int>()
      let number = OpenBehavior(0)
      let derived = number.map { $0 }
      var stream: EventStream<Int> = event
      for _ in 0..<5_000 { stream = stream.map { _ in derived.changes }.switchToLatest() }
      var received = 0
      let subscription = stream.sink { received += $0 }
      stream = event
      event.trigger(1)
      // Only the first stream follows it by now.
      number.value = 1
      subscription.cancel()
      return received
    }
    #expect(received == 0)
  }

  @Test("closures that hold collections, each observing the one before, are released without recursion")
  func longChainOfCollections() {
    struct Row: Identifiable, Equatable { var id: Int }
    let alive = onThread(stackKibibytes: 512) {
      let live = LiveCount()
      var last: AnyObject = live.make()
      for _ in 0..<5_000 {
        let rows = OpenKeyed<Row>()
        rows.changes.map { $0 }.sink { [last] _ in withExtendedLifetime(last) {} }
        last = rows
      }
      last = live
      return live.alive
    }
    #expect(alive == 0)
  }

  @Test("an observer that comes in a delivery is not part of it, but of what is triggered after that")
  func membership() {
    let event = Event<Int>()
    let stream = event.map { $0 }
    var log: [String] = []
    event.sink { [unowned event] number in
      if number != 1 { return }
      event.trigger(2)
      stream.sink { log.append("b\($0)") }
      event.trigger(3)
    }
    stream.sink { log.append("a\($0)") }
    event.trigger(1)
    #expect(log == ["a1", "a2", "a3", "b3"])
  }

  @Test("an observer that is cancelled in a delivery is not called in it any more, at any depth")
  func cancelledInDelivery() {
    let event = Event<Int>()
    var log: [String] = []
    var later: [Subscription] = []
    event.map { $0 }.sink { number in
      log.append("a\(number)")
      for subscription in later { subscription.cancel() }
    }
    let stream = event.map { $0 }
    later.append(stream.sink { log.append("b\($0)") })
    later.append(stream.map { $0 }.sink { log.append("c\($0)") })
    event.trigger(1)
    event.trigger(2)
    #expect(log == ["a1", "a2"])
    #expect(event.observers.count == 1)
  }

  @Test(
    "payloads arrive everywhere in the order in which they were triggered, also where forwards are deferred")
  func order() {
    let event = Event<Int>()
    var log: [String: [Int]] = [:]
    var stream = event.map { $0 }
    for depth in 1...200 {
      stream = stream.map { $0 }
      if depth % 40 == 0 {
        stream.sink { [unowned event] in
          log["\(depth)", default: []].append($0)
          if $0 < 3 { event.trigger($0 + 1) }
        }
      }
    }
    event.trigger(1)
    // Each of the five observers triggers one more payload for each payload.
    #expect(log.count == 5)
    #expect(Set(log.values).count == 1)
    #expect(log["40"] == [1] + Array(repeating: 2, count: 5) + Array(repeating: 3, count: 25))
  }

  @Test(
    "a chain of 100,000 streams is observed, notified, dropped, and released on a small stack",
    arguments: [false, true])
  func longChain(isEager: Bool) {
    let result = onThread { () -> [Int] in
      let live = LiveCount()
      var got: [Int] = []
      var log = 0
      do {
        var event: Event<Int>? = Event()
        var stream: EventStream<Int>? = event
        for _ in 0..<100_000 {
          let tracked = live.make()
          if isEager {
            stream = stream!.scan(0) {
              tracked.touch()
              return max($0, $1)
            }
          } else {
            stream = stream!.map {
              tracked.touch()
              return $0
            }
          }
        }
        let subscription = stream!.sink { log = $0 }
        event!.trigger(1)
        got.append(log)
        subscription.cancel()
        event!.trigger(2)
        got.append(log)
        stream!.sink { log = $0 }
        event!.trigger(3)
        got.append(log)
        stream = nil
        got.append(live.alive)
        event = nil
      }
      return got + [live.alive]
    }
    #expect(result == [1, 1, 3, 100_000, 0])
  }

  @Test("a chain of 100,000 streams that were never observed is released on a small stack", arguments: [false, true])
  func longChainUnobserved(isEager: Bool) {
    let result = onThread { () -> [Int] in
      let live = LiveCount()
      do {
        let event = Event<Int>()
        var stream: EventStream<Int> = event
        for _ in 0..<100_000 {
          let tracked = live.make()
          stream =
            isEager
            ? stream.dropFirst(2)
            : stream.map {
              tracked.touch()
              return $0
            }
        }
        event.trigger(1)
      }
      return [live.alive]
    }
    #expect(result == [0])
  }

  @Test("a chain of 10,000 holds and changes in turn is delivered and released")
  func longMixedChain() {
    let result = onThread(stackKibibytes: 512) { () -> [Int] in
      let live = LiveCount()
      var last = 0
      do {
        let event = Event<Int>()
        var stream: EventStream<Int> = event
        for _ in 0..<10_000 {
          let tracked = live.make()
          stream = stream.hold(0).changes.map {
            tracked.touch()
            return $0
          }
        }
        stream.sink { last = $0 }
        event.trigger(7)
      }
      return [last, live.alive]
    }
    #expect(result == [7, 0])
  }

  @Test("an iteration over the payloads ends with the event")
  func values() async {
    var event: Event<Int>? = Event()
    let values = event!.map { $0 * 10 }.values
    event?.trigger(1)
    event?.trigger(2)
    event = nil
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    #expect(seen == [10, 20])
  }
}
