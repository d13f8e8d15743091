import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Subscription")
struct SubscriptionTests {
  @Test("cancel ends it")
  func cancel() {
    let count = OpenBehavior(0)
    var log: [Int] = []
    let subscription = count.sink { log.append($0) }
    #expect(!subscription.isCancelled)
    count.value = 1
    subscription.cancel()
    #expect(subscription.isCancelled)
    count.value = 2
    #expect(log == [1])
  }

  @Test("cancelling twice is harmless")
  func cancelTwice() {
    let event = Event<Int>()
    var log: [String] = []
    let first = event.sink { log.append("A\($0)") }
    event.sink { log.append("B\($0)") }
    first.cancel()
    first.cancel()
    event.trigger(1)
    first.cancel()
    event.trigger(2)
    #expect(first.isCancelled)
    #expect(log == ["B1", "B2"])
  }

  @Test("one that is thrown away cancels nothing")
  func thrownAway() {
    let count = OpenBehavior(0)
    var log: [Int] = []
    do { _ = count.sink { log.append($0) } }
    count.value = 1
    #expect(log == [1])
  }

  @Test("cancel releases the closure at once")
  func releasesAtOnce() {
    let live = LiveCount()
    let event = Event<Int>()
    let subscriptions = (0..<10).map { _ in
      let tracked = live.make()
      return event.sink { _ in tracked.touch() }
    }
    #expect(live.alive == 10)
    for (index, subscription) in subscriptions.enumerated() {
      subscription.cancel()
      #expect(live.alive == 9 - index)
    }
  }

  @Test("cancel during a delivery releases the closure after it")
  func releasesAfterDelivery() {
    let live = LiveCount()
    let event = Event<Int>()
    var own: Subscription?
    var aliveInside = 0
    do {
      let tracked = live.make()
      own = event.sink { _ in
        own?.cancel()
        own = nil
        tracked.touch()
        aliveInside = live.alive
      }
    }
    event.trigger(1)
    #expect(aliveInside == 1)
    #expect(live.alive == 0)
  }

  @Test("is cancelled when its source is gone, or the owner it was made with")
  func endsByItself() {
    var event: Event<Int>? = Event()
    var owner: LiveCount? = LiveCount()
    let first = event!.sink { _ in }
    let second = event!.sink(with: owner!) { _, _ in }
    #expect(!first.isCancelled)
    #expect(!second.isCancelled)
    owner = nil
    #expect(!first.isCancelled)
    #expect(second.isCancelled)
    event = nil
    #expect(first.isCancelled)
    first.cancel()
    second.cancel()
    #expect(first.isCancelled)
  }

  @Test("keeps neither its source nor the closure of a dead source alive")
  func keepsNothing() {
    let live = LiveCount()
    var event: Event<Int>? = Event()
    @Weak var weakEvent = event
    let subscription = { [tracked = live.make()] in event!.sink { _ in tracked.touch() } }()
    event = nil
    #expect(weakEvent == nil)
    #expect(live.alive == 0)
    #expect(subscription.isCancelled)
  }

  @Test("an action runs once, at the first cancel")
  func action() {
    var runs = 0
    let subscription = Subscription { runs += 1 }
    #expect(!subscription.isCancelled)
    #expect(runs == 0)
    subscription.cancel()
    #expect(subscription.isCancelled)
    subscription.cancel()
    #expect(runs == 1)
  }

  @Test("an action that cancels its own subscription runs once")
  func actionCancelsItself() {
    var runs = 0
    var subscription: Subscription?
    subscription = Subscription {
      runs += 1
      subscription?.cancel()
    }
    subscription?.cancel()
    #expect(runs == 1)
  }

  @Test("an action that is thrown away does not run, and is released")
  func actionThrownAway() {
    let live = LiveCount()
    var runs = 0
    do {
      let tracked = live.make()
      _ = Subscription {
        tracked.touch()
        runs += 1
      }
    }
    #expect(runs == 0)
    #expect(live.alive == 0)
  }

  @Test("an action is released when it has run")
  func actionReleased() {
    let live = LiveCount()
    let subscription = { [tracked = live.make()] in Subscription { tracked.touch() } }()
    #expect(live.alive == 1)
    subscription.cancel()
    #expect(live.alive == 0)
  }

  @Test("copies are equal and stand for the same act; two acts of subscribing are not equal")
  func hashable() {
    let event = Event<Int>()
    let first = event.sink { _ in }
    let second = event.sink { _ in }
    let copy = first
    #expect(copy == first)
    #expect(first != second)
    #expect(Set([first, second, copy]).count == 2)
    copy.cancel()
    #expect(first.isCancelled)
    #expect(!second.isCancelled)
  }

  @Test("store(in:) puts it into a bag")
  func store() {
    let event = Event<Int>()
    let bag = SubscriptionBag()
    var log: [Int] = []
    event.sink { log.append($0) }.store(in: bag)
    event.trigger(1)
    bag.cancelAll()
    event.trigger(2)
    #expect(log == [1])
  }
}

@Suite("Cancelling many")
struct CancellingManyTests {
  enum Order: CaseIterable { case first, last, random }

  private func indices(_ count: Int, _ order: Order) -> [Int] {
    switch order {
    case .first: return Array(0..<count)
    case .last: return Array((0..<count).reversed())
    case .random:
      var generator = SeededGenerator(seed: 7)
      return Array(0..<count).shuffled(using: &generator)
    }
  }

  @Test(
    "cancelling 10,000 in any order: the others are notified, in their order, and all memory comes back",
    arguments: Order.allCases)
  func cancelAll(order: Order) {
    let live = LiveCount()
    let event = Event<Int>()
    var log: [Int] = []
    let subscriptions = (0..<10_000).map { index in
      let tracked = live.make()
      return event.sink { _ in
        tracked.touch()
        log.append(index)
      }
    }
    var remaining = Set(0..<10_000)
    for (step, index) in indices(10_000, order).enumerated() {
      subscriptions[index].cancel()
      remaining.remove(index)
      if step % 1_000 == 999 {
        log = []
        event.trigger(step)
        #expect(log == remaining.sorted())
        #expect(live.alive == remaining.count)
      }
    }
    #expect(live.alive == 0)
    event.sink { log.append($0) }
    event.trigger(-1)
    #expect(log == [-1])
  }

  @Test("cancelling 10,000 in one delivery, in any order", arguments: Order.allCases)
  func cancelInDelivery(order: Order) {
    let live = LiveCount()
    let event = Event<Int>()
    let order = indices(10_000, order)
    let subscriptions = Box<[Subscription]>([])
    var calls = 0
    event.sink { _ in
      for index in order { subscriptions.value[index].cancel() }
    }
    subscriptions.value = (0..<10_000).map { _ in
      let tracked = live.make()
      return event.sink { _ in
        tracked.touch()
        calls += 1
      }
    }
    event.trigger(1)
    #expect(calls == 0)
    #expect(live.alive == 0)
    event.trigger(2)
    #expect(calls == 0)
  }

  @Test("subscribing and cancelling in turns, in random order, is as a list that does the same")
  func randomised() {
    var generator = SeededGenerator(seed: 42)
    let count = OpenBehavior(0)
    var model: [(number: Int, subscription: Subscription)] = []
    var log: [Int] = []
    for step in 1...5_000 {
      if model.isEmpty || Int.random(in: 0..<5, using: &generator) < 3 {
        model.append((step, count.sink { _ in log.append(step) }))
      } else {
        let index = Int.random(in: 0..<model.count, using: &generator)
        model.remove(at: index).subscription.cancel()
      }
      if step % 50 == 0 {
        log = []
        count.value = step
        #expect(log == model.map(\.number))
      }
    }
  }

  @Test("observers that are all that keeps what they observe may end together with it")
  func keepers() {
    let live = LiveCount()
    var subscriptions: [Subscription] = []
    do {
      let count = OpenBehavior(0)
      for _ in 0..<16 {
        let tracked = live.make()
        subscriptions.append(
          count.sink { _ in
            tracked.touch()
            withExtendedLifetime(count) {}
          })
      }
    }
    // The last one deallocates the list during its own cleanup. Only the address sanitizer finds that fault.
    for subscription in subscriptions { subscription.cancel() }
    #expect(live.alive == 0)
  }
}
