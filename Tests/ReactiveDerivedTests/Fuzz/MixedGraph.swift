import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

/// One random graph of properties, tracked derivations, effects, updaters, behaviors and events, in the library and in
/// the naive model; see ``GraphFuzzer``.
///
/// - `+Making`: construction of each type
/// - `+Projections`: parts of structs, and behaviors that write another or override it
/// - `+Actions`: changes of the graph
/// - `+Runs` and `+Checks`: rules of runs and lifetimes
final class MixedGraph: FuzzState, GraphFuzzer {
  var mostNodes: Int { isSmall ? 8 : 20 }

  let model = MixedModel()
  let making: TimedMaking
  /// Every fourth graph starts with events, has more operators over time, and lets more time pass.
  let prefersTime: Bool
  let clock = ManualClock()
  var ticks = 0
  private(set) lazy var holdings = objects.mixedHoldings()

  var nodes: [Int: MixedNode] = [:]
  var effects: [Int: Effect] = [:]
  var updaters: [Int: Updater] = [:]
  var events: [Int: EventStream<Int>] = [:]

  /// All living nodes, including those that only other nodes hold.
  var living: [Int: MixedRemains] = [:]
  var kinds: [Int: String] = [:]
  var runs: [Int: MixedRun] = [:]
  var reactions: [Int: MixedReaction] = [:]
  var paused: Set<Int> = []
  /// Updaters that are running updates because one was added or they were unpaused. The caller holds them.
  var starting: Set<Int> = []
  /// The nodes that hold objects, by their faces. Other nodes see only the faces.
  var behind: [Int: Int] = [:]
  /// The node behind a face, while it lives.
  var hidden: [Int: () -> ReactiveNode?] = [:]
  var chains: [Int: MixedChain] = [:]
  var activities: [Int: MixedActivity] = [:]
  /// Structs whose parts are sources. Only the parts keep them.
  var roots: [Int: MixedRoot] = [:]
  /// Those whose rows have changed in the open batch.
  var rearranged: Set<Int> = []
  /// A source or event has started in this operation.
  var hasStarted = false
  /// The events that were ended, and those whose observers have been notified of it.
  var finished: Set<Int> = []
  var ended: Set<Int> = []
  /// The event that a node may observe.
  var followedEvents: [Int: Int] = [:]
  /// Nodes that depend directly on the model's inputs, not through nodes unknown to the fuzzer.
  var isDirect: Set<Int> = []
  /// Observed or followed in this operation.
  var needed: Set<Int> = []
  /// A read or a run happened in a batch after a change.
  var lookedInBatch = false
  /// The first steps make nodes and skip most checks.
  var isBuilding = false
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
    // Releases the nodes that they retain.
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

  /// Marks a node that is read. A node that a read inside a batch brought up to date is settled at the batch's end,
  /// even if its reader no longer depends on it.
  func noteNeeded(_ id: Int) {
    if depth > 0 { needed.formUnion(model.reach(from: [id], possibly: true)) } else { needed.insert(id) }
  }

  var isInFunction: Bool { running.contains { !allReactions.contains($0) } }

  func stamp(_ id: Int) -> Int { everChanging.contains(id) ? runs[id]?.count ?? 0 : model.stamp(id) }

  /// The library's node, also one behind a face.
  func node(_ id: Int) -> ReactiveNode? { living[id]?.behavior ?? hidden[id]?() }

  func isWatched(_ id: Int) -> Bool { node(id)?.isWatched ?? false }
  func flags(_ id: Int) -> NodeFlags { node(id)?.flags ?? [] }
  func snapshotPlace(_ id: Int) -> UInt32 { node(id)?.snapshotPlace ?? 0 }

  // MARK: Changing

  func enter() {
    if depth == 0 { beginBatch() }
    depth += 1
  }

  func settleRuns() {
    for (id, run) in runs where run.isTouchedInBatch {
      // A run inside the batch saw a value that was reverted later: that makes two changes, not none. The end of the
      // batch may need its dependents before the library has found the revert.
      if lookedInBatch { runs[id]?.isTouched = true }
      runs[id]?.isTouchedInBatch = false
    }
    lookedInBatch = false
    // An array that a batch restores counts as changed until the batch ends: what has read it may run once more.
    for root in rearranged { model.noteChange(of: root) }
    rearranged = []
  }

  func touchRuns(inBatch: Bool) {
    if !inBatch { model.endOverrides() }
    for id in runs.keys where isOutdated(id) {
      if inBatch { runs[id]?.isTouchedInBatch = true } else { runs[id]?.isTouched = true }
    }
  }
}
