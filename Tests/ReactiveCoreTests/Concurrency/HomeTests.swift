// Tests: Home, HomeInbox

import Dispatch
import ReactiveCore
import ReactiveTestSupport
import Synchronization
import Testing

@Suite("Death away from home", .enabled(if: isOptimized))
struct HomeTests {
  @MainActor
  private final class Holder {
    var held: [Any] = []
  }

  /// Releases the result of `make` on another thread while the main actor writes `source`.
  @MainActor
  private static func end(_ live: LiveCount, _ source: OpenBehavior<Int>, _ make: (Tracked) -> [Any]) async {
    for round in 0..<20 {
      var holders: [Holder] = (0..<20).map { _ in
        let holder = Holder()
        holder.held = make(live.make())
        return holder
      }
      let last = Task.detached { [holders] in
        await Task.yield()
        _ = holders.count
      }
      holders = []
      for step in 0..<50 { source.value = round * 50 + step }
      await last.value
    }
    while live.alive > 0 { await Task.yield() }
  }

  @Test("law 13: what is computed leaves the graph in its actor's turn, with what its function keeps")
  @MainActor
  func computed() async {
    let source = OpenBehavior(0)
    let live = LiveCount()
    await Self.end(live, source) { tracked in
      let double = ComputedBehavior { [tracked] in
        MainActor.preconditionIsolated()
        tracked.touch()
        return source.value * 2
      }
      double.sink { _ in MainActor.preconditionIsolated() }
      return [double]
    }
    #expect(!source.hasDependents)
  }

  @Test("law 13: values of any size end in their actor's turn")
  @MainActor
  func values() async {
    struct Large {
      var tracked: Tracked
      var numbers = (1, 2, 3)
    }
    let source = OpenBehavior(0)
    let live = LiveCount()
    await Self.end(live, source) { tracked in
      let small = ComputedBehavior<Tracked> { [tracked] in
        _ = source.value
        return tracked
      }
      let large = ComputedBehavior<Large> { Large(tracked: small.value) }
      large.sink { _ in }
      let stored = OpenBehavior(Large(tracked: tracked))
      stored.sink { _ in }
      return [large, stored]
    }
    #expect(!source.hasDependents)
  }

  @Test("law 13: an effect's cleanups run on its actor")
  @MainActor
  func cleanups() async {
    let source = OpenBehavior(0)
    let live = LiveCount()
    let open = Box(0)
    await Self.end(live, source) { tracked in
      let reaction = Reaction {
        tracked.touch()
        _ = source.value
        open.value += 1
        _ = addCleanup {
          MainActor.preconditionIsolated()
          open.value -= 1
        }
      }
      reaction.start()
      return [reaction]
    }
    #expect(open.value == 0)
    #expect(!source.hasDependents)
  }

  @Test("law 13: bags, tokens and owners of observers end on their actor")
  @MainActor
  func observers() async {
    let source = OpenBehavior(0)
    let event = Event<Int>()
    let live = LiveCount()
    await Self.end(live, source) { tracked in
      let bag = SubscriptionBag()
      source.sink { [tracked] _ in tracked.touch() }.store(in: bag)
      event.sink { [tracked] _ in tracked.touch() }.store(in: bag)
      let derived = ComputedBehavior { source.value }
      derived.sink { [tracked] _ in tracked.touch() }.store(in: bag)
      return [bag]
    }
    #expect(event.observers.isEmpty)
    #expect(!source.isWatched)
  }

  @Test("law 13: an event's observers end on its actor")
  @MainActor
  func events() async {
    let source = OpenBehavior(0)
    let live = LiveCount()
    await Self.end(live, source) { tracked in
      let event = Event<Int>()
      event.sink { [tracked] _ in tracked.touch() }
      return [event]
    }
  }

  @Test("law 13: what an actor had ends with it, wherever that is")
  func actorsEnd() async {
    actor Counter {
      private let count = OpenBehavior(0)
      private var double: Behavior<Int>?
      func start(_ body: @escaping @Sendable () -> Void) {
        let tracker = CancelsAtEnd(body)
        double = ComputedBehavior { [count] in
          _ = tracker
          return count.value * 2
        }
        double?.sink { _ in }
        count.value = 1
      }
    }
    final class CancelsAtEnd {
      private let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
      deinit { body() }
    }
    let ended = Mutex(0)
    for _ in 0..<100 {
      var counter: Counter? = Counter()
      await counter?.start { ended.withLock { $0 += 1 } }
      await Task.detached { [counter] in _ = counter }.value
      counter = nil
    }
    // The task may hold the last reference, and release it after its value was awaited.
    while ended.withLock({ $0 }) < 100 { await Task.yield() }
  }

  /// The last reference to `label` ends on another thread: once `returned` is signaled, this thread has none.
  private static func startWorker(_ returned: DispatchSemaphore) {
    let label = OpenBehavior("idle", name: "label")
    label.sink { _ in }
    label.value = "starting"
    Task.detached {
      wait(for: returned)
      print(label.value)
    }
  }

  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("law 13: a part of a batch that ends on another thread stops, and says what to write")
  func inFlightElsewhere() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      DispatchQueue(label: "another").async {
        batch {
          let returned = DispatchSemaphore(value: 0)
          HomeTests.startWorker(returned)
          returned.signal()
          DispatchSemaphore(value: 0).wait()
        }
      }
      try await Task.sleep(for: .seconds(120))
    }
    let message = try #require(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) })
    #expect(message.contains("label is used in two isolations at once"))
  }
  #endif
}

@Suite("The caller's isolation")
struct CallersIsolationTests {
  #if os(macOS) || os(Linux) || os(Windows)
  private actor Connection {
    private let bytes = OpenBehavior(0, name: "bytes")
    private var subscription: Subscription?
    var last = 0
    func observe() { subscription = bytes.sink(with: self) { me, bytes in me.assumeIsolated { $0.last = bytes } } }
    func receive(_ count: Int) { bytes.value += count }
  }

  @Test("law 13: as many actors as nodes can name keep their isolation, and one more stops with a message")
  func actorsAtLimit() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      // Places of deallocated actors are used again.
      for _ in 0..<70_000 { await Connection().observe() }
      let connections = (0..<65_000).map { _ in Connection() }
      for connection in connections {
        await connection.observe()
        await connection.receive(1)
      }
      let (first, last) = await (connections[0].last, connections[64_999].last)
      if first != 1 || last != 1 { return }
      let more = (0..<1_000).map { _ in Connection() }
      for connection in more { await connection.observe() }
      withExtendedLifetime((connections, more)) {}
    }
    try expectStop(result, says: ["bytes belongs to an actor that first used this library when 65533 others did"])
  }

  private actor Visitor {
    // Larger than a `Connection`: an actor at the address of a deallocated one has its place.
    private let room = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    private let count = OpenBehavior(0)
    private var seen: [Int] = []
    func observe() -> [Int] {
      let subscription = count.sink(with: self) { me, count in me.assumeIsolated { $0.seen.append(count) } }
      count.value = 1
      subscription.cancel()
      return seen
    }
  }

  @Test("law 13: there is room for more actors when others have ended")
  func roomAgain() async {
    await #expect(processExitsWith: .success) {
      var connections = (0..<65_533).map { _ in Connection() }
      for connection in connections { await connection.observe() }
      connections.removeLast(60_000)
      let visitors = (0..<50).map { _ in Visitor() }
      for visitor in visitors {
        let seen = await visitor.observe()
        precondition(seen == [1])
      }
      await connections[0].receive(1)
      let last = await connections[0].last
      precondition(last == 1)
    }
  }
  #endif

  @Test("law 13: a block of Dispatch's main queue runs on the main actor, whichever thread runs it, others on none")
  func mainQueue() async {
    func home(on queue: DispatchQueue) async -> Home {
      await withCheckedContinuation { done in queue.async { done.resume(returning: .current) } }
    }
    let main = await MainActor.run { Home.current }
    #expect(await home(on: .main) == main)
    #expect(await home(on: DispatchQueue(label: "another")) != main)
    #expect(await home(on: .global()) != main)
  }
}
