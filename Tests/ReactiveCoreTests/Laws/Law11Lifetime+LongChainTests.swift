import ReactiveCore
import ReactiveTestSupport
import Testing

/// On a stack of 128 KiB, releasing 100,000 links may take one byte each; in debug builds, 20,000 may take six.
@Suite("A long chain is released without overflowing a small stack")
struct LongChainTests {
  private static let length = TestSize.chain

  private func left(_ build: @escaping @Sendable (LiveCount) -> Void) -> [Int] {
    onThread {
      let live = LiveCount()
      build(live)
      return [live.peak, live.alive]
    }
  }

  @Test("behaviors, each held by the observer of the one before")
  func behaviors() {
    let result = left { live in
      var first = OpenBehavior(0)
      for _ in 0..<Self.length {
        let tracked = live.make()
        let behavior = OpenBehavior(0)
        behavior.sink { [next = first] in
          tracked.touch()
          next.value = $0
        }
        first = behavior
      }
    }
    #expect(result == [Self.length, 0])
  }

  /// Each way to hold the next object of a list as a value.
  enum Holding: CaseIterable { case wrapped, published, boxed, computed, observed, array, row }

  private final class Item: Identifiable {
    @Property var next: Item?
    @Pub var published: Item?
    var other: Any?
    let object: Tracked
    init(_ object: Tracked) { self.object = object }
  }

  @Test("objects, each held by the value of a behavior of the next", arguments: Holding.allCases)
  func values(holding: Holding) {
    let result = left { live in
      var last: Item?
      for _ in 0..<Self.length {
        let item = Item(live.make())
        switch holding {
        case .wrapped: item.next = last
        case .published: item.published = last
        case .boxed: item.other = OpenBehavior<Any>((last as Any, "a value", "that does", "not fit"))
        case .computed:
          let held = ComputedBehavior(Equality(.identity()), name: nil, file: #fileID, line: #line) { [last] in last }
          _ = held.peek()
          item.other = held
        case .observed: item.other = OpenBehavior(last, whileObserved: { _ in Subscription {} })
        case .array: item.other = OpenBehavior([last])
        case .row:
          let rows = OpenKeyed<Item>()
          if let last { rows.insert(last) }
          item.other = rows
        }
        last = item
      }
    }
    #expect(result == [Self.length, 0])
  }

  private final class Entry: Sendable {
    let values: Values<Entry?>
    init(after last: Entry?, ofEvent isEvent: Bool) {
      if isEvent {
        let event = Event<Entry?>()
        values = event.values
        event.trigger(last)
      } else {
        values = OpenBehavior(last).values
      }
    }
  }

  /// Whether a long list, of which each link is made of the one before, ends with its last link.
  private func isReleased<Link: AnyObject>(_ make: (Link?) -> Link) -> Bool {
    var last = make(nil)
    let isFirstGone = { [weak last] in last == nil }
    for _ in 0..<Self.length { last = make(last) }
    if isFirstGone() { return false }
    last = make(nil)
    return isFirstGone()
  }

  @Test("sequences of values, each held by a waiting value of the next", arguments: [false, true])
  func waitingValues(ofEvent isEvent: Bool) {
    #expect(onThread { isReleased { Entry(after: $0, ofEvent: isEvent) } })
  }

  private final class Iteration: Sendable {
    let iterator: Locked<Values<Iteration?>.Iterator>
    init(after last: Iteration?, ofEvent isEvent: Bool) {
      let event = Event<Iteration?>()
      let values = isEvent ? event.values : OpenBehavior(last).values
      event.trigger(last)
      iterator = Locked(values.makeAsyncIterator())
    }
  }

  @Test("iterators over values, each held by an unread value of the next", arguments: [false, true])
  func unreadValues(ofEvent isEvent: Bool) {
    #expect(onThread { isReleased { Iteration(after: $0, ofEvent: isEvent) } })
  }

  @Test("behaviors, each held by the test for duplicates of the next, stored and computed")
  func tests() {
    let result = left { live in
      var last: Behavior<Int> = OpenBehavior(0)
      for number in 0..<TestSize.large {
        let tracked = live.make()
        let isDuplicate = { [last] (old: Int, new: Int) in
          tracked.touch()
          return last.peek() == old && old == new
        }
        last =
          number % 2 == 0
          ? OpenBehavior(0, isDuplicate: isDuplicate)
          : ComputedBehavior(Equality(.duplicates(by: isDuplicate)), name: nil, file: #fileID, line: #line) { 0 }
      }
    }
    #expect(result == [TestSize.large, 0])
  }

  @Test("events, each held by the observer of the one before")
  func events() {
    let result = left { live in
      var first = Event<Int>()
      for _ in 0..<Self.length {
        let tracked = live.make()
        let event = Event<Int>()
        event.sink { [next = first] in
          tracked.touch()
          next.trigger($0)
        }
        first = event
      }
    }
    #expect(result == [Self.length, 0])
  }

  @Test("objects with properties, each held by an observer of the one before")
  func objects() {
    final class Model {
      @Property var property = 0
      @Pub var pub = 0
      @Signal var signal: Accepts<Int>
    }
    let result = left { live in
      var first = Model()
      for index in 0..<Self.length {
        let tracked = live.make()
        let model = Model()
        let forward: (Int) -> Void = { [next = first] in
          tracked.touch()
          next.property = $0
        }
        switch index % 3 {
        case 0: model.$property.sink(forward)
        case 1: model.$pub.sink(forward)
        default: model.$signal.sink(forward)
        }
        first = model
      }
    }
    #expect(result == [Self.length, 0])
  }

  @Test("released by the cancelling of the first observer")
  func cancelled() {
    let result = left { live in
      var chain: OpenBehavior<Int>? = OpenBehavior(0)
      for _ in 0..<Self.length {
        let tracked = live.make()
        let behavior = OpenBehavior(0)
        behavior.sink { [next = chain!] in
          tracked.touch()
          next.value = $0
        }
        chain = behavior
      }
      let head = Event<Int>()
      let subscription = head.sink { [next = chain!] in next.value = $0 }
      chain = nil
      subscription.cancel()
      withExtendedLifetime(head) {}
    }
    #expect(result == [Self.length, 0])
  }

  @Test("released in the delivery that goes through it")
  func inDelivery() {
    let result = left { live in
      var chain: Event<Int>? = Event()
      for _ in 0..<Self.length {
        let tracked = live.make()
        let event = Event<Int>()
        event.sink { [next = chain!] _ in
          withExtendedLifetime(next) {}
          tracked.touch()
        }
        chain = event
      }
      chain?.sink { _ in chain = nil }
      chain?.trigger(1)
    }
    #expect(result == [Self.length, 0])
  }

  @Test("owners, each held by an observer of the one before")
  func owners() {
    final class Owner { let count = OpenBehavior(0) }
    let result = left { live in
      var first = Owner()
      for _ in 0..<Self.length {
        let tracked = live.make()
        let owner = Owner()
        owner.count.observe(with: owner) { [next = first] _, value in
          tracked.touch()
          next.count.value = value
        }
        first = owner
      }
    }
    #expect(result == [Self.length, 0])
  }

  enum Release: CaseIterable {
    case drop, cancel, inDelivery

    /// Nothing else retains a part of `chain`.
    func end(_ chain: inout SubscriptionBag?) {
      switch self {
      case .drop: chain = nil
      case .cancel: chain?.cancelAll()
      case .inDelivery:
        let event = Event<Int>()
        var held = chain
        chain = nil
        event.sink { _ in held = nil }
        event.trigger(1)
        withExtendedLifetime(held) {}
      }
    }
  }

  @Test(
    "1,000,000 bags (short: 100,000), each kept by the closure of a subscription in the next",
    arguments: Release.allCases)
  func bagsOfClosures(release: Release) {
    let result = onThread(stackKibibytes: 512) { () -> [Int] in
      let live = LiveCount()
      var chain: SubscriptionBag? = SubscriptionBag()
      for _ in 0..<TestSize.large {
        let next = SubscriptionBag()
        Subscription { [chain, tracked = live.make()] in withExtendedLifetime(chain) { tracked.touch() } }.store(
          in: next)
        chain = next
      }
      release.end(&chain)
      return [live.peak, live.alive]
    }
    #expect(result == [TestSize.large, 0])
  }

  @Test("1,000,000 links (short: 100,000) of all kinds in turn", arguments: Release.allCases)
  func mixed(release: Release) {
    let result = onThread(stackKibibytes: 512) { () -> [Int] in
      let live = LiveCount()
      let event = Event<Int>()
      var chain: SubscriptionBag? = SubscriptionBag()
      for index in 0..<TestSize.large {
        let next = SubscriptionBag()
        let held = chain
        let end: () -> Void = { [tracked = live.make()] in withExtendedLifetime(held) { tracked.touch() } }
        switch index % 6 {
        case 0: Subscription(end).store(in: next)
        case 1: event.sink { _ in end() }.store(in: next)
        case 2:
          let reaction = Reaction { _ = addCleanup(end) }
          reaction.start()
          Subscription { [reaction] in _ = reaction }.store(in: next)
        case 3:
          let derivation = ComputedBehavior { () -> Int in
            _ = addCleanup(end)
            return 1
          }
          _ = derivation.value
          Subscription { [derivation] in _ = derivation }.store(in: next)
        case 4:
          let own = OpenBehavior(0)
          own.sink { _ in end() }
          Subscription { [own] in _ = own }.store(in: next)
        default:
          let own = OpenBehavior(0)
          Subscription(of: [own.sink { _ in }, Subscription(end)]).store(in: next)
          let derived = ComputedBehavior { own.value }
          derived.sink { _ in _ = own }.store(in: next)
        }
        chain = next
      }
      release.end(&chain)
      return [live.peak, live.alive]
    }
    #expect(result == [TestSize.large, 0])
  }

  @Test("1,000,000 observers (short: 100,000) of one source")
  func manyObservers() {
    let result = left { live in
      let event = Event<Int>()
      for _ in 0..<TestSize.large {
        let tracked = live.make()
        event.sink { _ in tracked.touch() }
      }
    }
    #expect(result == [TestSize.large, 0])
  }
}
#if os(macOS) || os(Linux) || os(Windows)
extension LongChainTests {
  @Test("objects with a bag, each held by an observer that lies in the bag of the one before")
  func bags() async {
    await #expect(processExitsWith: .success) {
      final class Owner { let bag = SubscriptionBag() }
      let result = onThread { () -> [Int] in
        let live = LiveCount()
        do {
          let event = Event<Int>()
          var first = Owner()
          for _ in 0..<TestSize.chain {
            let tracked = live.make()
            let owner = Owner()
            event.sink { [next = first] _ in
              withExtendedLifetime(next) {}
              tracked.touch()
            }.store(in: owner.bag)
            first = owner
          }
        }
        return [live.peak, live.alive]
      }
      #expect(result == [TestSize.chain, 0])
    }
  }
}
#endif
