import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("EventStream.every")
struct EventStreamEveryTests {
  private let clock = ManualClock()

  @Test("a jump over more intervals than there are numbers is one emission")
  func farJump() {
    var count = 0
    let subscription = EventStream.every(.nanoseconds(1), clock: clock).sink { count += 1 }
    batch { clock.advance(by: .seconds(10_000_000_000)) }
    #expect(count == 1)
    subscription.cancel()
  }

  @Test("an interval of more than a hundred years counts as a hundred")
  func longInterval() {
    let years = Duration.seconds(31_557_600)
    let longest = Duration.seconds(Int64.max) * 18 + .seconds(4_120_486_797_083_267_205)
    var count = 0
    let subscriptions = [years * 200, longest].map { EventStream.every($0, clock: clock).sink { count += 1 } }
    for second in 1...3 {
      clock.advance(by: years * 100)
      #expect(count == 2 * second)
    }
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("a loop over its values that ends, in any isolation, ends the sleep", arguments: [false, true])
  func loops(isElsewhere: Bool) async {
    var values: Values<Void>? = EventStream.every(.seconds(3600), clock: clock).prefix(3).values
    let loop =
      isElsewhere
      ? Task.detached { [values] in if let values { for await _ in values {} } }
      : Task { [values] in if let values { for await _ in values {} } }
    values = nil
    await Task.yield()
    #expect(clock.sleeperCount == 1)
    loop.cancel()
    await loop.value
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  @Test("emits at each interval while it is observed, and nothing keeps it afterwards")
  func every() {
    var log: [Duration] = []
    weak var gone: EventStream<Void>?
    do {
      let stream = EventStream.every(.seconds(2), clock: clock)
      gone = stream
      clock.advance(by: .seconds(1))
      #expect(clock.sleeperCount == 0)
      let subscription = stream.sink { [clock] in log.append(clock.now.offset) }
      clock.advance(by: .seconds(5))
      #expect(log == [.seconds(3), .seconds(5)] && clock.sleeperCount == 1)
      subscription.cancel()
      #expect(clock.sleeperCount == 0)
      clock.advance(by: .seconds(5))
      #expect(log.count == 2)
      stream.sink { [clock] in log.append(clock.now.offset) }.store(in: SubscriptionBag())
    }
    #expect(gone == nil)
  }

  @Test("the clock keeps it while it is observed, and with it what is made of it")
  func kept() {
    var count = 0
    let subscription = EventStream.every(.seconds(1), clock: clock).map { 2 }.filter { $0 > 1 }.sink { count += $0 }
    clock.advance(by: .seconds(3))
    #expect(count == 6)
    subscription.cancel()
    #expect(clock.sleeperCount == 0)
  }

  @Test("an interval that has passed unnoticed is left out, and the times do not drift")
  func leftOut() {
    var log: [Duration] = []
    let subscription = EventStream.every(.seconds(2), clock: clock).sink { [clock] in log.append(clock.now.offset) }
    batch { clock.advance(by: .seconds(7)) }
    #expect(log == [.seconds(7)])
    clock.advance(by: .seconds(3))
    #expect(log == [.seconds(7), .seconds(8), .seconds(10)])
    subscription.cancel()
  }

  @Test("an observer may cancel it, and advance the clock")
  func reentrant() {
    var log: [Duration] = []
    var subscription: Subscription?
    subscription = EventStream.every(.seconds(1), clock: clock).sink { [clock] in
      log.append(clock.now.offset)
      if log.count == 1 { clock.advance(by: .seconds(2)) }
      if log.count == 3 { subscription?.cancel() }
    }
    clock.advance(by: .seconds(1))
    #expect(clock.now.offset == .seconds(3))
    clock.advance(by: .seconds(10))
    #expect(log.count == 3 && clock.sleeperCount == 0)
    subscription = nil
  }

  @Test("with a clock that fails it ends, and releases what its observers hold")
  func failingClock() async {
    weak var gone: LiveCount?
    do {
      let thing = LiveCount()
      gone = thing
      let subscription = EventStream.every(.seconds(1000), clock: FailingClock()).sink { _ = thing }
      while !subscription.isCancelled { await Task.yield() }
    }
    #expect(gone == nil)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("no interval at all stops, and so does a negative one", arguments: [Duration.zero, .seconds(-1)])
  func noInterval(interval: Duration) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor [interval = interval as Duration] in
      _ = EventStream.every(interval)
    }
    try expectStop(result, says: ["EventStream.every(_:)", "a nanosecond or more"])
  }
  #endif
}
