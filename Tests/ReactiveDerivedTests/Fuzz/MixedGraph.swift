import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

/// One random graph of properties, tracked derivations, effects, updaters, behaviors and events, in the library and in
/// the naive model at once; see ``GraphFuzzer``.
///
/// `MixedGraph+Making.swift` holds how each type is made, `+Actions` what is done to the graph, `+Runs` and `+Checks` what
/// may run and what must live.
final class MixedGraph: FuzzState, GraphFuzzer {
  var mostNodes: Int { isSmall ? 8 : 20 }

  let model = MixedModel()
  let making: TimedMaking
  /// In every fourth graph there are events from the beginning, more operators over time, and more time passes.
  let prefersTime: Bool
  let clock = ManualClock()
  /// How many seconds have passed on it.
  var ticks = 0
  /// The ways to hold a number as an object.
  private(set) lazy var holdings = objects.mixedHoldings()

  // What the program holds.
  var nodes: [Int: MixedNode] = [:]
  var effects: [Int: Effect] = [:]
  var updaters: [Int: Updater] = [:]
  var events: [Int: EventStream<Int>] = [:]

  // What is known of it.
  /// All nodes that have not ended, those that only others hold among them.
  var living: [Int: MixedRemains] = [:]
  var kinds: [Int: String] = [:]
  var runs: [Int: MixedRun] = [:]
  var reactions: [Int: MixedReaction] = [:]
  var paused: Set<Int> = []
  /// Updaters that run updates because they are given one, or unpaused: the caller holds them.
  var starting: Set<Int> = []
  /// The nodes that hold objects, by their faces: other nodes know only these.
  var behind: [Int: Int] = [:]
  /// What is behind a face, as long as it lives.
  var hidden: [Int: () -> ReactiveNode?] = [:]
  /// The operators over time, by their nodes.
  var chains: [Int: MixedChain] = [:]
  /// The sources, and the events, that run while they are observed.
  var activities: [Int: MixedActivity] = [:]
  /// One of them has started in the operation that runs.
  var hasStarted = false
  /// The events that were ended, and those whose observers know.
  var finished: Set<Int> = []
  var ended: Set<Int> = []
  /// Which event a node may observe.
  var followedEvents: [Int: Int] = [:]
  /// Nodes whose own dependencies are the model's inputs, not others that the fuzzer does not know.
  var isDirect: Set<Int> = []
  /// What was observed or followed in the operation that runs.
  var needed: Set<Int> = []
  /// Something was read, or ran, in the middle of a batch that had changed something.
  var lookedInBatch = false
  /// The first steps make nodes; nothing much can go wrong yet.
  var isBuilding = false
  /// Something was dropped in this operation.
  var hasDropped = false

  init(
    seed: UInt64, skipping skipped: Set<Int> = [], mostFuel: Int = 12, journals: Bool = false, at place: TimedMaking
  ) {
    making = place
    prefersTime = seed % 8 == 3 || seed % 8 == 4
    super.init(seed: seed, skipping: skipped, mostFuel: mostFuel, journals: journals, isSmall: seed % 4 != 0)
  }

  func name(_ id: Int) -> String { "\(kinds[id] ?? "node") \(id)" }

  static let buildSteps = 20
  static let mostSteps = 50

  func take(step: Int) {
    note("-- step \(step)")
    isBuilding = step < Self.buildSteps
    if isBuilding { return operate { build(step) } }
    if random.once(in: prefersTime ? 2 : 4) && !(chains.isEmpty && activities.isEmpty) {
      for _ in 0..<1 + random.below(3) { operate(passTime) }
    } else {
      operate(actAlone)
    }
  }

  private func operate(_ body: () -> Void) {
    beginOperation()
    body()
    endOperation()
  }

  private func build(_ step: Int) {
    switch step {
    case 2..<4 where prefersTime: addEvent()
    case ..<4: if step < 2 || random.once(in: 2) { addSource() }
    case ..<14: if !random.once(in: 3) { addDerived() }
    case ..<18: if random.once(in: 3) { addReaction() }
    default: if random.once(in: 2) { addEvent() }
    }
  }

  func dropAll() {
    for id in (0..<nextID).shuffled(using: &random) { drop(id) }
    // With what they keep.
    chains = [:]
  }

  func checkGone() {
    for id in living.keys.sorted() where living[id]?.behavior != nil { fail("\(name(id)) is alive at the end") }
    for (id, activity) in activities where activity.isOn { fail("\(name(id)) runs at the end") }
    if clock.sleeperCount > 0 { fail("something sleeps at the end") }
  }

  // MARK: Reading

  @discardableResult
  func read(_ id: Int) -> Int { nodes[id].map { read(id, $0.behavior) } ?? 0 }

  @discardableResult
  func read(_ id: Int, _ behavior: Behavior<Int>, tracked: Bool = false) -> Int {
    reading.append(id)
    defer { reading.removeLast() }
    if depth > 0 {
      noteNeeded(id)
      if changedInBatch { lookedInBatch = true }
    }
    let value = draw(tracked: tracked, value: { behavior.value }, peek: { behavior.peek() })
    let truth = model.value(id)
    if value != truth && !isUnsettled(id) { fail("\(name(id)) reads \(value) where the model has \(truth)\(place)") }
    return value
  }

  /// Something asks for the node. What was brought up to date for that in the middle of a batch is settled at its end,
  /// also if the node depends on something else by then.
  func noteNeeded(_ id: Int) {
    if depth > 0 { needed.formUnion(model.reach(from: [id], possibly: true)) } else { needed.insert(id) }
  }

  var isInFunction: Bool { running.contains { !allReactions.contains($0) } }

  func stamp(_ id: Int) -> Int { everChanging.contains(id) ? runs[id]?.count ?? 0 : model.stamp(id) }

  /// A node as the library has it, also one behind a face.
  func node(_ id: Int) -> ReactiveNode? { living[id]?.behavior ?? hidden[id]?() }

  func isWatched(_ id: Int) -> Bool { node(id)?.isWatched ?? false }
  func flags(_ id: Int) -> NodeFlags { node(id)?.flags ?? [] }
  func snapshotPlace(_ id: Int) -> UInt32 { node(id)?.snapshotPlace ?? 0 }

  // MARK: Changing

  /// A batch, effect or update begins.
  func enter() {
    if depth == 0 { beginBatch() }
    depth += 1
  }

  func settleRuns() {
    for (id, run) in runs where run.isTouchedInBatch {
      // What ran in the middle saw a value that came back later: two changes, not none. What depends on it may be needed
      // at the batch's end before the library knows that it came back.
      if lookedInBatch { runs[id]?.isTouched = true }
      runs[id]?.isTouchedInBatch = false
    }
    lookedInBatch = false
  }

  func touchRuns(inBatch: Bool) {
    for id in runs.keys where isOutdated(id) {
      if inBatch { runs[id]?.isTouchedInBatch = true } else { runs[id]?.isTouched = true }
    }
  }
}
