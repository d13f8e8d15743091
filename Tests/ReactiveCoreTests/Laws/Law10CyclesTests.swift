import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Observers that write each other")
struct CycleTests {
  @Test("a two-way binding settles")
  func twoWayBinding() {
    let first = OpenBehavior(1)
    let second = OpenBehavior(1)
    var log: [String] = []
    first.sink { log.append("first \($0)") }
    second.sink { log.append("second \($0)") }
    first.observe { [unowned second] in second.value = $0 }
    second.observe { first.value = $0 }
    #expect(log == [])
    first.value = 2
    second.value = 3
    #expect(log == ["first 2", "second 2", "second 3", "first 3"])
  }

  @Test("a two-way binding that converts settles")
  func conversion() {
    let celsius = OpenBehavior(0)
    let fahrenheit = OpenBehavior(32)
    celsius.sink { [unowned fahrenheit] in fahrenheit.value = $0 * 9 / 5 + 32 }
    fahrenheit.sink { celsius.value = ($0 - 32) * 5 / 9 }
    celsius.value = 100
    #expect(fahrenheit.value == 212)
    fahrenheit.value = 32
    #expect(celsius.value == 0)
  }

  @Test("a pair that comes to an end after many rounds settles", arguments: [10, 1_000, 90_000])
  func settlesLate(limit: Int) {
    let last = onThread { () -> [Int] in
      let first = OpenBehavior(0)
      let second = OpenBehavior(0)
      first.sink { [unowned second] in if $0 < limit { second.value = $0 + 1 } }
      second.sink { if $0 < limit { first.value = $0 + 1 } }
      first.value = 1
      return [first.value, second.value].sorted()
    }
    #expect(last == [limit - 1, limit])
  }

  @Test("a test for duplicates that writes its behavior a hundred times, and then no more, settles")
  func testForDuplicates() {
    var behavior: OpenBehavior<Int>?
    var tested: [Int] = []
    behavior = OpenBehavior(0) { _, new in
      tested.append(new)
      if new < 100 { behavior?.value = new + 1 }
      return false
    }
    behavior?.value = 1
    #expect(tested == Array(1...100))
    behavior = nil
  }

  @Test("a pair of properties, which notify of every assignment, settles when it writes only what is new")
  func properties() {
    final class Model {
      @Property var first = 0
      @Property var second = 0
    }
    let model = Model()
    var notified = 0
    model.$first.sink { [unowned model] in
      notified += 1
      if model.second != $0 { model.second = $0 }
    }
    model.$second.sink { [unowned model] in
      notified += 1
      if model.first != $0 { model.first = $0 }
    }
    model.first = 1
    #expect(model.second == 1)
    #expect(notified == 2)
  }

  @Test("100,000 writes in one delivery are no loop")
  func manyWritesAreNoLoop() {
    let event = Event<Int>()
    var notified = 0
    event.sink { [unowned event] number in
      notified += 1
      if number == 0 { for number in 1...150_000 { event.trigger(number) } }
    }
    event.trigger(0)
    #expect(notified == 150_001)
  }

  // MARK: Bursts

  @Test(
    "1,000,000 payloads (short: 100,000) that a batch sends are no loop, and neither are those that each of them sets off"
  )
  func burstOfPayloads() {
    let first = Event<Int>()
    let second = Event<Int>()
    var notified = 0
    first.sink { second.trigger($0) }
    second.sink { _ in notified += 1 }
    batch { for number in 0..<TestSize.large { first.trigger(number) } }
    #expect(notified == TestSize.large)
  }

  @Test("1,000,000 observed behaviors (short: 100,000) that one write outdates are no loop")
  func burstOfNodes() {
    let notified = onThread { () -> Int in
      let source = OpenBehavior(0)
      var notified = 0
      let derived = (0..<TestSize.large).map { _ in ComputedBehavior { source.value } }
      for behavior in derived { behavior.sink { _ in notified += 1 } }
      source.value = 1
      withExtendedLifetime(derived) {}
      return notified
    }
    #expect(notified == TestSize.large)
  }

  @Test("100,000 observers that each write once are no loop; nor are those that each send ten payloads")
  func burstOfWriters() {
    let event = Event<Int>()
    let behaviors = (0..<100_000).map { _ in OpenBehavior(0) }
    let payloads = Event<Int>()
    var notified = 0
    var received = 0
    payloads.sink { _ in received += 1 }
    for behavior in behaviors {
      event.sink { behavior.value = $0 }
      behavior.sink { number in
        notified += 1
        for _ in 0..<10 { payloads.trigger(number) }
      }
    }
    event.trigger(1)
    #expect(notified == 100_000 && received == 1_000_000)
  }

  @Test("a tree of 1,000,000 events (short: 100,000), each of which triggers two, is no loop")
  func burstOfTree() {
    let events = (0..<TestSize.large).map { _ in Event<Void>() }
    var notified = 0
    for (number, event) in events.enumerated() {
      let children = [2 * number + 1, 2 * number + 2].filter { $0 < TestSize.large }.map { events[$0] }
      event.sink {
        notified += 1
        for child in children { child.trigger() }
      }
    }
    events[0].trigger()
    #expect(notified == TestSize.large)
  }

  @Test("4,500,000 payloads from one observer in the midst of a flush are no loop")
  func burstOfOne() {
    let notified = onThread { () -> Int in
      let first = Event<Int>()
      let second = Event<Int>()
      var notified = 0
      first.sink { if $0 == 99 { for number in 0..<4_500_000 { second.trigger(number) } } }
      second.sink { _ in notified += 1 }
      batch { for number in 0..<100 { first.trigger(number) } }
      return notified
    }
    #expect(notified == 4_500_000)
  }

  @Test("200,000 deliveries one after the other are no loop")
  func manyDeliveriesAreNoLoop() {
    let first = OpenBehavior(0)
    let second = OpenBehavior(0)
    first.sink { second.value = $0 }
    for number in 1...200_000 { first.value = number }
    #expect(second.value == 200_000)
  }
}

#if os(macOS) || os(Linux) || os(Windows)
/// Unnamed sources, made on known lines.
private enum Unnamed {
  static let line = #line + 1
  static func behavior() -> OpenBehavior<Int> { OpenBehavior(0) }
  static let otherLine = #line + 1
  static func otherBehavior() -> OpenBehavior<Int> { OpenBehavior(0) }
  static let eventLine = #line + 1
  static func event() -> Event<Int> { Event() }
}

@Suite("Observers that write each other for ever stop with a message that names them")
struct EndlessCycleTests {
  private func check(
    _ result: ExitTest.Result?, names: String..., location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try expectStop(result, says: ["without settling"] + names, location: location)
  }

  @Test("two behaviors")
  func behaviors() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let first = OpenBehavior(0, name: "celsius")
      let second = OpenBehavior(0, name: "fahrenheit")
      first.sink { second.value = $0 + 1 }
      second.sink { first.value = $0 + 1 }
      first.value = 1
    }
    try check(result, names: "celsius -> fahrenheit", "fahrenheit -> celsius")
  }

  @Test("two behaviors without a name are named by file and line")
  func unnamed() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let first = Unnamed.behavior()
      let second = Unnamed.otherBehavior()
      first.sink { second.value = $0 + 1 }
      second.sink { first.value = $0 + 1 }
      first.value = 1
    }
    try check(result, names: "\(#fileID):\(Unnamed.line)", "\(#fileID):\(Unnamed.otherLine)")
  }

  @Test("two events, one without a name")
  func events() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let ping = Event<Int>(name: "ping")
      let pong = Unnamed.event()
      ping.sink { pong.trigger($0) }
      pong.sink { ping.trigger($0) }
      ping.trigger(1)
    }
    try check(result, names: "ping", "\(#fileID):\(Unnamed.eventLine)")
  }

  @Test("an event and a behavior")
  func eventAndBehavior() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let tick = Event<Int>(name: "tick")
      let count = OpenBehavior(0, name: "count")
      tick.sink { count.value += $0 }
      count.sink { _ in tick.trigger(1) }
      tick.trigger(1)
    }
    try check(result, names: "tick", "count")
  }

  @Test("two observer lists")
  func observerLists() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let ping = ObserverList<Int>(name: "ping")
      let pong = ObserverList<Int>(name: "pong")
      ping.add { pong.send($0) }
      pong.add { ping.send($0) }
      ping.send(1)
    }
    try check(result, names: "ping", "pong")
  }

  @Test("properties that write each other, equal or not")
  func properties() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @Property(name: "here") var here = 0
      @Property(name: "there") var there = 0
      $here.sink { there = $0 }
      $there.sink { here = $0 }
      here = 1
    }
    try check(result, names: "here", "there")
  }

  @Test("a behavior that writes itself, from its first call on")
  func itself() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let count = OpenBehavior(0, name: "count")
      count.observe { count.value = $0 + 1 }
    }
    try check(result, names: "count -> count")
  }

  @Test("a behavior whose test for duplicates writes it, also in a batch and in place")
  func testForDuplicates() async throws {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        final class Holder { var behavior: OpenBehavior<Int>? }
        let holder = Holder()
        let behavior = OpenBehavior(0, name: "number") { _, new in
          holder.behavior?.value = new + 1
          return false
        }
        holder.behavior = behavior
        behavior.value = 1
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        final class Holder { var behavior: OpenBehavior<Int>? }
        let holder = Holder()
        let behavior = OpenBehavior(0, name: "number") { _, new in
          batch { holder.behavior?.update { $0 = new + 1 } }
          return false
        }
        holder.behavior = behavior
        behavior.sink { _ in }
        batch { behavior.value = 1 }
      },
    ]
    for result in results {
      try expectStop(result, says: ["the test for duplicates of number", "write in an observer instead"])
    }
  }

  @Test("three behaviors, in batches")
  func batches() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let behaviors = ["red", "green", "blue"].map { OpenBehavior(0, name: $0) }
      for index in 0..<3 {
        behaviors[index].sink { value in batch { behaviors[(index + 1) % 3].value = value + 1 } }
      }
      batch { behaviors[0].value = 1 }
    }
    try check(result, names: "red", "green", "blue")
  }

  // MARK: What multiplies

  @Test("an event that its observer triggers twice stops before memory is gone")
  func twice() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let event = Event<Int>(name: "dup")
      event.sink { _ in
        event.trigger(1)
        event.trigger(2)
      }
      event.trigger(0)
    }
    try check(result, names: "dup -> dup", "each more than once", "4194304")
  }

  @Test("a ring of three that multiplies is named in its order, without those that it only passes by")
  func ring() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let log = Event<Int>(name: "log")
      let events = ["red", "green", "blue"].map { Event<Int>(name: $0) }
      log.sink { _ in }
      for index in 0..<3 {
        events[index].sink { number in
          log.trigger(number)
          for _ in 0..<3 { events[(index + 1) % 3].trigger(number) }
        }
      }
      batch { events[0].trigger(1) }
    }
    #expect(try !expectStop(result, says: ["without settling", "red", "green -> blue"]).contains("log"))
  }

  // In debug builds these many writes take 20 times as long.
  #if !DEBUG
  @Test("a behavior that its observer writes twice, and one whose observers write a thousand times")
  func behaviorTwice() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let count = OpenBehavior(0, name: "count")
      count.sink { _ in
        count.value += 1
        count.value += 1
      }
      count.value = 1
    }
    try check(result, names: "count -> count")
    let wide = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let count = OpenBehavior(0, name: "count")
      count.sink { _ in for _ in 0..<1_000 { count.value += 1 } }
      count.value = 1
    }
    try check(wide, names: "count -> count")
  }
  #endif

  @Test("a pair among bystanders: only the pair is named first")
  func bystanders() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let others = (0..<20).map { OpenBehavior(0, name: "bystander \($0)") }
      let start = Event<Int>(name: "start")
      let first = OpenBehavior(0, name: "celsius")
      let second = OpenBehavior(0, name: "fahrenheit")
      for other in others { start.sink { other.value = $0 } }
      for other in others { other.sink { first.value += $0 } }
      first.sink { second.value = $0 + 1 }
      second.sink { first.value = $0 + 1 }
      start.trigger(1)
    }
    #expect(try !expectStop(result, says: ["without settling", "celsius", "fahrenheit"]).contains("bystander"))
  }
}
#endif
