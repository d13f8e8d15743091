import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Law 13 of properties: isolation")
struct IsolationTests {
  @Test("graphs on different threads do not touch each other")
  func threads() {
    let results = onThreads(4) { thread in
      let source = StoredProperty(thread)
      var row: [Behavior<Int>] = [source, source]
      for _ in 0..<20 {
        let above = row
        row = [
          DerivedProperty(above[0], above[1]) { a, b in (a &+ b) % 1_000 },
          DerivedProperty(above[1], above[0]) { a, b in (a &* 3 &+ b) % 1_000 },
        ]
      }
      let updater = Updater()
      var seen: [Int] = []
      updater.keepUpToDate(dependencies: [row[0]]) { seen.append(row[0].value) }
      for turn in 1...200 { source.value = thread + turn * 8 }
      return seen
    }
    for (thread, result) in results.enumerated() {
      #expect(result == expected(thread))
    }
  }

  /// The expected result of ``threads()``, computed without a graph.
  private func expected(_ thread: Int) -> [Int] {
    func bottom(_ value: Int) -> Int {
      var pair = (value, value)
      for _ in 0..<20 { pair = ((pair.0 &+ pair.1) % 1_000, (pair.1 &* 3 &+ pair.0) % 1_000) }
      return pair.0
    }
    var seen = [bottom(thread)]
    for turn in 1...200 {
      let next = bottom(thread + turn * 8)
      if next != seen.last { seen.append(next) }
    }
    return seen
  }

  #if os(macOS) || os(Linux) || os(Windows)
  private actor Successor {
    nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
    private var number: OpenBehavior<Int>?
    func use() {
      number = OpenBehavior(1)
      number?.sink { _ in }
    }
  }
  private actor Predecessor {
    func values() -> Values<Int> { OpenBehavior(1).map { $0 }.values }
  }
  /// Of these nothing is left.
  private actor Other {
    func use() { OpenBehavior(1).sink { _ in } }
  }
  private final class Unowning: Sendable {
    unowned let actor: Predecessor
    init(_ actor: Predecessor) { self.actor = actor }
  }
  /// Points to the bookkeeping of an actor that has unowned and weak references. The leak detector cannot see it in the
  /// memory of the actor itself.
  private static let bookkeeping = Locked(Weak<Predecessor>(wrappedValue: nil))

  // In a process of its own, since it looks at every actor.
  @Test("what waits for the end of an actor asks the next one in its place at most once")
  func successor() async {
    await #expect(processExitsWith: .success) {
      var predecessor: Predecessor? = Predecessor()
      var values = await predecessor?.values()
      // Hides the actor's end.
      let unowning = predecessor.map { Unowning($0) }
      Self.bookkeeping.withLock { $0.wrappedValue = predecessor }
      predecessor = nil
      for _ in 0..<200 { await Other().use() }
      var successors: [Successor] = []
      for _ in 0..<200 {
        let new = Successor()
        await new.use()
        successors.append(new)
      }
      withExtendedLifetime(values) {}
      values = nil
      // From here on, since a job waits in turns for a thread that is still releasing.
      let before = successors.map(\.executor.jobCount)
      await Task.detached { for _ in 0..<20_000 { await Task.yield() } }.value
      let after = successors.map(\.executor.jobCount)
      #expect(zip(before, after).allSatisfy { $1 - $0 <= 1 })
      withExtendedLifetime(unowning) {}
    }
  }
  #endif
}
