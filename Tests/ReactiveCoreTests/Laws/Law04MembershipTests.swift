import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Membership during a delivery")
struct MembershipTests {
  /// The law is the same for both.
  enum Kind: CaseIterable, Sendable { case behavior, event }

  private final class Source {
    private let behavior = OpenBehavior(0, isDuplicate: { _, _ in false })
    private let event = Event<Int>()
    private let kind: Kind
    init(_ kind: Kind) { self.kind = kind }

    @discardableResult
    func sink(_ handler: @escaping (Int) -> Void) -> Subscription {
      kind == .behavior ? behavior.sink(handler) : event.sink(handler)
    }
    @discardableResult
    func sink<Owner: AnyObject>(with owner: Owner, _ handler: @escaping (Owner, Int) -> Void) -> Subscription {
      kind == .behavior ? behavior.sink(with: owner, handler) : event.sink(with: owner, handler)
    }
    func send(_ number: Int) {
      if kind == .behavior { behavior.value = number } else { event.trigger(number) }
    }
  }

  @Test("a behavior that changes as an observer is added: one call with each value")
  func changedByAdding() {
    let number = OpenBehavior(0)
    let live = Owner()
    var log: [String] = []
    // The list sweeps at its sixteenth observer, which ends these closures and what they hold.
    func addOrphans() {
      for place in 0..<15 {
        let farewell = Farewell { if place == 7 { number.value += 1 } }
        number.sink(with: Owner()) { _, _ in withExtendedLifetime(farewell) {} }
      }
    }
    addOrphans()
    number.observe(with: live) { log.append("a \($1)") }
    #expect(log == ["a 1"])
    addOrphans()
    number.onChange { log.append("c \($0) to \($1)") }
    number.sink(with: live) { log.append("b \($1)") }
    #expect(number.value == 2)
    number.value = 5
    #expect(log.suffix(3) == ["a 5", "c 2 to 5", "b 5"])
    withExtendedLifetime(live) {}
  }
  private final class Owner {}

  @Test("one that was added is not part of it", arguments: Kind.allCases)
  func added(kind: Kind) {
    let source = Source(kind)
    var log: [String] = []
    source.sink { [unowned source] value in
      log.append("A\(value)")
      if value == 1 { source.sink { log.append("B\($0)") } }
    }
    source.send(1)
    #expect(log == ["A1"])
    source.send(2)
    #expect(log == ["A1", "A2", "B2"])
  }

  @Test(
    "one that was added is part of what is sent after it, and not of what was sent before", arguments: Kind.allCases)
  func addedBetween(kind: Kind) {
    let source = Source(kind)
    var log: [String] = []
    source.sink { [unowned source] value in
      log.append("A\(value)")
      if value == 1 {
        source.send(2)
        source.sink { log.append("B\($0)") }
        source.send(3)
      }
    }
    source.send(1)
    #expect(log == ["A1", "A2", "A3", "B3"])
  }

  @Test("one that is cancelled is not called, not even in it", arguments: Kind.allCases)
  func cancelled(kind: Kind) {
    let source = Source(kind)
    var log: [String] = []
    var later: [Subscription] = []
    source.sink {
      log.append("A\($0)")
      for subscription in later { subscription.cancel() }
    }
    for name in ["B", "C"] { later.append(source.sink { log.append("\(name)\($0)") }) }
    source.sink { log.append("D\($0)") }
    source.send(1)
    #expect(log == ["A1", "D1"])
    source.send(2)
    #expect(log == ["A1", "D1", "A2", "D2"])
  }

  @Test("one that cancels itself is not called again", arguments: Kind.allCases)
  func cancelsItself(kind: Kind) {
    let source = Source(kind)
    var log: [String] = []
    var own: Subscription?
    own = source.sink {
      log.append("A\($0)")
      own?.cancel()
      own?.cancel()
    }
    source.sink { log.append("B\($0)") }
    source.send(1)
    source.send(2)
    #expect(log == ["A1", "B1", "B2"])
    #expect(own?.isCancelled == true)
  }

  @Test("one that cancels an earlier one ends it", arguments: Kind.allCases)
  func cancelsEarlier(kind: Kind) {
    let source = Source(kind)
    var log: [String] = []
    let first = source.sink { log.append("A\($0)") }
    source.sink {
      first.cancel()
      log.append("B\($0)")
    }
    source.send(1)
    source.send(2)
    #expect(log == ["A1", "B1", "B2"])
  }

  @Test("one that is cancelled does not get what waits for it", arguments: Kind.allCases)
  func cancelledWhileWaiting(kind: Kind) {
    let source = Source(kind)
    var log: [String] = []
    var second: Subscription?
    source.sink { [unowned source] value in
      log.append("A\(value)")
      if value == 1 {
        source.send(2)
        source.send(3)
      }
      if value == 2 { second?.cancel() }
    }
    second = source.sink { log.append("B\($0)") }
    source.send(1)
    #expect(log == ["A1", "B1", "A2", "A3"])
  }

  @Test("all cancel all: only the first is called", arguments: Kind.allCases)
  func allCancelAll(kind: Kind) {
    let source = Source(kind)
    let bag = SubscriptionBag()
    var log: [Int] = []
    for index in 0..<100 {
      source.sink { _ in
        log.append(index)
        bag.cancelAll()
      }.store(in: bag)
    }
    source.send(1)
    source.send(2)
    #expect(log == [0])
  }

  @Test("one whose owner dies in it is not called, not even in it", arguments: Kind.allCases)
  func ownerDies(kind: Kind) {
    let source = Source(kind)
    var owner: LiveCount? = LiveCount()
    var log: [String] = []
    source.sink {
      log.append("A\($0)")
      owner = nil
    }
    source.sink(with: owner!) { log.append("B\($1)") }
    source.sink { log.append("C\($0)") }
    source.send(1)
    source.send(2)
    #expect(log == ["A1", "C1", "A2", "C2"])
    #expect(owner == nil)
  }

  @Test("one that is cancelled and added again is last, and not part of it", arguments: Kind.allCases)
  func cancelledAndAdded(kind: Kind) {
    let source = Source(kind)
    var log: [String] = []
    var second: Subscription?
    source.sink { [unowned source] value in
      log.append("A\(value)")
      second?.cancel()
      second = source.sink { log.append("B\($0)") }
    }
    second = source.sink { log.append("B\($0)") }
    source.sink { log.append("C\($0)") }
    source.send(1)
    source.send(2)
    #expect(log == ["A1", "C1", "A2", "C2"])
  }

  @Test("observers that add observers: each delivery reaches those from before it", arguments: Kind.allCases)
  func observersAddObservers(kind: Kind) {
    let source = Source(kind)
    let bag = SubscriptionBag()
    defer { bag.cancelAll() }
    var calls = 0
    func add() {
      source.sink { _ in
        calls += 1
        add()
      }.store(in: bag)
    }
    add()
    var expected = 0
    for round in 0..<10 {
      source.send(round)
      expected += 1 << round
      #expect(calls == expected)
    }
  }

  @Test("an observe during a delivery gets the current value at once, once")
  func observe() {
    let count = OpenBehavior(0)
    var log: [String] = []
    count.sink { [unowned count] value in
      log.append("A\(value)")
      if value == 1 {
        count.observe { log.append("B\($0)") }
        log.append("A goes on")
      }
    }
    count.sink { log.append("C\($0)") }
    count.value = 1
    #expect(log == ["A1", "B1", "A goes on", "C1"])
    count.value = 2
    #expect(log == ["A1", "B1", "A goes on", "C1", "A2", "C2", "B2"])
  }

  @Test("an observe after a write in the same delivery gets what was written, once")
  func observeAfterWrite() {
    let count = OpenBehavior(0)
    var log: [String] = []
    count.sink { [unowned count] value in
      log.append("A\(value)")
      if value == 1 {
        count.value = 2
        count.observe { log.append("B\($0)") }
      }
    }
    count.value = 1
    #expect(log == ["A1", "B2", "A2"])
    count.value = 3
    #expect(log == ["A1", "B2", "A2", "A3", "B3"])
  }

  @Test("an observe before a write in the same delivery gets both")
  func observeBeforeWrite() {
    let count = OpenBehavior(0)
    var log: [String] = []
    count.sink { [unowned count] value in
      log.append("A\(value)")
      if value == 1 {
        count.observe { log.append("B\($0)") }
        count.value = 2
      }
    }
    count.value = 1
    #expect(log == ["A1", "B1", "A2", "B2"])
  }

  @Test("a key path's observe during a delivery gets the current part at once, once")
  func observeKeyPath() {
    let text = OpenBehavior("")
    var log: [String] = []
    text.sink { [unowned text] value in
      log.append("A\(value)")
      if value == "a" {
        text.value = "aa"
        text.observe(\.count) { log.append("count \($0)") }
      }
    }
    text.value = "a"
    #expect(log == ["Aa", "count 2", "Aaa"])
    text.value = "bb"
    text.value = "b"
    #expect(log == ["Aa", "count 2", "Aaa", "Abb", "Ab", "count 1"])
  }

  @Test("observers that observe the same behavior in their first call, 50 deep")
  func nestedObserve() {
    let count = OpenBehavior(7)
    let bag = SubscriptionBag()
    defer { bag.cancelAll() }
    var log: [Int] = []
    func add() {
      count.observe { value in
        log.append(value)
        if log.count < 50 { add() }
      }.store(in: bag)
    }
    add()
    #expect(log == Array(repeating: 7, count: 50))
  }
}
