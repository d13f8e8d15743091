// Tests: Subscription

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("A subscription to several things")
struct SubscriptionGroupTests {
  @Test("cancel ends all of them, in their order, once")
  func cancel() {
    var log: [Int] = []
    let parts = (0..<3).map { index in Subscription { log.append(index) } }
    let group = Subscription(of: parts)
    #expect(!group.isCancelled)
    group.cancel()
    group.cancel()
    #expect(group.isCancelled)
    #expect(parts.map(\.isCancelled) == [true, true, true])
    #expect(log == [0, 1, 2])
  }

  @Test("it has ended when all of its parts have; of none, it has from the beginning")
  func endsWithItsParts() {
    let owners = Box<[LiveCount]>([LiveCount(), LiveCount()])
    let event = Event<Int>()
    let group = Subscription(of: owners.value.map { event.sink(with: $0) { _, _ in } })
    owners.value.removeLast()
    #expect(!group.isCancelled)
    owners.value = []
    #expect(group.isCancelled)
    #expect(Subscription(of: []).isCancelled)
  }

  @Test("a group of groups, with the same part in two, ends each part once")
  func nested() {
    var log: [Int] = []
    let parts = (0..<3).map { index in Subscription { log.append(index) } }
    let group = Subscription(of: [Subscription(of: [parts[0], parts[1]]), Subscription(of: [parts[1], parts[2]])])
    group.cancel()
    #expect(log == [0, 1, 2])
    #expect(group.isCancelled)
  }

  @Test("throwing it away cancels nothing, and it keeps what it was given only until it is cancelled")
  func keeps() {
    let live = LiveCount()
    let event = Event<Int>()
    var calls = 0
    do {
      _ = Subscription(of: [event.sink { _ in calls += 1 }])
    }
    event.trigger(1)
    #expect(calls == 1)
    let group = { [tracked = live.make()] in Subscription(of: [Subscription { tracked.touch() }]) }()
    #expect(live.alive == 1)
    group.cancel()
    #expect(live.alive == 0)
  }

  @Test("cancelling it from one of its parts, in a delivery, and by a bag")
  func reentrant() {
    let event = Event<Int>()
    var log: [String] = []
    let group = Box<Subscription?>(nil)
    group.value = Subscription(of: [
      event.sink { _ in
        log.append("first")
        group.value?.cancel()
      },
      event.sink { _ in log.append("second") },
      Subscription { group.value?.cancel() },
    ])
    event.trigger(1)
    event.trigger(2)
    #expect(log == ["first"])
    let bag = SubscriptionBag()
    let other = Subscription(of: [event.sink { _ in log.append("other") }])
    other.store(in: bag)
    #expect(bag.count == 1)
    bag.cancelAll()
    #expect(other.isCancelled)
  }

  @Test("a bag forgets one whose parts have all ended")
  func bagForgets() {
    let event = Event<Int>()
    let bag = SubscriptionBag()
    for _ in 0..<1_000 { Subscription(of: [event.sink(with: LiveCount()) { _, _ in }]).store(in: bag) }
    #expect(bag.heldCount < 40)
  }

  @Test("a long chain of groups goes without a deep stack")
  func longChain() {
    let left = onThread {
      let live = LiveCount()
      var group = Subscription { [tracked = live.make()] in tracked.touch() }
      for step in 0..<100_000 {
        let last = group
        group = Subscription(of: [step % 2 == 0 ? last : Subscription { last.cancel() }])
      }
      group = Subscription {}
      return live.alive
    }
    #expect(left == 0)
  }
}
