import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("EventStream.window")
struct EventStreamWindowTests {
  private let clock = ManualClock()
  private let event = Event<Int>()

  @Test("a sum of what came within a time, observed or not")
  func sum() {
    let sum = event.window(0, for: .seconds(60), clock: clock, adding: +=, removing: -=)
    var log: [Int] = []
    event.trigger(5)
    clock.advance(by: .seconds(40))
    event.trigger(2)
    #expect(sum.value == 7)
    let subscription = sum.sink { log.append($0) }
    clock.advance(by: .seconds(20))
    #expect(sum.value == 2 && log == [2])
    clock.advance(by: .seconds(40))
    #expect(sum.value == 0 && log == [2, 0] && clock.sleeperCount == 0)
    subscription.cancel()
  }

  @Test("a payload that ends with the window may advance the clock")
  func endsWhileTimePasses() {
    final class Job {
      let clock: ManualClock
      init(_ clock: ManualClock) { self.clock = clock }
      deinit { clock.advance(by: .seconds(1)) }
    }
    let started = Event<Job>()
    var removed = 0
    var running: Behavior<Int>? = started.window(
      0, for: .seconds(1), clock: clock, adding: { count, _ in count += 1 }, removing: { _, _ in removed += 1 })
    started.trigger(Job(clock))
    #expect(running?.value == 1)
    running = nil
    #expect(clock.now.offset == .seconds(1) && removed == 0)
  }

  @Test("each payload is added and removed once; what leaves together is one change; an equal state is none")
  func calls() {
    var added = 0
    var removed = 0
    let count = event.window(
      0, for: .seconds(1), clock: clock,
      adding: { count, _ in
        added += 1
        count += 1
      },
      removing: { count, _ in
        removed += 1
        count -= 1
      })
    var log: [Int] = []
    let subscription = count.sink { log.append($0) }
    for _ in 0..<3 { event.trigger(0) }
    clock.advance(by: .seconds(1))
    #expect(log == [1, 2, 3, 0] && added == 3 && removed == 3)
    subscription.cancel()
    let constant = event.window(7, for: .seconds(1), clock: clock, adding: { $0 += $1 }, removing: { $0 -= $1 })
    var changes = 0
    let other = constant.sink { _ in changes += 1 }
    event.trigger(0)
    clock.advance(by: .seconds(1))
    #expect(changes == 0)
    other.cancel()
  }

  @Test("a state that cannot be compared: a moving mean, of which a behavior is made")
  func mean() {
    let sums = event.window(
      (sum: 0, count: 0), for: .seconds(10), clock: clock,
      adding: {
        $0.sum += $1
        $0.count += 1
      },
      removing: {
        $0.sum -= $1
        $0.count -= 1
      })
    let isHot = sums.map { $0.count > 0 && $0.sum / $0.count > 30 }
    var log: [Bool] = []
    let subscription = isHot.sink { log.append($0) }
    for degrees in [20, 30, 50, 60] {
      event.trigger(degrees)
      clock.advance(by: .seconds(1))
    }
    #expect(log == [true])
    clock.advance(by: .seconds(10))
    #expect(log == [true, false])
    subscription.cancel()
  }

  @Test("payloads leave in their time when the stream has ended; nothing is left when the behavior has")
  func lifetimes() {
    var source: Event<Int>? = Event()
    weak var gone: Behavior<Int>?
    do {
      let sum = source?.window(0, for: .seconds(1), clock: clock, adding: +=, removing: -=)
      gone = sum
      source?.trigger(3)
      source = nil
      #expect(sum?.value == 3)
      clock.advance(by: .seconds(1))
      #expect(sum?.value == 0 && clock.sleeperCount == 0)
      source = Event()
    }
    #expect(gone == nil)
    do {
      let sum = event.window(0, for: .seconds(1), clock: clock, adding: +=, removing: -=)
      gone = sum
      event.trigger(1)
      #expect(clock.sleeperCount == 1)
    }
    #expect(gone == nil && clock.sleeperCount == 0)
  }

  @Test("functions may trigger the stream: the payloads are counted, after")
  func reentrant() {
    var sum: Behavior<Int>?
    sum = event.window(
      0, for: .seconds(1), clock: clock, adding: +=,
      removing: { [unowned event] sum, number in
        if number == 1 { event.trigger(10) }
        sum -= number
      })
    event.trigger(1)
    clock.advance(by: .seconds(1))
    #expect(sum?.value == 10)
    clock.advance(by: .seconds(1))
    #expect(sum?.value == 0)
    sum = nil
  }

  @Test("a payload that a function sends independently is added after it")
  func independent() {
    let sum = event.window(
      0, for: .seconds(1), clock: clock,
      adding: { [event] sum, number in
        if number == 1 { independently { event.trigger(100) } }
        sum += number
      },
      removing: { [event] sum, number in
        if number == 1 { independently { event.trigger(10) } }
        sum -= number
      })
    event.trigger(1)
    #expect(sum.value == 101)
    clock.advance(by: .seconds(1))
    #expect(sum.value == 10)
    clock.advance(by: .seconds(1))
    #expect(sum.value == 0)
  }

  /// Counts its copies: a value that shares its storage copies it before a change.
  private struct Names {
    private final class Storage {
      var all: [Int]
      init(_ all: [Int]) { self.all = all }
    }
    private var storage = Storage([])
    private(set) var copies = 0
    var all: [Int] { storage.all }

    mutating func change(_ body: (inout [Int]) -> Void) {
      if !isKnownUniquelyReferenced(&storage) {
        storage = Storage(storage.all)
        copies += 1
      }
      body(&storage.all)
    }
  }
  /// The same with `==`.
  private struct EquatableNames: Equatable {
    var names = Names()
    static func == (a: Self, b: Self) -> Bool { a.names.all == b.names.all }
  }

  @Test("a state that is not compared is changed in place", arguments: [false, true])
  func inPlace(isObserved: Bool) {
    let names = event.window(Names(), for: .seconds(1), clock: clock) { names, new in
      names.change { $0.append(new) }
    } removing: { names, _ in
      names.change { $0.removeFirst() }
    }
    let optional = event.window(Names?.none, for: .seconds(1), clock: clock) { names, new in
      if names == nil { names = Names() }
      names?.change { $0.append(new) }
    } removing: { names, _ in
      names?.change { $0.removeFirst() }
    }
    var changes = 0
    let bag = SubscriptionBag()
    if isObserved {
      for changed in [names.changes.map { _ in }, optional.changes.map { _ in }] {
        changed.sink { changes += 1 }.store(in: bag)
      }
    }
    for number in 0..<10 { event.trigger(number) }
    clock.advance(by: .milliseconds(500))
    event.trigger(10)
    clock.advance(by: .milliseconds(500))
    #expect(names.value.all == [10] && names.value.copies == 0)
    #expect(optional.value?.all == [10] && optional.value?.copies == 0)
    #expect(changes == (isObserved ? 2 * (10 + 1 + 1) : 0))
  }

  @Test(
    "a state with == is changed in place, or while it is observed copied once for each change; an equal one is none")
  func inPlaceCompared() {
    let names = event.window(EquatableNames(), for: .seconds(1), clock: clock) { names, new in
      names.names.change { if new > 0 { $0.append(new) } }
    } removing: { names, new in
      names.names.change { if let place = $0.firstIndex(of: new) { $0.remove(at: place) } }
    }
    for number in 1...10 { event.trigger(number) }
    #expect(names.value.names.copies == 0)
    var log: [[Int]] = []
    let subscription = names.sink { log.append($0.names.all) }
    clock.advance(by: .milliseconds(500))
    event.trigger(0)
    #expect(log == [])
    event.trigger(11)
    clock.advance(by: .milliseconds(500))
    #expect(log == [Array(1...11), [11]] && names.value.names.copies == 2)
    clock.advance(by: .milliseconds(500))
    #expect(log == [Array(1...11), [11], []])
    event.trigger(0)
    clock.advance(by: .seconds(1))
    #expect(log.count == 3 && names.value.names.all == [])
    subscription.cancel()
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a function that reads the state that it changes in place stops")
  func readInFunction() async throws {
    let stopped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let event = Event<Int>()
      var names: Behavior<[Int]>?
      names = event.window([], for: .seconds(1), clock: ManualClock()) { state, new in
        state.append(new + (names?.value.count ?? 0))
      } removing: { state, _ in
        state.removeFirst()
      }
      event.trigger(1)
    }
    try expectStop(stopped, says: ["EventStream+WindowTests.swift"])
  }
  #endif

  @Test("with a clock that fails, all payloads leave")
  func failingClock() async {
    let sum = event.window(0, for: .seconds(1000), clock: FailingClock(), adding: +=, removing: -=)
    for number in 1...3 { event.trigger(number) }
    #expect(sum.value == 6)
    while sum.value != 0 { await Task.yield() }
  }

  @Test("zero and less: a payload leaves after the delivery in which it came")
  func zero() {
    let sum = event.window(0, for: .seconds(-1), clock: clock, adding: +=, removing: -=)
    var log: [Int] = []
    let subscription = sum.sink { log.append($0) }
    event.trigger(4)
    #expect(log == [4, 0])
    subscription.cancel()
  }
}
