import ReactiveTestSupport
import ReactiveTracking
import Testing

/// The part of Ripple's interface for custom publishers and subscribers.
@Suite("Ripple's runtime")
struct RippleRuntimeTests {
  /// A publisher as written by a user of Ripple.
  private final class Cell: Runtime.Publisher {
    private var stored: Int

    init(_ value: Int) { stored = value }
    var value: Int {
      get {
        Runtime.current.willRead(self)
        return stored
      }
      set {
        if newValue == stored { return }
        stored = newValue
        Runtime.current.didMutate(self)
      }
    }
  }

  /// A subscriber as written by a user of Ripple.
  private final class Recorder: Runtime.Subscriber {
    private let read: () -> Int
    private(set) var log: [Int] = []

    init(_ read: @escaping () -> Int) { self.read = read }
    func run() { log.append(read()) }
  }

  @Test("register runs the subscriber, and again whenever something that it read mutates")
  func register() {
    withIsolatedRuntime {
      let cell = Cell(1)
      let other = Cell(1)
      let recorder = Recorder { cell.value }
      Runtime.current.register(recorder)
      #expect(recorder.log == [1])
      cell.value = 2
      cell.value = 2
      other.value = 5
      #expect(recorder.log == [1, 2])
    }
  }

  @Test("its reads are recorded anew in each run")
  func dynamicReads() {
    withIsolatedRuntime {
      let condition = Cell(1)
      let a = Cell(10)
      let b = Cell(20)
      let recorder = Recorder { condition.value == 1 ? a.value : b.value }
      Runtime.current.register(recorder)
      b.value = 21
      condition.value = 0
      a.value = 11
      b.value = 22
      #expect(recorder.log == [10, 21, 22])
    }
  }

  @Test("a subscriber that was unregistered does not run; registered again, it does")
  func unregisterSubscriber() {
    withIsolatedRuntime {
      let cell = Cell(1)
      let recorder = Recorder { cell.value }
      Runtime.current.register(recorder)
      Runtime.current.unregister(subscriber: recorder)
      cell.value = 2
      #expect(recorder.log == [1])
      Runtime.current.unregister(subscriber: recorder)
      Runtime.current.register(recorder)
      cell.value = 3
      #expect(recorder.log == [1, 2, 3])
    }
  }

  @Test("a publisher that was unregistered notifies no subscriber, until it is read again")
  func unregisterPublisher() {
    withIsolatedRuntime {
      let cell = Cell(1)
      let other = Cell(1)
      let recorder = Recorder { cell.value + other.value }
      Runtime.current.register(recorder)
      Runtime.current.unregister(publisher: cell)
      cell.value = 2
      #expect(recorder.log == [2])
      other.value = 2
      #expect(recorder.log == [2, 4])
      cell.value = 3
      #expect(recorder.log == [2, 4, 5])
    }
  }

  @Test("subscribers are held weakly, and so are publishers")
  func heldWeakly() {
    withIsolatedRuntime {
      var cell: Cell? = Cell(1)
      let observedCell = Weak(wrappedValue: cell)
      var runs = 0
      var recorder: Recorder? = Recorder { [weak cell] in
        runs += 1
        return cell?.value ?? 0
      }
      let observedRecorder = Weak(wrappedValue: recorder)
      Runtime.current.register(recorder!)
      #expect(runs == 1)
      recorder = nil
      #expect(observedRecorder.wrappedValue == nil)
      cell?.value = 2
      #expect(runs == 1)
      cell = nil
      #expect(observedCell.wrappedValue == nil)
    }
  }

  @Test("a new publisher at a dead one's address runs nothing")
  func reusedAddress() {
    withIsolatedRuntime {
      var dying: [Cell] = (0..<50).map { Cell($0) }
      let recorders = dying.map { cell in Recorder { [weak cell] in cell?.value ?? -1 } }
      for recorder in recorders { Runtime.current.register(recorder) }
      dying = []
      // These usually reuse the addresses of released cells.
      var kept: [Cell] = []
      for number in 0..<1_000 {
        let cell = Cell(number)
        cell.value = -7
        kept.append(cell)
      }
      #expect(recorders.allSatisfy { $0.log.count == 1 })
    }
  }

  @Test("a user's subscriber follows atoms and derivations, which are publishers as well")
  func followsAtoms() {
    withIsolatedRuntime {
      @Atom var a = 1
      @Derived var tens = a / 10
      let recorder = Recorder { tens }
      Runtime.current.register(recorder)
      a = 5
      a = 12
      #expect(recorder.log == [0, 1])
      let publishers: [any Runtime.Publisher] = [$a, $tens]
      let subscribers: [any Runtime.Subscriber] = [$tens, Effect {}]
      #expect(publishers.count + subscribers.count == 4)
    }
  }

  @Test("effects and derivations follow a user's publisher, without glitches")
  func followsPublishers() {
    withIsolatedRuntime {
      let cell = Cell(1)
      @Derived var double = cell.value * 2
      @Derived var triple = cell.value * 3
      var log: [String] = []
      let effect = Effect { log.append("\(cell.value) \(double) \(triple)") }
      cell.value = 2
      batch {
        cell.value = 3
        cell.value = 4
      }
      #expect(log == ["1 2 3", "2 4 6", "4 8 12"])
      withExtendedLifetime(effect) {}
    }
  }

  @Test("atoms take part by hand too: didMutate runs the readers, willRead makes a reader of what runs")
  func byHand() {
    withIsolatedRuntime {
      let a = atom(1)
      var runs = 0
      let effect = Effect {
        runs += 1
        Runtime.current.willRead(a)
      }
      a.value = 2
      #expect(runs == 2)
      Runtime.current.didMutate(a)
      #expect(runs == 3)
      withExtendedLifetime(effect) {}
    }
  }

  @Test("a subscriber that writes what another one reads, and one that writes what it reads")
  func writes() {
    withIsolatedRuntime {
      let a = Cell(0)
      let b = Cell(0)
      let copying = Recorder {
        b.value = a.value
        return 0
      }
      let counting = Recorder {
        if b.value < 3 && b.value > 0 { b.value += 1 }
        return b.value
      }
      Runtime.current.register(copying)
      Runtime.current.register(counting)
      a.value = 1
      #expect(b.value == 3)
      #expect(counting.log.last == 3)
    }
  }

  @Test("a derivation and an effect can be run by hand")
  func runByHand() {
    var count = 0
    let derived = derive { () -> Int in
      count += 1
      return count
    }
    #expect(derived.value == 1)
    var seen: [Int] = []
    let effect = Effect { seen.append(derived.value) }
    derived.run()
    #expect(derived.value == 2)
    #expect(seen == [1, 2])
    effect.run()
    #expect(seen == [1, 2, 2])
  }

  /// Makes and releases publishers and subscribers in the shared runtime. Returns the number of subscriber runs.
  @concurrent
  private static func churn(_ count: Int) async -> Int {
    var runs = 0
    // Written so seldom that subscribers released without a write to it are still among its readers.
    @Atom var seldom = 0
    var kept: [Recorder] = []
    for index in 0..<count {
      let cell = Cell(0)
      let recorder = Recorder {
        runs += 1
        return cell.value + seldom
      }
      Runtime.current.register(recorder)
      cell.value = 1
      if index % 3 == 0 { kept.append(recorder) }
      if kept.count > 20 { kept.removeFirst(10) }
      if index % 50 == 0 { seldom += 1 }
    }
    return runs
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("graphs of different threads do not touch each other, though all use the shared runtime")
  func threads() async {
    // Needs its own process: a failure would take the other tests along.
    await #expect(processExitsWith: .success) {
      let alone = await Self.churn(5_000)
      let together = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 { group.addTask { await Self.churn(5_000) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      precondition(together == [alone, alone, alone, alone], "alone \(alone), together \(together)")
    }
  }
  #endif

  @Test("reads outside of any run, and mutations that nothing follows, do nothing")
  func unobserved() {
    withIsolatedRuntime {
      let cell = Cell(1)
      #expect(cell.value == 1)
      cell.value = 2
      #expect(cell.value == 2)
      Runtime.current.unregister(publisher: cell)
      Runtime.current.unregister(subscriber: Recorder { 0 })
    }
  }
}

@Suite("Ripple's isolated runtimes")
struct RippleIsolationTests {
  @Test("the override of the task is the current runtime, and there is a shared one without it")
  func override() {
    let shared = Runtime.current
    #expect(shared === Runtime.current)
    #expect(RippleContext.runtimeOverride == nil)
    let runtime = Runtime()
    RippleContext.$runtimeOverride.withValue(runtime) {
      #expect(Runtime.current === runtime)
      @Atom var a = 1
      @Derived var b = a + 1
      #expect(b == 2)
    }
    #expect(Runtime.current === shared)
  }

  @Test("withIsolatedRuntime makes a runtime, passes the result on, and rethrows")
  func synchronous() throws {
    let outer = Runtime.current
    let inner = withIsolatedRuntime { () -> Runtime in
      #expect(Runtime.current === RippleContext.runtimeOverride)
      return Runtime.current
    }
    #expect(inner !== outer)
    #expect(Runtime.current === outer)
    #expect(throws: Failure(number: 1)) { try withIsolatedRuntime { throw Failure(number: 1) } }
    #expect(Runtime.current === outer)
  }

  @Test("they nest")
  func nested() {
    withIsolatedRuntime {
      let first = Runtime.current
      withIsolatedRuntime {
        #expect(Runtime.current !== first)
      }
      #expect(Runtime.current === first)
    }
  }

  @Test("withIsolatedRuntime(using:) takes a runtime")
  func using() {
    let runtime = Runtime()
    let result = withIsolatedRuntime(using: runtime) { () -> Int in
      #expect(Runtime.current === runtime)
      @Atom var a = 20
      @Derived var b = a + 1
      return b
    }
    #expect(result == 21)
  }

  @Test("the asynchronous form holds across suspensions and in child tasks")
  func asynchronous() async throws {
    let outer = Runtime.current
    await withIsolatedRuntime {
      let inner = Runtime.current
      #expect(inner !== outer)
      await Task.yield()
      #expect(Runtime.current === inner)
      async let child = Runtime.current
      #expect(await child === inner)
    }
    #expect(Runtime.current === outer)
    await #expect(throws: Failure(number: 2)) {
      try await withIsolatedRuntime {
        await Task.yield()
        throw Failure(number: 2)
      }
    }
  }

  @Test("what happens in one is not seen in another")
  func separate() {
    var runs = 0
    @Atom var a = 0
    let effect = withIsolatedRuntime {
      Effect {
        runs += 1
        _ = a
      }
    }
    withIsolatedRuntime {
      @Atom var b = 0
      let other = Effect(name: "other") { _ = b }
      b = 1
      #expect(Runtime.current.graph().description.contains("other"))
      withExtendedLifetime(other) {}
    }
    #expect(runs == 1)
    #expect(!Runtime.current.graph().description.contains("other"))
    withExtendedLifetime(effect) {}
  }
}
