import ReactiveCore
import ReactiveTestSupport

/// One random graph, run through the kernel and through the naive model at once.
///
/// Every write goes to the model first, so at any moment, however deep inside a delivery, what is read from the kernel
/// must equal what the model recomputes from the sources as they are then. `FuzzGraph+Checks.swift` holds what must
/// hold beyond that, `FuzzGraph+Actions.swift` what is done to the graph.
final class FuzzGraph {
  let seed: UInt64
  /// Steps that are left out, to find the smallest failure.
  let skipped: Set<Int>
  /// How many actions callbacks may do in one operation.
  let mostFuel: Int
  let journals: Bool
  /// In every other graph all values are checked after each operation; in the rest only those that somebody observes,
  /// or laziness would never be seen.
  let checksAll: Bool

  /// Most graphs are small: what fails in one is easy to understand.
  let isSmall: Bool
  /// In every third graph derivations may write. What they do that in is a batch of the kernel's, of which the model does
  /// not know when it ends, so that no derivation compares less than it holds: that depends on it.
  var derivationsWrite: Bool { seed % 3 == 0 }
  var mostNodes: Int { isSmall ? 8 : 24 }

  var random: SeededGenerator
  let model = NaiveModel()
  let ledger = Ledger()
  let objects: FuzzObjects
  /// The ways to hold a number as an object.
  let holdings: [any FuzzHolding]
  let numbers = FuzzObjects.numbers
  var journal: [String] = []
  private(set) var failure: String?

  var nodes: [Int: FuzzNode] = [:]
  var nextID = 0
  var runs: [Int: FuzzRun] = [:]
  var reactions: [Int: FuzzReaction] = [:]
  /// Also those that have ended, maybe in the run that is on the stack.
  var allReactions: Set<Int> = []
  /// Derivations of which no value is a duplicate.
  var everChanging: Set<Int> = []
  /// Sources that no derivation reads, so that derivations may write them.
  var sideSources: Set<Int> = []
  /// What derivations made in their last run.
  var made: [Int: ComputedBehavior<Int>] = [:]
  /// What reactions and derivations that went in this operation had read, and nodes that derivations made.
  var noLongerNeeded: Set<Int> = []
  /// Reactions in their first run, which are held by whoever started them.
  var starting: Set<Int> = []
  var observers: [FuzzObserver] = []
  /// Derivations whose last token went in this operation: they are gone at its end.
  var untokened: [WeakDerivation] = []
  /// Nodes that had an observer whose owner is gone. The entry may stay until it is looked at.
  var ownerless: Set<Int> = []
  var eventObservers: [FuzzEventObserver] = []
  var nextPayload = 0
  var lastPayload = -1

  /// The derivations and reactions whose functions are on the stack.
  var running: [Int] = []
  /// How many functions of nodes that derivations made are on the stack. Such a node may run without its maker.
  var innerRuns = 0
  var openBatches = 0
  /// How many batches and functions are open.
  var depth = 0
  /// The nodes whose reads are on the stack.
  var reading: [Int] = []
  /// The nodes that are being observed, by an observer that may be having its first call.
  var observing: [Int] = []
  /// The nodes whose observers are on the stack.
  var telling: [Int] = []
  var changedInBatch = false
  /// The open batch has written a source on which nothing depended.
  var wroteUnwatched = false
  /// Derivations that were outdated when the batch began, and have run in it after such a write, on which they may depend
  /// since then. The kernel does not know what they would have begun with: they keep what they get.
  var outdatedBefore: Set<Int> = []
  /// Changes that are over, in this operation.
  var epochs = 0
  /// Actions that callbacks may still do in this operation.
  var fuel = 0

  init(seed: UInt64, skipping skipped: Set<Int> = [], mostFuel: Int = 12, journals: Bool = false) {
    self.seed = seed
    self.skipped = skipped
    isSmall = seed % 5 != 0
    self.mostFuel = isSmall ? min(mostFuel, 4) : mostFuel
    self.journals = journals
    random = SeededGenerator(seed: seed)
    checksAll = seed % 2 == 0
    objects = FuzzObjects(ledger)
    holdings = objects.holdings()
  }

  func fail(_ message: @autoclosure () -> String) {
    if failure != nil { return }
    failure = message()
    note("FAILED: \(failure ?? "")")
  }

  func note(_ line: @autoclosure () -> String) {
    if journals { journal.append(String(repeating: "  ", count: depth + running.count) + line()) }
  }

  /// Builds the graph, does all operations and takes it down. What went wrong, or nil.
  func run() -> String? {
    for step in 0..<Self.mostSteps where failure == nil {
      // Each step has a generator of its own, so that leaving one out changes the others little.
      random = SeededGenerator(seed: seed &+ UInt64(step + 1) &* 0x2545_F491_4F6C_DD1D)
      if skipped.contains(step) { continue }
      if step < 24 {
        build(step)
      } else if !random.once(in: 5) {
        note("-- step \(step)")
        beginOperation()
        act()
        endOperation()
      }
    }
    if failure == nil {
      beginOperation()
      for id in nodes.keys.sorted() where nodes[id]?.face != nil { _ = read(id) }
      endOperation()
    }
    takeDown()
    return failure
  }

  static let mostSteps = 60

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

  /// Drops everything, in random order, and sees that nothing is left.
  private func takeDown() {
    fuel = 0
    random = SeededGenerator(seed: ~seed)
    for id in nodes.keys.sorted().shuffled(using: &random) { drop(id) }
    made = [:]
    for id in nodes.keys.sorted() { if case .kept(let derivation) = nodes[id] { untokened.append(derivation) } }
    nodes = [:]
    for observer in observers.shuffled(using: &random) {
      if random.once(in: 2) { observer.subscription?.cancel() }
      observer.subscription = nil
    }
    observers = []
    checkTokens()
    eventObservers = []
    if ledger.live != 0 { fail("\(ledger.live) captured objects are still alive at the end") }
    if failure == nil && !objects.areReleased() { fail("an object that was a value is still held at the end") }
  }

  // MARK: Reading

  /// Reads a node in one of the ways there are, and compares with the model.
  @discardableResult
  func read(_ id: Int, tracked: Bool = false) -> Int {
    guard let node = nodes[id]?.face else { return model.value(id) }
    reading.append(id)
    let epochsBefore = epochs
    let value: Int
    if tracked {
      value = node.value
    } else if running.isEmpty {
      value = random.once(in: 2) ? node.peek() : node.value
    } else {
      value = random.once(in: 2) ? node.peek() : withoutTracking { node.value }
    }
    reading.removeLast()
    if outdatedBefore.contains(id) { model.settle(id, on: value) }
    let truth = model.value(id)
    // Bringing it up to date may deliver something, and that may write.
    let isOvertaken = running.isEmpty && epochs != epochsBefore
    if value != truth && !isOvertaken && !isUnsettled(id) {
      fail("\(name(id)) reads \(value) where the model has \(truth)\(place)")
    }
    return value
  }

  /// A derivation that is run by the end of a batch may see what has not been put back yet. It runs once more then.
  func isUnsettled(_ id: Int) -> Bool { isInDerivation && model.isUnsettled(id) }
  var isInDerivation: Bool { innerRuns > 0 || running.contains { !allReactions.contains($0) } }

  /// Where something happens, for messages.
  var place: String {
    running.isEmpty ? "" : ", inside " + running.map(name).joined(separator: " inside ")
  }

  func name(_ id: Int) -> String {
    switch nodes[id] {
    case .source: "source \(id)"
    case .derivation, .kept: "derivation \(id)"
    case .reaction: "reaction \(id)"
    case .event: "event \(id)"
    case nil: "node \(id)"
    }
  }

  /// What identifies a change of a node that changes without another value.
  func stamp(_ id: Int) -> Int {
    if model.isSource(id) { return model.comparison(of: id) == .never ? model.changes[id] ?? 0 : 0 }
    return everChanging.contains(id) ? runs[id]?.count ?? 0 : 0
  }

  // MARK: Running

  /// The function of every derivation.
  func runDerivation(_ id: Int, _ recipe: Recipe) -> Int {
    beginRun(id)
    act(times: 1, onceIn: 12)
    let result: Int
    if case .nested = recipe {
      // Nodes of its own, in the place of those of its last run.
      let offset = OpenBehavior(0)
      let inner = ComputedBehavior { [unowned self, token = ledger.token()] in
        _ = token
        innerRuns += 1
        defer { innerRuns -= 1 }
        // What ran in a batch is settled at its end, and so needs what it reads.
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
    model.noteRun(of: id, result)
    endRun()
    return result
  }

  /// The body of every reaction.
  func runReaction(_ id: Int) {
    guard let reaction = reactions[id] else { return fail("reaction \(id) runs after its end") }
    beginRun(id)
    act(times: 1, onceIn: 6)
    var sum = 0
    for (position, source) in reaction.reads.enumerated() {
      let value = readInput(source, of: id)
      sum += value
      // What it reads depends on what it reads.
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
    let isRepeated = runs[id]?.inputs.contains { $0.id == input } ?? true
    let read = FuzzInput(id: input, value: value, stamp: stamp(input), isRepeated: isRepeated)
    runs[id]?.inputs.append(read)
    if nodes[input] == nil { runs[id]?.isLoose = true }
    return value
  }

  private func beginRun(_ id: Int) {
    note("\(name(id)) runs")
    checkRun(id)
    if reactions[id] != nil && depth == 0 { model.forgetBaselines() }
    if changedInBatch || model.isSettling, let node = nodes[id]?.face,
      node.hasDependents || node.flags.contains(.observed)
    {
      model.keepSnapshot(of: id)
    }
    if wroteUnwatched && runs[id]?.isTouched == true {
      outdatedBefore.insert(id)
      for observer in observers where observer.node == id { observer.mayRepeat = true }
    }
    runs[id]?.count += 1
    runs[id]?.inputs = []
    runs[id]?.isLoose = false
    runs[id]?.isTouched = false
    runs[id]?.isTouchedInBatch = false
    runs[id]?.ranInBatch = depth > 0
    runs[id]?.ranInOperation = true
    running.append(id)
    depth += 1
  }

  private func endRun() {
    let id = running.removeLast()
    if reactions[id] != nil { runs[id]?.ranInBatch = true }
    leave()
  }

  /// A batch or function ends, for the model: the kernel tells after this.
  func leave() {
    depth -= 1
    guard depth == 0 else { return }
    wroteUnwatched = false
    model.endBatch()
    for (id, run) in runs {
      // What ran in the middle saw a value that came back later: two changes, not none. What depends on it may be
      // needed at the batch's end before the kernel knows that it came back.
      let isUnsettled = run.ranInBatch || run.inputs.contains { runs[$0.id]?.ranInBatch == true }
      if isUnsettled && run.isTouchedInBatch { runs[id]?.isTouched = true }
      runs[id]?.isTouchedInBatch = false
    }
    if changedInBatch {
      changedInBatch = false
      endChange()
    }
  }

  /// A source has another value, by a write that is no batch if the source is given.
  func noteChange(writing id: Int? = nil) {
    if model.isSettling && !isInDerivation { model.forgetBaselines() }
    if depth == 0 { return endChange(writing: id) }
    changedInBatch = true
    for (id, run) in runs where isOutdated(run) {
      runs[id]?.isTouchedInBatch = true
      // A write inside a derivation may reach what is just being verified: that runs, and cannot be called off.
      if isInDerivation { runs[id]?.isTouched = true }
    }
    for observer in observers where !observer.existedBefore && model.value(observer.node) != observer.last {
      observer.mayRepeat = true
    }
  }

  /// A change is complete: these are the values that observers may see.
  private func endChange(writing id: Int? = nil) {
    epochs += 1
    for (id, run) in runs where isOutdated(run) { runs[id]?.isTouched = true }
    for observer in observers where !observer.isEnded {
      if observer.node == id && isCut(observer.node) { observer.writes.insert(observer.upcoming.count) }
      observer.upcoming.append(model.value(observer.node))
    }
  }

  /// Does anything that the run read have another value by now?
  func isOutdated(_ run: FuzzRun) -> Bool {
    run.inputs.contains { model.value($0.id) != $0.value || stamp($0.id) != $0.stamp }
  }
}
