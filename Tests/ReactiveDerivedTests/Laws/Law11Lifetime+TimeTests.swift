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

  /// On a stack of 8 MiB, each may take 168 bytes.
  @Test("a chain of 50,000 debounced behaviors, or of their isSettled, is released", arguments: [false, true])
  func longChain(isSettled: Bool) {
    let clock = ManualClock()
    weak var first: OpenBehavior<Bool>?
    do {
      let source = OpenBehavior(false)
      first = source
      var last: Behavior<Bool> = source
      for _ in 0..<50_000 {
        let calm = last.debounced(for: .seconds(1), clock: clock)
        last = isSettled ? calm.isSettled : calm
      }
    }
    #expect(first == nil && clock.sleeperCount == 0)
  }
}

@MainActor
@Suite("Law 11 of tasks and of sources that run while observed: lifetimes")
struct TaskLifetimeTests {
  /// What outlives the screens.
  @MainActor
  private final class World {
    let clock = ManualClock()
    let query = OpenBehavior(0)
    let event = Event<Int>()
    let things = LiveCount()
    let tickets = Locked(0)
    private(set) var starts = 0
    private(set) var running = 0
    private(set) lazy var level = OpenBehavior(
      0, whileObserved: source(), lingering: .seconds(5), clock: clock, isolation: MainActor.shared)
    private(set) lazy var messages = EventStream<Int>(
      whileObserved: source(), lingering: .seconds(5), clock: clock, isolation: MainActor.shared)

    /// A function that starts a source, and keeps `thing`.
    func source(keeping thing: Tracked? = nil) -> (_ place: @escaping (Int) -> Void) -> Subscription {
      { [weak self] place in
        thing?.touch()
        self?.starts += 1
        self?.running += 1
        place(1)
        return Subscription { self?.running -= 1 }
      }
    }
  }

  /// Lives as long as a sequence, a function that answers, or a task that has one of them.
  /// One number, after which nothing comes and nothing ends.
  private struct OneNumber: AsyncSequence, Sendable {
    let ticket: Ticket
    func makeAsyncIterator() -> AsyncStream<Int>.Iterator { AsyncStream { $0.yield(1) }.makeAsyncIterator() }
  }

  @MainActor
  private final class Screen {
    private let bag = SubscriptionBag()
    private let own = Event<Int>()
    private let level: OpenBehavior<Int>
    private let messages: EventStream<Int>
    private(set) var elements = 0

    init(_ world: World) {
      let (thing, ticket, clock) = (world.things.make(), Ticket(world.tickets), world.clock)
      level = OpenBehavior(0, whileObserved: world.source(keeping: thing), lingering: .seconds(5), clock: clock)
      messages = EventStream(whileObserved: world.source(keeping: thing), lingering: .seconds(5), clock: clock)
      // They linger, and die so.
      level.sink { _ in }.cancel()
      messages.sink { _ in }.cancel()
      OpenBehavior(0, whileObserved: world.source(keeping: thing)).sink { _ in thing.touch() }.store(in: bag)
      EventStream<Int>(whileObserved: world.source(keeping: thing)).sink { _ in thing.touch() }.store(in: bag)
      world.level.sink { _ in thing.touch() }.store(in: bag)
      world.messages.sink { _ in thing.touch() }.store(in: bag)

      for whileObserved in [true, false] {
        let (numbers, more) = (OneNumber(ticket: ticket), OneNumber(ticket: ticket))
        Behavior(following: numbers, initial: 0, whileObserved: whileObserved)
          .sink { [weak self] _ in self?.elements += 1 }.store(in: bag)
        EventStream(following: more, whileObserved: whileObserved)
          .sink { [weak self] _ in self?.elements += 1 }.store(in: bag)
      }
      for delay in [Duration.zero, .seconds(1)] {
        world.query.mapAsync(after: delay, clock: clock) { number in
          // Half of them answer only when they are cancelled.
          if number.isMultiple(of: 2) { for await _ in OneNumber(ticket: ticket) {} }
          return withExtendedLifetime(ticket) { number }
        }.sink { _ in thing.touch() }.store(in: bag)
      }

      world.event.onFinish { thing.touch() }.store(in: bag)
      world.event.debounce(for: .seconds(1), clock: clock).onFinish { thing.touch() }.store(in: bag)
      own.delay(by: .seconds(1), clock: clock).onFinish { thing.touch() }.store(in: bag)
      own.onFinish { thing.touch() }
      own.trigger(1)
      own.finish()
    }
  }

  @Test("a screen with tasks, sources and ends that comes and goes 10,000 times leaves nothing")
  func screens() async {
    let world = World()
    // 10,000; in debug builds 1,000.
    let count = TestSize.large / 100
    for number in 0..<count {
      let screen = Screen(world)
      world.query.value = number
      world.event.trigger(number)
      if number.isMultiple(of: 3) { world.clock.advance(by: .milliseconds(700)) }
      // Some stay until each sequence has given its number.
      if number.isMultiple(of: 20) { while screen.elements < 4 { await Task.yield() } }
      withExtendedLifetime(screen) {}
    }
    #expect(world.things.alive == 0 && world.things.peak == 1)
    #expect(world.event.observers.count == 0 && world.query.dependentCount == 0)
    // Two sources of the world have run all the time, and linger. Four of each screen have run and stopped.
    #expect(world.running == 2 && world.starts == 4 * count + 2 && world.clock.sleeperCount == 1)
    world.clock.advance(by: .seconds(5))
    #expect(world.running == 0 && world.clock.sleeperCount == 0)
    // The tasks end on their threads.
    while world.tickets.withLock({ $0 }) > 0 { await Task.yield() }
  }
}

/// Counts itself while it lives.
private final class Ticket: Sendable {
  private let count: Locked<Int>
  init(_ count: Locked<Int>) {
    self.count = count
    count.withLock { $0 += 1 }
  }
  deinit { count.withLock { $0 -= 1 } }
}

/// What a clock keeps of an actor that ends.
@Suite("Law 11 of operators over time: actors that end")
struct TimeOfEndedActorsTests {
  private enum Kind: CaseIterable, Sendable {
    case every, debounce, throttle, delay, collect, held, inDeinit

    fileprivate func wait(_ clock: ManualClock, isolation: isolated any Actor, _ whenDue: @escaping () -> Void) {
      if self == .every || self == .inDeinit {
        EventStream.every(.seconds(1), clock: clock).sink { whenDue() }
        return
      }
      if self == .held {
        // What the first alarm retains holds the subscriptions of later ones.
        let bag = SubscriptionBag()
        EventStream.every(.seconds(1), clock: clock).sink {
          withExtendedLifetime(bag) {}
          whenDue()
        }
        for number in 2..<5 { EventStream.every(.seconds(number), clock: clock).sink(whenDue).store(in: bag) }
        return
      }
      let source = Event<Int>()
      switch self {
      case .debounce: source.debounce(for: .seconds(1), clock: clock).sink { _ in whenDue() }
      case .throttle: source.throttle(for: .seconds(1), clock: clock).sink { _ in whenDue() }
      case .delay: source.delay(by: .seconds(1), clock: clock).sink { _ in whenDue() }
      default: source.collect(for: .seconds(1), clock: clock).sink { _ in whenDue() }
      }
      source.trigger(1)
      source.trigger(2)
      source.finish()
    }
  }

  private actor Station {
    private var whenEnding: (@Sendable () -> Void)?

    func wait(_ kind: Kind, _ clock: ManualClock, _ tickets: Locked<Int>, _ rings: Locked<Int>) {
      let ticket = Ticket(tickets)
      kind.wait(clock, isolation: self) { withExtendedLifetime(ticket) { rings.withLock { $0 += 1 } } }
      if kind == .inDeinit { whenEnding = { clock.advance(by: .seconds(10)) } }
    }

    deinit { whenEnding?() }
  }

  #if os(macOS) || os(Linux) || os(Windows)
  // In a process of its own: what is left of an actor ends in jobs of the next actor in its place, and fuzzers count
  // the jobs of theirs.
  @Test("what waits for a clock when its actor ends is released at its time")
  func ended() async {
    await #expect(processExitsWith: .success) {
      for kind in Kind.allCases {
        let (clock, tickets, rings) = (ManualClock(), Locked(0), Locked(0))
        for _ in 0..<10 {
          let station = Station()
          await station.wait(kind, clock, tickets, rings)
        }
        // The first payload of a throttled stream is emitted at once.
        let first = rings.withLock { $0 }
        clock.advance(by: .seconds(10))
        for _ in 0..<1_000_000 where tickets.withLock({ $0 }) > 0 { await Task.yield() }
        #expect(tickets.withLock { $0 } == 0 && rings.withLock { $0 } == first && clock.sleeperCount == 0, "\(kind)")
      }
    }
  }
  #endif
}
