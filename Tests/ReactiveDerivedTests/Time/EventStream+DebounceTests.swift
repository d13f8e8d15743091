import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("EventStream.debounce")
struct EventStreamDebounceTests {
  private let clock = ManualClock()
  private let event = Event<Int>()

  private final class Job {
    let clock: ManualClock
    init(_ clock: ManualClock) { self.clock = clock }
    deinit { clock.advance(by: .seconds(1)) }
  }

  @Test("a payload that ends with the stream may advance the clock, with each operator", arguments: 0..<5)
  func payloadAdvances(way: Int) {
    let jobs = Event<Job>()
    var count = 0
    func observe<Payload>(_ stream: EventStream<Payload>) -> Subscription { stream.sink { _ in count += 1 } }
    let first = OpenBehavior(Job(ManualClock()))
    let subscription =
      switch way {
      case 0: observe(jobs.debounce(for: .seconds(1), clock: clock))
      case 1: observe(jobs.throttle(for: .seconds(1), clock: clock))
      case 2: observe(jobs.delay(by: .seconds(1), clock: clock))
      case 3: observe(jobs.collect(for: .seconds(1), clock: clock))
      default: first.debounced(for: .seconds(1), clock: clock).sink { _ in count += 1 }
      }
    for _ in 0..<2 { jobs.trigger(Job(clock)) }
    first.value = Job(clock)
    let before = count
    subscription.cancel()
    first.value = Job(ManualClock())
    #expect(count == before && clock.now.offset >= .seconds(1))
  }

  @Test("at the end of a ManualClock's time nothing more is due, and an advance returns")
  func endOfTime() {
    clock.advance(by: .seconds(Int64.max))
    var log: [Int] = []
    let subscription = event.debounce(for: .seconds(1), clock: clock).sink { log.append($0) }
    event.trigger(1)
    clock.advance(by: .seconds(1))
    #expect(log == [] && clock.sleeperCount == 0)
    subscription.cancel()
  }

  @Test("emits the last payload after which nothing came for so long, once")
  func debounces() {
    var log: [Int] = []
    event.debounce(for: .milliseconds(300), clock: clock).sink { log.append($0) }
    event.trigger(1)
    clock.advance(by: .milliseconds(299))
    event.trigger(2)
    clock.advance(by: .milliseconds(299))
    #expect(log.isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(log == [2])
    clock.advance(by: .seconds(10))
    #expect(log == [2] && clock.sleeperCount == 0)
    event.trigger(3)
    clock.advance(by: .seconds(10))
    #expect(log == [2, 3])
  }

  @Test("one sleeper for any number of payloads and of streams, none after the last cancel")
  func sleepers() {
    let first = event.debounce(for: .seconds(1), clock: clock).sink { _ in }
    let second = event.debounce(for: .seconds(2), clock: clock).sink { _ in }
    #expect(clock.sleeperCount == 0)
    for number in 0..<1000 { event.trigger(number) }
    #expect(clock.sleeperCount == 1)
    first.cancel()
    #expect(clock.sleeperCount == 1)
    second.cancel()
    #expect(clock.sleeperCount == 0)
  }

  @Test("of a million payloads in one period only the last is kept, and nothing once it has been emitted")
  func million() {
    let payloads = LiveCount()
    let source = Event<Tracked>()
    var count = 0
    source.debounce(for: .seconds(1), clock: clock).sink { _ in count += 1 }
    for number in 1...TestSize.large {
      source.trigger(payloads.make())
      // So the sleeper wakes early, and sleeps on.
      if number.isMultiple(of: 1000) { clock.advance(by: .milliseconds(20)) }
    }
    #expect(payloads.alive == 1 && payloads.peak == 2 && clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(count == 1 && payloads.alive == 0 && clock.sleeperCount == 0)
  }

  @Test("what waits is dropped with the last observer, and with the source")
  func drops() {
    var log: [Int] = []
    let stream = event.debounce(for: .seconds(1), clock: clock)
    let subscription = stream.sink { log.append($0) }
    event.trigger(1)
    subscription.cancel()
    stream.sink { log.append($0) }
    clock.advance(by: .seconds(1))
    #expect(log.isEmpty)

    var source: Event<Int>? = Event()
    source?.debounce(for: .seconds(1), clock: clock).sink { log.append($0) }
    source?.trigger(2)
    source = nil
    #expect(clock.sleeperCount == 0)
    clock.advance(by: .seconds(1))
    #expect(log.isEmpty)
  }

  @Test("zero and less: the last payload of a delivery, after it")
  func zero() {
    for duration in [Duration.zero, .seconds(-1)] {
      let source = Event<Int>()
      var log: [String] = []
      source.debounce(for: duration, clock: clock).sink { log.append("calm \($0)") }
      source.sink { log.append("\($0)") }
      batch {
        source.trigger(1)
        source.trigger(2)
      }
      #expect(log == ["1", "2", "calm 2"])
    }
  }

  @Test("a payload that waits is released when the next one comes, and its end may trigger the source")
  func payloadsWithEnds() {
    final class Payload {
      let number: Int
      let atEnd: () -> Void
      init(_ number: Int, _ atEnd: @escaping () -> Void) { (self.number, self.atEnd) = (number, atEnd) }
      deinit { atEnd() }
    }
    let source = Event<Payload>()
    var log: [Int] = []
    source.debounce(for: .seconds(1), clock: clock).sink { log.append($0.number) }
    source.trigger(Payload(1) { [weak source] in source?.trigger(Payload(3) {}) })
    source.trigger(Payload(2) {})
    clock.advance(by: .seconds(1))
    #expect(log == [3])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a loop through no time at all stops")
  func endless() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let event = Event<Int>(name: "typed")
      event.debounce(for: .zero, clock: ManualClock()).sink { event.trigger($0 + 1) }
      event.trigger(0)
    }
    try expectStop(result, says: ["EventStream+DebounceTests", "time above zero"])
  }
  #endif
}
