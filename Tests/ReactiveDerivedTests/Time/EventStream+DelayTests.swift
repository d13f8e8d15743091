// Tests: EventStream+Delay, TimedQueue

import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("EventStream.delay")
struct EventStreamDelayTests {
  private let clock = ManualClock()
  private let event = Event<Int>()

  @Test("emits every payload so much later, in order")
  func delays() {
    var log: [String] = []
    event.delay(by: .seconds(2), clock: clock).sink { [clock] in log.append("\($0) at \(clock.now.offset)") }
    for number in 1...3 {
      event.trigger(number)
      clock.advance(by: .seconds(1))
    }
    #expect(log == ["1 at 2.0 seconds", "2 at 3.0 seconds"])
    clock.advance(by: .seconds(10))
    #expect(log.last == "3 at 4.0 seconds" && log.count == 3 && clock.sleeperCount == 0)
  }

  /// An object, so that its operators share a sleep.
  private final class SharedClock: Clock {
    let base = TestClock()
    var now: TestClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }
    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
      try await base.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test("switched to anew with each event, it begins one sleep, not one for each")
  func switched() async {
    let (clock, other) = (SharedClock(), Event<Int>())
    var count = 0
    let subscription =
      event
      .map { number in other.delay(by: .seconds(1), clock: clock).map { $0 + number } }
      .switchToLatest()
      .sink { _ in count += 1 }
    for number in 0..<100 {
      event.trigger(number)
      other.trigger(number)
      await clock.base.wait(forSleepers: 1)
      await Task.yield()
    }
    #expect(clock.base.sleepCount == 1 && count == 0)
    subscription.cancel()
    await clock.base.wait(forSleepers: 0)
  }

  @Test("each payload is a change of its own, though many are due together")
  func turns() {
    var sums: [Int] = []
    let delayed = event.delay(by: .seconds(1), clock: clock).hold(0)
    let doubled = delayed.map { $0 * 2 }
    let subscription = doubled.sink { sums.append($0) }
    for number in 1...3 { event.trigger(number) }
    clock.advance(by: .seconds(1))
    #expect(sums == [2, 4, 6])
    subscription.cancel()
  }

  @Test("a payload that an observer adds waits as long as any other")
  func reentrant() {
    var log: [Int] = []
    event.delay(by: .seconds(1), clock: clock).sink { [unowned event] in
      log.append($0)
      event.trigger($0 + 1)
    }
    event.trigger(0)
    clock.advance(by: .seconds(5))
    #expect(log == [0, 1, 2, 3, 4])
  }

  @Test("100,000 payloads wait and come, in order, and leave nothing")
  func many() {
    final class Payload {}
    let source = Event<(Int, Payload)>()
    var count = 0
    var isInOrder = true
    source.delay(by: .seconds(1), clock: clock).sink { number, _ in
      isInOrder = isInOrder && number == count
      count += 1
    }
    weak var some: Payload?
    for number in 0..<100_000 {
      let payload = Payload()
      if number == 50_000 { some = payload }
      source.trigger((number, payload))
      if number % 1000 == 999 { clock.advance(by: .milliseconds(100)) }
    }
    #expect(some == nil)
    clock.advance(by: .seconds(1))
    #expect(count == 100_000 && isInOrder)
  }

  @Test("what waits is dropped with the last observer, also with one that cancels at the first of several")
  func drops() {
    var log: [Int] = []
    let stream = event.delay(by: .seconds(1), clock: clock)
    var subscription: Subscription?
    subscription = stream.sink {
      log.append($0)
      subscription?.cancel()
    }
    event.trigger(1)
    event.trigger(2)
    clock.advance(by: .seconds(1))
    #expect(log == [1] && clock.sleeperCount == 0)
    subscription = nil
  }

  @Test("what waits is dropped with the last observer, also where the next one subscribes in the same call")
  func resubscribed() {
    let stream = event.delay(by: .seconds(1), clock: clock)
    var log: [String] = []
    var subscription: Subscription?
    subscription = stream.sink { number in
      log.append("old \(number)")
      subscription?.cancel()
      subscription = stream.sink { log.append("new \($0)") }
    }
    for number in 1...3 { event.trigger(number) }
    clock.advance(by: .seconds(1))
    #expect(log == ["old 1"])
    event.trigger(4)
    clock.advance(by: .seconds(1))
    #expect(log == ["old 1", "new 4"])
    subscription?.cancel()
    subscription = nil
  }

  @Test("two delays keep the order of time where the isolation was busy")
  func order() {
    let other = Event<Int>()
    var log: [Int] = []
    event.delay(by: .seconds(1), clock: clock).merge(other.delay(by: .seconds(1), clock: clock)).sink { log.append($0) }
    for number in 1...6 {
      (number.isMultiple(of: 2) ? other : event).trigger(number)
      clock.advance(by: .milliseconds(100))
    }
    batch { clock.advance(by: .seconds(5)) }
    #expect(log == [1, 2, 3, 4, 5, 6])
  }

  @Test("so many times that are overdue are no loop")
  func overdue() {
    var count = 0
    event.delay(by: .seconds(100), clock: clock).sink { _ in count += 1 }
    for number in 0..<150_000 {
      event.trigger(number)
      clock.advance(by: .microseconds(1))
    }
    batch { clock.advance(by: .seconds(100)) }
    #expect(count == 150_000)
  }

  @Test("zero and less: after the delivery; longer than any clock can add: never")
  func extremes() {
    var log: [String] = []
    event.delay(by: .seconds(-3), clock: clock).sink { log.append("late \($0)") }
    event.sink { log.append("\($0)") }
    event.delay(by: .seconds(Int64.max), clock: clock).sink { log.append("never \($0)") }
    event.delay(by: .seconds(Int64.max)).sink { log.append("never \($0)") }
    event.trigger(1)
    #expect(log == ["1", "late 1"])
    clock.advance(by: .seconds(86_400 * 365))
    #expect(log == ["1", "late 1"])
  }

  @Test("with a clock that fails, all that waits comes, in order")
  func failingClock() async {
    var log: [Int] = []
    event.delay(by: .seconds(1000), clock: FailingClock()).sink { log.append($0) }
    for number in 1...3 { event.trigger(number) }
    while log.count < 3 { await Task.yield() }
    #expect(log == [1, 2, 3])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a loop through no time at all stops")
  func endless() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let event = Event<Int>(name: "sent")
      event.delay(by: .zero, clock: ManualClock()).sink { event.trigger($0 + 1) }
      event.trigger(0)
    }
    try expectStop(result, says: ["EventStream+DelayTests", "time above zero"])
  }
  #endif
}
