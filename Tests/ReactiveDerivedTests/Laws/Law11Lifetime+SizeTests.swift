import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking
import Testing

/// Laws 5 and 11 in graphs so large that recursion per node, or a visit per path, fails.
@Suite("Size")
struct SizeTests {
  /// Makes a chain, reads it as it is built, writes its source, and releases it.
  ///
  /// - Returns: the last value, the number of calculator runs for the write, and the number of notifications.
  private static func chain(
    _ count: Int, _ next: (Behavior<Int>, Box<Int>) -> Behavior<Int>
  ) -> [Int] {
    let source = StoredProperty(0)
    let runs = Box(0)
    var last: Behavior<Int> = source
    for _ in 0..<count {
      last = next(last, runs)
      _ = last.value
    }
    var notified = 0
    last.sink { _ in notified += 1 }
    runs.value = 0
    source.value = 1
    return [last.value, runs.value, notified]
  }

  @Test(
    "a chain of 1,000,000 derived properties (short: 100,000) on a stack of 512 KiB is updated, each once, and released"
  )
  func longChain() {
    let result = onThread(stackKibibytes: 512) {
      Self.chain(TestSize.large) { previous, runs in
        DerivedProperty(previous) { value in
          runs.value += 1
          return value + 1
        }
      }
    }
    #expect(result == [TestSize.large + 1, TestSize.large, 1])
  }

  @Test("so is a chain of 20,000 of every other kind")
  func longChainsOfOthers() {
    let makers: [@Sendable (Behavior<Int>, Box<Int>) -> Behavior<Int>] = [
      { previous, _ in PassThroughProperty(parentProperty: previous) },
      { previous, _ in TentativeProperty(parentProperty: previous) },
      { previous, _ in
        let next = ConnectableProperty(unconnectedValue: 0)
        next.connect(previous)
        return next
      },
      { previous, _ in MultilevelProperty(parentProperty: StoredProperty(previous)) { $0 } },
      { previous, _ in DerivedProperty(dependencies: [previous]) { previous.value } },
    ]
    for maker in makers {
      #expect(onThread(stackKibibytes: 512) { Self.chain(20_000, maker) } == [1, 0, 1])
    }
  }

  enum KeyedKind: CaseIterable {
    case filtered, mapped, sorted, window, group, joined, joinedOther, mappedRows, scopedRows

    func next(after rows: Keyed<Int, Row>, _ use: @escaping () -> Void) -> Keyed<Int, Row> {
      func using<Value>(_ value: Value) -> Value {
        use()
        return value
      }
      return switch self {
      case .filtered: rows.filter { using($0.id == 1) }
      case .mapped: rows.map { using($0) }
      case .sorted: rows.sorted { using($0.number < $1.number) }
      case .window: rows.window(OpenBehavior(0..<5, isDuplicate: { using($0 == $1) }))
      case .group: rows.grouped { using($0.id) }.group(1)
      case .joined: rows.joined(with: OpenKeyed<Row>()) { using($0.id) }.map(\.left)
      case .joinedOther: OpenKeyed([Row(id: 1)]).joined(with: rows) { using($0.id) }.map { $0.right ?? $0.left }
      case .mappedRows: rows.mapRows { using($0) }
      case .scopedRows:
        rows.scopedMapRows { row, scope in
          scope.onCleanup(use)
          return row
        }
      }
    }
  }

  struct Row: Identifiable, Equatable {
    var id: Int
    var number = 0
  }

  /// Each may take 13 bytes.
  @Test("a chain of 10,000 keyed collections is released on a stack of 128 KiB", arguments: KeyedKind.allCases)
  func longChainOfCollections(kind: KeyedKind) {
    let result = onThread { () -> [Int] in
      let live = LiveCount()
      var sum = 0
      do {
        var rows: Keyed<Int, Row> = OpenKeyed([Row(id: 1)])
        for _ in 0..<10_000 {
          let tracked = live.make()
          rows = kind.next(after: rows) { tracked.touch() }
          sum += rows.count.peek()
        }
        // Its order outlives the groups.
        rows = rows.filter { _ in true }
      }
      return [sum, live.peak, live.alive]
    }
    #expect(result == [10_000, 10_000, 0])
  }

  @Test("a ladder of diamonds, 5 wide and 1,000 deep: each property once per write, its observer once")
  func ladder() {
    let source = StoredProperty(0)
    var runs = 0
    var row: [Behavior<Int>] = Array(repeating: source, count: 5)
    for _ in 0..<1_000 {
      let above = row
      row = (0..<5).map { index in
        DerivedProperty(above[0], above[1], above[2], above[3], above[4]) { a, b, c, d, e in
          runs += 1
          return (a &+ b &+ c &+ d &+ e &+ index) % 1_000_003
        }
      }
      for property in row { _ = property.value }
    }
    let bottom = DerivedProperty(row[0], row[1], row[2], row[3], row[4]) { a, b, c, d, e in [a, b, c, d, e] }
    var notified = 0
    bottom.sink { _ in notified += 1 }
    for turn in 1...3 {
      runs = 0
      source.value = turn
      #expect(runs == 5_000 && notified == turn)
    }
  }

  @Test("one source, 1,000 properties, 1,000 updates")
  func fan() {
    let source = StoredProperty(0)
    let updater = Updater()
    var sum = 0
    var updates = 0
    let properties = (0..<1_000).map { number in DerivedProperty(source) { $0 + number } }
    for property in properties {
      updater.keepUpToDate(dependencies: [property]) {
        updates += 1
        sum += property.value
      }
    }
    updates = 0
    sum = 0
    source.value = 1
    #expect(updates == 1_000 && sum == 500_500)
  }

  /// Each way to hold the next object of a list.
  enum Holding: CaseIterable { case property, linked, step, undone, held, part, mapped, previous, scanned }

  private final class Item: Identifiable {
    let object: Tracked
    var holder: Any?
    init(_ object: Tracked) { self.object = object }
  }

  @Test(
    "100,000 objects (in debug builds 20,000), each held by a value of the next, are released on a stack of 128 KiB",
    arguments: Holding.allCases)
  func values(holding: Holding) {
    let result = onThread { () -> [Int] in
      let live = LiveCount()
      var last: Item?
      for _ in 0..<TestSize.chain {
        let item = Item(live.make())
        let source = OpenBehavior<Item?>(nil)
        switch holding {
        case .property: item.holder = StoredProperty(last)
        case .linked:
          let draft = LinkedProperty(source)
          draft.value = last
          item.holder = draft
        case .step, .undone:
          let history = History(of: source)
          source.value = last
          if holding == .undone { history.undo() } else { source.value = nil }
          item.holder = history
        case .held:
          let event = Event<Item?>()
          let held = event.hold(nil)
          event.trigger(last)
          item.holder = held
        case .part:
          source.value = last
          item.holder = source.map { [$0] }
        case .mapped:
          let rows = OpenKeyed<Item>()
          if let last { rows.insert(last) }
          let mapped = rows.filter { _ in true }.sorted { _, _ in false }
          _ = mapped.value
          item.holder = mapped
        case .previous:
          source.value = last
          item.holder = source.withPrevious()
          source.value = nil
        case .scanned: item.holder = source.scan(last) { state, _ in state }
        }
        last = item
      }
      last = nil
      return [live.peak, live.alive]
    }
    #expect(result == [TestSize.chain, 0])
  }
}
