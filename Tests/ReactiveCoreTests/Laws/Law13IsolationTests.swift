import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Isolation")
struct IsolationTests {
  private final class Graph {
    @Property var property = 0
    @Pub var pub = 0
    @Signal var signal: Accepts<Int>
    let behavior = OpenBehavior(0)
    let event = Event<Int>()
    let bag = SubscriptionBag()
    let live = LiveCount()
    private(set) var log: [Int] = []

    init() {
      let tracked = live.make()
      $property.sink { [unowned self] in pub = $0 + 1 }
      $pub.sink { [unowned self] in behavior.value = $0 + 1 }
      behavior.sink { [unowned self] in event.trigger($0 + 1) }.store(in: bag)
      event.sink { [unowned self] in signal.send($0 + 1) }.store(in: bag)
      $signal.observe(with: self) { me, value in
        tracked.touch()
        me.log.append(value)
      }
    }
    func run(_ numbers: Range<Int>) {
      for number in numbers { property = number }
    }
  }

  @Test("threads with a graph each do not touch each other")
  func graphPerThread() {
    let results = onThreads(8) { index -> [Int] in
      let graph = Graph()
      graph.run(index * 1_000 + 1..<index * 1_000 + 1_001)
      return graph.log
    }
    for (index, log) in results.enumerated() { #expect(log == (index * 1_000 + 5..<index * 1_000 + 1_005).map { $0 }) }
  }

  @Test("a batch on one thread does not hold back the deliveries of another")
  func batchPerThread() {
    let log = batch { () -> [Int] in
      let mine = OpenBehavior(0)
      var notified: [Int] = []
      mine.sink { notified.append($0) }
      mine.value = 1
      let others = onThread { () -> [Int] in
        let other = OpenBehavior(0)
        var notified: [Int] = []
        other.sink { notified.append($0) }
        other.value = 2
        return notified
      }
      return notified + others
    }
    #expect(log == [2])
  }

  @Test("a graph made on one thread is used and released on another")
  func sentToThread() {
    nonisolated(unsafe) var graph: Graph? = Graph()
    unsafe graph?.run(1..<11)
    let live = unsafe graph!.live
    nonisolated(unsafe) let count = live
    let log = onThread { () -> [Int] in
      unsafe graph?.run(11..<21)
      unsafe graph?.bag.cancelAll()
      unsafe graph?.run(21..<31)
      let log = unsafe graph?.log
      unsafe graph = nil
      return log ?? []
    }
    #expect(log == Array(5..<25))
    #expect(unsafe count.alive == 0)
  }

  @Test("a graph that went through many threads is released on the first")
  func sentAround() {
    nonisolated(unsafe) var graph: Graph? = Graph()
    for round in 0..<20 {
      _ = onThread { () -> Int in
        unsafe graph?.run(round * 10 + 1..<round * 10 + 11)
        // Links made on a thread that ends.
        for number in 0..<100 { unsafe graph?.event.sink { _ in _ = number }.store(in: graph!.bag) }
        return 0
      }
    }
    let live = unsafe graph!.live
    #expect(unsafe graph?.log == Array(5..<205))
    unsafe graph = nil
    #expect(live.alive == 0)
  }

  @Test("a long chain made on one thread is released on another, with a small stack")
  func chainReleasedElsewhere() {
    let live = LiveCount()
    nonisolated(unsafe) var first: Event<Int>? = Event()
    for _ in 0..<100_000 {
      let tracked = live.make()
      let event = Event<Int>()
      unsafe event.sink { [next = first!] in
        tracked.touch()
        next.trigger($0)
      }
      unsafe first = event
    }
    _ = onThread { () -> Int in
      unsafe first = nil
      return 0
    }
    #expect(live.alive == 0)
  }

  @Test("a thread's last act may be the release of a graph")
  func releasedAtThreadEnd() {
    let alive = onThread { () -> Int in
      let live = LiveCount()
      do {
        let graph = Graph()
        graph.run(1..<10)
        graph.event.sink { [tracked = live.make()] _ in tracked.touch() }
      }
      return live.alive
    }
    #expect(alive == 0)
  }

  private actor Store {
    @Pub private var count = 0
    private var log: [Int] = []
    private let bag = SubscriptionBag()
    private var imported: OpenBehavior<Int>?

    func start() { $count.observe { self.log.append($0) }.store(in: bag) }
    func stop() { bag.cancelAll() }
    func add(_ number: Int) -> [Int] {
      count += number
      return log
    }
    func take(_ behavior: sending OpenBehavior<Int>) -> Int {
      imported = behavior
      behavior.value += 1
      return behavior.value
    }
  }

  @Test("an actor owns a graph")
  func actorOwnsGraph() async {
    let store = Store()
    await store.start()
    for number in 1...100 { _ = await store.add(number) }
    let log = await store.add(0)
    await store.stop()
    #expect(log.count == 101)
    #expect(log.last == 5_050)
  }

  @Test("a behavior that is not held elsewhere may be sent to an actor, with its observers")
  func sentToActor() async {
    let store = Store()
    let behavior = OpenBehavior(1)
    behavior.sink { _ in }
    behavior.value = 2
    #expect(await store.take(behavior) == 3)
  }

  @Test("tasks with a graph each do not touch each other")
  func graphPerTask() async {
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<20 {
        group.addTask {
          let graph = Graph()
          for number in 1...100 {
            graph.property = index * 1_000 + number
            if number % 10 == 0 { await Task.yield() }
          }
          return graph.log == (index * 1_000 + 5..<index * 1_000 + 105).map { $0 }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("the main actor owns a graph")
  @MainActor
  func mainActor() {
    let graph = Graph()
    graph.run(1..<4)
    #expect(graph.log == [5, 6, 7])
  }
}
