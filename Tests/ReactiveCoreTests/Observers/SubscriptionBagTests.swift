import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("SubscriptionBag")
struct SubscriptionBagTests {
  @Test("cancels all when it goes")
  func end() {
    let count = OpenBehavior(0)
    let event = Event<Int>()
    var log: [String] = []
    var bag: SubscriptionBag? = SubscriptionBag()
    count.sink { log.append("count \($0)") }.store(in: bag!)
    event.sink { log.append("event \($0)") }.store(in: bag!)
    count.value = 1
    event.trigger(1)
    bag = nil
    count.value = 2
    event.trigger(2)
    #expect(log == ["count 1", "event 1"])
  }

  @Test("is used by the end of a source that it forgets", arguments: [false, true])
  func usedWhileForgetting(byInserting: Bool) {
    let bag = SubscriptionBag()
    let number = OpenBehavior(1)
    var counts: [Int] = []
    func addOrphan() {
      let farewell = Farewell { counts.append(bag.count) }
      // A derived behavior that only its subscription keeps.
      OpenBehavior(get: { withExtendedLifetime(farewell) { number.value } }, set: { number.value = $0 })
        .sink(with: Farewell {}) { _, _ in }.store(in: bag)
    }
    addOrphan()
    if byInserting { for _ in 0..<16 { number.sink { _ in }.store(in: bag) } }
    #expect(bag.count == (byInserting ? 16 : 0))
    #expect(counts == [byInserting ? 15 : 0])
  }

  @Test("as a property it ends the subscriptions with its object")
  func property() {
    final class Screen {
      let bag = SubscriptionBag()
      var title = ""
    }
    let name = OpenBehavior("Alice")
    var notified = 0
    var screen: Screen? = Screen()
    name.observe { [unowned screen = screen!] in
      screen.title = $0
      notified += 1
    }.store(in: screen!.bag)
    name.value = "Bob"
    #expect(screen?.title == "Bob")
    screen = nil
    name.value = "Carol"
    #expect(notified == 2)
  }

  @Test("cancelAll cancels in the order of insertion, and leaves a bag that can be used again")
  func cancelAll() {
    let bag = SubscriptionBag()
    var log: [Int] = []
    for number in 0..<5 { Subscription { log.append(number) }.store(in: bag) }
    #expect(bag.count == 5)
    bag.cancelAll()
    #expect(log == [0, 1, 2, 3, 4])
    #expect(bag.isEmpty)
    Subscription { log.append(5) }.store(in: bag)
    #expect(bag.count == 1)
    bag.cancelAll()
    #expect(log == [0, 1, 2, 3, 4, 5])
  }

  @Test("counts those that have not ended")
  func count() {
    let bag = SubscriptionBag()
    var event: Event<Int>? = Event()
    let other = Event<Int>()
    let subscription = other.sink { _ in }
    bag.insert(subscription)
    event?.sink { _ in }.store(in: bag)
    #expect(bag.count == 2)
    event = nil
    #expect(bag.count == 1)
    subscription.cancel()
    #expect(bag.isEmpty)
  }

  @Test("forgets what has ended, so that it does not grow with what passes through it")
  func forgets() {
    let bag = SubscriptionBag()
    let event = Event<Int>()
    let kept = event.sink { _ in }
    kept.store(in: bag)
    for _ in 0..<10_000 {
      let subscription = event.sink { _ in }
      subscription.store(in: bag)
      subscription.cancel()
    }
    // `heldCount` includes ended subscriptions. Reading `count` would remove them.
    #expect(bag.heldCount < 100)
    #expect(bag.count == 1)
    #expect(!kept.isCancelled)
  }

  @Test("does not forget what has not ended")
  func keeps() {
    let bag = SubscriptionBag()
    let event = Event<Int>()
    var notified = 0
    for index in 0..<1_000 {
      let subscription = event.sink { _ in notified += 1 }
      subscription.store(in: bag)
      if index % 2 == 0 { subscription.cancel() }
    }
    event.trigger(1)
    #expect(notified == 500)
    #expect(bag.count == 500)
    bag.cancelAll()
    event.trigger(2)
    #expect(notified == 500)
  }

  @Test("may go in a delivery of what it holds: those are not called any more, not even in it")
  func goesInDelivery() {
    let live = LiveCount()
    let event = Event<Int>()
    var bag: SubscriptionBag? = SubscriptionBag()
    var log: [String] = []
    event.sink {
      log.append("A\($0)")
      bag = nil
    }
    for name in ["B", "C"] {
      let tracked = live.make()
      event.sink {
        tracked.touch()
        log.append("\(name)\($0)")
      }.store(in: bag!)
    }
    event.sink { log.append("D\($0)") }
    event.trigger(1)
    #expect(log == ["A1", "D1"])
    #expect(live.alive == 0)
  }

  @Test("an observer may empty the bag that holds it")
  func emptiedByItsObserver() {
    let count = OpenBehavior(0)
    let bag = SubscriptionBag()
    var log: [Int] = []
    count.sink {
      bag.cancelAll()
      log.append($0)
    }.store(in: bag)
    count.value = 1
    count.value = 2
    #expect(log == [1])
    #expect(bag.isEmpty)
  }

  @Test("what goes with a cancelled closure may use the bag")
  func reentrant() {
    let bag = SubscriptionBag()
    let event = Event<Int>()
    var notified = 0
    do {
      let farewell = Farewell { event.sink { _ in notified += 1 }.store(in: bag) }
      event.sink { _ in withExtendedLifetime(farewell) {} }.store(in: bag)
    }
    bag.cancelAll()
    #expect(bag.count == 1)
    event.trigger(1)
    #expect(notified == 1)
    bag.cancelAll()
  }

  @Test("outlives its sources")
  func outlives() {
    let bag = SubscriptionBag()
    do {
      let event = Event<Int>()
      for _ in 0..<100 { event.sink { _ in }.store(in: bag) }
    }
    #expect(bag.isEmpty)
    bag.cancelAll()
  }

  @Test("sent to another isolation, its tokens end where their sources are used by then, and its actions with them")
  func sent() async {
    let ends = Locked<[Home]>([])
    let holder = Locked<Workshop.Holder?>(nil)
    let workshop = await Workshop.take(await Parcel.make(ends), holder)
    await releaseElsewhere(holder)
    while ends.withLock({ $0.count }) < 6 { await Task.yield() }
    #expect(ends.withLock { $0 } == Array(repeating: workshop, count: 6))
    await Workshop.clear()
  }

  @Test("sent to another isolation, it ends on any thread while its sources end where they are used")
  func sentAndRaced() async {
    for _ in 0..<50 {
      let ends = Locked<[Home]>([])
      let holder = Locked<Workshop.Holder?>(nil)
      let workshop = await Workshop.take(await Parcel.make(ends), holder)
      let cleared = Task { await Workshop.clear() }
      await releaseElsewhere(holder)
      await cleared.value
      while ends.withLock({ $0.count }) < 6 { await Task.yield() }
      // All but the action, which has no source.
      #expect(ends.withLock { $0.count { $0 == workshop } } >= 5)
    }
  }

  private final class Parcel {
    let number = OpenBehavior(0)
    let event = Event<Int>()
    let bag = SubscriptionBag()
    private let ends: Locked<[Home]>

    init(_ ends: Locked<[Home]>) {
      self.ends = ends
      Subscription { ends.withLock { $0.append(.current) } }.store(in: bag)
      let farewells = (0..<4).map { _ in Farewell { ends.withLock { $0.append(.current) } } }
      number.sink { [last = farewells[0]] _ in withExtendedLifetime(last) {} }.store(in: bag)
      ComputedBehavior { [number] in number.value }
        .sink { [last = farewells[1]] _ in withExtendedLifetime(last) {} }.store(in: bag)
      event.sink { [last = farewells[2]] _ in withExtendedLifetime(last) {} }.store(in: bag)
      let token = number.sink { [last = farewells[3]] _ in withExtendedLifetime(last) {} }
      Subscription(of: [token]).store(in: bag)
    }

    /// Adds an observer in the isolation that uses the parcel by now.
    func use() {
      number.value = 1
      let farewell = Farewell { [ends] in ends.withLock { $0.append(.current) } }
      event.sink { _ in withExtendedLifetime(farewell) {} }.store(in: bag)
    }

    @MainActor static func make(_ ends: Locked<[Home]>) -> sending Parcel { Parcel(ends) }
  }

  @globalActor
  private actor Workshop {
    static let shared = Workshop()
    @Workshop private static var sources: [AnyObject] = []

    @Workshop
    final class Holder: Sendable {
      private let bag: SubscriptionBag
      init(_ bag: SubscriptionBag) { self.bag = bag }
    }

    @Workshop
    static func take(_ parcel: sending Parcel, _ holder: Locked<Holder?>) -> Home {
      parcel.use()
      sources = [parcel.number, parcel.event]
      let new = Holder(parcel.bag)
      holder.withLock { $0 = new }
      return .current
    }

    @Workshop static func clear() { sources = [] }
  }
}
