import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Law 13 of operators over time: isolation")
struct TimeIsolationTests {
  /// Its operators emit on it, otherwise `assumeIsolated` stops the process.
  private actor Station {
    private let event = Event<Int>()
    private let query = OpenBehavior(0)
    private let bag = SubscriptionBag()
    private var calm: DebouncedBehavior<Int>?
    private var lastSecond: Behavior<Int>?
    private var counts: [String: Int] = [:]

    func start(_ clock: any Clock<Duration>, _ time: Duration) {
      let calm = query.debounced(for: time, clock: clock)
      self.calm = calm
      lastSecond = event.window(0, for: time, clock: clock, adding: +=, removing: -=)
      note("debounced", calm.changes)
      note("debounce", event.debounce(for: time, clock: clock))
      note("throttle", event.throttle(for: time, clock: clock))
      note("delay", event.delay(by: time, clock: clock))
      note("collect", event.collect(for: time, limit: 7, clock: clock).map(\.count))
      note("every", EventStream.every(time, clock: clock).map { 1 })
    }
    private func note(_ name: String, _ stream: EventStream<Int>) {
      stream.sink { [weak self] _ in self?.assumeIsolated { $0.counts[name, default: 0] += 1 } }.store(in: bag)
    }
    func trigger(_ number: Int) {
      event.trigger(number)
      query.value += 1
    }
    func stop() -> (counts: [String: Int], sum: Int) {
      bag.cancelAll()
      return (counts, lastSecond?.value ?? -1)
    }
    var delayed: Int { counts["delay", default: 0] }
  }

  @Test("eight actors on one clock, which others advance: each emits on its own actor, and no payload is lost")
  func stations() async {
    let clock = ManualClock()
    let stations = (0..<8).map { _ in Station() }
    for station in stations { await station.start(clock, .seconds(1)) }
    await withTaskGroup(of: Void.self) { group in
      for station in stations {
        group.addTask {
          for number in 1...200 { await station.trigger(number) }
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
      while await station.delayed < 200 {
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
    }
    clock.advance(by: .seconds(2))
    for station in stations {
      let result = await station.stop()
      #expect(result.counts["delay"] == 200 && result.sum >= 0)
      for name in ["debounced", "debounce", "throttle", "collect", "every"] {
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
          for number in 1...200 { await station.trigger(number) }
          while await station.delayed < 200 { await Task.yield() }
        }
      }
    }
    for station in stations { #expect(await station.stop().counts["delay"] == 200) }
  }
}
