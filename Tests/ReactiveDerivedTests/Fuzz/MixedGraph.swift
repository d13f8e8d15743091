import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

/// One random graph of properties, tracked derivations, effects, updaters, behaviors and events, in the library and in
/// the naive model at once.
///
/// Every change goes to the model first, so at any moment, however deep inside a delivery, what is read from the library
/// must equal what the model recomputes. `MixedGraph+Making.swift` holds how each type is made, `+Actions` what is done
/// to the graph, `+Runs` and `+Checks` what must hold beyond that.
final class MixedGraph {
  let seed: UInt64
  /// Steps that are left out, to find the smallest failure.
  let skipped: Set<Int>
  /// How many actions callbacks may do in one operation.
  let mostFuel: Int
  let journals: Bool
  /// In every other graph all values are checked after each operation; in the rest only those that somebody needs, or
  /// laziness would never be seen.
  let checksAll: Bool

  /// Most graphs are small: what fails in one is easy to understand.
  let isSmall: Bool
  var mostNodes: Int { isSmall ? 8 : 20 }

  var random: SeededGenerator
  let model = MixedModel()
  let ledger = Ledger()
  let objects: FuzzObjects
  /// The ways to hold a number as an object.
  let holdings: [any MixedHolding]
  private(set) var journal: [String] = []
  private(set) var failure: String?

  // What the program holds.
  var nodes: [Int: MixedNode] = [:]
  var effects: [Int: Effect] = [:]
  var updaters: [Int: Updater] = [:]
  var events: [Int: Event<Int>] = [:]
  var observers: [MixedObserver] = []
  var eventObservers: [MixedEventObserver] = []

  // What is known of it.
  var nextID = 0
  /// All nodes that have not ended, those that only others hold among them.
  var living: [Int: MixedRemains] = [:]
  var kinds: [Int: String] = [:]
  var runs: [Int: MixedRun] = [:]
  var reactions: [Int: MixedReaction] = [:]
  /// Also those that have ended, maybe in the run that is on the stack.
  var allReactions: Set<Int> = []
  var paused: Set<Int> = []
  /// Updaters that run updates because they are given one, or unpaused: whoever does that holds them.
  var starting: Set<Int> = []
  /// The nodes that hold objects, by their faces: other nodes know only these.
  var behind: [Int: Int] = [:]
  /// What is behind a face, as long as it lives.
  var hidden: [Int: () -> ReactiveNode?] = [:]
  /// Properties of which no value is a duplicate.
  var everChanging: Set<Int> = []
  /// Nodes whose own dependencies are the model's inputs, not others that the fuzzer does not know.
  var isDirect: Set<Int> = []
  /// Nodes that had an observer of which nothing is asked any more, and that may live on: its owner is gone, or nobody
  /// but a list holds the node.
  var maybeObserved: Set<Int> = []
  /// What somebody observed or followed in the operation that runs.
  var needed: Set<Int> = []
  var nextPayload = 0
  var lastPayload = -1

  /// The functions that are on the stack.
  var running: [Int] = []
  /// The nodes whose reads are on the stack.
  var reading: [Int] = []
  var openBatches = 0
  /// How many batches, effects and updates are open.
  var depth = 0
  var changedInBatch = false
  /// Nodes that compare less than they hold, and were outdated when the open batch began. They have not run in it.
  var outdatedBefore: Set<Int> = []
  /// Something was read, or ran, in the middle of a batch that had changed something.
  var lookedInBatch = false
  /// The first steps make nodes; nothing much can go wrong yet.
  var isBuilding = false
  /// Something was let go of in this operation.
  var hasDropped = false
  /// Changes that are over, in this operation.
  var epochs = 0
  /// Actions that callbacks may still do in this operation.
  var fuel = 0

  init(seed: UInt64, skipping skipped: Set<Int> = [], mostFuel: Int = 12, journals: Bool = false) {
    self.seed = seed
    self.skipped = skipped
    isSmall = seed % 4 != 0
    self.mostFuel = isSmall ? min(mostFuel, 4) : mostFuel
    self.journals = journals
    random = SeededGenerator(seed: seed)
    checksAll = seed % 2 == 0
    objects = FuzzObjects(ledger)
    holdings = objects.mixedHoldings()
  }

  func fail(_ message: @autoclosure () -> String) {
    if failure != nil { return }
    failure = message()
    note("FAILED: \(failure ?? "")")
  }

  func note(_ line: @autoclosure () -> String) {
    if journals { journal.append(String(repeating: "  ", count: depth + running.count) + line()) }
  }

  func name(_ id: Int) -> String { "\(kinds[id] ?? "node") \(id)" }
  func names(_ ids: [Int]) -> String { "[" + ids.map { "\($0)" }.joined(separator: ", ") + "]" }

  static let buildSteps = 20
  static let mostSteps = 50

  /// Builds the graph, does all operations and takes it down. What went wrong, or nil.
  func run() -> String? {
    for step in 0..<Self.mostSteps where failure == nil {
      // Each step has a generator of its own, so that leaving one out changes the others little.
      random = SeededGenerator(seed: seed &+ UInt64(step + 1) &* 0x2545_F491_4F6C_DD1D)
      if skipped.contains(step) { continue }
      note("-- step \(step)")
      beginOperation()
      isBuilding = step < Self.buildSteps
      if isBuilding { build(step) } else { act() }
      endOperation()
    }
    if failure == nil {
      beginOperation()
      for (id, node) in nodes.sorted(by: { $0.key < $1.key }) { _ = read(id, node.behavior) }
      endOperation()
    }
    takeDown()
    return failure
  }

  private func build(_ step: Int) {
    switch step {
    case ..<4: if step < 2 || random.once(in: 2) { addSource() }
    case ..<14: if !random.once(in: 3) { addDerived() }
    case ..<18: if random.once(in: 3) { addReaction() }
    default: if random.once(in: 2) { addEvent() }
    }
  }

  /// Drops everything, in random order, and sees that nothing is left.
  private func takeDown() {
    fuel = 0
    random = SeededGenerator(seed: ~seed)
    for id in (0..<nextID).shuffled(using: &random) { drop(id) }
    for observer in observers.shuffled(using: &random) {
      if random.once(in: 2) { observer.subscription?.cancel() }
      observer.subscription = nil
    }
    observers = []
    eventObservers = []
    if failure == nil && !objects.areReleased() { fail("an object that was a value is still held at the end") }
    for id in living.keys.sorted() where living[id]?.behavior != nil { fail("\(name(id)) is alive at the end") }
    if ledger.live != 0 { fail("\(ledger.live) captured objects are still alive at the end") }
  }

  // MARK: Reading

  /// Reads a node in one of the ways there are, and compares with the model.
  @discardableResult
  func read(_ id: Int, _ behavior: Behavior<Int>, tracked: Bool = false) -> Int {
    reading.append(id)
    defer { reading.removeLast() }
    if depth > 0 {
      // What was brought up to date in the middle of a batch is settled at its end.
      needed.insert(id)
      if changedInBatch { lookedInBatch = true }
    }
    let value: Int
    if tracked {
      value = behavior.value
    } else if running.isEmpty {
      value = random.once(in: 2) ? behavior.peek() : behavior.value
    } else {
      value = random.once(in: 2) ? behavior.peek() : withoutTracking { behavior.value }
    }
    let truth = model.value(id)
    if value != truth && !isUnsettled(id) { fail("\(name(id)) reads \(value) where the model has \(truth)\(place)") }
    return value
  }

  /// What the end of a batch runs may see what has not been put back yet. It runs once more then.
  func isUnsettled(_ id: Int) -> Bool { isInFunction && model.isUnsettled(id) }
  var isInFunction: Bool { running.contains { !allReactions.contains($0) } }

  /// Where something happens, for messages.
  var place: String { running.isEmpty ? "" : ", inside " + running.map(name).joined(separator: " inside ") }

  /// What identifies a change of a node that changes without another value.
  func stamp(_ id: Int) -> Int { everChanging.contains(id) ? runs[id]?.count ?? 0 : model.stamp(id) }

  /// A node as the library has it, also one behind a face.
  func node(_ id: Int) -> ReactiveNode? { living[id]?.behavior ?? hidden[id]?() }

  // MARK: Changing

  /// The model has changed; the library is about to, by a write of a source if that is given.
  func noteChange(writing id: Int? = nil) {
    if model.isSettling && !isInFunction { model.forgetBaselines() }
    if depth == 0 { return endChange(writing: id) }
    changedInBatch = true
    for id in runs.keys where isOutdated(id) { runs[id]?.isTouchedInBatch = true }
    for observer in observers where !observer.existedBefore && model.value(observer.node) != observer.last {
      observer.mayRepeat = true
    }
  }

  /// A batch, effect or update begins.
  func enter() {
    if depth == 0 {
      outdatedBefore = model.coarse.filter { node($0)?.flags.isDisjoint(with: .stale) == false }
    }
    depth += 1
  }

  /// A batch, effect or update ends, for the model: the library tells after this.
  func leave() {
    depth -= 1
    guard depth == 0 else { return }
    model.endBatch()
    for (id, run) in runs where run.isTouchedInBatch {
      // What ran in the middle saw a value that came back later: two changes, not none. What depends on it may be needed
      // at the batch's end before the library knows that it came back.
      if lookedInBatch { runs[id]?.isTouched = true }
      runs[id]?.isTouchedInBatch = false
    }
    lookedInBatch = false
    if changedInBatch {
      changedInBatch = false
      endChange()
    }
  }

  /// A change is complete: these are the values that observers may see.
  private func endChange(writing id: Int? = nil) {
    epochs += 1
    for id in runs.keys where isOutdated(id) { runs[id]?.isTouched = true }
    for observer in observers where !observer.isEnded {
      if observer.node == id && !isAlways(observer.node) { observer.writes.insert(observer.upcoming.count) }
      observer.upcoming.append(model.value(observer.node))
    }
  }
}
