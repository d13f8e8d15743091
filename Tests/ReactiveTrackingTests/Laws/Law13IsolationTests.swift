import Dispatch
import Foundation
import ReactiveCore
import ReactiveTestSupport
import ReactiveTracking
import Testing

/// Law 13, for tracked graphs. The graphs are small: the thread sanitizer finds the faults here.
@Suite("Isolation of tracked graphs")
struct TrackingIsolationTests {
  /// Records the actions of a graph's effects. Not part of the graph, since they see its end.
  private final class Record {
    var halves: [Int] = []
    var cleanups = 0
  }

  /// An effect in a scope. At its end it records its isolation.
  private final class Desk {
    let number = atom(0)
    private let scope = EffectScope()
    init(_ end: @escaping @Sendable (Home) -> Void) {
      scope.effect { [number] in _ = number.value }
      scope.run { onCleanup { end(.current) } }
    }
  }

  @MainActor
  private static func useElsewhere(_ end: @escaping @Sendable (Home) -> Void) -> Task<Void, Never> {
    let desk = Desk(end)
    desk.number.value = 1
    return Task.detached { desk.number.value = 2 }
  }

  @Test("a scope is sent with what it owns, and ends where that is used")
  @MainActor
  func scopesMove() async {
    let ends = Locked<[Bool]>([])
    let here = Home.current
    await Self.useElsewhere { home in ends.withLock { $0.append(home == here) } }.value
    while ends.withLock(\.isEmpty) { await Task.yield() }
    #expect(ends.withLock { $0 } == [false])
  }

  /// Every type of this layer, around one number.
  private final class Graph {
    @Atom var count = 0
    private var half = derive { 0 }
    private let scope = EffectScope()
    private var effects: [Effect] = []
    private let record = Record()

    init() {
      let count = $count
      let half = derive { count.value / 2 }
      let limit = atom(3)
      let record = record
      let logging = Effect { record.halves.append(half.value) }
      let nesting = Effect { scope in
        onCleanup { record.cleanups += 1 }
        guard half.value % 2 == 1 else { return }
        scope.effect { limit.value = min(half.value, 3) }
      }
      self.half = half
      effects = [logging, nesting]
      scope.effect { _ = limit.value + half.value }
    }

    /// One step. Returns whether all values are right.
    func write(_ number: Int) -> Bool {
      batch {
        count = number
        count = number - 1
        count = number
      }
      return half.value == number / 2 && record.halves.last == number / 2
    }

    /// Whether the effects ran as often as necessary for the numbers from 0 to `last`.
    func isComplete(after last: Int) -> Bool {
      record.halves == Array(0...last / 2) && record.cleanups == last / 2
    }

    func work(upTo last: Int) -> Bool { (0...last).allSatisfy(write) && isComplete(after: last) }
  }

  private actor Owner {
    private let graph = Graph()
    private var next = 0

    func step() -> Bool {
      next += 1
      return graph.write(next)
    }
    func isComplete() -> Bool { graph.isComplete(after: next) }
  }

  // MARK: Threads, actors, tasks

  @Test("two threads with a graph each do not touch each other")
  func threads() {
    #expect(onThreads(2) { _ in Graph().work(upTo: 500) } == [true, true])
  }

  @Test("two actors with a graph each do not touch each other")
  func actors() async {
    let owners = [Owner(), Owner()]
    let isRight = await withTaskGroup(of: Bool.self) { group in
      for owner in owners {
        for _ in 0..<2 {
          group.addTask {
            var isRight = true
            for _ in 0..<100 { isRight = await owner.step() && isRight }
            return isRight
          }
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(isRight)
    for owner in owners { #expect(await owner.isComplete()) }
  }

  @Test("1,000 tasks with a graph each, which moves from thread to thread with them")
  func tasks() async {
    let right = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<1_000 {
        group.addTask {
          await withIsolatedRuntime {
            let graph = Graph()
            var isRight = true
            for number in 0...7 {
              isRight = graph.write(number) && isRight
              await Task.yield()
            }
            return isRight && graph.isComplete(after: 7)
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(right == 1_000)
  }

  @Test("a graph can be built in one task, used in another and dropped in a third")
  func moved() async {
    for _ in 0..<20 {
      #expect(await Self.used(await Self.made()))
    }
  }
  @concurrent
  private static func made() async -> sending Graph { Graph() }
  @concurrent
  private static func used(_ graph: sending Graph) async -> Bool {
    let isRight = graph.work(upTo: 20)
    await Task.yield()
    return isRight
  }

  @Test("a flush on one thread runs no effect of another")
  func openBatch() {
    let results = onThreads(2) { _ -> Bool in
      let source = atom(0)
      var seen: [Int] = []
      let effect = Effect { seen.append(source.value) }
      batch {
        source.value = 1
        // A batch is per thread: other threads notify at once.
        let others = onThreads(2) { _ in Graph().work(upTo: 10) }
        if others == [true, true] { source.value = 2 }
      }
      return withExtendedLifetime(effect) { seen == [0, 2] }
    }
    #expect(results == [true, true])
  }

  @Test("a scope that runs on one thread owns nothing that another makes meanwhile")
  func openScope() {
    let scope = EffectScope()
    let survives = scope.run {
      onThreads(1) { _ -> Bool in
        let source = atom(0)
        var runs = 0
        do { _ = Effect { runs += source.value } }
        source.value = 1
        return runs == 0
      }
    }
    #expect(survives == [true])
  }

  // MARK: Runtimes

  @Test("inside withIsolatedRuntime another runtime is current, and afterwards the one before")
  func nested() throws {
    struct Failure: Error {}
    let shared = Runtime.current
    let manual = Runtime(scheduler: .manual)
    withIsolatedRuntime {
      let outer = Runtime.current
      #expect(outer !== shared)
      withIsolatedRuntime { #expect(Runtime.current !== outer && Runtime.current !== shared) }
      #expect(Runtime.current === outer)
      withIsolatedRuntime(using: manual) { #expect(Runtime.current === manual) }
      #expect(throws: Failure.self) { try withIsolatedRuntime { throw Failure() } }
      #expect(Runtime.current === outer)
    }
    #expect(Runtime.current === shared)
  }

  @Test("a task tree shares the runtime of the task that began it; a detached task does not")
  func taskTree() async {
    await withIsolatedRuntime {
      let mine = Runtime.current
      async let child = Runtime.current === mine
      async let isolated = withIsolatedRuntime { Runtime.current !== mine }
      let unstructured = await Task { Runtime.current === mine }.value
      let detached = await Task.detached { Runtime.current !== mine }.value
      await Task.yield()
      let results = await [child, isolated, unstructured, detached, Runtime.current === mine]
      #expect(results == [true, true, true, true, true])
    }
  }

  @Test("isolated runtimes in parallel wait for their own flush only")
  func flushes() async {
    let right = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<50 {
        group.addTask {
          let runtime = Runtime(scheduler: .manual)
          return withIsolatedRuntime(using: runtime) {
            let source = atom(0)
            var seen: [Int] = []
            let effect = Effect { seen.append(source.value) }
            for number in 1...5 {
              source.value = number
              withIsolatedRuntime { Runtime.current.flush() }
              if number == 3 { runtime.flush() }
            }
            runtime.flush()
            return withExtendedLifetime(effect) { seen == [0, 3, 5] }
          }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(right == 50)
  }

  @Test("an effect stays in the runtime that it was made in, wherever the write is")
  func otherRuntime() {
    let runtime = Runtime(scheduler: .manual)
    let source = atom(0)
    var seen: [Int] = []
    let effect = withIsolatedRuntime(using: runtime) { Effect { seen.append(source.value) } }
    source.value = 1
    #expect(seen == [0])
    runtime.flush()
    #expect(seen == [0, 1])
    withExtendedLifetime(effect) {}
  }

  @Test("random programs come out the same in parallel tasks")
  func programs() async {
    let failures: [String] = await withTaskGroup(of: String?.self) { group in
      for part in 0..<8 {
        group.addTask {
          await FuzzActor.run { place in
            let seeds = UInt64(part) * 25..<UInt64(part + 1) * 25
            return seeds.lazy.compactMap {
              FuzzComparison(FuzzGenerator.program(seed: $0, LingeringSources(place))).failure
            }.first
          }
        }
      }
      return await group.reduce(into: []) { if let failure = $1 { $0.append(failure) } }
    }
    #expect(failures == [])
  }
}
