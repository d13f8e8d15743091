import ReactiveTestSupport
import ReactiveTracking
import Testing

/// The derivation of a `@Derived` after its owner is deallocated.
@Suite("@Derived whose owner is gone")
struct DerivedOwnerTests {
  private final class Cart {
    @Atom var price = 10
    let rate: AtomObject<Int>
    let stock: Tracked?
    init(_ rate: AtomObject<Int>, _ stock: Tracked? = nil) {
      self.rate = rate
      self.stock = stock
    }
    @Derived({ (me: Cart) in me.price * me.rate.value }) var total: Int
    @Derived({ (me: Cart) in
      let total = me.price * me.rate.value
      return { [total] }
    }) var loose: () -> [Int]
    @Derived({ (me: Cart) in me.total + 1 }) var more: Int
  }

  @Test("a kept token: its observer is never called again, and what the owner and the handler held comes back")
  func token() {
    let rate = atom(2)
    let live = LiveCount()
    let bag = SubscriptionBag()
    var seen: [Int] = []
    var cart: Cart? = Cart(rate, live.make())
    let tokens = cart.map { cart in
      [live.make()].map { mine in
        cart.$total.observe {
          mine.touch()
          seen.append($0)
        }
      }
    }
    for token in tokens ?? [] { token.store(in: bag) }
    cart?.$more.sink { seen.append(-$0) }.store(in: bag)
    rate.value = 3
    #expect(seen == [20, 30, -31])
    cart = nil
    #expect(live.alive == 0)
    #expect(tokens?.allSatisfy(\.isCancelled) == true)
    rate.value = 4
    #expect(seen == [20, 30, -31])
    #expect(!rate.hasDependents)
    withExtendedLifetime(bag) {}
  }

  @Test("a chain that is derived from it keeps the last value")
  func chains() {
    let rate = atom(2)
    let live = LiveCount()
    let bag = SubscriptionBag()
    var seen: [Int] = []
    var cart: Cart? = Cart(rate, live.make())
    if let total = cart?.$total {
      let next = derive { total.value + 1 }
      derive { next.value * 2 }.observe { seen.append($0) }.store(in: bag)
    }
    rate.value = 3
    cart = nil
    #expect(live.alive == 0)
    rate.value = 4
    #expect(seen == [42, 62])
    #expect(!rate.hasDependents)
    withExtendedLifetime(bag) {}
  }

  @Test(
    "it keeps its last value as a constant, which can be read, observed, tracked and run", arguments: [false, true])
  func constant(isReadBefore: Bool) {
    let rate = atom(2)
    var cart: Cart? = Cart(rate)
    let kept = cart?.$total
    _ = kept?.value
    rate.value = 3
    if isReadBefore { _ = kept?.value }
    cart = nil
    let last = isReadBefore ? 30 : 20
    #expect(kept?.value == last)
    rate.value = 4
    #expect(kept?.value == last)
    kept?.run()
    #expect(kept?.value == last)
    var seen: [Int] = []
    let subscription = kept?.observe { seen.append($0) }
    var runs = 0
    let effect = Effect {
      runs += 1
      _ = kept?.value
    }
    let derived = derive { (kept?.value ?? 0) + 1 }
    #expect(derived.value == last + 1)
    rate.value = 5
    #expect(seen == [last])
    #expect(runs == 1)
    #expect(derived.value == last + 1)
    withExtendedLifetime((subscription, effect)) {}
  }

  @Test("an effect and a watch that read a kept projection do not run for it any more")
  func effects() {
    let rate = atom(2)
    let other = atom(0)
    var cart: Cart? = Cart(rate)
    guard let total = cart?.$total, let loose = cart?.$loose else { return }
    var runs: [[Int]] = []
    let effect = Effect { runs.append([other.value, total.value] + loose.value()) }
    var changes = 0
    let watcher = watch(of: total.value) { _, _ in changes += 1 }
    #expect(runs == [[0, 20, 20]])
    cart = nil
    rate.value = 3
    #expect(runs == [[0, 20, 20]])
    #expect(changes == 0)
    other.value = 1
    #expect(runs.count == 2)
    #expect(!rate.hasDependents)
    withExtendedLifetime((effect, watcher)) {}
  }

  @Test("a change in the owner's own deinit, and in that of what it holds, does not run it")
  func changeInDeinit() {
    final class Last {
      let rate: AtomObject<Int>
      @Derived({ (me: Last) in me.rate.value * 2 }) var double: Int
      @Derived({ (me: Last) in [me.rate.value] as Any }) var loose: Any
      let farewell: Farewell
      init(_ rate: AtomObject<Int>) {
        self.rate = rate
        farewell = Farewell { rate.value += 1 }
      }
      deinit { rate.value += 1 }
    }
    let rate = atom(1)
    var last: Last? = Last(rate)
    var seen: [Int] = []
    let bag = SubscriptionBag()
    last?.$double.observe { seen.append($0) }.store(in: bag)
    last?.$loose.sink { _ in seen.append(-1) }.store(in: bag)
    let kept = last?.$double
    let loose = last?.$loose
    var runs = 0
    let effect = Effect {
      runs += 1
      _ = loose?.value
    }
    last = nil
    #expect(rate.value == 3)
    #expect(kept?.value == 2)
    #expect(seen == [2])
    #expect(runs == 1)
    #expect(!rate.hasDependents)
    withExtendedLifetime((bag, effect)) {}
  }

  @Test("law 5: in its owner's deinit, it has the present value, also if it was not read before", arguments: [0, 1, 2])
  func readInDeinit(keeping kind: Int) {
    final class Last {
      @Atom var count = 1
      let leave: ([Int]) -> Void
      init(_ leave: @escaping ([Int]) -> Void) { self.leave = leave }
      @Derived({ (me: Last) in me.count * 2 }) var double: Int
      @Derived({ (me: Last) in me.double + 1 }) var more: Int
      @Derived({ (me: Last) in me.count + me.more }) var unread: Int
      deinit {
        leave([double, more, unread])
        count += 1
        leave([count])
      }
    }
    var seen: [Int] = []
    var last: Last? = Last { seen += $0 }
    #expect(last?.more == 3)
    let kept = kind == 1 ? last?.$double : kind == 2 ? last?.$unread : nil
    last?.count = 5
    last = nil
    #expect(seen == [10, 11, 16, 6])
    if kind > 0 { #expect(kept?.value == (kind == 1 ? 10 : 16)) }
  }

  @Test("one that was copied to another object belongs to the first one, also when the other reads it in its deinit")
  func copied() {
    final class Page {
      let count: AtomObject<Int>
      var leave: (Int) -> Void = { _ in }
      init(_ count: AtomObject<Int>) { self.count = count }
      @Derived({ (me: Page) in me.count.value * 2 }) var double: Int
      func take(from other: Page) { _double = other._double }
      deinit { leave(double) }
    }
    let count = atom(1)
    var first: Page? = Page(count)
    var second: Page? = Page(atom(5))
    var seen: [Int] = []
    second?.leave = { seen.append($0) }
    #expect(first?.double == 2)
    if let first { second?.take(from: first) }
    count.value = 3
    #expect(second?.double == 6)
    first = nil
    let others = (0..<100).map { Page(atom($0)) }
    count.value = 4
    second = nil
    #expect(seen == [6])
    for other in others { #expect(other.double == other.count.value * 2) }
  }

  @Test("an owner that goes in a delivery, a batch, an effect, or in the derivation's own run")
  func inFlight() {
    let rate = atom(2)
    var cart: Cart? = Cart(rate)
    var seen: [String] = []
    let bag = SubscriptionBag()
    cart?.$total.sink {
      seen.append("one \($0)")
      cart = nil
    }.store(in: bag)
    cart?.$total.sink { seen.append("two \($0)") }.store(in: bag)
    rate.value = 3
    #expect(seen == ["one 30"])

    seen = []
    cart = Cart(rate)
    let kept = cart?.$total
    cart?.$total.sink { seen.append("\($0)") }.store(in: bag)
    let effect = Effect { seen.append("effect \(kept?.value ?? 0)") }
    batch {
      rate.value = 4
      cart = nil
      rate.value = 5
    }
    #expect(seen == ["effect 30"])
    #expect(kept?.value == 30)

    final class Box { var follower: Follower? }
    final class Follower {
      let box: Box, rate: AtomObject<Int>
      init(_ box: Box, _ rate: AtomObject<Int>) { (self.box, self.rate) = (box, rate) }
      @Derived({ (me: Follower) in
        let value = me.rate.value
        if value > 6 { me.box.follower = nil }
        return value
      }) var value: Int
    }
    let box = Box()
    box.follower = Follower(box, rate)
    weak let gone = box.follower
    let value = box.follower?.$value
    seen = []
    value?.observe { seen.append("\($0)") }.store(in: bag)
    rate.value = 7
    #expect(gone == nil)
    #expect(seen.first == "5")
    let left = value?.value
    rate.value = 8
    #expect(value?.value == left)
    #expect(seen.count <= 2)
    #expect(!rate.hasDependents)
    withExtendedLifetime(effect) {}
  }

  @Test("its cleanups run")
  func cleanups() {
    final class Log { var lines: [String] = [] }
    final class Hall {
      let door: AtomObject<Int>, log: Log
      init(_ door: AtomObject<Int>, _ log: Log) { (self.door, self.log) = (door, log) }
      @Derived({ (me: Hall) in
        let log = me.log
        onCleanup { log.lines.append("clean") }
        return me.door.value
      }) var open: Int
    }
    let door = atom(1)
    let log = Log()
    var hall: Hall? = Hall(door, log)
    let kept = hall?.$open
    #expect(kept?.value == 1)
    hall = nil
    #expect(log.lines == ["clean"])
    door.value = 2
    #expect(kept?.value == 1)
    #expect(log.lines == ["clean"])
  }

  @Test("the token of the derivation that goes in a handler that its end releases")
  func dropsItself() {
    let rate = atom(2)
    var cart: Cart? = Cart(rate)
    final class Holder { var token: Subscription? }
    weak let total = cart?.$total
    do {
      let holder = Holder()
      holder.token = cart?.$total.sink { _ in _ = holder }
    }
    #expect(total != nil)
    cart = nil
    #expect(total == nil)
    rate.value = 3
    #expect(!rate.hasDependents)
  }

  @Test("its values end, and those taken afterwards have the last one")
  @MainActor func values() async {
    let rate = atom(2)
    var cart: Cart? = Cart(rate)
    let kept = cart?.$total
    let values = cart?.$total.values
    rate.value = 3
    cart = nil
    var seen: [Int] = []
    if let values { for await value in values { seen.append(value) } }
    #expect(seen == [30])
    if let values = kept?.values { for await value in values { seen.append(value) } }
    #expect(seen == [30, 30])
  }

  @MainActor private final class Screen {
    @Atom var count = 1
    @Derived({ (me: Screen) in MainActor.assumeIsolated { me.count * 2 } }) var double: Int
  }

  @Test("an owner that is released on another thread")
  @MainActor func elsewhere() async {
    var screen: Screen? = Screen()
    var seen: [Int] = []
    let bag = SubscriptionBag()
    guard let kept = screen?.$double, let values = screen?.$double.values else { return }
    screen?.$double.observe { seen.append($0) }.store(in: bag)
    let task = Task.detached { [screen] in _ = screen }
    screen = nil
    await task.value
    // It ends on this actor.
    for await _ in values {}
    #expect(kept.value == 2)
    #expect(seen == [2])
    withExtendedLifetime(bag) {}
  }

  #if os(macOS) || os(Linux) || os(Windows)
  private final class Stranger {
    @Derived({ (cart: Cart) in cart.total }) var total: Int
  }

  @Test("one whose function takes another type stops, and names both")
  func otherType() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let stranger = Stranger()
        _ = stranger.total
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("is a @Derived whose function takes a Cart, and it belongs to a Stranger."))
  }

  @Test("one that never had a value stops, and says what to write")
  func neverRan() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var cart: Cart? = Cart(atom(1))
        let kept = cart?.$total
        cart = nil
        _ = kept?.value
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("is a @Derived of an object that is gone, and was never read while that lived"))
    #expect(message.contains("Read it once while its object lives, or keep the object."))
  }
  #endif
}
