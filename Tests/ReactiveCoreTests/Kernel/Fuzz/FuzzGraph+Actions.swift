import ReactiveCore

// What the fuzzer does to a graph: as an operation, in a batch, or inside any callback.

extension FuzzGraph {
  /// Inside a derivation only what comes before it may be read: all else might depend on it.
  private var ceiling: Int { running.filter { reactions[$0] == nil }.min() ?? .max }
  private var isInDerivation: Bool { running.contains { reactions[$0] == nil } }

  private func ids(_ isWanted: (Int, FuzzNode) -> Bool) -> [Int] {
    nodes.filter { isWanted($0.key, $0.value) }.keys.sorted()
  }
  private var sources: [Int] {
    ids { id, node in if case .source = node { !isInDerivation || sideSources.contains(id) } else { false } }
  }
  private var events: [Int] { ids { _, node in if case .event = node { true } else { false } } }
  private var readable: [Int] {
    let ceiling = ceiling
    return ids { id, node in id < ceiling && node.behavior != nil }
  }

  /// Somebody further down the stack holds the node, and more may happen to it before that lets go: dropping it now
  /// would not be the end of it. In its own run it may be dropped, and by its own observers, if not in a batch, whose
  /// end it would live to see.
  private func isHeld(_ id: Int) -> Bool {
    observing.contains(id) || reading.count { $0 == id } > (running.contains(id) ? 1 : 0)
      || (depth > 0 && telling.contains(id))
  }

  /// A few actions inside a callback.
  func act(times: Int, onceIn chance: Int) {
    for _ in 0..<times where fuel > 0 && random.once(in: chance) {
      fuel -= 1
      act()
    }
  }

  /// One random action.
  func act() {
    switch random.below(100) {
    case ..<22: if let id = random.pick(sources) { write(id, random.below(6)) }
    case ..<27: if let id = random.pick(sources) { write(id, random.below(6), inPlace: true) }
    case ..<37: runBatch()
    case ..<47: if let id = random.pick(readable) { look(at: id) }
    case ..<58: if let id = random.pick(readable) { observe(id) }
    case ..<65: if let observer = random.pick(observers.filter { $0.isCancellable }) { cancel(observer) }
    case ..<72: addDerivation()
    case ..<75: addSource()
    case ..<80: addReaction()
    case ..<82: addEvent()
    case ..<87: if let id = random.pick(ids { id, _ in !isHeld(id) }) { drop(id) }
    case ..<89: if let id = random.pick(reactions.keys.sorted()) { cancelReaction(id) }
    case ..<94: if let id = random.pick(events) { trigger(id) }
    case ..<97: if let id = random.pick(events) { observeEvent(id) }
    case ..<99: if let observer = random.pick(observers.filter { $0.hasOwner }) { endOwner(of: observer) }
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
    if model.write(id, value) { noteChange() } else if inPlace { model.put(id, value) }
    if inPlace { source.update { $0 = value } } else { source.value = value }
  }

  private func runBatch() {
    if openBatches == (isSmall ? 1 : 3) { return }
    openBatches += 1
    defer { openBatches -= 1 }
    note("batch")
    let before = sources.map { ($0, model.stored($0)) }
    do {
      try batch {
        depth += 1
        defer {
          note("end of batch")
          leave()
        }
        for _ in 0..<1 + random.below(5) { act() }
        if random.once(in: 3) {
          for (id, value) in before where nodes[id] != nil { write(id, value) }
          if random.once(in: 2) { act() }
        }
        if random.once(in: 8) { throw Surprise() }
      }
    } catch {}
  }

  private func trigger(_ id: Int) {
    guard case .event(let event) = nodes[id] else { return }
    let payload = nextPayload
    nextPayload += 1
    note("trigger event \(id) with \(payload)")
    for observer in eventObservers where observer.event == id && !observer.isEnded { observer.expected.append(payload) }
    event.trigger(payload)
  }

  // MARK: Observing

  private func observe(_ id: Int) {
    guard let node = nodes[id]?.behavior else { return }
    let observer = FuzzObserver(node: id, value: model.value(id))
    let isImmediate = random.once(in: 2)
    note("\(isImmediate ? "observe" : "sink") \(name(id)) at \(observer.last)")
    // What brings a node up to date may do anything; the value that counts is the one when it is done.
    _ = read(id)
    if nodes[id] == nil { return }
    observing.append(id)
    defer { observing.removeLast() }
    observer.last = model.value(id)
    observers.append(observer)
    observer.isInitial = isImmediate
    let handler: (Int) -> Void = { [unowned self, unowned observer, token = ledger.token()] value in
      _ = token
      let isInitial = observer.isInitial
      check(observer, isTold: value)
      observer.isInitial = false
      telling.append(id)
      defer { telling.removeLast() }
      if !isInitial && depth == 0 && random.once(in: 3), let other = random.pick(readable) { _ = read(other) }
      act(times: 2, onceIn: 6)
    }
    if random.once(in: 4) {
      let owner = ledger.token()
      observer.owner = owner
      let owned: (Ledger.Token, Int) -> Void = { _, value in handler(value) }
      observer.subscription = isImmediate ? node.observe(with: owner, owned) : node.sink(with: owner, owned)
    } else {
      observer.subscription = isImmediate ? node.observe(handler) : node.sink(handler)
    }
  }

  private func cancel(_ observer: FuzzObserver) {
    note("cancel an observer of \(name(observer.node))")
    observer.isEnded = true
    observer.subscription?.cancel()
    observer.subscription?.cancel()
    if observer.subscription?.isCancelled == false { fail("a cancelled subscription says that it is not") }
  }

  private func cancel(_ observer: FuzzEventObserver) {
    note("cancel an observer of event \(observer.event)")
    observer.isEnded = true
    observer.expected = observer.received
    observer.subscription?.cancel()
  }

  private func endOwner(of observer: FuzzObserver) {
    note("drop the owner of an observer of \(name(observer.node))")
    observer.isEnded = true
    ownerless.insert(observer.node)
    observer.owner = nil
    // A delivery that is on its way to it may hold the owner.
    observer.isOrphaned = true
  }

  private func observeEvent(_ id: Int) {
    guard case .event(let event) = nodes[id] else { return }
    note("observe event \(id)")
    let observer = FuzzEventObserver(event: id)
    eventObservers.append(observer)
    observer.subscription = event.sink { [unowned self, unowned observer, token = ledger.token()] payload in
      _ = token
      check(observer, isTold: payload)
      act(times: 2, onceIn: 6)
    }
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
    let comparison: Comparison =
      switch random.below(6) {
      case 0: .coarse
      case 1: .never
      default: .exact
      }
    if random.once(in: 5) { sideSources.insert(id) }
    model.addSource(id, value, comparison)
    let source =
      switch comparison {
      case .exact: OpenBehavior(value)
      case .coarse: OpenBehavior(value, isDuplicate: { $0 >> 1 == $1 >> 1 })
      case .never: OpenBehavior(value, isDuplicate: { _, _ in false })
      }
    nodes[id] = .source(source)
    note("\(name(id)) is \(value), compared \(comparison)\(sideSources.contains(id) ? ", aside" : "")")
  }

  func addDerivation() {
    let candidates = readable.filter { !sideSources.contains($0) }
    guard !candidates.isEmpty, let id = newID() else { return }
    let recipe = randomRecipe(candidates)
    model.addDerivation(id, recipe)
    runs[id] = FuzzRun()
    let compute: () -> Int = { [unowned self, token = ledger.token()] in
      _ = token
      return runDerivation(id, recipe)
    }
    if random.once(in: 8) {
      everChanging.insert(id)
      nodes[id] = .derivation(ComputedBehavior(isDuplicate: { _, _ in false }, compute))
    } else {
      nodes[id] = .derivation(ComputedBehavior(compute))
    }
    note("\(name(id)) is \(recipe)\(everChanging.contains(id) ? ", compared never" : "")")
  }

  private func randomRecipe(_ candidates: [Int]) -> Recipe {
    // Recent ones more often, for depth.
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
    let target = random.once(in: 3) && !isInDerivation ? random.pick(sources) : nil
    reactions[id] = FuzzReaction(reads: reads, target: target)
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

  /// Lets go of a node, whatever it is doing.
  func drop(_ id: Int) {
    note("drop \(name(id))")
    model.freeze(id)
    reactions[id] = nil
    runs[id]?.isDropped = true
    for (reader, run) in runs where run.inputs.contains(where: { $0.id == id }) { runs[reader]?.isLoose = true }
    for observer in observers where observer.node == id {
      observer.isEnded = true
      observer.isOrphaned = true
    }
    // Taken out first: nothing may be open when it goes.
    let node = nodes.removeValue(forKey: id)
    if case .reaction(let reaction) = node, starting.contains(id) { reaction.cancel() }
    withExtendedLifetime(node) {}
  }

  /// The nodes that were dropped in this operation are dead by now. Whoever read one inherits what it read.
  func bury() {
    for id in runs.keys.sorted() where runs[id]?.isDropped == true {
      let inherited = endRuns(of: id)
      for (reader, run) in runs where run.inputs.contains(where: { $0.id == id }) { runs[reader]?.inputs += inherited }
    }
  }

  /// What the node read, now that it reads nothing any more.
  @discardableResult
  private func endRuns(of id: Int) -> [FuzzInput] {
    let inputs = runs.removeValue(forKey: id)?.inputs ?? []
    noLongerNeeded.formUnion(inputs.map(\.id))
    return inputs.map { FuzzInput(id: $0.id, value: $0.value, stamp: $0.stamp, isRepeated: true) }
  }

  private func cancelReaction(_ id: Int) {
    guard case .reaction(let reaction) = nodes[id] else { return }
    note("cancel reaction \(id)")
    endRuns(of: id)
    reactions[id] = nil
    reaction.cancel()
    if !reaction.isCancelled { fail("a cancelled reaction says that it is not") }
  }
}
