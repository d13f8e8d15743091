import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("Law 11 of operators over time: lifetimes")
struct TimeLifetimeTests {
  @MainActor
  private final class Screen {
    private let bag = SubscriptionBag()
    private let own = Event<Int>()
    private let calm: DebouncedBehavior<Int>
    private let sum: Behavior<Int>

    init(_ source: OpenBehavior<Int>, _ event: Event<Int>, _ clock: ManualClock, _ things: LiveCount) {
      let thing = things.make()
      calm = source.map { $0 + 1 }.debounced(for: .seconds(1), clock: clock)
      sum = event.window(0, for: .seconds(1), clock: clock, adding: +=, removing: -=)
      sum.combine(calm.isSettled) { "\($0) \($1)" }.sink { _ in thing.touch() }.store(in: bag)
      for stream in [own, event] {
        stream.debounce(for: .seconds(1), clock: clock).sink { _ in thing.touch() }.store(in: bag)
        stream.throttle(for: .seconds(1), clock: clock).sink { _ in thing.touch() }.store(in: bag)
        stream.delay(by: .seconds(1), clock: clock).sink { _ in thing.touch() }.store(in: bag)
        stream.timeout(after: .seconds(1), clock: clock).sink { thing.touch() }.store(in: bag)
        stream.collect(for: .seconds(1), clock: clock).sink { _ in thing.touch() }.store(in: bag)
      }
      EventStream.every(.seconds(1), clock: clock).sink { thing.touch() }.store(in: bag)
      own.delay(by: .seconds(1), clock: clock).sink { _ in thing.touch() }
      own.trigger(1)
    }
  }

  @Test("a screen that comes and goes 10,000 times leaves nothing: no object, no observer, no sleeper")
  func screens() {
    let clock = ManualClock()
    let source = OpenBehavior(0)
    let event = Event<Int>()
    let things = LiveCount()
    for number in 0..<10_000 {
      let screen = Screen(source, event, clock, things)
      event.trigger(number)
      source.value = number
      if number.isMultiple(of: 3) { clock.advance(by: .milliseconds(700)) }
      withExtendedLifetime(screen) {}
    }
    #expect(things.alive == 0 && things.peak == 1)
    #expect(clock.sleeperCount == 0)
    #expect(event.observers.count == 0)
  }
}
