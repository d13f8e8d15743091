import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("OpenBehavior, while observed")
struct OpenBehaviorWhileObservedTests {
  private let clock = ManualClock()

  private final class Journal {
    var log: [String] = []
    var place: ((Int) -> Void)?
    func start(_ place: @escaping (Int) -> Void) -> Subscription {
      log.append("start")
      self.place = place
      return Subscription { self.log.append("stop") }
    }
    func news() -> [String] {
      defer { log = [] }
      return log
    }
  }
  private let journal = Journal()

  @Test("the start may write, and what it writes is notified after the first call of an observer")
  func writes() {
    let level = OpenBehavior(
      0,
      whileObserved: { place in
        place(80)
        return Subscription(of: [])
      })
    var log: [Int] = []
    let subscription = level.observe { log.append($0) }
    #expect(log == [0, 80])
    subscription.cancel()
    #expect(level.value == 80)
  }

  @Test("its function writes nothing after the stop, nor after the next start, and keeps nothing")
  func late() {
    weak var gone: OpenBehavior<Int>?
    do {
      let level = OpenBehavior(0, whileObserved: journal.start)
      gone = level
      let first = level.sink { _ in }
      let firstPlace = journal.place
      firstPlace?(1)
      first.cancel()
      firstPlace?(2)
      #expect(level.value == 1)
      let second = level.sink { _ in }
      firstPlace?(3)
      journal.place?(4)
      #expect(level.value == 4 && journal.news() == ["start", "stop", "start"])
      withExtendedLifetime(second) {}
    }
    #expect(gone == nil && journal.news() == ["stop"])
    journal.place?(5)
  }

  @Test("the start is a batch, and what it reads is not tracked")
  func batched() {
    let (other, base) = (OpenBehavior(1), OpenBehavior(1))
    var sums: [Int] = []
    let sum = ComputedBehavior { other.value + base.value }
    let watcher = sum.sink { sums.append($0) }
    var starts = 0
    let level = OpenBehavior(
      0,
      whileObserved: { _ in
        starts += 1
        other.value = 10
        base.value = 10
        return Subscription(of: [])
      })
    let reaction = Reaction { _ = level.value }
    reaction.start()
    other.value = 11
    #expect(sums == [20, 21] && starts == 1)
    reaction.cancel()
    watcher.cancel()
  }

  @Test("a subscription keeps it, as it does what is derived")
  func kept() {
    let bag = SubscriptionBag()
    OpenBehavior(0, whileObserved: journal.start).sink { _ in }.store(in: bag)
    #expect(journal.news() == ["start"])
    bag.cancelAll()
    #expect(journal.news() == ["stop"])
  }

  @Test("values are compared by ==, or as instances")
  func equality() {
    final class Box {}
    let box = Box()
    let (texts, boxes) = (
      OpenBehavior("a", whileObserved: { _ in Subscription(of: []) }),
      OpenBehavior(box, whileObserved: { _ in Subscription(of: []) })
    )
    var calls = 0
    let subscriptions = [texts.sink { _ in calls += 1 }, boxes.sink { _ in calls += 1 }]
    texts.value = "a"
    boxes.value = box
    #expect(calls == 0)
    texts.value = "b"
    boxes.value = Box()
    #expect(calls == 2)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("it lingers for a time without observers, and stops once that is over")
  func lingers() {
    let level = OpenBehavior(0, whileObserved: journal.start, lingering: .seconds(5), clock: clock)
    for _ in 0..<2 {
      level.sink { _ in }.cancel()
      clock.advance(by: .seconds(4))
    }
    #expect(journal.news() == ["start"])
    clock.advance(by: .seconds(1))
    #expect(journal.news() == ["stop"] && clock.sleeperCount == 0)
    let subscription = level.sink { _ in }
    clock.advance(by: .seconds(60))
    #expect(journal.news() == ["start"])
    subscription.cancel()
    #expect(clock.sleeperCount == 1)
  }

  @Test("an observer that comes and goes while it lingers moves a deadline: one sleep serves all")
  func lingersWithOneSleep() async {
    let clock = TestClock()
    let level = OpenBehavior(0, whileObserved: journal.start, lingering: .seconds(5), clock: clock)
    for _ in 0..<100 {
      level.sink { _ in }.cancel()
      await clock.wait(forSleepers: 1)
      await Task.yield()
    }
    #expect(clock.sleepCount == 1 && journal.news() == ["start"])
    let subscription = level.sink { _ in }
    await clock.wait(forSleepers: 0)
    subscription.cancel()
    await clock.wait(forSleepers: 1)
    clock.advance(by: .seconds(5))
    await clock.wait(forSleepers: 0)
    while journal.log.isEmpty { await Task.yield() }
    #expect(journal.news() == ["stop"])
  }

  @Test("what is observed for a moment in a batch is no transition: it lingers for no longer")
  func lingersInBatch() {
    let level = OpenBehavior(0, whileObserved: journal.start, lingering: .seconds(5), clock: clock)
    level.sink { _ in }.cancel()
    clock.advance(by: .seconds(4))
    batch { level.sink { _ in }.cancel() }
    clock.advance(by: .seconds(1))
    #expect(journal.news() == ["start", "stop"])
  }

  @Test("one that dies while it lingers stops at once")
  func diesLingering() {
    do {
      let level = OpenBehavior(0, whileObserved: journal.start, lingering: .seconds(5), clock: clock)
      level.sink { _ in }.cancel()
      #expect(journal.news() == ["start"])
      withExtendedLifetime(level) {}
    }
    #expect(journal.news() == ["stop"] && clock.sleeperCount == 0)
  }

  @Test("no time, and less, is none", arguments: [Duration.zero, .seconds(-1)])
  func noTime(duration: Duration) {
    let level = OpenBehavior(0, whileObserved: journal.start, lingering: duration, clock: clock)
    level.sink { _ in }.cancel()
    #expect(journal.news() == ["start", "stop"])
  }

  @Test("a loop over its values observes it")
  func loop() async {
    let level = OpenBehavior(0, whileObserved: journal.start)
    do {
      var values = level.values.makeAsyncIterator()
      #expect(await values.next() == 0 && journal.news() == ["start"])
      journal.place?(7)
      #expect(await values.next() == 7)
    }
    level.value = 8
    #expect(journal.news() == ["stop"])
  }

  @Test("what the start makes does not belong to the scope that observes first")
  func ownership() {
    let other = OpenBehavior(0)
    let level = OpenBehavior(
      0,
      whileObserved: { place in
        let follower = Reaction { place(other.read()) }
        Reaction.launch(follower)
        return Subscription { follower.cancel() }
      })
    let scope = ScopeNode(named: nil, file: #fileID, line: #line)
    scope.own { _ = level.sink { _ in } }
    let subscription = level.sink { _ in }
    scope.end()
    other.value = 7
    #expect(level.value == 7)
    subscription.cancel()
  }

  #if os(macOS) || os(Linux) || os(Windows)
  enum Source: String, CaseIterable, Codable {
    case lingeringBehavior = "sensor was made with lingering:"
    case lingeringStream = "clicks was made with lingering:"
    case lingeringPlaced = "Sensor.swift:7 was made with lingering:"
    case lingeringPlacedStream = "Clicks.swift:7 was made with lingering:"
    case following = "levels was made by Behavior(following:)"
    case followingThrowing = "results was made by Behavior(following:)"
    case followingPlaced = "Levels.swift:7 was made by Behavior(following:)"
    case followingStream = "messages was made by EventStream(following:)"
    case followingThrowingStream = "answers was made by EventStream(following:)"
    case followingPlacedStream = "Messages.swift:7 was made by EventStream(following:)"

    /// Outside of any actor, as every synchronous function without one.
    func make() {
      let numbers = AsyncStream<Int> { $0.finish() }
      let results = AsyncThrowingStream<Int, any Error> { $0.finish() }
      let start: (Any) -> Subscription = { _ in Subscription(of: []) }
      switch self {
      case .lingeringBehavior: _ = OpenBehavior(0, whileObserved: start, lingering: .seconds(1), name: "sensor")
      case .lingeringStream: _ = EventStream<Int>(whileObserved: start, lingering: .seconds(1), name: "clicks")
      case .lingeringPlaced:
        _ = OpenBehavior(0, whileObserved: start, lingering: .seconds(1), file: "Sensor.swift", line: 7)
      case .lingeringPlacedStream:
        _ = EventStream<Int>(whileObserved: start, lingering: .seconds(1), file: "Clicks.swift", line: 7)
      case .following: _ = Behavior(following: numbers, initial: 0, name: "levels")
      case .followingThrowing: _ = Behavior(following: results, initial: .success(0), name: "results")
      case .followingPlaced: _ = Behavior(following: numbers, initial: 0, file: "Levels.swift", line: 7)
      case .followingStream: _ = EventStream(following: numbers, name: "messages")
      case .followingThrowingStream: _ = EventStream(following: results, name: "answers")
      case .followingPlacedStream: _ = EventStream(following: numbers, file: "Messages.swift", line: 7)
      }
    }
  }

  @Test("what is made outside of any actor stops with a message that says what to do", arguments: Source.allCases)
  func nowhere(made: Source) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [made = made as Source] in
      made.make()
    }
    try expectStop(result, says: ["\(made.rawValue) outside of any actor", "Make it on the main actor or another one"])
  }
  #endif
}
