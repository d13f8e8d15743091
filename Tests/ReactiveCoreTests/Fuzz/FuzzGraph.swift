import ReactiveCore
import ReactiveTestSupport

/// One random graph, run through the kernel and the naive model at once; see ``GraphFuzzer``.
final class FuzzGraph: FuzzState, GraphFuzzer {
  /// In every third graph derivations may write, in a kernel batch whose end the model cannot see. Coarse derivations
  /// depend on that end, so these graphs have none.
  var derivationsWrite: Bool { seed % 3 == 0 }
  var mostNodes: Int { isSmall ? 8 : 24 }

  let model = NaiveModel()
  private(set) lazy var holdings = objects.holdings()
  let numbers = FuzzObjects.numbers

  var nodes: [Int: FuzzNode] = [:]
  var runs: [Int: FuzzRun] = [:]
  var reactions: [Int: FuzzReaction] = [:]
  /// No derivation reads these sources, so derivations may write them.
  var sideSources: Set<Int> = []
  /// The nodes that derivations made in their last run.
  var made: [Int: ComputedBehavior<Int>] = [:]
  /// Dependencies of reactions and derivations that ended in this operation, and of nodes that derivations made.
  var noLongerNeeded: Set<Int> = []
  /// Sources that were dropped in a batch inside their own write, which keeps them. The batch may restore their values,
  /// so they are read like others.
  var dying: [Int: () -> (any FuzzFace)?] = [:]
  /// Reactions in their first run, which the starting code retains.
  var starting: Set<Int> = []
  /// Whether each source with a liveness callback is observed, directly or not, according to the kernel.
  var liveSources: [Int: Bool] = [:]
  /// Derivations whose last token ended in this operation. They are deallocated at its end.
  var untokened: [WeakDerivation] = []

  /// The number of running functions of nodes that derivations made. Such a node may run without its maker.
  var innerRuns = 0
  /// Their new observer may be in its first call.
  var observing: [Int] = []

  init(seed: UInt64, skipping skipped: Set<Int> = [], mostFuel: Int = 12, journals: Bool = false, at place: Void = ()) {
    super.init(seed: seed, skipping: skipped, mostFuel: mostFuel, journals: journals, isSmall: seed % 5 != 0)
  }

  static let mostSteps = 60

  func take(step: Int) {
    if step < 24 {
      build(step)
    } else if !random.once(in: 5) {
      note("-- step \(step)")
      beginOperation()
      actAlone()
      endOperation()
    }
  }

  private func build(_ step: Int) {
    beginOperation()
    switch step {
    case ..<5: if step < 2 || random.once(in: 2) { addSource() }
    case ..<16: if random.once(in: 2) { addDerivation() }
    case ..<20: if random.once(in: 4) { addReaction() }
    case 20: addEvent()
    default: if random.once(in: 3) { addDerivation() }
    }
    endOperation()
  }

  func dropAll() {
    for id in nodes.keys.sorted().shuffled(using: &random) { drop(id) }
    made = [:]
    for id in nodes.keys.sorted() { if case .kept(let derivation) = nodes[id] { untokened.append(derivation) } }
    nodes = [:]
  }

  func checkGone() { checkTokens() }

  // MARK: Reading

  @discardableResult
  func read(_ id: Int) -> Int { read(id, tracked: false) }

  private func read(_ id: Int, tracked: Bool) -> Int {
    guard let node = nodes[id]?.face ?? dying[id]?() else { return model.value(id) }
    reading.append(id)
    let epochsBefore = epochs
    let value = draw(tracked: tracked, value: { node.value }, peek: { node.peek() })
    reading.removeLast()
    let truth = model.value(id)
    // Bringing it up to date may cause deliveries, which may write.
    let isOvertaken = running.isEmpty && epochs != epochsBefore
    if value != truth && !isOvertaken && !isUnsettled(id) {
      fail("\(name(id)) reads \(value) where the model has \(truth)\(place)")
    }
    return value
  }

  var isInFunction: Bool { innerRuns > 0 || running.contains { !allReactions.contains($0) } }

  func name(_ id: Int) -> String {
    switch nodes[id] {
    case .source: "source \(id)"
    case .derivation, .kept: "derivation \(id)"
    case .reaction: "reaction \(id)"
    case .event: "event \(id)"
    case nil: "node \(id)"
    }
  }

  func stamp(_ id: Int) -> Int {
    if model.isSource(id) { return model.comparison(of: id).isCut ? 0 : model.changes[id] ?? 0 }
    return everChanging.contains(id) ? runs[id]?.count ?? 0 : 0
  }

  // MARK: Running

  func runDerivation(_ id: Int, _ recipe: Recipe) -> Int {
    beginRun(id)
    act(times: 1, onceIn: 12)
    let result: Int
    if case .nested = recipe {
      // These replace the nodes of the last run.
      let offset = OpenBehavior(0)
      let inner = ComputedBehavior { [unowned self, token = ledger.token()] in
        _ = token
        innerRuns += 1
        defer { innerRuns -= 1 }
        // A node that ran in a batch is settled at its end, and needs its dependencies.
        noLongerNeeded.formUnion(recipe.ids)
        return recipe.result { self.readInput($0, of: id) } + offset.value
      }
      let old = made.updateValue(inner, forKey: id)
      withExtendedLifetime(old) {}
      result = inner.value
    } else {
      result = recipe.result { readInput($0, of: id) }
    }
    act(times: 1, onceIn: 12)
    if model.isDerivation(id) { endRun(of: id, result) }
    endRun()
    return result
  }

  func runReaction(_ id: Int) {
    guard let reaction = reactions[id] else { return fail("reaction \(id) runs after its end") }
    beginRun(id)
    act(times: 1, onceIn: 6)
    var sum = 0
    for (position, source) in reaction.reads.enumerated() {
      let value = readInput(source, of: id)
      sum += value
      // This value decides what else it reads.
      if position == 0 && value == 3 { break }
    }
    if let target = reaction.target, fuel > 0, nodes[target] != nil {
      fuel -= 1
      write(target, (sum + 1) % 5)
    }
    act(times: 2, onceIn: 6)
    endRun()
  }

  private func readInput(_ input: Int, of id: Int) -> Int {
    let value = read(input, tracked: true)
    // The model answers reads of a deallocated node, which notifies nothing: the batch may restore a source whose write
    // is still on the stack.
    let isRepeated = nodes[input] == nil || runs[id]?.inputs.contains { $0.id == input } ?? true
    let read = FuzzInput(id: input, value: value, stamp: stamp(input), isRepeated: isRepeated)
    runs[id]?.inputs.append(read)
    if nodes[input] == nil { runs[id]?.isLoose = true }
    return value
  }

  private func beginRun(_ id: Int) {
    note("\(name(id)) runs")
    checkRun(id)
    // A reaction's verification is part of its turn, which is one batch.
    if reactions[id] != nil && depth == 0 { beginBatch() }
    keepSnapshot(of: id)
    runs[id]?.count += 1
    runs[id]?.inputs = []
    runs[id]?.isLoose = false
    runs[id]?.isTouched = false
    runs[id]?.isTouchedInBatch = false
    runs[id]?.ranInBatch = depth > 0
    runs[id]?.mayBePostponed = depth > 0 || reading.isEmpty
    runs[id]?.ranInOperation = true
    running.append(id)
    depth += 1
  }

  func isWatched(_ id: Int) -> Bool {
    nodes[id]?.face.map { $0.hasDependents || $0.flags.contains(.observed) } ?? false
  }

  func flags(_ id: Int) -> NodeFlags { nodes[id]?.face?.flags ?? [] }

  func snapshotPlace(_ id: Int) -> UInt32 { nodes[id]?.face?.snapshotPlace ?? 0 }

  private func endRun() {
    let id = running.removeLast()
    if reactions[id] != nil { runs[id]?.ranInBatch = true }
    leave()
  }

  func enter() {
    if depth == 0 { beginBatch() }
    depth += 1
  }

  func settleRuns() {
    for (id, run) in runs {
      // A node that ran in the middle saw a value that was reverted later: two changes. Its dependents may be needed at
      // the batch's end before the kernel detects the revert.
      let isUnsettled = run.ranInBatch || run.inputs.contains { runs[$0.id]?.ranInBatch == true }
      if isUnsettled && run.isTouchedInBatch { runs[id]?.isTouched = true }
      runs[id]?.isTouchedInBatch = false
    }
  }

  func touchRuns(inBatch: Bool) {
    for (id, run) in runs where isOutdated(run) {
      if inBatch { runs[id]?.isTouchedInBatch = true }
      // A write inside a derivation may reach a node that is being verified. Its run cannot be called off.
      if !inBatch || isInFunction { runs[id]?.isTouched = true }
    }
  }

  /// Whether a dependency of the run has changed since.
  func isOutdated(_ run: FuzzRun) -> Bool {
    run.inputs.contains { model.value($0.id) != $0.value || stamp($0.id) != $0.stamp }
  }
}
