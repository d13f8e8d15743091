/// Deliberate faults that the fuzzer must find.
enum PlantedFault: CaseIterable {
  /// A batch that ends with a duplicate of an atom's old value keeps the last write.
  case middleKept
  /// The same, for a derivation without dependents.
  case middleOfUnwatchedKept
  case backIsChange
  /// `update` of an atom keeps a duplicate.
  case updateKeepsDuplicate
  /// The same object is a change; nil after nil is.
  case identityIgnored, nilAfterNil
  /// A watch cleans up without calling its handler again.
  case cleanedUpForNothing
  /// An effect runs without a changed dependency, or while its scope is paused.
  case runForNothing, pauseIgnored
  /// A write in an effect notifies no observer of the atom.
  case lostInEffect
  /// Wrong order: of readers, of an effect's cleanups, or inner effects before enclosing ones.
  case lastReaderFirst, firstCleanupFirst, innerEffectFirst
  /// A source runs only while it is read directly, or continues without an observer.
  case farObserverIgnored, sourceGoesOn
  /// A source does not linger, or lingers since the last action.
  case stopsAtOnce, lingersOn
}

/// Runs a program in the model. Its log must equal the library's.
///
/// Where the laws leave something open, it follows the library's log:
///
/// - whether an effect runs when its dependencies have changed and have their old values again
/// - whether an effect dropped in its own run ends at once or after it
final class ModelRun {
  let program: FuzzProgram
  let graph: ModelGraph
  let fault: PlantedFault?
  let oracle: [FuzzEvent]
  private(set) var log: [FuzzEvent] = []
  private(set) var states: [FuzzState] = []
  /// How often it had to guess what the library did, and the guesses to invert.
  var openQuestions = 0
  let wrongGuesses: Set<Int>
  private(set) var complaint: String?

  var effects: [Int: ModelEffect] = [:]
  var scopes: [Int: ModelScope] = [:]
  var subscriptions: [Int: ModelObserver] = [:]
  /// The top one owns new objects.
  var owners: [ModelScope?] = []
  private(set) var serial = 0
  private var registrations: [Int: Int] = [:]
  var fuel = 0

  enum Turn {
    case effect(ModelEffect)
    /// An observed derivation, notified of its value at that time.
    case derivation(ModelNode)
    /// A change of an atom, notified of its own value. Its batch may still be open.
    case change(ModelChange)
    case handler(() -> Void)
  }
  final class ModelChange {
    let atom: ModelNode
    var isOpen: Bool
    var value = 0
    var stamp = 0
    var limit = 0
    init(_ atom: ModelNode, isOpen: Bool) {
      self.atom = atom
      self.isOpen = isOpen
    }
  }
  var queue: [Turn] = []
  /// Effects of a manual runtime that wait for its flush.
  var waiting: [ModelEffect] = []
  /// Those with a due flush.
  var isDue: Set<Int> = []
  /// The number of requested flushes that must wait.
  private var waitingFlushes = 0
  private var isFlushingManually = false
  var runners: [ModelEffect] = []
  var sources: [ModelSource] = []
  var now = 0
  private(set) var step = 0
  var isDelivering = false

  init(_ program: FuzzProgram, following oracle: [FuzzEvent], wrongGuesses: Set<Int> = [], fault: PlantedFault?) {
    self.program = program
    self.wrongGuesses = wrongGuesses
    self.oracle = oracle
    self.fault = fault
    graph = ModelGraph(fault)
  }

  func run() {
    graph.enqueue = { [unowned self] in enqueue($0) }
    for node in program.nodes { graph.add(node) }
    sources = program.nodes.map {
      ModelSource(isThere: $0.runsWhileObserved, lingers: fault == .stopsAtOnce ? 0 : $0.lingers)
    }
    for (index, statement) in program.steps.enumerated() {
      fuel = 12
      step = index
      note(.step, 0, index)
      perform([statement], as: 0)
      states.append(state())
      if complaint != nil { return }
    }
    fuel = 0
    note(.step, 0, program.steps.count)
    for node in graph.nodes { if let node { read(node, .value, as: 0) } }
    takeDown()
  }

  private func takeDown() {
    for slot in 0..<FuzzProgram.slots {
      dropEffect(slot)
      dropScope(slot)
      subscriptions[slot] = nil
    }
  }

  func note(_ kind: FuzzEvent.Kind, _ subject: Int, _ what: Int = 0, _ value: Int = 0) {
    note(FuzzEvent(kind: kind, subject: subject, what: what, value: value))
  }
  func note(_ event: FuzzEvent) {
    log.append(event)
    if log.count > 20_000 { complain("the model does not settle") }
    if let problem = graph.problem { complain(problem) }
  }
  func complain(_ message: String) {
    if complaint == nil { complaint = message }
  }

  private func state() -> FuzzState {
    var state = FuzzState()
    for (slot, effect) in effects {
      state.causes[slot] = effect.isEnded && effect.cause != .never ? .unknown : effect.cause
      if effect.isCauseOpen { state.openCauses.insert(slot) }
      if effect.isEnded { state.cancelled.insert(slot) }
    }
    state.runs = graph.everyNode.map(\.runs)
    state.starts = sources.map(\.starts)
    state.stops = sources.map(\.stops)
    return state
  }

  @discardableResult
  func read(_ node: ModelNode, _ access: FuzzAccess, as subject: Int) -> Int {
    let value = graph.read(node, access)
    note(.reads, subject, node.id, value)
    return value
  }

  func nextSerial() -> Int {
    serial += 1
    return serial
  }
  func nextCleanup(of subject: Int) -> Int {
    registrations[subject, default: 0] += 1
    return registered(subject)
  }
  func registered(_ subject: Int) -> Int { registrations[subject, default: 0] }
  func takeFuel() -> Bool {
    if fuel == 0 { return false }
    fuel -= 1
    return true
  }

  // MARK: Turns

  func enqueue(_ reader: ModelReader) {
    if reader.isQueued || reader.isEnded { return }
    if let effect = reader as? ModelEffect {
      effect.isQueued = true
      queue.append(.effect(effect))
    } else if let node = reader as? ModelNode, !node.observers.isEmpty {
      node.isQueued = true
      queue.append(.derivation(node))
    }
  }

  func unqueue(_ effect: ModelEffect) {
    effect.isQueued = false
    queue.removeAll { if case .effect(let other) = $0 { other === effect } else { false } }
  }

  func flushIfIdle() {
    if graph.depth > 0 || isDelivering { return }
    isDelivering = true
    finishDelivery()
  }

  func finishDelivery() {
    while !queue.isEmpty && complaint == nil {
      switch queue.removeFirst() {
      case .effect(let effect):
        effect.isQueued = false
        giveTurn(to: effect)
      case .derivation(let node):
        node.isQueued = false
        if node.observers.isEmpty { continue }
        graph.beginBatch()
        graph.bringUpToDate(node)
        endBatch()
        notify(node.observers, node.seen(node.stored ?? 0), node.stamp)
      case .change(let change):
        // Observers that subscribed later already saw it.
        notify(change.atom.observers.filter { $0.serial <= change.limit }, change.value, change.stamp)
      case .handler(let body): body()
      }
    }
    isDelivering = false
    workOffFlushes()
  }

  /// A `flush()` in a batch or delivery is deferred to its end.
  private func workOffFlushes() {
    if isFlushingManually { return }
    isFlushingManually = true
    while waitingFlushes > 0 && complaint == nil {
      waitingFlushes -= 1
      flushNow()
    }
    isFlushingManually = false
  }

  func flushManually() {
    waitingFlushes += 1
    if graph.depth == 0 && !isDelivering { workOffFlushes() }
  }

  /// Notifies the observers that have not seen the change, in subscription order.
  private func notify(_ observers: [ModelObserver], _ value: Int, _ stamp: Int) {
    for observer in observers where !observer.isCancelled && observer.seenStamp != stamp {
      observer.seenStamp = stamp
      call(observer, value)
    }
  }
  func call(_ observer: ModelObserver, _ value: Int) {
    graph.readers.append(nil)
    owners.append(nil)
    observer.call(value)
    owners.removeLast()
    graph.readers.removeLast()
  }

  func endBatch() {
    guard graph.endBatch() else { return }
    for case .change(let change) in queue where change.isOpen { close(change) }
    flushIfIdle()
    if !isDelivering { workOffFlushes() }
  }
  private func close(_ change: ModelChange) {
    change.isOpen = false
    change.value = change.atom.stored ?? 0
    change.stamp = change.atom.stamp
    change.limit = serial
  }

  // MARK: Changes

  /// An atom has changed: marks its readers and notifies its observers, in its own turn or at once.
  func spread(_ atom: ModelNode) {
    let isIdle = graph.depth == 0 && !isDelivering
    if isIdle {
      graph.mark(atom)
      isDelivering = true
      notify(atom.observers, atom.stored ?? 0, atom.stamp)
      return finishDelivery()
    }
    let isLost = fault == .lostInEffect && !runners.isEmpty
    if !atom.observers.isEmpty && !hasOpenChange(atom) && !isLost {
      let change = ModelChange(atom, isOpen: graph.depth > 0)
      if graph.depth == 0 { close(change) }
      queue.append(.change(change))
    }
    graph.mark(atom)
  }
  private func hasOpenChange(_ atom: ModelNode) -> Bool {
    queue.contains { if case .change(let change) = $0 { change.isOpen && change.atom === atom } else { false } }
  }
}
