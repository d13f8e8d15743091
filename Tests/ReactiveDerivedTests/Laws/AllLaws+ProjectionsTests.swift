import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("The laws of everything that can be written")
struct AllLawsProjectionsTests {
  private struct Failure: Error {}

  @Test("1: what is notified reads the new value everywhere", arguments: ProjectionKind.allCases)
  func storeFirst(kind: ProjectionKind) {
    let sample = ProjectionSample(kind)
    let open = sample.open
    let doubled = open.map { ($0 ?? 0) * 2 }
    var log: [[Int?]] = []
    let subscriptions = [
      open.sink { log.append([$0, open.value, doubled.value, sample.readSource()]) },
      doubled.sink { log.append([open.value, open.peek(), $0, sample.readSource()]) },
      sample.observeSource { log.append([open.value, open.peek(), doubled.value, sample.readSource()]) },
    ]
    open.value = 1
    open.update { $0 = 2 }
    let source = { kind.writesThrough ? $0 : 0 }
    let count = kind.writesThrough ? 3 : 2
    #expect(log.prefix(count).allSatisfy { $0 == [1, 1, 2, source(1)] }, "\(log)")
    #expect(log.suffix(count).allSatisfy { $0 == [2, 2, 4, source(2)] } && log.count == 2 * count, "\(log)")
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("1: the same when the source is written", arguments: ProjectionKind.allCases)
  func sourceFirst(kind: ProjectionKind) {
    let sample = ProjectionSample(kind)
    let open = sample.open
    let doubled = open.map { ($0 ?? 0) * 2 }
    var log: [[Int?]] = []
    let subscriptions = [
      open.sink { log.append([$0, doubled.value, sample.readSource()]) },
      doubled.sink { log.append([open.value, $0, sample.readSource()]) },
      sample.observeSource { log.append([open.value, doubled.value, sample.readSource()]) },
    ]
    sample.writeSource(3)
    #expect(log == Array(repeating: [3, 6, 3], count: 3))
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("2: observers run in the order in which they subscribed", arguments: ProjectionKind.allCases)
  func order(kind: ProjectionKind) {
    let open = ProjectionSample(kind).open
    var log: [Int] = []
    for number in 0..<20 { open.sink { _ in log.append(number) } }
    open.value = 1
    #expect(log == Array(0..<20))
  }

  @Test(
    "3: a write in an observer is delivered after it, and no observer sees an older value after a newer one",
    arguments: ProjectionKind.allCases)
  func runToCompletion(kind: ProjectionKind) {
    let open = ProjectionSample(kind).open
    var (first, second): ([Int], [Int]) = ([], [])
    var depth = 0
    let subscription = open.sink { value in
      depth += 1
      #expect(depth == 1)
      first.append(value ?? -1)
      if let value, value < 5 { open.value = value + 1 }
      depth -= 1
    }
    open.sink { second.append($0 ?? -1) }
    open.value = 1
    #expect(first == [1, 2, 3, 4, 5] && open.value == 5)
    #expect(second == second.sorted() && second.last == 5 && Set(second).count == second.count)
    subscription.cancel()
  }

  @Test(
    "4: added in a delivery is no part of it; cancelled in a delivery is called no more",
    arguments: ProjectionKind.allCases)
  func membership(kind: ProjectionKind) {
    let open = ProjectionSample(kind).open
    var log: [String] = []
    var second: Subscription?
    let first = open.sink { value in
      log.append("first \(value ?? -1)")
      if value == 1 {
        second?.cancel()
        open.sink { log.append("late \($0 ?? -1)") }
        open.observe { log.append("now \($0 ?? -1)") }
      }
    }
    second = open.sink { log.append("second \($0 ?? -1)") }
    open.value = 1
    #expect(log == ["first 1", "now 1"])
    log = []
    open.value = 2
    #expect(log == ["first 2", "late 2", "now 2"])
    first.cancel()
    first.cancel()
  }

  @Test("5: what combines it with what it comes from sees no mixture", arguments: ProjectionKind.allCases)
  func glitches(kind: ProjectionKind) {
    let sample = ProjectionSample(kind)
    let open = sample.open
    let (one, other) = (open.map { $0 ?? 0 }, open.map { -($0 ?? 0) })
    var sums: [Int] = []
    let sum = DerivedProperty(one, other) { one, other in
      sums.append(one + other)
      return one * 10
    }
    var notified: [Int] = []
    sum.sink { notified.append($0) }
    open.value = 1
    sample.writeSource(2)
    open.value = 3
    batch {
      open.value = 4
      open.value = 5
    }
    #expect(sums.allSatisfy { $0 == 0 })
    #expect(notified == (kind == .tentative ? [10, 30, 50] : [10, 20, 30, 50]))
    #expect(sums.count == notified.count + 1)
  }

  @Test("6: what nothing reads or observes does not run, and a read is cached", arguments: ProjectionKind.allCases)
  func lazy(kind: ProjectionKind) {
    let sample = ProjectionSample(kind)
    var runs = 0
    let mapped = sample.open.map { value in
      runs += 1
      return value
    }
    sample.open.value = 1
    sample.writeSource(2)
    #expect(runs == 0)
    _ = mapped.value
    _ = mapped.value
    #expect(runs == 1)
    sample.open.value = mapped.value
    _ = mapped.value
    #expect(runs == 1)
  }

  @Test("7: an equal value is no change, however it is written", arguments: ProjectionKind.allCases)
  func equalityCut(kind: ProjectionKind) {
    let sample = ProjectionSample(kind)
    let open = sample.open
    var notified: [Int?] = []
    let subscriptions = [open.sink { notified.append($0) }, sample.observeSource { notified.append(-1) }]
    open.value = 0
    open <<= 0
    open.update { $0 = 0 }
    sample.writeSource(0)
    open.update { _ in }
    #expect(notified.isEmpty)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("8: a batch is one delivery, also if it throws; reads in it see the writes", arguments: ProjectionKind.allCases)
  func batches(kind: ProjectionKind) {
    let sample = ProjectionSample(kind)
    let open = sample.open
    var notified: [Int?] = []
    var fromSource = 0
    let subscriptions = [open.sink { notified.append($0) }, sample.observeSource { fromSource += 1 }]
    batch {
      open.value = 1
      #expect(open.value == 1)
      batch { open.update { $0 = 2 } }
      #expect(open.value == 2 && (sample.readSource() == 2) == kind.writesThrough)
      #expect(notified.isEmpty)
    }
    #expect(throws: Failure.self) {
      try batch { () throws(Failure) in
        open.value = 3
        throw Failure()
      }
    }
    #expect(notified == [2, 3] && fromSource == (kind.writesThrough ? 2 : 0))
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("8: a batch that ends where it began is silent, and recomputes nothing", arguments: ProjectionKind.allCases)
  func takenBack(kind: ProjectionKind) {
    let sample = ProjectionSample(kind)
    let open = sample.open
    var (notified, runs) = ([Int?](), 0)
    let mapped = open.map { value in
      runs += 1
      return value
    }
    let subscriptions = [
      open.sink { notified.append($0) }, sample.observeSource { notified.append(-1) },
      mapped.sink { notified.append($0) },
    ]
    runs = 0
    batch {
      open.value = 1
      open.value = 0
    }
    batch {
      open.update { $0 = 1 }
      batch { open.update { $0 = 0 } }
    }
    batch {
      sample.writeSource(1)
      sample.writeSource(0)
    }
    #expect(notified.isEmpty && runs == 0 && open.value == 0)
    open.value = 1
    sample.open.value = 2
    #expect(notified.last == 2)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("8: the body of an update is a batch, and stays in force when it throws", arguments: ProjectionKind.allCases)
  func updates(kind: ProjectionKind) {
    let open = ProjectionSample(kind).open
    let other = OpenBehavior(0)
    var log: [String] = []
    let subscriptions = [
      open.sink { log.append("open \($0 ?? -1), other \(other.value)") },
      other.sink { log.append("other \($0), open \(open.value ?? -1)") },
    ]
    let result = open.update { value in
      other.value = 1
      value = 7
      return "done"
    }
    #expect(result == "done" && log.sorted() == ["open 7, other 1", "other 1, open 7"])
    log = []
    #expect(throws: Failure.self) {
      try open.update { value throws(Failure) in
        value = 8
        throw Failure()
      }
    }
    #expect(log == ["open 8, other 1"] && open.value == 8)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("9: an effect that reads it runs once a change, and its writes are a batch", arguments: ProjectionKind.allCases)
  func effects(kind: ProjectionKind) {
    let sample = ProjectionSample(kind)
    let trigger = OpenBehavior(0)
    var seen: [Int] = []
    let reading = Reaction { seen.append(sample.open.value ?? -1) }
    let writing = Reaction {
      let number = trigger.value
      if number == 0 { return }
      sample.open.value = number
      sample.open.value = number + 1
    }
    reading.start()
    writing.start()
    sample.writeSource(1)
    trigger.value = 10
    trigger.value = 20
    #expect(seen == [0, 1, 11, 21])
    withExtendedLifetime((reading, writing)) {}
  }

  @Test("10: two that write each other settle, also after many rounds", arguments: ProjectionKind.allCases)
  func settling(kind: ProjectionKind) {
    let (one, other) = (ProjectionSample(kind).open, ProjectionSample(kind).open)
    let subscriptions = [
      one.sink { if let value = $0, value < 500 { other.value = value + 1 } },
      other.sink { if let value = $0, value < 500 { one.value = value + 1 } },
    ]
    one.value = 1
    #expect(Set([one.value, other.value]) == [499, 500])
    for subscription in subscriptions { subscription.cancel() }
  }

  #if os(macOS) || os(Linux) || os(Windows)
  /// In debug builds, where the rounds up to the limit take seconds, some of them.
  private static var endlessKinds: [ProjectionKind] {
    #if DEBUG
    [.root, .part, .tentative, .computed]
    #else
    ProjectionKind.allCases
    #endif
  }

  @Test("10: an observer that writes what it observes for ever stops with its name", arguments: endlessKinds)
  func endless(kind: ProjectionKind) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [kind = kind as ProjectionKind] in
      let open = ProjectionSample(kind).open
      open.sink { open.value = ($0 ?? 0) + 1 }
      open.value = 1
    }
    let name = ProjectionSample(kind).open.label
    try expectStop(result, says: ["observers kept writing", ": \(name) -> \(name)."])
  }

  @Test("10: one whose function needs its own value stops with its name", arguments: 0..<4)
  func needsItself(number: Int) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [number = number as Int] in
      struct Whole: Equatable { var part: Int }
      var all: [OpenBehavior<Int>] = []
      var own: Int { all.last?.value ?? 0 }
      let source = OpenBehavior(0)
      switch number {
      case 0: all = [OpenBehavior(get: { own + 1 }, set: { _ in }, name: "loop")]
      case 1:
        all = [
          source.converted(file: "loop") {
            $0 + own
          } back: {
            $0
          }
        ]
      case 2:
        all = [LinkedProperty(source, name: "loop") { new, _ in new + own }]
        source.value = 1
      default:
        let whole = OpenBehavior(get: { Whole(part: own) }, set: { _ in }, name: "whole")
        all = [whole[\.part, "loop"]]
      }
      _ = own
    }
    let message = try expectStop(
      result, says: ["dependency cycle: loop", number == 3 ? " reads whole reads loop" : ""])
    #expect(message.contains(" reads loop"))
  }

  @Test("10: parts that write each other in a ring stop with a message")
  func ringOfWrites() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Whole: Equatable { var part = 0 }
      var part: OpenBehavior<Int>?
      let whole = OpenBehavior(get: { Whole() }, set: { part?.value = $0.part }, name: "whole")
      part = whole[\.part]
      part?.value = 1
    }
    try expectStop(result, says: ["led to so many other writes, each inside the one before", "in a ring"])
  }
  #endif

  @Test("11: an observation ends with its owner; nothing is kept by it", arguments: ProjectionKind.allCases)
  func owners(kind: ProjectionKind) {
    let sample = ProjectionSample(kind)
    let live = LiveCount()
    var owner: Tracked? = live.make()
    var notified: [Int?] = []
    sample.open.observe(with: owner!) { _, value in notified.append(value) }
    sample.open.value = 1
    owner = nil
    #expect(live.alive == 0)
    sample.open.value = 2
    #expect(notified == [0, 1])
  }

  @Test(
    "12: an observer may read, write, update, observe and cancel what it observes",
    arguments: ProjectionKind.allCases)
  func exclusivity(kind: ProjectionKind) {
    let open = ProjectionSample(kind).open
    var log: [Int?] = []
    var subscription: Subscription?
    subscription = open.sink { value in
      log.append(open.value)
      if value == 1 { open.update { $0 = ($0 ?? 0) + 1 } }
      if value == 2 { open.value = 3 }
      if value == 3 {
        subscription?.cancel()
        open.observe { log.append($0.map { $0 * 10 }) }
        open.value = 4
      }
    }
    open.value = 1
    #expect(log == [1, 2, 3, 30, 40])
  }

  @Test("13: on each of four threads it does what a struct would", arguments: ProjectionKind.allCases)
  func threads(kind: ProjectionKind) {
    let results = onThreads(4) { [Self.run(200, on: $0, ProjectionSample(kind))] }
    for (thread, result) in results.enumerated() {
      #expect(result == [Self.expected(200, on: thread, kind)])
    }
  }

  private struct Seen: Equatable {
    var values: [Int?] = []
    var notified: [Int?] = []
  }

  /// Writes a behavior and its source in turn, also in batches that end where they began.
  private static func run(_ writes: Int, on thread: Int, _ sample: ProjectionSample) -> Seen {
    var seen = Seen()
    let open = sample.open
    let subscription = open.sink { seen.notified.append($0) }
    for turn in 1...writes {
      let number = (turn * turn + thread) % 7
      switch turn % 4 {
      case 0: sample.writeSource(number)
      case 1: open.value = number
      case 2: open.update { $0 = number }
      default:
        batch {
          let before = open.value
          open.value = number + 10
          open.value = before
        }
      }
      seen.values += [open.value, sample.readSource()]
    }
    subscription.cancel()
    return seen
  }

  /// The same, without a graph.
  private static func expected(_ writes: Int, on thread: Int, _ kind: ProjectionKind) -> Seen {
    var (seen, source) = (Seen(), 0)
    var own: Int?
    for turn in 1...writes {
      let number = (turn * turn + thread) % 7
      let before = own ?? source
      if turn % 4 == 0 {
        if kind != .tentative && number != source { own = nil }
        source = number
      } else if turn % 4 < 3 {
        // An equal value is no write, but a tentative value is set by it, too.
        if kind.writesThrough { source = number } else if kind == .tentative || number != before { own = number }
      } else if kind == .tentative || (!kind.writesThrough && own == nil) {
        own = before
      }
      let value = own ?? source
      if value != before { seen.notified.append(value) }
      seen.values += [value, source]
    }
    return seen
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test(
    "14: an update in its own update stops with a message where the value is moved out",
    arguments: [
      ProjectionKind.root, .part, .partOfPart, .optionalPart, .optionalPartOfRow,
    ])
  func updateInUpdate(kind: ProjectionKind) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [kind = kind as ProjectionKind] in
      let open = ProjectionSample(kind).open
      open.update { _ in open.update { $0 = 1 } }
    }
    try expectStop(result, says: ["update(_:)", "inout parameter"])
  }
  #endif

  @Test("what was written is read, and writing what was read changes nothing", arguments: ProjectionKind.allCases)
  func putGet(kind: ProjectionKind) {
    let sample = ProjectionSample(kind)
    for number in [0, 3, 3, 1, 0] {
      sample.open.value = number
      #expect(sample.open.value == number)
      let source = sample.readSource()
      sample.open.value = sample.open.value
      sample.open.update { _ in }
      #expect(sample.readSource() == source)
    }
    // The last of two writes counts.
    sample.open.value = 1
    sample.open.value = 2
    let other = ProjectionSample(kind)
    other.open.value = 2
    #expect(sample.readSource() == other.readSource() && sample.open.value == other.open.value)
  }
}
