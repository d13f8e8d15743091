import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Lifetime")
struct LifetimeTests {
  private final class Owner { var log: [Int] = [] }

  @Test("observe(with:) ends with its owner, for behaviors, events and parts")
  func endsWithOwner() {
    let count = OpenBehavior("")
    let event = Event<Int>()
    var owner: Owner? = Owner()
    @Weak var weakOwner = owner
    var calls = 0
    count.observe(with: owner!) { _, _ in calls += 1 }
    count.sink(with: owner!) { _, _ in calls += 1 }
    count.observe(\.count, with: owner!) { _, _ in calls += 1 }
    event.observe(with: owner!) { _, _ in calls += 1 }
    count.value = "a"
    event.trigger(1)
    #expect(calls == 6)
    owner = nil
    #expect(weakOwner == nil)
    count.value = "ab"
    event.trigger(2)
    #expect(calls == 6)
  }

  @Test("an owner's end in its own observer: it lives until the observer returns")
  func ownerDropsItself() {
    let event = Event<Int>()
    let live = LiveCount()
    var owner: Tracked? = live.make()
    var log: [String] = []
    event.sink(with: owner!) { me, value in
      owner = nil
      me.note = "alive"
      log.append("\(me.note) \(value) \(live.alive)")
    }
    event.trigger(1)
    event.trigger(2)
    #expect(log == ["alive 1 1"])
    #expect(live.alive == 0)
  }

  @Test("an owner is not kept alive between two deliveries, nor by a payload that waits")
  func ownerIsWeak() {
    let event = Event<Int>()
    let live = LiveCount()
    var calls = 0
    do {
      let owner = live.make()
      event.sink(with: owner) { _, _ in calls += 1 }
      batch { event.trigger(1) }
    }
    #expect(live.alive == 0)
    batch {
      let owner = live.make()
      event.sink(with: owner) { _, _ in calls += 1 }
      event.trigger(2)
    }
    #expect(live.alive == 0)
    #expect(calls == 1)
  }

  @Test("a source keeps its observers, and they end with it")
  func endsWithSource() {
    let live = LiveCount()
    var count: OpenBehavior<Int>? = OpenBehavior(0)
    var event: Event<Int>? = Event()
    for _ in 0..<100 {
      let tracked = live.make()
      count?.sink { _ in tracked.touch() }
      event?.sink { _ in tracked.touch() }
    }
    #expect(live.alive == 100)
    count = nil
    #expect(live.alive == 100)
    event = nil
    #expect(live.alive == 0)
  }

  @Test("a behavior's value is released with it")
  func valueEnds() {
    let live = LiveCount()
    do {
      let current = OpenBehavior(live.make())
      current.sink { _ in }
      current.value = live.make()
      #expect(live.alive == 1)
    }
    #expect(live.alive == 0)
  }

  @Test("observing keeps neither a behavior nor an event nor a wrapper's owner alive")
  func observingKeepsNothing() {
    final class Model {
      @Property var property = 0
      @Pub var pub = 0
      @Signal var signal: Accepts<Int>
    }
    let owner = Owner()
    weak var weakModel: Model?
    var subscriptions: [Subscription] = []
    do {
      let model = Model()
      weakModel = model
      subscriptions.append(model.$property.observe(with: owner) { $0.log.append($1) })
      subscriptions.append(model.$pub.observe(with: owner) { $0.log.append($1) })
      subscriptions.append(model.$signal.observe(with: owner) { $0.log.append($1) })
    }
    #expect(weakModel == nil)
    #expect(subscriptions.allSatisfy { $0.isCancelled })
  }

  @Test("1,000,000 owners that subscribe and die, on a source that never fires: memory stays bounded")
  func subscribeAndDie() {
    let live = LiveCount()
    let event = Event<Int>()
    let count = OpenBehavior(0)
    for _ in 0..<500_000 {
      let owner = Owner()
      let tracked = live.make()
      event.sink(with: owner) { _, _ in tracked.touch() }
      let other = live.make()
      count.sink(with: owner) { _, _ in other.touch() }
    }
    #expect(live.peak < 1_000)
    withExtendedLifetime((event, count)) {}
  }

  @Test("the same among 1,000 owners that live on")
  func subscribeAndDieAmongTheLiving() {
    let live = LiveCount()
    let event = Event<Int>()
    let owners = (0..<1_000).map { _ in Owner() }
    for owner in owners { event.sink(with: owner) { $0.log.append($1) } }
    for _ in 0..<100_000 {
      let owner = Owner()
      let tracked = live.make()
      event.sink(with: owner) { _, _ in tracked.touch() }
    }
    #expect(live.peak < 5_000)
    event.trigger(1)
    #expect(owners.allSatisfy { $0.log == [1] })
    #expect(live.alive == 0)
  }

  @Test(
    "1,000,000 subscriptions (short: 100,000) that are cancelled, on a source that never fires: memory stays bounded"
  )
  func subscribeAndCancel() {
    let live = LiveCount()
    let event = Event<Int>()
    for _ in 0..<TestSize.large {
      let tracked = live.make()
      event.sink { _ in tracked.touch() }.cancel()
    }
    #expect(live.peak == 1)
    #expect(live.alive == 0)
    withExtendedLifetime(event) {}
  }

  @Test("a delivery finds the dead owners and gives their memory back")
  func deliveryFindsTheDead() {
    let live = LiveCount()
    let event = Event<Int>()
    var owners = (0..<1_000).map { _ in Owner() }
    for owner in owners {
      let tracked = live.make()
      event.sink(with: owner) { _, _ in tracked.touch() }
    }
    owners = Array(owners.prefix(10))
    event.trigger(1)
    #expect(live.alive == 10)
    #expect(owners.count == 10)
  }

  @Test("1,000,000 observers (short: 100,000), and none")
  func observerCounts() {
    let event = Event<Int>()
    let count = OpenBehavior(0)
    event.trigger(1)
    count.value = 1
    #expect(count.value == 1)

    let bag = SubscriptionBag()
    var sum = 0
    for _ in 0..<TestSize.large { event.sink { sum += $0 }.store(in: bag) }
    event.trigger(1)
    #expect(sum == TestSize.large)
    bag.cancelAll()
    event.trigger(1)
    #expect(sum == TestSize.large)
    for _ in 0..<TestSize.large { count.sink { sum += $0 } }
    count.value = 2
    #expect(sum == 3 * TestSize.large)
  }

  @Test("an observer that captures its source keeps both, until it is cancelled")
  func captureCycle() {
    let live = LiveCount()
    let subscription: Subscription
    do {
      let count = OpenBehavior(live.make())
      subscription = count.sink { _ in _ = count }
    }
    #expect(live.alive == 1)
    subscription.cancel()
    #expect(live.alive == 0)
  }
}
