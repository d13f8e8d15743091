package import ReactiveCore

/// Runs one random graph through the library and a model at once.
///
/// Every change goes to the model first. At any moment, however deep inside a delivery, a read from the library must
/// equal the model's result.
///
/// The protocol holds what all graphs share: how steps are drawn, how batches and changes end, and what an observer may
/// receive. A fuzzer has its own nodes, actions and model, and decides what may run.
package protocol GraphFuzzer: FuzzState {
  associatedtype Model: GraphModel
  var model: Model { get }
  /// Where the graphs are made, if that matters.
  associatedtype Place = Void

  init(seed: UInt64, skipping: Set<Int>, mostFuel: Int, journals: Bool, at place: Place)
  static var mostSteps: Int { get }
  /// Takes one step, which makes something or is an operation.
  func take(step: Int)
  /// Drops everything, in random order.
  func dropAll()
  /// Checks that dropped nodes are deallocated.
  func checkGone()
  /// An operation begins, or has ended and everything has settled.
  func beginOperation()
  func endOperation()

  func act()
  func name(_ id: Int) -> String
  func event(_ id: Int) -> EventStream<Int>?
  /// The observers receive it if ``isSending(_:)``.
  func send(_ payload: Int, to id: Int)
  func isSending(_ id: Int) -> Bool
  /// The nodes that may be read here, and the sources with their last written values.
  var readable: [Int] { get }
  var written: [(id: Int, value: Int)] { get }
  /// Reads in a random way and compares with the model.
  @discardableResult func read(_ id: Int) -> Int
  /// Writes a source, if it still exists.
  func writeAgain(_ id: Int, _ value: Int)
  /// The token is about to be cancelled or thrown away. It may be the last reference that keeps the node.
  func prepareToLetGo(of observer: FuzzObserver)

  func enter()
  /// The outermost batch or function has ended in the model. Its runs may run again.
  func settleRuns()
  /// Marks the runs that a change has invalidated.
  func touchRuns(inBatch: Bool)
  /// Whether a function that computes a value is on the stack.
  var isInFunction: Bool { get }
  /// Whether the node has dependents or observers in the library.
  func isWatched(_ id: Int) -> Bool
  /// The library's flags of the node. Empty if it is deallocated.
  func flags(_ id: Int) -> NodeFlags
  /// The library's place of the node's snapshot, if its flags include one.
  func snapshotPlace(_ id: Int) -> UInt32
  /// Identifies a change that leaves the node's value equal.
  func stamp(_ id: Int) -> Int
}

// MARK: - Programs

extension GraphFuzzer {
  /// The failure of the first seed that fails, as a story with as few steps as possible.
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

  /// Whether one of the first graphs finds the fault that `plant` gives the model.
  package static func finds(at place: Place, _ plant: (Model) -> Void) -> Bool {
    FuzzSettings.seedsForFaults.contains { seed in
      let graph = Self(seed: seed, skipping: [], mostFuel: 12, journals: false, at: place)
      plant(graph.model)
      return graph.run() != nil
    }
  }

  /// Returns the failure or nil.
  package func run() -> String? {
    for step in 0..<Self.mostSteps where failure == nil {
      // Each step has its own generator, so that leaving one out changes the others little.
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

  package func checkStack() {
    fuel = 0
    if depth != 0 || !running.isEmpty { fail("the fuzzer itself is at depth \(depth)") }
  }

  package func names(_ ids: [Int]) -> String { "[" + ids.map { "\($0)" }.joined(separator: ", ") + "]" }

  /// The running functions, for messages.
  package var place: String { running.isEmpty ? "" : ", inside " + running.map(name).joined(separator: " inside ") }

  /// A function that runs at the end of a batch may see a value that is not reverted yet. It then runs once more.
  package func isUnsettled(_ id: Int) -> Bool { isInFunction && model.isUnsettled(id) }
}
