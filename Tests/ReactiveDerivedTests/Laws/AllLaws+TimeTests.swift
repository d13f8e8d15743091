import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("The laws of what happens in time")
struct AllLawsTimeTests {
  private struct Failure: Error {}

  @Test("1: what is notified reads the new value everywhere", arguments: TimedKind.allCases)
  func storeFirst(kind: TimedKind) async {
    let sample = TimedSample(kind)
    let behavior = sample.behavior
    let doubled = behavior.map { $0 * 2 }
    var log: [[Int]] = []
    let subscriptions = [
      behavior.sink { log.append([$0, behavior.value, doubled.value]) },
      doubled.sink { log.append([behavior.value, behavior.peek(), $0]) },
      sample.observe { log.append([$0, behavior.value, doubled.value]) },
    ]
    for number in 1...3 {
      log = []
      await sample.emit(number)
      #expect(log == Array(repeating: [number, number, number * 2], count: 3))
    }
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("1: nothing is notified before its time", arguments: TimedKind.waiting)
  func notBefore(kind: TimedKind) async {
    let sample = TimedSample(kind)
    var log: [Int] = []
    let subscription = sample.observe { log.append($0) }
    for number in 1...3 {
      sample.write(number)
      sample.clock.advance(by: .milliseconds(999))
      #expect(log.count == number - 1 && sample.behavior.value == number - 1)
      sample.clock.advance(by: .milliseconds(1))
      #expect(log.count == number && sample.behavior.value == number)
    }
    subscription.cancel()
  }

  @Test("2: observers run in the order in which they subscribed", arguments: TimedKind.allCases)
  func order(kind: TimedKind) async {
    let sample = TimedSample(kind)
    var log: [Int] = []
    let subscriptions = (0..<20).map { number in sample.observe { _ in log.append(number) } }
    await sample.emit(1)
    #expect(log == Array(0..<20))
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(
    "2: what is due at the same time is notified in the order in which it was made, each in a turn of its own",
    arguments: TimedKind.waiting, TimedKind.waiting)
  func dueTogether(kind: TimedKind, other: TimedKind) {
    let clock = ManualClock()
    let (one, two) = (TimedSample(kind, clock: clock), TimedSample(other, clock: clock))
    var log: [String] = []
    let subscriptions = [
      two.observe { log.append("two \($0), one \(one.behavior.value)") },
      one.observe { log.append("one \($0), two \(two.behavior.value)") },
    ]
    for number in 1...2 {
      log = []
      for sample in number == 1 ? [one, two] : [two, one] { sample.write(number) }
      clock.advance(by: .seconds(1))
      #expect(log == ["one \(number), two \(number - 1)", "two \(number), one \(number)"])
    }
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(
    "3: a write in an observer is delivered after it, and no observer sees an older value after a newer one",
    arguments: TimedKind.allCases)
  func runToCompletion(kind: TimedKind) async {
    let sample = TimedSample(kind)
    var (first, second): ([Int], [Int]) = ([], [])
    var depth = 0
    let subscriptions = [
      sample.observe { value in
        depth += 1
        #expect(depth == 1)
        first.append(value)
        if value < 5 { sample.write(value + 1) }
        depth -= 1
      },
      sample.observe { second.append($0) },
    ]
    sample.write(1)
    await sample.step(5)
    #expect(first == [1, 2, 3, 4, 5] && sample.behavior.value == 5)
    #expect(second == second.sorted() && second.last == 5 && Set(second).count == second.count)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("3: a clock that an observer advances interrupts no delivery", arguments: TimedKind.waiting)
  func advancedInDelivery(kind: TimedKind) async {
    let sample = TimedSample(kind)
    var log: [String] = []
    let subscriptions = [
      sample.observe { value in
        log.append("first \(value)")
        if value < 3 {
          sample.write(value + 1)
          sample.clock.advance(by: .seconds(1))
        }
        log.append("end \(value)")
      },
      sample.observe { log.append("second \($0)") },
    ]
    sample.write(1)
    // What an observer writes may wait from the end of the delivery.
    for _ in 0..<3 where log.last != "second 3" { sample.clock.advance(by: .seconds(1)) }
    #expect(log == (1...3).flatMap { ["first \($0)", "end \($0)", "second \($0)"] })
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test(
    "4: added in a delivery is no part of it; cancelled in a delivery is called no more",
    arguments: TimedKind.allCases)
  func membership(kind: TimedKind) async {
    let sample = TimedSample(kind)
    var log: [String] = []
    var second: Subscription?
    var late: Subscription?
    let first = sample.observe { value in
      log.append("first \(value)")
      if value == 1 {
        second?.cancel()
        second?.cancel()
        late = sample.observe { log.append("late \($0)") }
      }
    }
    second = sample.observe { log.append("second \($0)") }
    await sample.emit(1)
    #expect(log == ["first 1"])
    log = []
    await sample.emit(2)
    #expect(log == ["first 2", "late 2"])
    first.cancel()
    late?.cancel()
  }

  @Test("4: what is cancelled before its time is not called then", arguments: TimedKind.allCases)
  func cancelledBefore(kind: TimedKind) async {
    let sample = TimedSample(kind)
    var log: [Int] = []
    let subscriptions = [sample.observe { log.append($0) }, sample.observe { log.append(-$0) }]
    if kind.waits || kind == .following { sample.write(1) }
    subscriptions[0].cancel()
    if kind == .lingering { sample.write(1) }
    await sample.step()
    #expect(log == [-1])
    subscriptions[1].cancel()
  }

  @Test("5: what combines it with what it comes from sees no mixture", arguments: TimedKind.allCases)
  func glitches(kind: TimedKind) async {
    let sample = TimedSample(kind)
    let (one, other) = (sample.behavior.map { $0 }, sample.behavior.map { -$0 })
    var sums: [Int] = []
    let sum = DerivedProperty(one, other) { one, other in
      sums.append(one + other)
      return one * 10
    }
    var notified: [Int] = []
    let subscription = sum.sink { notified.append($0) }
    for number in 1...3 { await sample.emit(number) }
    #expect(sums.allSatisfy { $0 == 0 } && sums.count == 4)
    #expect(notified == [10, 20, 30])
    subscription.cancel()
  }

  @Test("5: a value and whether it is settled change together")
  func settled() {
    let clock = ManualClock()
    let number = OpenBehavior(0)
    let calm = number.debounced(for: .seconds(1), clock: clock)
    let all = DerivedProperty(number, calm, calm.isSettled) { "\($0) \($1) \($2)" }
    var log: [String] = []
    let subscription = all.sink { log.append($0) }
    number.value = 1
    clock.advance(by: .seconds(1))
    batch {
      number.value = 2
      number.value = 3
    }
    number.value = 1
    clock.advance(by: .seconds(1))
    #expect(log == ["1 0 false", "1 1 true", "3 1 false", "1 1 false", "1 1 true"])
    subscription.cancel()
  }

  @Test(
    "8: what a batch writes waits from its end, also if it throws; what becomes due in it waits for its end",
    arguments: TimedKind.allCases)
  func batches(kind: TimedKind) async {
    let sample = TimedSample(kind)
    var notified: [Int] = []
    let subscription = sample.observe { notified.append($0) }
    batch {
      sample.write(1)
      batch { sample.write(2) }
      #expect(notified.isEmpty)
    }
    await sample.step()
    #expect(notified == (kind.emitsEach ? [1, 2] : [2]))
    notified = []
    #expect(throws: Failure.self) {
      try batch { () throws(Failure) in
        sample.write(3)
        throw Failure()
      }
    }
    await sample.step()
    #expect(notified == [3])
    if kind.waits {
      notified = []
      sample.write(4)
      batch {
        sample.clock.advance(by: .seconds(1))
        #expect(notified.isEmpty)
      }
      #expect(notified == [4] && sample.behavior.value == 4)
    }
    subscription.cancel()
  }

  @Test("8: a batch that ends where it began arms nothing and is silent", arguments: [TimedKind.debounced, .lingering])
  func takenBack(kind: TimedKind) async {
    let sample = TimedSample(kind)
    var notified: [Int] = []
    let subscription = sample.observe { notified.append($0) }
    await sample.emit(1)
    batch {
      sample.write(2)
      sample.write(1)
    }
    #expect(sample.clock.sleeperCount == 0)
    sample.clock.advance(by: .seconds(5))
    #expect(notified == [1] && sample.behavior.value == 1)
    subscription.cancel()
  }

  @Test("8: a source whose observer leaves and comes back in a batch, or while it lingers, runs on")
  func transitions() {
    let sample = TimedSample(.lingering)
    var subscription = sample.observe { _ in }
    batch {
      subscription.cancel()
      sample.behavior.sink { _ in }.cancel()
      subscription = sample.observe { _ in }
    }
    #expect(sample.starts == 1 && sample.stops == 0 && sample.clock.sleeperCount == 0)
    subscription.cancel()
    sample.clock.advance(by: .milliseconds(999))
    subscription = sample.observe { _ in }
    sample.clock.advance(by: .seconds(5))
    #expect(sample.starts == 1 && sample.stops == 0)
    batch {
      subscription.cancel()
      sample.clock.advance(by: .seconds(5))
      #expect(sample.stops == 0)
    }
    sample.clock.advance(by: .seconds(1))
    #expect(sample.starts == 1 && sample.stops == 1)
  }

  @Test(
    "11: an observation ends with its owner; nothing is left of what was made, also while it waits",
    arguments: TimedKind.allCases)
  func lifetimes(kind: TimedKind) async {
    let live = LiveCount()
    let clock = ManualClock()
    do {
      let sample = TimedSample(kind, clock: clock)
      var owner: Tracked? = live.make()
      let mark = live.make()
      var notified: [Int] = []
      if let owner { sample.behavior.observe(with: owner) { _, value in notified.append(value) } }
      let subscription = sample.observe { [mark] _ in mark.touch() }
      await sample.emit(1)
      owner = nil
      #expect(live.alive == 1)
      await sample.emit(2)
      #expect(notified == [0, 1])
      // Periodic ticks retain their observers until they are cancelled.
      if kind == .every { subscription.cancel() }
      sample.write(3)
      withExtendedLifetime(mark) {}
    }
    #expect(live.alive == 0 && clock.sleeperCount == 0)
  }

  @Test("12: an observer may read, write, observe and cancel what it observes", arguments: TimedKind.allCases)
  func exclusivity(kind: TimedKind) async {
    let sample = TimedSample(kind)
    var log: [Int] = []
    var subscriptions: [Subscription] = []
    subscriptions.append(
      sample.observe { value in
        log.append(sample.behavior.value)
        if value < 3 { sample.write(value + 1) }
        if value == 3 {
          subscriptions.removeFirst().cancel()
          subscriptions.append(sample.observe { log.append($0 * 10) })
          sample.write(4)
        }
      })
    sample.write(1)
    await sample.step(4)
    #expect(log == [1, 2, 3, 40] && sample.behavior.value == 4)
    for subscription in subscriptions { subscription.cancel() }
  }
}
