import ReactiveTestSupport
import ReactiveTracking

final class LibraryRun {
  struct Surprise: Error {}

  let program: FuzzProgram
  let ledger = Ledger()
  let things = FuzzThings()
  let clock = ManualClock()
  private(set) var log: [FuzzEvent] = []
  private(set) var runs: [Int]
  private(set) var cleanups: [Int]
  private(set) var starts: [Int]
  private(set) var stops: [Int]
  private(set) var states: [FuzzState] = []
  /// Failures that the log cannot express.
  private(set) var complaint: String?

  var nodes: [LibraryNode?] = []
  var effects: [Int: Effect] = [:]
  var scopes: [Int: EffectScope] = [:]
  var subscriptions: [Int: Subscription] = [:]
  private let runtime = Runtime()
  private let manualRuntime = Runtime(scheduler: .manual)
  private var serial = 0
  /// The cleanups that each effect has registered so far.
  private var registered: [Int: Int] = [:]
  /// The changes that callbacks may still make in this step.
  private var fuel = 0

  init(_ program: FuzzProgram) {
    self.program = program
    runs = Array(repeating: 0, count: program.nodes.count)
    cleanups = runs
    starts = runs
    stops = runs
  }

  func run() {
    withIsolatedRuntime(using: runtime) {
      for id in program.nodes.indices { nodes.append(makeNode(id)) }
      for (index, step) in program.steps.enumerated() {
        fuel = 12
        note(.step, 0, index)
        perform(step, as: 0)
        states.append(state())
      }
      fuel = 0
      note(.step, 0, program.steps.count)
      for id in program.nodes.indices where nodes[id] != nil { _ = read(id, .value, as: 0) }
      takeDown()
    }
  }

  private func takeDown() {
    for slot in 0..<FuzzProgram.slots {
      // Removed first: the release may access the dictionary again.
      withExtendedLifetime(effects.removeValue(forKey: slot)) {}
      withExtendedLifetime(scopes.removeValue(forKey: slot)) {}
      subscriptions[slot] = nil
    }
    // In a different order for each program.
    for index in nodes.indices { nodes[(index * 7 + program.steps.count) % nodes.count] = nil }
    nodes = []
    if clock.sleeperCount > 0 { complain("something sleeps at the end") }
    if ledger.live != 0 { complain("\(ledger.live) closures are still alive at the end") }
  }

  func note(_ kind: FuzzEvent.Kind, _ subject: Int, _ what: Int = 0, _ value: Int = 0) {
    log.append(FuzzEvent(kind: kind, subject: subject, what: what, value: value))
  }
  func complain(_ message: String) {
    if complaint == nil { complaint = message }
  }

  private func state() -> FuzzState {
    var state = FuzzState()
    for (slot, effect) in effects {
      state.causes[slot] = cause(of: effect)
      if effect.isCancelled { state.cancelled.insert(slot) }
    }
    state.runs = runs
    state.cleanups = cleanups
    state.starts = starts
    state.stops = stops
    return state
  }

  private func cause(of effect: Effect) -> FuzzCause {
    switch effect.cause {
    case .never: return .never
    case .creation: return .creation
    case .request: return .request
    case .unknown: return .unknown
    case .changed(let node):
      let id = nodes.firstIndex { $0?.node === node }
      return id.map { .changed($0) } ?? .unknown
    }
  }

  // MARK: Nodes

  private func makeNode(_ id: Int) -> LibraryNode {
    let node = program.nodes[id]
    let cut = node.cut
    switch node.kind {
    case .atom(let value) where node.runsWhileObserved: return makeSource(id, value)
    case .atom(let value):
      switch cut {
      case .exact: return LibraryNode(AtomObject(value, name: "n\(id)"))
      case .identity(let holding):
        return things.use(AtomOfObjects(value: value, name: "n\(id)"), as: holding)
      default: return LibraryNode(AtomObject(value, name: "n\(id)", isDuplicate: cut.isDuplicate))
      }
    case .derivation(let formula):
      // Captured as in a real program: the closure retains its inputs.
      let inputs = nodes.indices.map { formula.inputs.contains($0) ? nodes[$0] : nil }
      let token = ledger.token()
      let compute: () throws(FuzzError) -> Int = { [unowned self] () throws(FuzzError) -> Int in
        runs[id] += 1
        if node.cleansUp {
          onCleanup { [unowned self, token] in
            _ = token
            cleanups[id] += 1
          }
        }
        let value = try formula.result({ self.seen($0, inputs[$0]) }, { _ = self.peek($0, inputs[$0]) })
        _ = token
        return value
      }
      if formula.mayThrow {
        let derivation = deriveResult(compute)
        derivation.name = "n\(id)"
        return LibraryNode(derivation)
      }
      let plain: () -> Int = {
        do throws(FuzzError) { return try compute() } catch { return -1 }
      }
      switch cut {
      case .exact: return LibraryNode(Derivation(name: "n\(id)", plain))
      case .identity(let holding):
        return things.use(DerivationOfObjects(name: "n\(id)", compute: plain), as: holding)
      default: return LibraryNode(Derivation(name: "n\(id)", isDuplicate: cut.isDuplicate, plain))
      }
    }
  }

  private func makeSource(_ id: Int, _ value: Int) -> LibraryNode {
    let start: LingeringSources.Start = { [unowned self, token = ledger.token()] _ in
      starts[id] += 1
      _ = token
      return Subscription { [unowned self] in stops[id] += 1 }
    }
    let time = program.nodes[id].lingers
    return LibraryNode(
      time == 0
        ? OpenBehavior(value, whileObserved: start, name: "n\(id)")
        : program.sources.make(value, start, .seconds(time), clock, "n\(id)"))
  }

  private func seen(_ id: Int, _ node: LibraryNode?) -> Int { program.nodes[id].seen(node?.value() ?? 0) }
  private func peek(_ id: Int, _ node: LibraryNode?) -> Int { program.nodes[id].seen(node?.peek() ?? 0) }

  /// The visible value of a node; none for a released node.
  func value(_ id: Int, _ access: FuzzAccess) -> Int {
    switch access {
    case .value: seen(id, nodes[id])
    case .peek: peek(id, nodes[id])
    case .untracked: ReactiveTracking.untracked { seen(id, nodes[id]) }
    case .independent: independently { seen(id, nodes[id]) }
    }
  }
  @discardableResult
  func read(_ id: Int, _ access: FuzzAccess, as subject: Int) -> Int {
    let value = value(id, access)
    note(.reads, subject, id, value)
    return value
  }
  func temporary(_ id: Int, as subject: Int) {
    let node = nodes[id]
    let token = ledger.token()
    let inner = derive { [unowned self] in
      _ = token
      return seen(id, node)
    }
    note(.reads, subject, id, inner.value)
  }

  func nextSerial() -> Int {
    serial += 1
    return serial
  }
  func nextCleanup(of subject: Int) -> Int {
    registered[subject, default: 0] += 1
    return registered[subject, default: 0]
  }
  func takeFuel() -> Bool {
    if fuel == 0 { return false }
    fuel -= 1
    return true
  }
  func flush() { manualRuntime.flush() }
  /// Runs `body` where new effects belong to the template's runtime.
  func inRuntime<Result>(of template: FuzzTemplate, _ body: () -> Result) -> Result {
    withIsolatedRuntime(using: template.isManual ? manualRuntime : runtime, body)
  }

  func inspect() {
    let graph = runtime.graph()
    if graph.description.isEmpty != graph.dot.isEmpty && graph.mermaid.isEmpty { complain("a graph has no text") }
  }
}
