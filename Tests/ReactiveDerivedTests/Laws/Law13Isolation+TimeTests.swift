import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Law 13 of operators over time: isolation")
struct TimeIsolationTests {
  /// What it observes is called on it, otherwise `assumeIsolated` stops the process.
  private actor Station {
    private let event = Event<Int>()
    private let query = OpenBehavior(0)
    private let bag = SubscriptionBag()
    private let numbers = AsyncStream.makeStream(of: Int.self)
    private let others = AsyncStream.makeStream(of: Int.self)
    private var kept: [AnyObject] = []
    private var lastSecond: Behavior<Int>?
    private var level: OpenBehavior<Int>?
    private var messages: EventStream<Int>?
    private var answer: AsyncBehavior<Int, Never>?
    private var counts: [String: Int] = [:]

    func start(_ clock: any Clock<Duration>, _ time: Duration) {
      let calm = query.debounced(for: time, clock: clock)
      lastSecond = event.window(0, for: time, clock: clock, adding: +=, removing: -=)
      note("debounced", calm.changes)
      note("debounce", event.debounce(for: time, clock: clock), ends: true)
      note("throttle", event.throttle(for: time, clock: clock), ends: true)
      note("delay", event.delay(by: time, clock: clock), ends: true)
      note("timeout", event.timeout(after: time, clock: clock).map { 1 }, ends: true)
      note("collect", event.collect(for: time, limit: 7, clock: clock).map(\.count), ends: true)
      note("every", EventStream.every(time, clock: clock).map { 1 })

      level = OpenBehavior(0, whileObserved: source, lingering: time, clock: clock)
      messages = EventStream(whileObserved: source, lingering: time, clock: clock)
      let followed = Behavior(following: numbers.stream, initial: 0)
      note("followed", followed.changes)
      note("followed stream", EventStream(following: others.stream), ends: true)
      let answer = query.mapAsync { $0 * 2 }
      self.answer = answer
      note("mapAsync", answer.changes.compactMap(\.value))
      kept = [calm, followed]
    }
    private func note(_ name: String, _ stream: EventStream<Int>, ends: Bool = false) {
      stream.sink { [weak self] _ in self?.assumeIsolated { $0.count(name) } }.store(in: bag)
      if ends { stream.onFinish { [weak self] in self?.assumeIsolated { $0.count("ends") } }.store(in: bag) }
    }
    private func count(_ name: String) { counts[name, default: 0] += 1 }
    /// Starts a source that lingers.
    private func source(_ place: @escaping (Int) -> Void) -> Subscription {
      count("starts")
      place(query.value)
      return Subscription { [weak self] in self?.assumeIsolated { $0.count("stops") } }
    }

    func trigger(_ number: Int) {
      event.trigger(number)
      query.value += 1
      numbers.continuation.yield(number)
      others.continuation.yield(number)
      if number.isMultiple(of: 10) {
        level?.sink { _ in }.cancel()
        messages?.sink { _ in }.cancel()
      }
    }
    func finish() {
      event.finish()
      numbers.continuation.finish()
      others.continuation.finish()
    }
    func stop() -> (counts: [String: Int], sum: Int) {
      bag.cancelAll()
      // Their source keeps the actor.
      (level, messages) = (nil, nil)
      return (counts, lastSecond?.value ?? -1)
    }
    /// Whether all payloads are over, and the silence after them has been noticed.
    var isCalm: Bool { counts["delay"] == 200 && counts["timeout"] != nil }
    /// Whether all has come that was sent before the end, and the end.
    var isDone: Bool {
      counts["followed"] == 200 && counts["followed stream"] == 200 && counts["ends"] == 6
        && counts["starts"] == counts["stops"] && answer?.value.value == query.value * 2
    }
  }

  @Test("eight actors on one clock, which others advance: each emits on its own actor, and no payload is lost")
  func stations() async {
    let clock = ManualClock()
    let stations = (0..<8).map { _ in Station() }
    for station in stations { await station.start(clock, .seconds(1)) }
    await withTaskGroup(of: Void.self) { group in
      for station in stations {
        group.addTask {
          for number in 1...200 {
            await station.trigger(number)
            await Task.yield()
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<100 {
            clock.advance(by: .milliseconds(100))
            await Task.yield()
          }
        }
      }
    }
    for station in stations {
      while await !station.isCalm {
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
    }
    clock.advance(by: .seconds(2))
    for station in stations {
      await station.finish()
      while await !station.isDone {
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
      let result = await station.stop()
      #expect(result.counts["delay"] == 200 && result.sum >= 0)
      for name in ["debounced", "debounce", "throttle", "timeout", "collect", "every", "starts", "mapAsync"] {
        #expect(result.counts[name, default: 0] > 0, "\(name)")
      }
    }
  }

  @Test("eight actors with the clock of the system")
  func continuous() async {
    let stations = (0..<8).map { _ in Station() }
    for station in stations { await station.start(ContinuousClock(), .microseconds(100)) }
    await withTaskGroup(of: Void.self) { group in
      for station in stations {
        group.addTask {
          for number in 1...200 {
            await station.trigger(number)
            await Task.yield()
          }
          await station.finish()
          while await !station.isDone { await Task.yield() }
        }
      }
    }
    for station in stations { #expect(await station.stop().counts["delay"] == 200) }
  }
}

@globalActor
actor Elsewhere {
  static let shared = Elsewhere()
}

@Elsewhere
@Suite("Law 13 of time and tasks: a global actor")
struct TimeOnGlobalActorTests {
  private let clock = ManualClock()
  private let bag = SubscriptionBag()
  private let counts = Box<[String: Int]>([:])

  private func note(_ name: String) {
    Elsewhere.shared.preconditionIsolated()
    counts.value[name, default: 0] += 1
  }

  private func observe<Payload>(_ name: String, _ stream: EventStream<Payload>) {
    stream.sink { _ in note(name) }.store(in: bag)
  }

  /// Advances the clock on this actor or outside of any.
  private func advance(by time: Duration, isHere: Bool) async {
    if isHere { return clock.advance(by: time) }
    await Task.detached { [clock] in clock.advance(by: time) }.value
  }

  private func wait(for name: String, _ count: Int) async {
    while counts.value[name, default: 0] < count { await Task.yield() }
  }

  @Test("each operator over time emits on it, wherever the clock is advanced", arguments: [true, false])
  func operators(isHere: Bool) async {
    let (event, query, second) = (Event<Int>(), OpenBehavior(0), Duration.seconds(1))
    let calm = query.debounced(for: second, clock: clock)
    observe("debounced", calm.changes)
    observe("isSettled", calm.isSettled.changes)
    observe("debounce", event.debounce(for: second, clock: clock))
    observe("throttle", event.throttle(for: second, clock: clock))
    observe("first", event.throttle(for: second, latest: false, clock: clock))
    observe("delay", event.delay(by: second, clock: clock))
    observe("timeout", event.timeout(after: second, clock: clock))
    observe("collect", event.collect(for: second, clock: clock))
    observe("every", EventStream.every(second, clock: clock))
    let sum = event.window(
      0, for: second, clock: clock,
      adding: {
        note("adding")
        $0 += $1
      },
      removing: {
        note("removing")
        $0 -= $1
      })
    observe("window", sum.changes)
    let answer = query.mapAsync(after: second, clock: clock) { $0 * 2 }
    observe("mapAsync", answer.changes.compactMap(\.value))

    event.trigger(1)
    event.trigger(2)
    query.value = 5
    #expect(counts.value == ["isSettled": 1, "throttle": 1, "first": 1, "adding": 2, "window": 2])
    await advance(by: second, isHere: isHere)
    if isHere { #expect(counts.value["delay"] == 2 && counts.value["every"] == 1 && sum.value == 0) }
    await wait(for: "mapAsync", 1)
    #expect(answer.value == .loaded(10))
    #expect(
      counts.value == [
        "debounced": 1, "isSettled": 2, "debounce": 1, "throttle": 2, "first": 1, "delay": 2, "timeout": 1,
        "collect": 1, "every": 1, "adding": 2, "removing": 2, "window": 3, "mapAsync": 1,
      ])
    bag.cancelAll()
    #expect(clock.sleeperCount == 0)
  }

  @Test("sources that linger start and stop on it, wherever the clock is advanced", arguments: [true, false])
  func lingering(isHere: Bool) async {
    let source = { (place: @escaping (Int) -> Void) in
      note("start")
      place(7)
      return Subscription { note("stop") }
    }
    let level = OpenBehavior(0, whileObserved: source, lingering: .seconds(1), clock: clock)
    let messages = EventStream<Int>(whileObserved: source, lingering: .seconds(1), clock: clock)
    level.sink { _ in note("level") }.cancel()
    messages.sink { _ in note("message") }.cancel()
    #expect(counts.value == ["start": 2, "level": 1, "message": 1])
    await advance(by: .seconds(1), isHere: isHere)
    if isHere { #expect(counts.value["stop"] == 2) }
    await wait(for: "stop", 2)
    #expect(counts.value == ["start": 2, "level": 1, "message": 1, "stop": 2] && clock.sleeperCount == 0)
    withExtendedLifetime((level, messages)) {}
  }

  @Test("sequences are followed on it, from the beginning and while observed", arguments: [true, false])
  func following(whileObserved: Bool) async {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let (others, otherSource) = AsyncStream.makeStream(of: Int.self)
    let number = Behavior(following: numbers, initial: 0, whileObserved: whileObserved)
    let stream = EventStream(following: others, whileObserved: whileObserved)
    observe("behavior", number.changes)
    observe("stream", stream)
    stream.onFinish { note("end") }
    for value in 1...3 {
      source.yield(value)
      otherSource.yield(value)
    }
    otherSource.finish()
    await wait(for: "behavior", 3)
    await wait(for: "end", 1)
    #expect(counts.value == ["behavior": 3, "stream": 3, "end": 1] && number.value == 3)
    bag.cancelAll()
  }
}
