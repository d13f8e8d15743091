import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("EventStream.throttle")
struct EventStreamThrottleTests {
  private let clock = ManualClock()
  private let event = Event<Int>()

  @Test("emits at once after a pause, then the last of each interval, and never loses the last of all")
  func latest() {
    var log: [Int] = []
    event.throttle(for: .milliseconds(100), clock: clock).sink { log.append($0) }
    event.trigger(1)
    #expect(log == [1])
    event.trigger(2)
    event.trigger(3)
    #expect(log == [1])
    clock.advance(by: .milliseconds(100))
    #expect(log == [1, 3])
    event.trigger(4)
    clock.advance(by: .milliseconds(99))
    #expect(log == [1, 3])
    clock.advance(by: .milliseconds(1))
    #expect(log == [1, 3, 4])
    clock.advance(by: .milliseconds(100))
    #expect(clock.sleeperCount == 0)
    event.trigger(5)
    #expect(log == [1, 3, 4, 5])
  }

  @Test("without the latest: a payload after the interval is emitted, though the actor was busy at its end")
  func late() {
    var log: [Int] = []
    event.throttle(for: .seconds(1), latest: false, clock: clock).sink { log.append($0) }
    event.trigger(1)
    batch {
      clock.advance(by: .seconds(5))
      event.trigger(2)
      event.trigger(3)
    }
    #expect(log == [1, 2])
    clock.advance(by: .seconds(1))
    event.trigger(4)
    #expect(log == [1, 2, 4])
  }

  @Test("without the latest: the first of each interval, which begins with it")
  func first() {
    var log: [Int] = []
    event.throttle(for: .milliseconds(100), latest: false, clock: clock).sink { log.append($0) }
    for number in 1...10 {
      event.trigger(number)
      clock.advance(by: .milliseconds(30))
    }
    #expect(log == [1, 5, 9])
    clock.advance(by: .seconds(1))
    #expect(log == [1, 5, 9] && clock.sleeperCount == 0)
  }

  @Test("what an observer triggers waits for the end of the interval")
  func reentrant() {
    var log: [Int] = []
    event.throttle(for: .seconds(1), clock: clock).sink { [unowned event] in
      log.append($0)
      if $0 < 3 { event.trigger($0 + 1) }
    }
    event.trigger(1)
    #expect(log == [1])
    clock.advance(by: .seconds(10))
    #expect(log == [1, 2, 3])
  }

  @Test(
    "of a million payloads in one interval at most the last is kept, and nothing afterwards", arguments: [true, false])
  func million(latest: Bool) {
    let payloads = LiveCount()
    let source = Event<Tracked>()
    var count = 0
    source.throttle(for: .seconds(1), latest: latest, clock: clock).sink { _ in count += 1 }
    for _ in 0..<TestSize.large { source.trigger(payloads.make()) }
    #expect(payloads.alive == (latest ? 1 : 0) && payloads.peak <= 2)
    #expect(count == 1 && clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(count == (latest ? 2 : 1) && payloads.alive == 0)
    clock.advance(by: .seconds(1))
    #expect(count == (latest ? 2 : 1) && clock.sleeperCount == 0)
  }

  @Test(
    "zero and less: the first of a delivery at once, the last one after it", arguments: [Duration.zero, .seconds(-1)])
  func zero(duration: Duration) {
    var log: [String] = []
    event.throttle(for: duration, clock: clock).sink { log.append("calm \($0)") }
    event.sink { log.append("\($0)") }
    batch { for number in 1...3 { event.trigger(number) } }
    #expect(log == ["calm 1", "1", "2", "3", "calm 3"])
  }

  @Test("what waits is dropped with the last observer, and so is the interval")
  func drops() {
    var log: [Int] = []
    let stream = event.throttle(for: .seconds(1), clock: clock)
    let subscription = stream.sink { log.append($0) }
    event.trigger(1)
    event.trigger(2)
    subscription.cancel()
    #expect(clock.sleeperCount == 0)
    stream.sink { log.append($0) }
    event.trigger(3)
    #expect(log == [1, 3])
  }
}
