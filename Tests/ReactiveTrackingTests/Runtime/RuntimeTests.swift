// Tests: Runtime, Runtime+Participants, RippleContext, WeakEffect

import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("Runtime")
struct RuntimeTests {
  private final class Requests: Sendable {
    private let flushes = Locked<[@Sendable () -> Void]>([])
    var count: Int { flushes.withLock(\.count) }
    func add(_ flush: @escaping @Sendable () -> Void) { flushes.withLock { $0.append(flush) } }
    func callAll() {
      let all = flushes.withLock { flushes in
        defer { flushes = [] }
        return flushes
      }
      for flush in all { flush() }
    }
  }

  @Test("it is not asked for what the effects of a flush write: that flush runs it")
  func writesInFlush() {
    let requests = Requests()
    let runtime = Runtime(scheduler: .custom { requests.add($0) })
    withIsolatedRuntime(using: runtime) {
      let count = atom(0)
      let copy = atom(0)
      var seen: [Int] = []
      let effect = Effect {
        copy.value = count.value
        seen.append(copy.value)
      }
      let other = Effect { seen.append(copy.value * 10) }
      requests.callAll()
      seen = []
      for number in 1...2 {
        count.value = number
        #expect(requests.count == 1)
        requests.callAll()
        #expect(requests.count == 0)
        #expect(seen.contains(number) && seen.contains(number * 10))
      }
      withExtendedLifetime((effect, other)) {}
    }
  }

  @Test("a scheduler of one's own is asked once for a burst of changes, and again for the next")
  func custom() {
    let requests = Requests()
    let runtime = Runtime(scheduler: .custom { requests.add($0) })
    withIsolatedRuntime(using: runtime) {
      let count = atom(0)
      var seen: [[Int]] = []
      let first = Effect { seen.append([1, count.value]) }
      let second = Effect { seen.append([2, count.value]) }
      seen = []
      count.value = 1
      count.value = 2
      #expect(requests.count == 1)
      #expect(seen == [])
      requests.callAll()
      #expect(seen == [[1, 2], [2, 2]])
      count.value = 3
      #expect(requests.count == 1)
      requests.callAll()
      #expect(seen.suffix(2) == [[1, 3], [2, 3]])
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test("what the scheduler reads while it is asked is not tracked")
  func requestIsUntracked() {
    let other = atom(0)
    nonisolated(unsafe) let read = { _ = other.value }
    let requests = Requests()
    let runtime = Runtime(
      scheduler: .custom { flush in
        unsafe read()
        requests.add(flush)
      })
    withIsolatedRuntime(using: runtime) {
      let count = atom(0)
      var runs = 0
      let effect = Effect {
        runs += 1
        _ = count.value
      }
      let outer = Effect { count.value = 1 }
      requests.callAll()
      let before = runs
      other.value = 1
      #expect(requests.count == 0)
      #expect(runs == before)
      withExtendedLifetime((effect, outer)) {}
    }
  }

  @Test("a flush that comes after the runtime has gone does nothing")
  func lateFlush() {
    let requests = Requests()
    let count = atom(0)
    var runs = 0
    do {
      let runtime = Runtime(scheduler: .custom { requests.add($0) })
      let effect = withIsolatedRuntime(using: runtime) {
        Effect {
          _ = count.value
          runs += 1
        }
      }
      count.value = 1
      effect.cancel()
    }
    #expect(requests.count == 1)
    requests.callAll()
    #expect(runs == 1)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("effects that keep writing stop the flush with a message that names one")
  func endlessFlush() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let runtime = Runtime(scheduler: .manual)
        withIsolatedRuntime(using: runtime) {
          let a = atom(0)
          let b = atom(0)
          let first = Effect(name: "first") { b.value = a.value + 1 }
          let second = Effect(name: "second") { a.value = b.value + 1 }
          runtime.flush()
          withExtendedLifetime((first, second)) {}
        }
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("rounds of flush() without settling"))
    #expect(message.contains("first") || message.contains("second"))
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("effects of two runtimes that flush each other stop with a message that names them")
  func endlessFlushes() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (one, other) = (Runtime(scheduler: .manual), Runtime(scheduler: .manual))
        let (a, b) = (atom(0), atom(0))
        let first = withIsolatedRuntime(using: one) {
          Effect(name: "first") {
            b.value = a.value
            other.flush()
          }
        }
        let second = withIsolatedRuntime(using: other) {
          Effect(name: "second") {
            a.value = b.value + 1
            one.flush()
          }
        }
        one.flush()
        withExtendedLifetime((first, second)) {}
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("flush() of first") && message.contains("flush() of second"))
    #expect(message.contains("Let one of them stop when nothing is left to do."))
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("run() in the body runs it again afterwards; only a pause defers that", arguments: [false, true])
  func rerunInBody(isPaused: Bool) {
    let runtime = Runtime(scheduler: .manual)
    let scope = EffectScope()
    var runs = 0
    var effect: Effect?
    let body = {
      runs += 1
      if runs == 2 { effect?.run() }
    }
    effect = isPaused ? scope.run { Effect(body) } : withIsolatedRuntime(using: runtime) { Effect(body) }
    if isPaused { scope.pause() }
    effect?.run()
    #expect(runs == (isPaused ? 2 : 3))
    if isPaused { scope.resume() } else { runtime.flush() }
    #expect(runs == 3)
    // Its body keeps it.
    effect = nil
  }

  @Test("flush() outside of any actor, on another thread than the effect's, stops with a message that names it")
  func flushElsewhere() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let runtime = Runtime(scheduler: .manual)
      onThread {
        withIsolatedRuntime(using: runtime) {
          let count = atom(0)
          let effect = Effect(name: "shown") { _ = count.value }
          count.value = 1
          onThread { runtime.flush() }
          withExtendedLifetime(effect) {}
        }
      }
    }
    try expectStop(result, says: ["flush() was called outside of any actor", "the one that uses shown"])
  }
  #endif

  private final class Idle: Runtime.Subscriber, Sendable {
    func run() {}
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a subscriber that is unregistered on another thread, outside of any actor, stops with a message that names it")
  func unregisterElsewhere() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let runtime = Runtime()
      let idle = Idle()
      onThread {
        runtime.register(idle)
        onThread { runtime.unregister(subscriber: idle) }
      }
    }
    try expectStop(result, says: ["Idle", "was registered outside of any actor"])
  }
  #endif

  /// A publisher that may be read and written anywhere.
  private final class Level: Runtime.Publisher, Sendable {
    private let stored = Locked(0)
    var value: Int {
      get {
        Runtime.current.willRead(self)
        return stored.withLock { $0 }
      }
      set {
        stored.withLock { $0 = newValue }
        Runtime.current.didMutate(self)
      }
    }
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a publisher read in a task outside of any actor, and changed in another, stops with a message that names it")
  func publisherElsewhere() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let level = Level()
      let effect = Effect { _ = level.value }
      await Task.detached { level.value = 1 }.value
      withExtendedLifetime(effect) {}
    }
    try expectStop(result, says: ["Level, was read outside of any actor, and changed in another task or thread"])
  }
  #endif

  @Test("threads that read one publisher each have their own node of it")
  func publisherOfThreads() {
    let level = Level()
    let runs = onThreads(4) { _ in
      var seen: [Int] = []
      for _ in 0..<500 {
        let derivation = derive { level.value }
        let effect = Effect { seen.append(derivation.value) }
        withExtendedLifetime(effect) {}
      }
      return seen.count
    }
    #expect(runs == [500, 500, 500, 500])
  }

  @Test("the dependents of a publisher on an actor rerun there, wherever it changes")
  @MainActor func publisherOfActor() async {
    let level = Level()
    var seen: [Int] = []
    let effect = Effect {
      MainActor.assertIsolated()
      seen.append(level.value)
    }
    await Task.detached { level.value = 1 }.value
    for _ in 0..<1_000 where seen.last != 1 { await Task.yield() }
    #expect(seen == [0, 1])
    withExtendedLifetime(effect) {}
  }

  @Test("a publisher that a collection's function reads is tracked after an edit of a row that does not read it")
  func publisherOfCollection() {
    struct Row: Identifiable, Equatable { var id: Int, number: Int }
    let rows = OpenKeyed((0..<5).map { Row(id: $0, number: $0) })
    let level = Level()
    let high = rows.filter { $0.id == 0 || $0.number > level.value }
    var seen: [Int] = []
    let subscription = high.ids.observe { seen = $0 }
    level.value = 2
    #expect(seen == [0, 3, 4])
    rows.update(0) { $0.number = 7 }
    level.value = 3
    #expect(seen == [0, 4])
    subscription.cancel()
  }

  private final class Anywhere: Runtime.Subscriber, Sendable {
    let runs = Locked(0)
    func run() {
      MainActor.assertIsolated()
      runs.withLock { $0 += 1 }
    }
  }

  @Test("a subscriber that is registered again elsewhere runs on the actor that registered it first")
  @MainActor func subscriberOfActor() async {
    let (runtime, subscriber) = (Runtime(), Anywhere())
    runtime.register(subscriber)
    await Task.detached { for _ in 0..<10 { runtime.register(subscriber) } }.value
    for _ in 0..<1_000 where subscriber.runs.withLock({ $0 }) < 11 { await Task.yield() }
    #expect(subscriber.runs.withLock { $0 } == 11)
    await Task.detached { runtime.unregister(subscriber: subscriber) }.value
    runtime.register(subscriber)
    #expect(subscriber.runs.withLock { $0 } == 12)
  }

  private final class Recorder: Runtime.Subscriber {
    let source: AtomObject<Int>
    var seen: [Int] = []
    init(_ source: AtomObject<Int>) { self.source = source }
    func run() { seen.append(source.value) }
  }

  @Test("a subscriber that is registered again runs again, and is notified once of a change all the same")
  func registeredTwice() {
    let source = atom(1)
    let recorder = Recorder(source)
    let runtime = Runtime()
    runtime.register(recorder)
    runtime.register(recorder)
    #expect(recorder.seen == [1, 1])
    source.value = 2
    #expect(recorder.seen == [1, 1, 2])
    runtime.unregister(subscriber: recorder)
  }

  @Test("a graph describes itself as its text")
  func graph() {
    let runtime = Runtime()
    withIsolatedRuntime(using: runtime) {
      let count = atom(0, name: "count")
      let effect = Effect(name: "effect") { _ = count.value }
      #expect("\(runtime.graph())" == "effect effect <- count (first run)\nsource count")
      withExtendedLifetime(effect) {}
    }
  }
}
