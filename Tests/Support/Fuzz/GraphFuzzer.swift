package import ReactiveCore

/// A fuzzer of graphs: one random graph, run through the library and through a model at once.
///
/// Every change goes to the model first, so at any moment, however deep inside a delivery, what is read from the library
/// must equal what the model recomputes. What is here holds for every such graph: how its steps are drawn, how batches
/// and changes end, what an observer may receive. A fuzzer has its own nodes, actions and model, and says what may run.
package protocol GraphFuzzer: FuzzState {
  associatedtype Model: GraphModel
  var model: Model { get }
  /// Where the graphs are made, if that matters to one.
  associatedtype Place = Void

  init(seed: UInt64, skipping: Set<Int>, mostFuel: Int, journals: Bool, at place: Place)
  static var mostSteps: Int { get }
  /// Does one step, which makes something or is an operation.
  func take(step: Int)
  /// Drops all that the program holds, in random order.
  func dropAll()
  /// Nothing is held any more: what was dropped is gone.
  func checkGone()
  /// An operation begins, or has been done and everything has settled.
  func beginOperation()
  func endOperation()

  /// One random action.
  func act()
  func name(_ id: Int) -> String
  func event(_ id: Int) -> EventStream<Int>?
  /// Sends a payload to the observers of an event, which receive it if ``isSending(_:)``.
  func send(_ payload: Int, to id: Int)
  func isSending(_ id: Int) -> Bool
  /// The nodes that may be read here, and the sources, each with what it was written last.
  var readable: [Int] { get }
  var written: [(id: Int, value: Int)] { get }
  /// Reads a node in one of the ways there are, and compares with the model.
  @discardableResult func read(_ id: Int) -> Int
  /// Writes a source, if it is still there.
  func writeAgain(_ id: Int, _ value: Int)
  /// The token of an observer is about to be cancelled or thrown away: it may be the last thing that keeps its node.
  func prepareToLetGo(of observer: FuzzObserver)

  /// A batch begins.
  func enter()
  /// The outermost batch or function has ended, for the model: what ran in it may have to run once more.
  func settleRuns()
  /// Something has changed: marks the runs that are outdated by it.
  func touchRuns(inBatch: Bool)
  /// Whether a function is on the stack that computes a value.
  var isInFunction: Bool { get }
  /// Whether the node has dependents or observers, as the library has it.
  func isWatched(_ id: Int) -> Bool
  /// What the library knows of the node; nothing of one that is gone.
  func flags(_ id: Int) -> NodeFlags
  /// Where the library keeps what the node had when the batch began, if its flags say that it does.
  func snapshotPlace(_ id: Int) -> UInt32
  /// What identifies a change of a node that changes without another value.
  func stamp(_ id: Int) -> Int
}

// MARK: - Programs

extension GraphFuzzer {
  /// What goes wrong with the first of these seeds with which anything does: as much as can be is left out of it, and the
  /// rest printed as a story.
  package static func failure(in seeds: some Sequence<UInt64>, at place: Place) -> String? {
    for seed in seeds where Self(seed: seed, skipping: [], mostFuel: 12, journals: false, at: place).run() != nil {
      return shortest(seed, at: place)
    }
    return nil
  }

  private static func shortest(_ seed: UInt64, at place: Place) -> String {
    var skipped: Set<Int> = []
    var fuel = 12
    func fails(_ skipped: Set<Int>, _ fuel: Int) -> Bool {
      Self(seed: seed, skipping: skipped, mostFuel: fuel, journals: false, at: place).run() != nil
    }
    for _ in 0..<2 {
      while fuel > 0 && fails(skipped, fuel - 1) { fuel -= 1 }
      for step in (0..<mostSteps).reversed() where fails(skipped.union([step]), fuel) { skipped.insert(step) }
    }
    let graph = Self(seed: seed, skipping: skipped, mostFuel: fuel, journals: true, at: place)
    let failure = graph.run() ?? "does not fail the second time"
    return "seed \(seed): \(failure)\n" + graph.journal.joined(separator: "\n")
  }

  /// Whether a fault that `plant` gives the model is found: something goes wrong with one of the first graphs.
  package static func finds(at place: Place, _ plant: (Model) -> Void) -> Bool {
    FuzzSettings.seedsForFaults.contains { seed in
      let graph = Self(seed: seed, skipping: [], mostFuel: 12, journals: false, at: place)
      plant(graph.model)
      return graph.run() != nil
    }
  }

  /// Builds the graph, does all operations and takes it down. What went wrong, or nil.
  package func run() -> String? {
    for step in 0..<Self.mostSteps where failure == nil {
      // Each step has a generator of its own, so that leaving one out changes the others little.
      random = SeededGenerator(seed: seed &+ UInt64(step + 1) &* 0x2545_F491_4F6C_DD1D)
      if !skipped.contains(step) { take(step: step) }
    }
    if failure == nil {
      beginOperation()
      for id in readable { read(id) }
      endOperation()
    }
    takeDown()
    return failure
  }

  /// Drops everything, in random order, and sees that nothing is left.
  private func takeDown() {
    fuel = 0
    random = SeededGenerator(seed: ~seed)
    dropAll()
    for observer in observers.shuffled(using: &random) {
      if random.once(in: 2) { observer.subscription?.cancel() }
      observer.subscription = nil
    }
    observers = []
    eventObservers = []
    checkGone()
    if ledger.live != 0 { fail("\(ledger.live) captured objects are still alive at the end") }
    if failure == nil && !objects.areReleased() { fail("an object that was a value is still held at the end") }
  }

  package func beginObservers() {
    fuel = mostFuel
    forgetSnapshots()
    epochs = 0
    for observer in observers {
      observer.callsBefore = observer.calls
      observer.lastBefore = observer.last
      observer.stampBefore = stamp(observer.node)
      observer.existedBefore = true
    }
  }

  package func checkObservers() {
    for observer in observers where !observer.isEnded { checkSettled(observer) }
    observers.removeAll { $0.isEnded }
    for observer in eventObservers where observer.received != observer.expected {
      fail("an observer of event \(observer.event) received \(observer.received), not \(observer.expected)")
    }
    eventObservers.removeAll { $0.isEnded || event($0.event) == nil }
  }

  /// The operation is done: nothing of it is left on the stack.
  package func checkStack() {
    fuel = 0
    if depth != 0 || !running.isEmpty { fail("the fuzzer itself is at depth \(depth)") }
  }

  package func names(_ ids: [Int]) -> String { "[" + ids.map { "\($0)" }.joined(separator: ", ") + "]" }

  /// Where something happens, for messages.
  package var place: String { running.isEmpty ? "" : ", inside " + running.map(name).joined(separator: " inside ") }

  /// What is run by the end of a batch may see what has not been reverted yet. It runs once more then.
  package func isUnsettled(_ id: Int) -> Bool { isInFunction && model.isUnsettled(id) }
}
