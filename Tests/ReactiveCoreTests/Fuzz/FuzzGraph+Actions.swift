import ReactiveCore
import ReactiveTestSupport

extension FuzzGraph {
  /// A derivation may read only nodes before it, since all others might depend on it.
  private var ceiling: Int { running.filter { !allReactions.contains($0) }.min() ?? .max }

  private func ids(_ isWanted: (Int, FuzzNode) -> Bool) -> [Int] {
    nodes.filter { isWanted($0.key, $0.value) }.keys.sorted()
  }
  private var sources: [Int] {
    ids { id, node in if case .source = node { !isInFunction || sideSources.contains(id) } else { false } }
  }
  private var events: [Int] { ids { _, node in if case .event = node { true } else { false } } }
  var readable: [Int] {
    let ceiling = ceiling
    return ids { id, node in id < ceiling && node.face != nil }
  }

  /// Whether a call further down the stack retains the node, so that dropping it now would not end it.
  ///
  /// A node may be dropped in its own run, and by its observers outside of a batch. In a batch it would live until the
  /// end.
  private func isHeld(_ id: Int) -> Bool {
    observing.contains(id) || reading.count { $0 == id } > (running.contains(id) ? 1 : 0)
      || (depth > 0 && notifying.contains(id))
  }

  func act() {
    switch random.below(100) {
    case ..<22: if let id = random.pick(sources) { write(id, random.below(6)) }
    case ..<27: if let id = random.pick(sources) { write(id, random.below(6), inPlace: true) }
    case ..<37: runBatch()
    case ..<47: if let id = random.pick(readable) { look(at: id) }
    case ..<58: if let id = random.pick(readable) { observe(id) }
    case ..<63: if let observer = random.pick(observers.filter { mayLetGo($0) }) { cancel(observer) }
    case ..<65: if let observer = random.pick(observers.filter { mayLetGo($0) }) { throwAwayToken(of: observer) }
    case ..<72: addDerivation()
    case ..<75: addSource()
    case ..<80: addReaction()
    case ..<82: addEvent()
    case ..<84: if let id = random.pick(ids { id, _ in !isHeld(id) && !isKeptByTokens(id) }) { drop(id) }
    case ..<87:
      if let id = random.pick(ids { id, _ in !isHeld(id) && !isKeptByTokens(id) && isShared(id) }) { drop(id) }
    case ..<89: if let id = random.pick(reactions.keys.sorted()) { cancelReaction(id) }
    case ..<94: if let id = random.pick(events) { trigger(id) }
    case ..<97: if let id = random.pick(events) { observeEvent(id) }
    case ..<99:
      if let observer = random.pick(observers.filter { $0.hasOwner && ($0.subscription == nil || mayLetGo($0)) }) {
        endOwner(of: observer)
      }
    default: if let observer = random.pick(eventObservers.filter { !$0.isEnded }) { cancel(observer) }
    }
  }

  private func look(at id: Int) {
    note("read \(name(id))")
    _ = read(id)
  }

  // MARK: Changing

  func write(_ id: Int, _ value: Int, inPlace: Bool = false) {
    guard case .source(let source) = nodes[id] else { return }
    note("write \(value) to \(name(id))\(inPlace ? " in place" : "")")
    change(writing: inPlace ? nil : id) { model.write(id, value, inBatch: depth > 0, inPlace: inPlace) }
    if inPlace { source.update(value) } else { source.write(value) }
  }

  var written: [(id: Int, value: Int)] { sources.map { ($0, model.stored($0)) } }
  func writeAgain(_ id: Int, _ value: Int) { if nodes[id] != nil { write(id, value) } }

  func event(_ id: Int) -> EventStream<Int>? { if case .event(let event) = nodes[id] { event } else { nil } }
  func send(_ payload: Int, to id: Int) { if case .event(let event) = nodes[id] { event.trigger(payload) } }
  func isSending(_ id: Int) -> Bool { true }

  // MARK: Observing

  private func observe(_ id: Int) {
    guard let node = nodes[id]?.face else { return }
    let observer = FuzzObserver(node: id, value: model.value(id))
    let isImmediate = random.once(in: 2)
    note("\(isImmediate ? "observe" : "sink") \(name(id)) at \(observer.last)")
    // Bringing a node up to date may run any action. The value afterwards counts.
    _ = read(id)
    if nodes[id] == nil { return }
    observing.append(id)
    defer { observing.removeLast() }
    observer.last = model.value(id)
    if isUnsettled(id) {
      observer.mayRepeat = true
      observer.upcoming = [observer.last]
    }
    observers.append(observer)
    observer.isInitial = isImmediate
    let handler: (Int) -> Void = { [unowned self, unowned observer, token = ledger.token()] value in
      _ = token
      notify(observer, value)
    }
    if random.once(in: 4) {
      let owner = ledger.token()
      observer.owner = owner
      observer.subscription = node.attach(owner, handler, isImmediate: isImmediate)
    } else {
      observer.subscription = node.attach(handler, isImmediate: isImmediate)
    }
    let isThrownAway = random.once(in: 4)
    // The first call may have ended the owner, and with it the token.
    if isThrownAway || observer.isEnded { observer.subscription = nil }
  }

  private func isKeptByTokens(_ id: Int) -> Bool { if case .kept = nodes[id] { true } else { false } }

  private func tokens(of id: Int) -> Int { observers.count { $0.node == id && $0.isCancellable } }

  /// Whether it has a token that may go: not the last one of a derivation that is held further down the stack.
  private func mayLetGo(_ observer: FuzzObserver) -> Bool {
    let isLast = isKeptByTokens(observer.node) && tokens(of: observer.node) == 1
    return observer.isCancellable && !(isLast && isHeld(observer.node))
  }

  func prepareToLetGo(of observer: FuzzObserver) {
    guard case .kept(let derivation) = nodes[observer.node] else { return }
    guard observer.isCancellable, tokens(of: observer.node) == 1 else { return }
    drop(observer.node)
    untokened.append(derivation)
  }

  // MARK: Making

  private func newID() -> Int? {
    if nodes.count >= mostNodes { return nil }
    nextID += 1
    return nextID - 1
  }

  func addSource() {
    guard let id = newID() else { return }
    let value = random.below(5)
    let (holding, making, comparison) = randomHolding()
    // Several derivations may run in one kernel batch, which the model does not see.
    if derivationsWrite && random.once(in: 3) && !comparison.isCoarse { sideSources.insert(id) }
    model.addSource(id, value, comparison)
    let source = holding.source(value, making)
    nodes[id] = .source(source)
    if seed % 2 == 0 && random.once(in: 2) { watch(id, source) }
    let aside = sideSources.contains(id) ? ", aside" : ""
    note("\(name(id)) is \(value), held as \(holding.name), made \(making), compared \(comparison)\(aside)")
  }

  /// The kernel reports when the source is observed, which may change anything.
  private func watch(_ id: Int, _ source: any FuzzSource) {
    liveSources[id] = false
    source.whileLive { [unowned self, token = ledger.token()] in
      _ = token
      if liveSources[id] == true { fail("\(name(id)) is observed already") }
      note("\(name(id)) begins to be observed")
      liveSources[id] = true
      enter()
      act(times: 1, onceIn: 4)
      leave()
      return Subscription { [unowned self] in
        note("\(name(id)) ceases to be observed")
        liveSources[id] = false
      }
    }
  }

  func addDerivation() {
    let candidates = readable.filter { !sideSources.contains($0) }
    guard !candidates.isEmpty, let id = newID() else { return }
    let recipe = randomRecipe(candidates)
    var (holding, making, comparison) = randomHolding()
    if comparison.isCoarse && derivationsWrite { (holding, making, comparison) = (numbers, .plainly, .exact) }
    if !comparison.isCut { everChanging.insert(id) }
    model.addDerivation(id, recipe, comparison)
    runs[id] = FuzzRun()
    let compute: () -> Int = { [unowned self, token = ledger.token()] in
      _ = token
      return runDerivation(id, recipe)
    }
    nodes[id] = .derivation(holding.derivation(making, compute))
    note("\(name(id)) is \(recipe), held as \(holding.name), made \(making), compared \(comparison)")
  }

  private func randomHolding() -> (any FuzzHolding, FuzzMaking, Comparison) {
    let holding = random.once(in: 3) ? random.pick(holdings) ?? numbers : numbers
    let isObject = holding.name != numbers.name
    if prefersCoarse && random.once(in: 2) { return (holding, .coarsely, .coarse) }
    switch random.below(8) {
    case 0: return isObject && holding.canBeFresh ? (holding, .afresh, .never) : (holding, .never, .never)
    case 1: return (holding, .coarsely, .coarse)
    case 2, 3: if isObject { return (holding, .generically, comparison(.exact, of: holding)) }
    default: break
    }
    return (holding, .plainly, isObject ? comparison(holding.comparison, of: holding) : holding.comparison)
  }

  /// A planted fault may change the usual comparison.
  private func comparison(_ usual: Comparison, of holding: any FuzzHolding) -> Comparison {
    switch model.planted {
    case .identityIgnored? where usual == .exact: .never
    case .nilAfterNil? where usual == .exact && holding.name.hasSuffix("?"): .exactButNone
    default: usual
    }
  }

  private func randomRecipe(_ candidates: [Int]) -> Recipe {
    // Prefers recent nodes, for depth.
    func one() -> Int {
      candidates[max(0, random.once(in: 2) ? 0 : candidates.count - 4)...].randomElement(using: &random)!
    }
    switch random.below(12) {
    case 0: return .constant(random.below(3))
    case 1, 2, 3: return .sum((0..<1 + random.below(4)).map { _ in one() }, divisor: 2 + random.below(4))
    case 4, 5, 6: return .branch(one(), odd: one(), even: one())
    case 7, 8: return .prefix((0..<2 + random.below(5)).map { _ in one() })
    case 9: return .twice(one(), one())
    case 10: return .threshold(one(), random.below(3))
    default: return .nested(one())
    }
  }

  func addReaction() {
    let candidates = readable
    guard !candidates.isEmpty, let id = newID() else { return }
    let reads = (0..<1 + random.below(3)).map { _ in candidates[random.below(candidates.count)] }
    let target = random.once(in: 3) && !isInFunction ? random.pick(sources) : nil
    reactions[id] = FuzzReaction(reads: reads, target: target)
    allReactions.insert(id)
    runs[id] = FuzzRun()
    let reaction = Reaction { [unowned self, token = ledger.token()] in
      _ = token
      runReaction(id)
    }
    nodes[id] = .reaction(reaction)
    note("\(name(id)) reads \(reads)\(target.map { " and writes \($0)" } ?? "")")
    starting.insert(id)
    reaction.start()
    starting.remove(id)
  }

  func addEvent() {
    guard let id = newID() else { return }
    nodes[id] = .event(Event<Int>())
    note("event \(id)")
  }

  // MARK: Ending

  private func readers(of id: Int) -> [Int] {
    runs.filter { $0.value.inputs.contains { $0.id == id } }.keys.sorted()
  }

  private func isShared(_ id: Int) -> Bool { runs[id] != nil && reactions[id] == nil && readers(of: id).count > 1 }

  /// Whether the node has seen all its dependencies' changes, and the kernel can tell.
  private func isUpToDate(_ id: Int) -> Bool {
    guard let run = runs[id] else { return true }
    if nodes[id]?.face?.flags.isDisjoint(with: .marked) == false { return false }
    return !run.isLoose && !run.isTouched && !isOutdated(run)
  }

  /// Drops a node in any state. A derivation lives on while a token of it is kept.
  func drop(_ id: Int) {
    if case .derivation(let derivation) = nodes[id], tokens(of: id) > 0 {
      note("drop \(name(id)), which a token keeps")
      nodes[id] = .kept(WeakDerivation(id, derivation))
      return
    }
    note("drop \(name(id))")
    hasDroppedInBatch = true
    let snapshot = model.snapshots[id]
    let remains = nodes[id]?.face?.weakened()
    model.freeze(id)
    reactions[id] = nil
    runs[id]?.isDropped = true
    let readers = readers(of: id)
    let isQuiet = depth == 0 && running.isEmpty && reading.isEmpty && observing.isEmpty && notifying.isEmpty
    if isQuiet && readers.allSatisfy(isUpToDate) && isUpToDate(id) {
      handOn(id, to: readers)
    } else {
      for reader in readers { runs[reader]?.isLoose = true }
    }
    for observer in observers where observer.node == id {
      observer.isEnded = true
      observer.isOrphaned = true
    }
    // Removed first: no access may be open when the node is deallocated.
    var node = nodes.removeValue(forKey: id)
    if case .reaction(let reaction) = node, starting.contains(id) { reaction.cancel() }
    node = nil
    // A source lives until its write on the stack ends: the batch may restore its value.
    if let snapshot, let remains, remains() != nil {
      model.snapshots[id] = snapshot
      dying[id] = remains
    }
  }

  /// Hands a dropped node's dependencies on to its dependents, which are all up to date.
  private func handOn(_ id: Int, to readers: [Int]) {
    // A node that made nodes of its own hands those on, if they live on. So does a node that was itself handed on in
    // such a place.
    let inputs = runs[id]?.inputs ?? []
    for reader in readers {
      let isBehindOther = runs[reader]?.inputs.contains { $0.id == id && !$0.isRepeated } == false
      runs[reader]?.inputs += inputs.map {
        FuzzInput(
          id: $0.id, value: $0.value, stamp: $0.stamp,
          isRepeated: $0.isRepeated || made[id] != nil || isBehindOther, isInherited: true)
      }
    }
    runs[id]?.isHandedOn = true
  }

  /// The nodes dropped in this operation are deallocated by now. Their dependents inherit their dependencies.
  func bury() {
    for id in runs.keys.sorted() where runs[id]?.isDropped == true {
      let isHandedOn = runs[id]?.isHandedOn == true
      let inherited = endRuns(of: id)
      if isHandedOn { continue }
      for (reader, run) in runs where run.inputs.contains(where: { $0.id == id }) { runs[reader]?.inputs += inherited }
    }
  }

  /// Returns the reads that the node had, as inherited ones.
  @discardableResult
  private func endRuns(of id: Int) -> [FuzzInput] {
    let inputs = runs.removeValue(forKey: id)?.inputs ?? []
    noLongerNeeded.formUnion(inputs.map(\.id))
    return inputs.map {
      FuzzInput(id: $0.id, value: $0.value, stamp: $0.stamp, isRepeated: true, isInherited: true)
    }
  }

  private func cancelReaction(_ id: Int) {
    guard case .reaction(let reaction) = nodes[id] else { return }
    note("cancel reaction \(id)")
    if model.planted != .cancelIgnored {
      endRuns(of: id)
      reactions[id] = nil
    }
    reaction.cancel()
    if !reaction.isCancelled { fail("a cancelled reaction says that it is not") }
  }
}
