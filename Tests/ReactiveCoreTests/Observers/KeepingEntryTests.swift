import ReactiveCore
import ReactiveTestSupport
import Testing

/// Law 11: a kept token keeps the derivation that it observes, and nothing else.
@Suite("What a token keeps")
struct KeepingEntryTests {
  private final class Owner {}

  private static func length(of name: Behavior<String>, _ tracked: Tracked) -> Behavior<Int> {
    ComputedBehavior { [tracked] in
      tracked.touch()
      return name.value.count
    }
  }

  private static var ways: [(Behavior<Int>, Owner, @escaping (Int) -> Void) -> Subscription] {
    [
      { source, _, notified in source.sink(notified) },
      { source, _, notified in source.observe(notified) },
      { source, owner, notified in source.sink(with: owner) { _, value in notified(value) } },
      { source, owner, notified in source.observe(with: owner) { _, value in notified(value) } },
      { source, _, notified in source.sink(\.self, notified) },
      { source, _, notified in source.observe(\.self, notified) },
      { source, owner, notified in source.sink(\.self, with: owner) { _, value in notified(value) } },
      { source, owner, notified in source.observe(\.self, with: owner) { _, value in notified(value) } },
      { source, _, notified in source.onChange { (_: Int, new: Int) in notified(new) } },
      { source, _, notified in source.onChange { notified(-1) } },
    ]
  }

  @Test("kept, it keeps a derived behavior, however it observes; cancelled or dropped, it does not", arguments: 0..<10)
  func keeps(way: Int) {
    let live = LiveCount()
    let name = OpenBehavior("")
    let owner = Owner()
    for drops in [false, true] {
      var log: [Int] = []
      var token: Subscription? = Self.ways[way](Self.length(of: name, live.make()), owner) { log.append($0) }
      log = []
      name.value = "abc"
      #expect(log == (way == 9 ? [-1] : [3]))
      #expect(live.alive == 1)
      #expect(token?.isCancelled == false)
      if !drops { token?.cancel() }
      #expect(live.alive == (drops ? 1 : 0))
      token = nil
      #expect(live.alive == 0)
      name.value = ""
      #expect(log.count == 1)
    }
  }

  @Test("in a bag, which ends it; the bag forgets it with its owner")
  func bag() {
    let live = LiveCount()
    let name = OpenBehavior("")
    var bag: SubscriptionBag? = SubscriptionBag()
    var owner: Owner? = Owner()
    var log: [Int] = []
    Self.length(of: name, live.make()).observe { log.append($0) }.store(in: bag!)
    Self.length(of: name, live.make()).observe(with: owner!) { log.append($1) }.store(in: bag!)
    name.value = "ab"
    #expect(log == [0, 0, 2, 2])
    owner = nil
    #expect(bag?.count == 1)
    #expect(live.alive == 1)
    bag = nil
    #expect(live.alive == 0)
  }

  @Test("a group of tokens keeps what each of them keeps")
  func group() {
    let live = LiveCount()
    let name = OpenBehavior("")
    var calls = 0
    let group = Subscription(of: (0..<3).map { _ in Self.length(of: name, live.make()).sink { _ in calls += 1 } })
    name.value = "a"
    #expect(calls == 3)
    group.cancel()
    #expect(live.alive == 0)
  }

  @Test("a token that is thrown away cancels nothing: the behavior goes on if something else keeps it")
  func thrownAway() {
    let name = OpenBehavior("")
    let live = LiveCount()
    var log: [Int] = []
    do {
      let length = Self.length(of: name, live.make())
      length.sink { log.append($0) }
      name.value = "a"
      #expect(log == [1])
    }
    #expect(live.alive == 0)
    name.value = "ab"
    #expect(log == [1])
  }

  @Test("tokens of stored behaviors, events and lists keep nothing, and are the observer itself: no object more")
  func stored() {
    #expect(MemoryLayout<Subscription>.size == 8)
    weak var weakName: OpenBehavior<String>?
    weak var weakEvent: Event<Int>?
    var tokens: [Subscription] = []
    do {
      let name = OpenBehavior("")
      let event = Event<Int>()
      let list = ObserverList<Int>()
      weakName = name
      weakEvent = event
      tokens = [
        name.sink { _ in }, name.observe { _ in }, name.sink(with: name) { _, _ in }, name.observe(\.count) { _ in },
        name.onChange {}, event.sink { _ in }, event.observe(with: event) { _, _ in }, list.add { _ in },
      ]
      // The observer itself, not an object that keeps it.
      #expect(tokens.allSatisfy { String(describing: type(of: $0.entry)).contains("Observer<") })
    }
    #expect(weakName == nil)
    #expect(weakEvent == nil)
    #expect(tokens.allSatisfy { $0.isCancelled })
  }

  @Test("it keeps what the derived behavior is made of, and that only")
  func keepsUpstream() {
    weak var weakName: OpenBehavior<String>?
    var token: Subscription?
    var log: [Int] = []
    do {
      let name = OpenBehavior("a")
      weakName = name
      let length = ComputedBehavior { name.value.count }
      token = ComputedBehavior { length.value * 2 }.sink { log.append($0) }
    }
    weakName?.value = "abc"
    #expect(log == [6])
    token?.cancel()
    #expect(weakName == nil)
    #expect(token?.isCancelled == true)
  }

  @Test("cancelled or dropped in the behavior's own delivery, function and end")
  func inside() {
    let live = LiveCount()
    let name = OpenBehavior("")
    for cancels in [false, true] {
      let token = Box<Subscription?>(nil)
      var log: [String] = []
      let end: () -> Void = {
        if cancels { token.value?.cancel() } else { token.value = nil }
      }
      token.value = Self.length(of: name, live.make()).sink { value in
        log.append("first \(value)")
        end()
      }
      name.value = "a"
      name.value = "ab"
      #expect(log == ["first 1"])
      token.value = nil
      #expect(live.alive == 0)
      name.value = ""

      // In the derivation's function, through an observer of a source that the function writes.
      let other = OpenBehavior(0)
      other.sink { _ in end() }
      token.value = ComputedBehavior { [tracked = live.make()] in
        tracked.touch()
        if name.value == "end" { other.value += 1 }
        return name.value.count
      }.sink { log.append("second \($0)") }
      name.value = "a"
      batch { name.value = "end" }
      token.value = nil
      #expect(live.alive == 0)
      name.value = ""

      // When an object captured by the observer's closure is deallocated.
      let farewell = Farewell { end() }
      token.value = Self.length(of: name, live.make()).sink { [farewell] _ in withExtendedLifetime(farewell) {} }
      token.value?.cancel()
      token.value = nil
      #expect(live.alive <= 1)
    }
  }

  @Test("tokens of the same behavior dropped and cancelled in any order: it lives until the last, and nothing is left")
  func anyOrder() {
    let live = LiveCount()
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let name = OpenBehavior("")
      let source = Self.length(of: name, live.make())
      // The kept tokens and the observers of each derived behavior.
      var kept: [Int] = []
      var observing: [Int] = []
      var tokens: [(Subscription, Int)] = []
      var calls = 0
      for layer in 0..<Int.random(in: 1...4, using: &random) {
        let derived = ComputedBehavior { source.value + layer }
        kept.append(Int.random(in: 1...3, using: &random))
        observing.append(kept[layer])
        for _ in 0..<kept[layer] { tokens.append((derived.sink { _ in calls += 1 }, layer)) }
      }
      tokens.shuffle(using: &random)
      while let (token, layer) = tokens.popLast() {
        calls = 0
        name.value += "a"
        #expect(calls == zip(kept, observing).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) })
        kept[layer] -= 1
        // The observer of a dropped token goes on while another token keeps the behavior.
        if Bool.random(using: &random) {
          token.cancel()
          observing[layer] -= 1
        }
      }
      calls = 0
      name.value = ""
      #expect(calls == 0)
    }
    #expect(live.alive == 0)
  }

  @Test("1,000,000 tokens (short: 100,000), each kept by the observer of the next, go on a small stack")
  func longChain() {
    for cancels in [false, true] {
      let result = onThread {
        let live = LiveCount()
        let name = OpenBehavior("")
        var token = Subscription {}
        for _ in 0..<TestSize.large {
          let tracked = live.make()
          token = ComputedBehavior { name.value.count }.sink { [token] _ in
            tracked.touch()
            withExtendedLifetime(token) {}
          }
        }
        let peak = live.peak
        if cancels { token.cancel() }
        token = Subscription {}
        return [peak, live.alive]
      }
      #expect(result == [TestSize.large, 0])
    }
  }

  @Test("what is bound to the behavior by the behavior itself is no cycle")
  func attached() {
    let live = LiveCount()
    do {
      let name = OpenBehavior("")
      let source = Self.length(of: name, live.make())
      let token = Box<Subscription?>(nil)
      // The observer retains the token. If the token kept the behavior, they would form a cycle.
      token.value = source.attach(with: source) { [token] _, _ in withExtendedLifetime(token) {} }
    }
    #expect(live.alive == 0)
  }

  @Test("a sequence of values keeps what is derived until it ends, here or in a turn after it ended elsewhere")
  @MainActor
  func values() async {
    let live = LiveCount()
    let name = OpenBehavior("")
    var sequence: Values<Int>? = Self.length(of: name, live.make()).values
    name.value = "one"
    #expect(live.alive == 1)
    var iterator = sequence?.makeAsyncIterator()
    #expect(await iterator?.next() == 3)
    name.value = "three"
    #expect(await iterator?.next() == 5)
    sequence = nil
    let isReleasedHere = Locked(false)
    let end = Task.detached { [iterator] in
      while !isReleasedHere.withLock({ $0 }) { await Task.yield() }
      _ = iterator
    }
    iterator = nil
    #expect(live.alive == 1)
    isReleasedHere.withLock { $0 = true }
    await end.value
    while live.alive > 0 { await Task.yield() }
    var unused: Values<Int>? = Self.length(of: name, live.make()).values
    #expect(live.alive == 1)
    unused = nil
    #expect(live.alive == 0 && unused == nil)
  }

  private actor Names {
    let live = LiveCount()
    private let name = OpenBehavior("")
    var lengths: Values<Int> { KeepingEntryTests.length(of: name, live.make()).values }
    func rename(_ new: String) { name.value = new }
    var alive: Int { live.alive }
  }

  @Test("an actor's sequence of values keeps what is derived until it ends in another isolation")
  func valuesOfActor() async {
    let names = Names()
    var seen: [Int] = []
    for await length in await names.lengths {
      seen.append(length)
      #expect(await names.alive == 1)
      if length == 5 { break }
      await names.rename(length == 0 ? "one" : "three")
    }
    #expect(seen == [0, 3, 5])
    while await names.alive > 0 { await Task.yield() }
  }

  @Test("outside of any actor a sequence of values keeps nothing, and nothing is left")
  func valuesElsewhere() async {
    let live = LiveCount()
    let name = OpenBehavior("")
    #if DEBUG
    _ = Diagnostics.collect { _ = Self.length(of: name, live.make()).values }
    #else
    _ = Self.length(of: name, live.make()).values
    #endif
    #expect(live.alive == 0)
    var lengths: [Int] = []
    for await length in Self.length(of: name, live.make()).values { lengths.append(length) }
    #expect(lengths == [0])
    #expect(live.alive == 0)
  }

  @Test("a stored behavior is not kept by a sequence of values")
  func valuesOfStored() async {
    let sequence = OpenBehavior("stored").values
    var all: [String] = []
    for await value in sequence { all.append(value) }
    #expect(all == ["stored"])
  }
}
