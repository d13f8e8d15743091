// Tests: ObservationPort

#if canImport(Observation)
import Observation
@_spi(Measuring) import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("Plain reads at the edges: nodes and threads that end, reads before they are noted, the order of onChange")
struct PlainReadEdgeTests {
  struct Row: Identifiable, Equatable {
    let id: Int
    var number = 0
    var object: Tracked?
    static func == (one: Row, other: Row) -> Bool { one.id == other.id && one.number == other.number }
  }

  enum Kind: CaseIterable { case stored, derivation, mapped, atom, whole, row, rowOfFiltered, count, selected }

  /// A graph that is held by these functions alone.
  struct Graph {
    let read: () -> Int
    /// Changes what `read` returns.
    let write: () -> Void
  }

  /// The graph holds an object that `live` counts.
  static func makeGraph(_ kind: Kind, _ live: LiveCount) -> Graph {
    let object = live.make()
    let source = OpenBehavior(
      1,
      isDuplicate: { [object] in
        object.touch()
        return $0 == $1
      })
    let rows = OpenKeyed([Row(id: 1, object: object), Row(id: 2)])
    let writeRow = { rows.update(1) { $0.number += 1 } as Void? ?? () }
    switch kind {
    case .stored: return Graph(read: { source.value }, write: { source.value += 1 })
    case .derivation:
      let double = derive { source.value * 2 }
      return Graph(read: { double.value }, write: { source.value += 1 })
    case .mapped:
      let double = source.map { $0 * 2 }
      return Graph(read: { double.value }, write: { source.value += 1 })
    case .atom:
      final class Model {
        @Atom var number = 1
        let object: Tracked
        init(_ object: Tracked) { self.object = object }
      }
      let model = Model(object)
      return Graph(read: { model.number }, write: { model.number += 1 })
    case .whole: return Graph(read: { rows.value[0].number }, write: writeRow)
    case .row: return Graph(read: { rows[1].value?.number ?? 0 }, write: writeRow)
    case .rowOfFiltered:
      let some = rows.filter { $0.number >= 0 }
      return Graph(read: { some[1].value?.number ?? 0 }, write: writeRow)
    case .count:
      let count = rows.filter { $0.number.isMultiple(of: 2) }.count
      return Graph(read: { count.value }, write: writeRow)
    case .selected:
      let isChosen = source.selector()
      return Graph(read: { isChosen[1].value ? 1 : 0 }, write: { source.value = 3 - source.value })
    }
  }

  // MARK: Nodes that end while they are tracked

  // Each tracking here reads another node as well. Without one, Observation of Swift 6.3 would keep `onChange` forever
  // where all that was tracked has ended before the tracked function has, an `@Observable` object like a node.

  @Test("a node that ends in the function that tracks it, changed or not, notifies nothing", arguments: Kind.allCases)
  func endsInTracking(kind: Kind) {
    let live = LiveCount()
    for changes in 0..<3 {
      let other = OpenBehavior(0)
      let heard = SendableCount()
      weak var captured: SendableCount?
      do {
        let mark = SendableCount()
        captured = mark
        withObservationTracking {
          do {
            let graph = Self.makeGraph(kind, live)
            let first = graph.read()
            for _ in 0..<changes { graph.write() }
            #expect((graph.read() == first) == (changes == 0 || changes == 2 && [.count, .selected].contains(kind)))
          }
          #expect(live.alive == 0)
          _ = other.value
        } onChange: {
          mark.increment()
          heard.increment()
        }
      }
      #expect(heard.value == 0 && captured != nil)
      other.value = 1
      #expect(heard.value == 1 && captured == nil)
    }
  }

  @Test("what is tracked before and after a node that ends in the tracking is notified", arguments: Kind.allCases)
  func endsBesideOthers(kind: Kind) {
    let live = LiveCount()
    let (before, after) = (OpenBehavior(0), OpenBehavior(0))
    let inner = SendableCount()
    for behavior in [before, after] {
      let heard = hearsOf(
        {
          behavior.value += 1
          #expect(inner.value == (behavior === before ? 0 : 2))
          before.value += 1
          after.value += 1
        },
        reading: {
          _ = before.value
          _ = Self.makeGraph(kind, live).read()
          withObservationTracking {
            _ = Self.makeGraph(kind, live).read()
            _ = after.value
          } onChange: {
            inner.increment()
          }
          _ = after.value
        })
      #expect(heard == 1 && live.alive == 0)
    }
    #expect(inner.value == 2)
  }

  @Test("a node may end in its own onChange", arguments: Kind.allCases)
  func endsInOnChange(kind: Kind) {
    let live = LiveCount()
    let graph = Box<Graph?>(Self.makeGraph(kind, live))
    let other = OpenBehavior(0)
    let heard = SendableCount()
    let drop = IsolatedCall<Int> { _ in
      graph.value = nil
      heard.increment()
      // Tracks another one in its place.
      withObservationTracking {
        _ = other.value
      } onChange: {
        heard.increment()
      }
    }
    withObservationTracking {
      _ = graph.value?.read()
    } onChange: {
      drop.callInIsolation(0)
    }
    graph.value?.write()
    #expect(heard.value == 1 && live.alive == 0)
    other.value = 1
    #expect(heard.value == 2)
  }

  @Test("a node that ends in its own onChange has delivered to its other observers by the end of the write")
  func othersAreNotified() {
    let live = LiveCount()
    let source = Box<OpenBehavior<Int>?>(OpenBehavior(1))
    var log: [String] = []
    let drop = IsolatedCall<Int> { [object = live.make()] _ in
      object.touch()
      source.value = nil
      log.append("onChange")
    }
    source.value?.sink { [object = live.make()] in
      object.touch()
      log.append("before \($0)")
    }
    withObservationTracking {
      _ = source.value?.value
    } onChange: {
      drop.callInIsolation(0)
    }
    source.value?.sink { [object = live.make()] in
      object.touch()
      log.append("after \($0)")
    }
    weak var last: OpenBehavior<Int>?
    last = source.value
    source.value?.value = 2
    #expect(log == ["before 2", "onChange", "after 2"] && last == nil)
    #expect(live.alive == 1)
    withExtendedLifetime(drop) {}
  }

  // MARK: Threads

  @Test("what a thread has tracked before its end is used on, tracked and ended elsewhere", arguments: Kind.allCases)
  func threadEnds(kind: Kind) {
    nonisolated(unsafe) let live = LiveCount()
    nonisolated(unsafe) var graph: Graph?
    let heard = SendableCount()
    onThread {
      let new = Self.makeGraph(kind, unsafe live)
      withObservationTracking {
        _ = new.read()
      } onChange: {
        heard.increment()
      }
      unsafe graph = new
    }
    unsafe graph!.write()
    #expect(heard.value == 1)
    unsafe graph!.write()
    #expect(heard.value == 1)
    let again = hearsOf({ unsafe graph!.write() }, reading: { _ = unsafe graph!.read() })
    #expect(again == 1)
    withObservationTracking {
      _ = unsafe graph!.read()
    } onChange: {
      heard.increment()
    }
    onThread { unsafe graph!.write() }
    #expect(heard.value == 2)
    withObservationTracking {
      _ = unsafe graph!.read()
    } onChange: {
      Issue.record("it has ended")
    }
    onThread { unsafe graph = nil }
    #expect(unsafe live.alive == 0)
  }

  /// Owns a model, in its own isolation.
  private actor Owner {
    final class Model: Observable {
      @Atom var number = 0
      @Derived({ (me: Model) in me.number / 2 }) var half: Int
      let rows = OpenKeyed<Row>((0..<4).map { Row(id: $0) })
      private let ended: SendableCount
      init(_ ended: SendableCount) { self.ended = ended }
      deinit { ended.increment() }
    }
    private var model: Model
    private let ended: SendableCount
    private let heard = SendableCount()

    init(_ ended: SendableCount) {
      self.ended = ended
      model = Model(ended)
    }

    private func track() {
      withObservationTracking {
        _ = (model.number, model.half, model.rows[1].value, model.rows.value)
      } onChange: { [heard] in
        heard.increment()
      }
    }

    /// Tracks, writes and drops in turns. Returns the number of notifications.
    func work(_ rounds: Int) async -> Int {
      for round in 0..<rounds {
        track()
        if round % 2 == 0 {
          model.number += 2
        } else {
          model.rows.update(1) { $0.number += 1 }
        }
        track()
        // Other actors use this thread.
        if round % 8 == 0 { await Task.yield() }
        batch { for _ in 0..<3 { model.number += 1 } }
        track()
        // Tracked to its end.
        model = Model(ended)
      }
      track()
      return heard.value
    }
  }

  @Test("8 actors that track, write and drop at the same time, and are released elsewhere")
  func actors() async {
    let ended = SendableCount()
    let rounds = 100
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let owner = Locked<Owner?>(Owner(ended))
          let heard = await owner.withLock { $0! }.work(rounds)
          await releaseElsewhere(owner)
          return heard
        }
      }
      for await heard in group { #expect(heard == 2 * rounds) }
    }
    await untilTrue { ended.value == 8 * (rounds + 1) }
    #expect(ended.value == 8 * (rounds + 1))
  }

  #if os(macOS) || os(Linux) || os(Windows)
  /// A port that counts those alive.
  private final class CountedPort: ReadPort {
    static let alive = Locked(0)
    static let isTracked = Locked(false)
    private var subscription: Subscription?

    init() { Self.alive.withLock { $0 += 1 } }
    deinit { Self.alive.withLock { $0 -= 1 } }
    func register() { if Self.isTracked.withLock({ $0 }) { ReadPorts.noteRegistration() } }
    func follow(_ node: ValueNode) { if subscription == nil { subscription = node.observe(by: self) } }
    func notify() -> Bool { true }
    var wasReadSinceChange: Bool { true }
  }

  @Test("a thread's spare port ends with the thread; one that a node has adopted, with the node")
  func sparePorts() async {
    await #expect(processExitsWith: .success) {
      ReadPorts.turnOn { CountedPort() }
      nonisolated(unsafe) var count: OpenBehavior<Int>?
      onThread {
        let new = OpenBehavior(1)
        // One spare port, which is used again.
        for _ in 0..<3 { _ = new.value }
        precondition(CountedPort.alive.withLock { $0 } == 1)
        unsafe count = new
      }
      // A thread gives back what it has shortly after its body ends.
      await untilTrue { CountedPort.alive.withLock { $0 } == 0 }
      #expect(CountedPort.alive.withLock { $0 } == 0)
      onThread {
        CountedPort.isTracked.withLock { $0 = true }
        _ = unsafe count!.value
        CountedPort.isTracked.withLock { $0 = false }
        let other = OpenBehavior(1)
        _ = other.value
        precondition(CountedPort.alive.withLock { $0 } == 2)
      }
      await untilTrue { CountedPort.alive.withLock { $0 } == 1 }
      #expect(CountedPort.alive.withLock { $0 } == 1)
      #expect(unsafe count!.isObserved)
      unsafe count!.value = 2
      unsafe count = nil
      #expect(CountedPort.alive.withLock { $0 } == 0)
    }
  }

  // MARK: Reads that are not noted

  @Test("reads before the feature is on are not registered; the same nodes are once it is on, until it is off again")
  func beforeItIsOn() async {
    await #expect(processExitsWith: .success) {
      for kind in Kind.allCases {
        let live = LiveCount()
        do {
          let graph = Self.makeGraph(kind, live)
          let (early, late) = (SendableCount(), SendableCount())
          countReadsForObservation(false)
          let first = graph.read()
          withObservationTracking {
            #expect(graph.read() == first)
          } onChange: {
            early.increment()
          }
          graph.write()
          #expect(graph.read() != first && early.value == 0, "\(kind)")
          countReadsForObservation(true)
          // The read was not registered, so nothing is notified of it later.
          graph.write()
          #expect(early.value == 0, "\(kind)")
          // Read while off, and tracked now.
          #expect(hearsOf({ graph.write() }, reading: { _ = graph.read() }) == 1, "\(kind)")
          // Registered while on, and changed while off.
          withObservationTracking {
            _ = graph.read()
          } onChange: {
            late.increment()
          }
          countReadsForObservation(false)
          graph.write()
          #expect(late.value == 1, "\(kind)")
          #expect(hearsOf({ graph.write() }, reading: { _ = graph.read() }) == 0, "\(kind)")
          countReadsForObservation(true)
          #expect(hearsOf({ graph.write() }, reading: { _ = graph.read() }) == 1, "\(kind)")
        }
        #expect(live.alive == 0, "\(kind)")
      }
    }
  }
  #endif

  // MARK: The order of onChange

  final class Ours: Observable {
    @Atom var first = 1
    @Derived({ (me: Ours) in me.first * 10 }) var times: Int
    let rows = OpenKeyed<Row>([Row(id: 1, number: 1)])
  }
  @Observable final class Theirs {
    var first = 1
    var times: Int { first * 10 }
  }

  @Test("onChange reads new values, also of derivations and rows; that of @Observable reads old ones")
  func newValues() {
    let (ours, theirs) = (Ours(), Theirs())
    let sum = ours.rows.sum(\.number)
    let log = SendableLog<[Int]>()
    let here = IsolatedCall<Bool> { isOurs in
      log.append(
        isOurs
          ? [ours.first, ours.times, ours.rows[1].value?.number ?? 0, ours.rows.value[0].number, sum.value]
          : [theirs.first, theirs.times])
    }
    func track(_ read: () -> Int, isOurs: Bool = true) {
      withObservationTracking {
        _ = read()
      } onChange: {
        here.callInIsolation(isOurs)
      }
    }
    // The derivations have values, so they must be outdated by then.
    #expect(ours.times == 10 && sum.value == 1)
    func write(_ number: Int) {
      batch {
        ours.first = number
        ours.rows.update(1) { $0.number = number }
        theirs.first = number
      }
    }
    let reads: [() -> Int] = [
      { ours.first }, { ours.times }, { ours.rows[1].value?.number ?? 0 }, { ours.rows.value[0].number }, { sum.value },
    ]
    for (place, read) in reads.enumerated() {
      track(read)
      write(place + 2)
      #expect(log.all.last == [place + 2, 10 * (place + 2), place + 2, place + 2, place + 2])
    }
    #expect(log.all.count == reads.count)
    track({ theirs.times }, isOurs: false)
    write(9)
    #expect(log.all.last == [6, 60])
  }

  @Test("onChange has the place among the observers at which the value was first tracked; what it writes comes after")
  func place() {
    let source = OpenBehavior(1)
    let log = SendableLog<String>()
    let double = derive { source.value * 2 }
    var doubles: [Int] = []
    double.observe { doubles.append($0) }
    let here = IsolatedCall<String> { name in
      log.append("\(name) \(source.value) \(double.value)")
      if source.value == 2 { source.value = 5 }
      log.append("\(name) end")
    }
    func track(_ name: String, _ read: () -> Any) {
      withObservationTracking {
        _ = read()
      } onChange: {
        here.callInIsolation(name)
      }
    }
    source.sink { log.append("first \($0)") }
    track("early") { source.value }
    source.sink { log.append("second \($0)") }
    track("late") { source.value }
    source.value = 2
    // Both trackings are notified at the place of the first, in no stated order. Then `source` is 5.
    let calls = log.all.dropFirst().dropLast(3)
    #expect(log.all.first == "first 2" && Array(log.all.suffix(3)) == ["second 2", "first 5", "second 5"])
    #expect(calls.count == 4 && calls.contains("early end") && calls.contains("late end"))
    #expect(calls.contains { $0.hasSuffix(" 2 4") } && calls.contains { $0.hasSuffix(" 5 10") })
    #expect(doubles.first == 2 && doubles.last == 10)
    // Not tracked anew, so only the observers are notified.
    source.value = 6
    #expect(Array(log.all.suffix(2)) == ["first 6", "second 6"] && log.all.count == 10)
  }
}
#endif
