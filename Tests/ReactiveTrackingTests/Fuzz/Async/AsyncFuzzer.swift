import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

final class AsyncReader {
  let serial: Int
  let sources: [AsyncSource]
  let action: AsyncAction
  let isEffect: Bool
  var seen: [Int] = []
  /// Its sources had other values in between, perhaps only for a moment in a delivery.
  var mayRepeat = false
  var isEnded = false
  /// Nil before it exists and after its end.
  var end: (() -> Void)?

  init(_ serial: Int, _ sources: [AsyncSource], _ action: AsyncAction, isEffect: Bool) {
    self.serial = serial
    self.sources = sources
    self.action = action
    self.isEffect = isEffect
  }
}

/// A random program of async behaviors, run step by step in the library and in the model.
///
/// Every callback compares the values it sees with the model's, so nothing sees a new question with an old answer.
/// After each step:
///
/// - every observer must have seen the current values, each change once
/// - the tasks must have the same progress as the model's
final class AsyncFuzzer {
  typealias Asking = AsyncBehavior<GateAnswer, GateFailure>

  let choices: RandomChoices
  let plan: AsyncPlan
  let model: AsyncModel
  let stage: Stage
  let clock = ManualClock()
  let gate: AnswerGate
  private let patience: Int
  private(set) var failure: String?

  var atoms: [Int: AtomObject<Int>] = [:]
  var behaviors: [Int: Asking] = [:]
  var derivations: [Int: Derivation<Int>] = [:]
  private var ends: [Int: () -> Bool] = [:]
  var slots: [Int: AsyncReader] = [:]
  private var lastSerial = 0
  /// The actions that callbacks may still do in this step, and whether they did any.
  private var fuel = 0
  private var isMixed = false
  /// The last observer of each source that was notified in this step.
  private var lastNotified: [AsyncSource: Int] = [:]
  private var last: AsyncReader?

  init(_ choices: RandomChoices, fault: AsyncFault?, on stage: isolated Stage) {
    self.choices = choices
    self.stage = stage
    plan = AsyncPlan(choices)
    let isPolite = choices.once(in: 2)
    model = AsyncModel(plan, isPolite: isPolite, fault)
    gate = AnswerGate(stage, clock, isPolite: isPolite)
    patience = fault == nil ? 50 : 1
    for (id, node) in plan.nodes.enumerated() {
      choices.note("n\(id): \(node)")
      switch node {
      case .atom: atoms[id] = AtomObject(0, name: "n\(id)")
      case .derivation(let formula):
        let inputs = readers(of: formula)
        derivations[id] = Derivation(name: "n\(id)") { formula.result { inputs[$0]?() ?? -1 } ?? 9 }
      case .asking(let terms):
        let inputs = readers(of: terms.question)
        let policy = FailurePolicy.retry(
          times: terms.repetitions, after: .seconds(terms.backoff), factor: Double(terms.factor))
        let question = { [unowned self] in workOut(id) { terms.question.result { inputs[$0]?() ?? -1 } } }
        let (delay, start) = (Duration.seconds(terms.delay), terms.isEager ? AsyncStart.eager : .whileObserved)
        let function = gate.function(of: id)
        let answer: @Sendable (Int) async throws(GateFailure) -> GateAnswer = { question throws(GateFailure) in
          try await function(question)
        }
        let behavior: Asking
        switch terms.making {
        case .deriveAsync:
          behavior = deriveAsync(
            after: delay, clock: clock, start: start, onFailure: policy, name: "n\(id)", question, answer: answer)
        case .mapAsync:
          behavior = Derivation(question)
            .mapAsync(after: delay, clock: clock, start: start, onFailure: policy, name: "n\(id)", answer)
        case .mapAsyncOfValues:
          behavior = Derivation { question() ?? -1 }
            .mapAsync(after: delay, clock: clock, start: start, onFailure: policy, name: "n\(id)", answer)
        }
        behaviors[id] = behavior
        ends[id] = { [weak behavior] in behavior == nil }
      }
    }
    settle()
  }

  private func workOut(_ id: Int, _ body: () -> Int?) -> Int? {
    let result = body()
    if result != model.question(id) {
      complain("the question of n\(id) is \(text(result)), in the model \(text(model.question(id)))")
    }
    model.hasWorkedOut(id, result)
    return result
  }
  private func text(_ question: Int?) -> String { question.map { "\($0)" } ?? "none" }

  func complain(_ message: String) {
    if failure == nil { failure = message }
  }

  // MARK: Reading

  /// Returns a function that reads a source and retains it.
  func reader(of source: AsyncSource) -> (() -> Int)? {
    if let atom = atoms[source.node] { return { atom.value } }
    if let derivation = derivations[source.node] { return { derivation.value } }
    guard let behavior = behaviors[source.node] else { return nil }
    switch source.part {
    case .value: return { Self.number(behavior.value) }
    case .last:
      let last = behavior.last
      return { Self.number(last.value) }
    case .isLoading:
      let isLoading = behavior.isLoading
      return { isLoading.value ? 1 : 0 }
    }
  }
  private func readers(of formula: AsyncFormula) -> [AsyncSource: () -> Int] {
    var readers: [AsyncSource: () -> Int] = [:]
    for source in formula.inputs { readers[source] = reader(of: source) }
    return readers
  }

  static func number(_ state: Loadable<GateAnswer, GateFailure>) -> Int {
    ReactiveTrackingTests.number(state.map(\.number)) { $0.number }
  }
  static func number(_ last: GateAnswer?) -> Int { last.map { $0.number + 1 } ?? 0 }

  // MARK: What is called

  func observe(_ source: AsyncSource, isInitial: Bool, _ action: AsyncAction, in slot: Int) {
    if derivations[source.node] == nil && behaviors[source.node] == nil { return }
    let reader = newReader([source], action, isEffect: false, in: slot)
    if !isInitial { reader.seen = [model.value(source)] }
    let subscription: Subscription
    if let derivation = derivations[source.node] {
      subscription = observe(derivation, reader, isInitial) { $0 }
    } else if let behavior = behaviors[source.node] {
      switch source.part {
      case .value: subscription = observe(behavior, reader, isInitial) { Self.number($0) }
      case .last: subscription = observe(behavior.last, reader, isInitial) { Self.number($0) }
      case .isLoading: subscription = observe(behavior.isLoading, reader, isInitial) { $0 ? 1 : 0 }
      }
    } else {
      return
    }
    reader.end = { subscription.cancel() }
  }

  private func observe<Value>(
    _ behavior: Behavior<Value>, _ reader: AsyncReader, _ isInitial: Bool, _ number: @escaping (Value) -> Int
  ) -> Subscription {
    let handler: (Value) -> Void = { [unowned self, unowned reader] in call(reader, [number($0)]) }
    return isInitial ? behavior.observe(handler) : behavior.sink(handler)
  }

  func makeEffect(_ sources: [AsyncSource], _ action: AsyncAction, in slot: Int) {
    let reads = sources.compactMap { self.reader(of: $0) }
    if reads.count < sources.count { return }
    let reader = newReader(sources, action, isEffect: true, in: slot)
    let effect = Effect(name: "e\(reader.serial)") { [unowned self, unowned reader] in
      let values = reads.map { read in read() }
      untracked { call(reader, values) }
    }
    reader.end = { effect.cancel() }
  }

  private func newReader(
    _ sources: [AsyncSource], _ action: AsyncAction, isEffect: Bool, in slot: Int
  ) -> AsyncReader {
    lastSerial += 1
    let new = AsyncReader(lastSerial, sources, action, isEffect: isEffect)
    slots[slot] = new
    return new
  }

  private func call(_ reader: AsyncReader, _ values: [Int]) {
    choices.note("  \(reader.isEffect ? "effect" : "observer") \(reader.serial): \(values)")
    let expected = reader.sources.map(model.value)
    if values != expected && !isInTurn(reader, values) {
      complain("\(reader.serial) sees \(values), where the model has \(expected)")
    }
    if reader.isEnded { complain("\(reader.serial) is called after its end") }
    if values == reader.seen && !reader.mayRepeat { complain("\(reader.serial) is notified of what it has seen") }
    if !reader.isEffect && !isMixed {
      if let last = lastNotified[reader.sources[0]], last >= reader.serial {
        complain("observer \(reader.serial) is notified after \(last)")
      }
      lastNotified[reader.sources[0]] = reader.serial
    }
    reader.seen = values
    reader.mayRepeat = values != expected
    last = reader
    if fuel == 0 { return }
    noteWhatIsToBeSeen()
    act(reader)
    noteWhatIsToBeSeen()
  }

  /// The observers of one behavior share a turn: the actions of one are seen after the last.
  private func isInTurn(_ reader: AsyncReader, _ values: [Int]) -> Bool {
    guard let last, !last.isEffect, !reader.isEffect else { return false }
    return last.sources == reader.sources && last.serial < reader.serial && last.seen == values
  }

  private func act(_ reader: AsyncReader) {
    switch reader.action {
    case .nothing: return
    case .write(let atom):
      let isLoading = reader.sources[0].part == .isLoading ? reader.seen[0] == 1 : reader.seen[0] / 10 == 1
      if !isLoading { return }
      fuel -= 1
      write((model.atoms[atom] + 1 + choices.below(3)) % 5, to: atom)
    case .reload(let node, let showing):
      fuel -= 1
      reload(node, showing: showing)
    case .end(let slot):
      // Whether a waiting question is asked before that end depends on the order of turns.
      if model.hasNews { return }
      fuel -= 1
      end(slot)
    }
    isMixed = true
  }

  private func noteWhatIsToBeSeen() {
    for reader in slots.values where reader.seen != reader.sources.map(model.value) { reader.mayRepeat = true }
  }

  func write(_ value: Int, to atom: Int) {
    choices.note("n\(atom) = \(value)")
    model.write(value, to: atom)
    atoms[atom]?.value = value
  }
  func reload(_ id: Int, showing: Bool) {
    guard let behavior = behaviors[id], !model.isOpen(id) else { return }
    choices.note("reload n\(id), showing: \(showing)")
    model.reload(id, showing: showing)
    behavior.reload(showing: showing)
  }
  func end(_ slot: Int) {
    guard let reader = slots[slot], let end = reader.end else { return }
    choices.note("end \(reader.serial)")
    slots[slot] = nil
    // It may be running.
    kept.append(reader)
    reader.end = nil
    reader.isEnded = true
    end()
  }
  private var kept: [AsyncReader] = []

  // MARK: Comparing

  /// Runs one statement of the program itself, then compares everything.
  func statement(_ body: () -> Void) {
    if failure != nil { return }
    fuel = 3
    isMixed = false
    lastNotified = [:]
    last = nil
    body()
    fuel = 0
    kept = []
    settle()
    for reader in slots.values.sorted(by: { $0.serial < $1.serial }) {
      let expected = reader.sources.map(model.value)
      if reader.seen != expected { complain("\(reader.serial) has seen \(reader.seen), not \(expected)") }
    }
  }

  private func settle() {
    let held = Set(behaviors.keys).union(derivations.keys)
    let observed = Set(slots.values.flatMap { $0.sources.map(\.node) })
    model.settle(held: held, observed: observed)
    for (id, hasEnded) in ends where hasEnded() != (model.askers[id] == nil) {
      complain("n\(id) \(hasEnded() ? "has ended" : "is still there")")
    }
  }

  /// Waits until the tasks have the progress of the model's.
  func wait() {
    if failure != nil { return }
    let expected = model.progress
    if gate.progress.sleepers < expected.sleepers { gate.announceSleepers(expected.sleepers) }
    stage.wait(rounds: patience) { [gate] in
      let progress = gate.progress
      return progress == expected || progress.exceeds(expected)
    }
    if gate.progress != expected { complain("the tasks have come to \(gate.progress), not to \(expected)") }
  }

  /// Releases everything. Nothing must be left, and every task must have been answered.
  func takeDown(on stage: isolated Stage) {
    statement(letGo)
    wait()
    for task in model.late { lateAnswer(task) }
    while failure == nil && !model.returned.isEmpty { takeIn(at: 0, on: stage) }
    wait()
    if failure != nil { return clear(on: stage) }
    stage.wait(rounds: patience) { [gate] in gate.functions == 0 }
    if gate.functions != 0 { complain("tasks are still there at the end") }
    if gate.progress != model.progress { complain("at the end the tasks have come to \(gate.progress)") }
  }

  private func letGo() {
    for slot in slots.keys.sorted() { end(slot) }
    for id in plan.nodes.indices.reversed() {
      derivations[id] = nil
      behaviors[id] = nil
    }
  }

  /// After a failure, so that nothing leaks into the next program.
  private func clear(on stage: isolated Stage) {
    letGo()
    gate.open()
    stage.runJobs(rounds: patience) { [gate] in gate.functions == 0 }
  }
}

extension AnswerGate.Progress {
  /// Whether it can no longer become equal to the other.
  func exceeds(_ other: Self) -> Bool {
    visits > other.visits || cancelled > other.cancelled || dropped > other.dropped || returned > other.returned
  }
}
