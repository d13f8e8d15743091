import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("Behavior.debounced")
struct BehaviorDebouncedTests {
  private let clock = ManualClock()
  private let query = OpenBehavior("")

  @Test("takes the value that has not changed for so long, in one change with its being settled")
  func settles() {
    let calm = query.debounced(for: .milliseconds(300), clock: clock)
    let isSettled = calm.isSettled
    var log: [String] = []
    let subscription = calm.combine(isSettled) { "\($0) \($1)" }.observe { log.append($0) }
    query.value = "s"
    clock.advance(by: .milliseconds(299))
    query.value = "sw"
    clock.advance(by: .milliseconds(299))
    #expect(log == [" true", " false"] && calm.value.isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(log == [" true", " false", "sw true"] && calm.value == "sw" && isSettled.value)
    #expect(clock.sleeperCount == 0)
    subscription.cancel()
  }

  @Test("messages identify isSettled by the behavior")
  func labels() {
    let named = query.debounced(for: .seconds(1), clock: clock, name: "calm")
    #expect(named.isSettled.label == "calm.isSettled")
    let placed = query.debounced(for: .seconds(1), clock: clock, file: "Search.swift", line: 7)
    #expect(placed.isSettled.label == "Search.swift:7")
  }

  @Test("a batch that takes the source back leaves it settled, whatever was read in it")
  func batchReadTwice() {
    let isSettled = query.debounced(for: .seconds(1), clock: clock).isSettled
    let subscription = isSettled.sink { _ in Issue.record("it has not changed") }
    batch {
      query.value = "s"
      #expect(!isSettled.value)
      query.value = ""
      #expect(isSettled.value)
    }
    #expect(isSettled.value && clock.sleeperCount == 0)
    subscription.cancel()
  }

  @Test("a new value of the source is never read as settled")
  func together() {
    let calm = query.debounced(for: .seconds(1), clock: clock)
    var log: [String] = []
    let pair = query.combine(calm.isSettled) { "\($0) \($1)" }
    let subscription = pair.sink { log.append($0) }
    query.value = "a"
    query.value = "b"
    clock.advance(by: .seconds(1))
    #expect(log == ["a false", "b false", "b true"])
    subscription.cancel()
  }

  @Test("a batch that ends where it began waits for nothing; a change there and back settles without a change")
  func back() {
    query.value = "a"
    let calm = query.debounced(for: .seconds(1), clock: clock)
    var log: [String] = []
    let subscription = calm.sink { log.append($0) }
    batch {
      query.value = "b"
      query.value = "a"
    }
    #expect(clock.sleeperCount == 0 && calm.isSettled.value)
    let isSettled = calm.isSettled
    batch {
      query.value = "b"
      #expect(!isSettled.value)
      query.value = "a"
    }
    #expect(clock.sleeperCount == 0 && isSettled.value)
    query.value = "b"
    query.value = "a"
    #expect(!calm.isSettled.value)
    clock.advance(by: .seconds(1))
    #expect(log.isEmpty && calm.isSettled.value)
    subscription.cancel()
  }

  @Test("it follows a computed source, and is followed: each keeps what it is made of")
  func lifetimes() {
    weak var gone: Behavior<Int>?
    do {
      let bag = SubscriptionBag()
      var log: [Int] = []
      let length = query.map(\.count)
      gone = length
      length.debounced(for: .seconds(1), clock: clock).map { $0 * 2 }.sink { log.append($0) }.store(in: bag)
      query.value = "abc"
      clock.advance(by: .seconds(1))
      #expect(log == [6])
    }
    #expect(gone == nil)
    do {
      let isSettled = query.map(\.count).debounced(for: .seconds(1), clock: clock).isSettled
      query.value = "abcd"
      #expect(!isSettled.value)
      clock.advance(by: .seconds(1))
      #expect(isSettled.value)
      query.value = "abcde"
      #expect(clock.sleeperCount == 1)
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test("values that cannot be compared: every change is one; settled is asked for late, and twice")
  func loose() {
    struct Loose {}
    let source = OpenBehavior(Loose())
    let calm = source.debounced(for: .seconds(1), clock: clock)
    var changes = 0
    let subscription = calm.sink { _ in changes += 1 }
    source.value = Loose()
    let isSettled = calm.isSettled
    #expect(!isSettled.value && calm.isSettled === isSettled)
    source.value = Loose()
    clock.advance(by: .seconds(1))
    #expect(changes == 1 && isSettled.value)
    subscription.cancel()
  }

  @Test("zero and less: after the delivery of the change", arguments: [Duration.zero, .seconds(-1)])
  func zero(duration: Duration) {
    let calm = query.debounced(for: duration, clock: clock)
    var log: [String] = []
    let subscription = calm.sink { log.append("calm \($0)") }
    let other = query.sink { log.append($0) }
    query.value = "a"
    #expect(log == ["a", "calm a"])
    subscription.cancel()
    other.cancel()
  }

  @Test("a change at the very time of rest, by an operator made before, puts it off")
  func atRest() {
    let event = Event<String>()
    event.delay(by: .seconds(2), clock: clock).sink { [unowned query] in query.value = $0 }
    let calm = query.debounced(for: .seconds(1), clock: clock)
    event.trigger("late")
    clock.advance(by: .seconds(1))
    query.value = "early"
    clock.advance(by: .seconds(1))
    #expect(calm.value.isEmpty && query.value == "late")
    clock.advance(by: .seconds(1))
    #expect(calm.value == "late")
  }

  @Test("a change that a read finds before it is notified, as of an object, puts it off", arguments: [false, true])
  func foundByRead(isNotified: Bool) {
    var text = ""
    let source = ComputedBehavior(Equality<String>(.equal()), name: nil, file: #fileID, line: #line) { text }
    let calm = source.debounced(for: .seconds(1), clock: clock)
    let isSettled = calm.isSettled
    var log: [String] = []
    let subscription = calm.combine(isSettled) { "\($0) \($1)" }.sink { log.append($0) }
    text = "s"
    source.invalidate(.notifying)
    clock.advance(by: .milliseconds(900))
    text = "sw"
    source.invalidate(.silently)
    clock.advance(by: .milliseconds(100))
    #expect(log == [" false"] && calm.value.isEmpty && !isSettled.value)
    if isNotified { source.invalidate(.notifying) }
    clock.advance(by: .milliseconds(999))
    #expect(log == [" false"] && calm.value.isEmpty && !isSettled.value)
    clock.advance(by: .milliseconds(1))
    #expect(log == [" false", "sw true"] && calm.value == "sw" && isSettled.value)
    #expect(clock.sleeperCount == 0)
    subscription.cancel()
  }
}
