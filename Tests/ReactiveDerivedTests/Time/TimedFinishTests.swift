// Tests: Waiting, EventStream+Debounce, EventStream+Throttle, EventStream+Delay, EventStream+Collect, EventStream+Timeout, EventStream+Window, EventStream+Every

import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("Streams over time that end")
struct TimedFinishTests {
  private let clock = ManualClock()
  private let event = Event<Int>()
  private let log = Box<[String]>([])

  @discardableResult
  private func record<Payload>(_ stream: EventStream<Payload>) -> [Subscription] {
    [
      stream.sink { [log] in log.value.append("\($0)") },
      stream.onFinish { [log] in log.value.append("end") },
    ]
  }

  /// The operators that hold payloads back, for a second each.
  private func holdingBack(_ stream: EventStream<Int>) -> [EventStream<Int>] {
    [
      stream.debounce(for: .seconds(1), clock: clock),
      stream.throttle(for: .seconds(1), clock: clock),
      stream.delay(by: .seconds(1), clock: clock),
      stream.collect(for: .seconds(1), clock: clock).map { $0.reduce(0, +) },
    ]
  }

  @Test("what waits is emitted at its time, and then the stream ends")
  func emits() {
    let expected = [["2", "end"], ["1", "2", "end"], ["1", "2", "end"], ["3", "end"]]
    for index in 0..<4 {
      let event = Event<Int>()
      log.value = []
      record(holdingBack(event)[index])
      event.trigger(1)
      event.trigger(2)
      clock.advance(by: .milliseconds(400))
      event.finish()
      event.trigger(3)
      clock.advance(by: .milliseconds(599))
      #expect(!log.value.contains("end"))
      clock.advance(by: .milliseconds(1))
      #expect(log.value == expected[index])
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test("if nothing waits they end at once, also while a throttle pauses")
  func nothingWaits() {
    for index in 0..<4 {
      let event = Event<Int>()
      log.value = []
      record(holdingBack(event)[index])
      event.finish()
      #expect(log.value == ["end"])
    }
    for latest in [true, false] {
      let event = Event<Int>()
      log.value = []
      record(event.throttle(for: .seconds(1), latest: latest, clock: clock))
      event.trigger(1)
      if !latest { event.trigger(2) }
      event.finish()
      #expect(log.value == ["1", "end"] && clock.sleeperCount == 0)
    }
  }

  @Test("a delay emits each payload at its own time")
  func delay() {
    record(event.delay(by: .seconds(1), clock: clock))
    event.trigger(1)
    clock.advance(by: .milliseconds(500))
    event.trigger(2)
    event.trigger(3)
    event.finish()
    clock.advance(by: .milliseconds(500))
    #expect(log.value == ["1"])
    clock.advance(by: .milliseconds(500))
    #expect(log.value == ["1", "2", "3", "end"])
    #expect(clock.sleeperCount == 0)
  }

  @Test("the source may end while a payload is emitted")
  func endsWhileEmitting() {
    for index in 0..<4 {
      let event = Event<Int>()
      log.value = []
      let stream = holdingBack(event)[index]
      let subscription = stream.sink { _ in event.finish() }
      record(stream)
      event.trigger(1)
      event.trigger(1)
      clock.advance(by: .seconds(3))
      #expect(log.value == [["1", "end"], ["1", "end"], ["1", "1", "end"], ["2", "end"]][index])
      #expect(clock.sleeperCount == 0)
      subscription.cancel()
    }
  }

  @Test("a group of a limited size ends with what it has")
  func limit() {
    record(event.collect(for: .seconds(1), limit: 2, clock: clock))
    for payload in 1...3 { event.trigger(payload) }
    event.finish()
    #expect(log.value == ["[1, 2]"])
    clock.advance(by: .seconds(1))
    #expect(log.value == ["[1, 2]", "[3]", "end"])
  }

  @Test("a chain of them ends at the sum of their times")
  func chain() {
    record(event.delay(by: .seconds(1), clock: clock).debounce(for: .seconds(1), clock: clock).map { -$0 })
    event.trigger(1)
    event.finish()
    clock.advance(by: .seconds(1))
    #expect(log.value.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(log.value == ["-1", "end"])
  }

  @Test("timeout ends with its source, and does not emit")
  func timeout() {
    record(event.timeout(after: .seconds(1), clock: clock))
    event.finish()
    #expect(log.value == ["end"] && clock.sleeperCount == 0)
    clock.advance(by: .seconds(2))
    #expect(log.value == ["end"])
  }

  @Test("a window keeps its state, and old payloads go on leaving it")
  func window() {
    let sum = event.window(0, for: .seconds(1), clock: clock, adding: +=, removing: -=)
    event.trigger(1)
    clock.advance(by: .milliseconds(500))
    event.trigger(2)
    event.finish()
    event.trigger(4)
    #expect(sum.peek() == 3 && event.observers.isEmpty)
    clock.advance(by: .milliseconds(500))
    #expect(sum.peek() == 2)
    clock.advance(by: .milliseconds(500))
    #expect(sum.peek() == 0)
  }

  @Test("every does not end")
  func every() {
    let stream = EventStream.every(.seconds(1), clock: clock)
    let subscriptions = record(stream)
    clock.advance(by: .seconds(5))
    #expect(!stream.isFinished && log.value.count == 5)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("cancelling the last observer drops what waits, ends the sleep and the stream")
  func cancels() {
    for index in 0..<4 {
      let event = Event<Int>()
      log.value = []
      // Nothing keeps the mapped stream once the event has finished.
      let stream = holdingBack(event.map { $0 })[index]
      let subscriptions = record(stream)
      event.trigger(1)
      event.trigger(2)
      event.finish()
      #expect(clock.sleeperCount == 1 && !stream.isFinished)
      for subscription in subscriptions { subscription.cancel() }
      #expect(clock.sleeperCount == 0)
      clock.advance(by: .seconds(2))
      log.value = []
      record(stream)
      #expect(log.value == ["end"] && stream.isFinished)
    }
  }

  @Test("nothing else has to keep a stream that waits, and all is released after its end")
  func memory() {
    let live = LiveCount()
    for index in 0..<4 {
      let event = Event<Int>()
      let tracked = live.make()
      holdingBack(event)[index].sink { [log] in
        tracked.touch()
        log.value.append("\($0)")
      }
      event.trigger(1)
      event.trigger(2)
      event.finish()
    }
    #expect(live.alive == 4)
    clock.advance(by: .seconds(1))
    #expect(log.value.sorted() == ["1", "1", "2", "2", "2", "3"])
    #expect(live.alive == 0 && clock.sleeperCount == 0)
  }

  @Test("a stream of a derived behavior that waits is kept by its token, and by nothing else")
  func keptByTokens() {
    for isKept in [true, false] {
      let source = OpenBehavior(0)
      let live = LiveCount()
      log.value = []
      var bag: SubscriptionBag? = SubscriptionBag()
      do {
        let tracked = live.make()
        let stream = source.map { $0 }.changes.prefix(1).delay(by: .seconds(1), clock: clock)
        stream.sink { [log] in
          tracked.touch()
          log.value.append("\($0)")
        }.store(in: bag!)
        stream.onFinish { [log] in log.value.append("end") }.store(in: bag!)
      }
      source.value = 1
      #expect(live.alive == 1)
      if !isKept {
        bag = nil
        #expect(live.alive == 0 && clock.sleeperCount == 0)
      }
      clock.advance(by: .seconds(1))
      #expect(log.value == (isKept ? ["1", "end"] : []))
      #expect(live.alive == 0)
      withExtendedLifetime(bag) {}
    }
  }

  @Test("a stream of a derived behavior that waits, and is dropped with its tokens, ends the sleep")
  func dropped() {
    let source = OpenBehavior(0)
    let live = LiveCount()
    do {
      let tracked = live.make()
      let stream = source.map { $0 }.changes.prefix(1).debounce(for: .seconds(1), clock: clock)
      let subscription = stream.sink { [log] in
        tracked.touch()
        log.value.append("\($0)")
      }
      source.value = 1
      #expect(live.alive == 1 && clock.sleeperCount == 1)
      withExtendedLifetime(subscription) {}
    }
    #expect(live.alive == 0 && clock.sleeperCount == 0)
    clock.advance(by: .seconds(1))
    #expect(log.value.isEmpty)
  }

  @Test("what waits is dropped by an observer that cancels the last ones while the stream emits")
  func cancelsWhileEmitting() {
    for index in 0..<4 {
      let event = Event<Int>()
      log.value = []
      let (bag, isDue) = (SubscriptionBag(), Box(false))
      let stream = holdingBack(event)[index]
      stream.sink { [log] in
        log.value.append("\($0)")
        if isDue.value { bag.cancelAll() }
      }.store(in: bag)
      stream.onFinish { [log] in log.value.append("end") }.store(in: bag)
      event.trigger(1)
      event.trigger(2)
      event.finish()
      isDue.value = true
      clock.advance(by: .seconds(1))
      #expect(log.value == [["2"], ["1", "2"], ["1"], ["3"]][index])
      #expect(clock.sleeperCount == 0)
      record(stream)
      #expect(log.value.last == "end" && stream.isFinished)
    }
  }

  @Test("the sequence of values ends after what waits")
  func values() async {
    let values = event.debounce(for: .seconds(1), clock: clock).values
    event.trigger(1)
    event.finish()
    clock.advance(by: .seconds(1))
    var all: [Int] = []
    for await value in values { all.append(value) }
    #expect(all == [1])
  }

  @Test("what waits has its turn where the source finishes at that very time")
  func turnOfWhatWaits() {
    let events = [Event<Int>(), Event<Int>(), Event<Int>()]
    var log: [String] = []
    let subscriptions = [
      events[0].delay(by: .seconds(1), clock: clock).sink { _ in
        log.append("first")
        events[1].finish()
      },
      events[1].debounce(for: .seconds(1), clock: clock).sink { _ in log.append("second") },
      events[2].delay(by: .seconds(1), clock: clock).sink { _ in log.append("third") },
    ]
    for event in events { event.trigger(0) }
    clock.advance(by: .seconds(1))
    #expect(log == ["first", "second", "third"] && clock.sleeperCount == 0)
    for subscription in subscriptions { subscription.cancel() }
  }
}
