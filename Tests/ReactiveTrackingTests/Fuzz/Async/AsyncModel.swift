import ReactiveCore

/// Deliberate faults that the fuzzer must find.
enum AsyncFault: CaseIterable {
  /// Loading forgets the last value; so does a failure.
  case loadingForgets, failureForgets
  /// A new question has the old answer until it is asked.
  case loadingComesLater
  /// A batch that reverts a question asks it again.
  case backIsNew
  /// A new observer repeats an answered question, or forgets the one in flight.
  case observerAsksAgain, flightIsForgotten
  /// Every reload is shown. A reload waits like a new question.
  case reloadShows, reloadWaits
  /// A task is not cancelled by a newer question, or when the last observer ends.
  case newerCancelsNothing, endCancelsNothing
  /// All pauses between repetitions are equal. One repetition too few.
  case pausesDoNotGrow, repeatsTooSeldom
  case lateAnswerCounts
  case eagerWaits
}

struct ModelFailure: Error, Equatable { let number: Int }

final class ModelTask {
  enum State: Equatable {
    case atGate
    case sleeping(until: Int)
    case returned
  }
  let asker: Int
  var state = State.atGate
  var failures = 0
  var isCancelled = false
  var answer = Loadable<Int, ModelFailure>.idle
  init(_ asker: Int) { self.asker = asker }
}

/// An async behavior: its current question and its last reply, each with the question's number.
final class ModelAsker {
  let terms: AsyncTerms
  /// The last computed question and the number of that change; 0 if it was never computed.
  var question: Int?
  var stamp = 0
  /// The asked change and the answered one.
  var asked: Int?
  var replied: Int?
  var reply = Loadable<Int, ModelFailure>.idle
  var isToReload = false
  var isWatched = false
  var due: Int?
  var task: ModelTask?
  init(_ terms: AsyncTerms) { self.terms = terms }
}

/// Computes the values of all nodes and the expected tasks.
final class AsyncModel {
  let plan: AsyncPlan
  let fault: AsyncFault?
  private let isPolite: Bool
  private(set) var atoms: [Int]
  private(set) var askers: [Int: ModelAsker] = [:]
  private(set) var now = 0
  private(set) var tasks: [ModelTask] = []
  /// Returned answers in their order of arrival.
  private(set) var returned: [ModelTask] = []
  /// Cancelled tasks that still wait for their answers.
  private(set) var late: [ModelTask] = []
  private var counts = AnswerGate.Progress()
  private var lastStamp = 0
  private var isInBatch = false
  /// The open batch has changed something.
  private var hasChanged = false
  /// The questions that were outdated when the batch began.
  private var outdated: Set<Int> = []
  private var before: [Int: (question: Int?, stamp: Int)] = [:]

  init(_ plan: AsyncPlan, isPolite: Bool, _ fault: AsyncFault?) {
    self.plan = plan
    self.isPolite = isPolite
    self.fault = fault
    atoms = Array(repeating: 0, count: plan.nodes.count)
    for (id, node) in plan.nodes.enumerated() { if case .asking(let terms) = node { askers[id] = ModelAsker(terms) } }
  }

  var progress: AnswerGate.Progress {
    var progress = counts
    progress.returned = returned.count
    progress.sleepers = tasks.count { if case .sleeping = $0.state { true } else { false } }
    if askers.values.contains(where: { $0.due != nil }) { progress.sleepers += 1 }
    return progress
  }
  func isAtGate(_ asker: Int) -> Bool { askers[asker]?.task?.state == .atGate }

  // MARK: Values

  func value(_ source: AsyncSource) -> Int {
    switch plan.nodes[source.node] {
    case .atom: return atoms[source.node]
    case .derivation(let formula): return formula.result(value) ?? 9
    case .asking:
      let state = state(source.node)
      switch source.part {
      case .value: return number(state)
      case .last: return state.value.map { $0 + 1 } ?? 0
      case .isLoading: return state.isLoading ? 1 : 0
      }
    }
  }

  func question(_ id: Int) -> Int? { askers[id].flatMap { $0.terms.question.result(value) } }

  private func state(_ id: Int) -> Loadable<Int, ModelFailure> {
    guard let asker = askers[id], let question = question(id) else { return .idle }
    let isAnswered = asker.replied != nil && asker.replied == stamp(of: id, asker, question)
    if isAnswered || fault == .loadingComesLater && asker.replied == asker.asked { return asker.reply }
    return .loading(last: fault == .loadingForgets ? nil : asker.reply.value)
  }

  /// The number of the change to this question; nil if it was not computed. A question reverted in a batch has its old
  /// number.
  private func stamp(of id: Int, _ asker: ModelAsker, _ question: Int) -> Int? {
    if let (last, stamp) = before[id], stamp > 0, last == question { return stamp }
    return asker.stamp > 0 && asker.question == question ? asker.stamp : nil
  }

  // MARK: Questions

  /// The library has computed a question. A different result is a change with a new number.
  func hasWorkedOut(_ id: Int, _ result: Int?) {
    guard let asker = askers[id], asker.stamp == 0 || asker.question != result else { return }
    lastStamp += 1
    asker.question = result
    asker.stamp = lastStamp
  }

  func beginBatch() {
    isInBatch = true
    hasChanged = false
    outdated = Set(askers.filter { $1.stamp > 0 && $1.question != question($0) }.keys)
  }

  /// Whether a read of this node in the open batch runs a question that was outdated before it. If the batch has
  /// changed something, its end compares that run with the value before it, which is older than the batch: the laws
  /// leave open whether that value is a new question.
  func isOpen(_ id: Int) -> Bool {
    isInBatch && hasChanged && !reached(from: [id]).isDisjoint(with: outdated)
  }

  /// An atom or a state is about to change. Until a batch's first change that reaches a question, reads of the question
  /// are as before the batch.
  func beginChange(of node: Int) {
    if !isInBatch { return }
    hasChanged = true
    for (id, asker) in askers where before[id] == nil && reached(from: inputs(of: id)).contains(node) {
      before[id] = (asker.question, asker.stamp)
    }
  }
  func write(_ value: Int, to atom: Int) {
    if atoms[atom] != value { beginChange(of: atom) }
    atoms[atom] = value
  }

  /// A reverted question has not changed.
  func endBatch() {
    for (id, asker) in askers.sorted(by: { $0.key < $1.key }) {
      guard let (last, stamp) = before[id], stamp > 0, question(id) == last, fault != .backIsNew else { continue }
      asker.question = last
      asker.stamp = stamp
    }
    before = [:]
    isInBatch = false
  }

  func reload(_ id: Int, showing: Bool) {
    guard let asker = askers[id], question(id) != nil else { return }
    asker.isToReload = true
    if (showing || fault == .reloadShows) && asker.replied != nil {
      beginChange(of: id)
      asker.reply = .loading(last: asker.reply.value)
    }
  }

  /// Everything has settled: the living nodes are those held or observed, and their dependencies.
  func settle(held: Set<Int>, observed: Set<Int>) {
    let living = reached(from: held.union(observed))
    for (id, asker) in askers where !living.contains(id) {
      askers[id] = nil
      cancel(asker)
    }
    // A behavior that ends here stops observing the dependencies of its question. That is noticed after the pending
    // questions are asked.
    while true {
      let watched = askers.filter(\.value.isWatched).keys
      let observed = reached(from: watched.reduce(observed) { $0.union(inputs(of: $1)) })
      var isOver = true
      for (id, asker) in askers {
        let isWatched = observed.contains(id) || asker.terms.isEager && fault != .eagerWaits
        if asker.isWatched != isWatched { isOver = false }
        if asker.isWatched && !isWatched { stopWatching(asker) }
        if !asker.isWatched && isWatched && fault == .observerAsksAgain { asker.asked = nil }
        asker.isWatched = isWatched
      }
      for (id, asker) in askers where asker.isWatched { ask(id, asker) }
      if isOver { return }
    }
  }

  /// These nodes and their direct and indirect dependencies.
  private func reached(from nodes: Set<Int>) -> Set<Int> {
    var found = nodes
    for id in plan.nodes.indices.reversed() where found.contains(id) { found.formUnion(inputs(of: id)) }
    return found
  }
  private func inputs(of id: Int) -> Set<Int> {
    switch plan.nodes[id] {
    case .atom: []
    case .derivation(let formula): Set(formula.inputs.map(\.node))
    case .asking(let terms): Set(terms.question.inputs.map(\.node))
    }
  }

  /// Whether a question will be asked once everything has settled.
  var hasNews: Bool {
    askers.contains { id, asker in
      asker.isWatched && (asker.isToReload || asker.asked != asker.stamp || asker.question != question(id))
    }
  }

  private func stopWatching(_ asker: ModelAsker) {
    if asker.task == nil && asker.due == nil { return }
    if fault != .endCancelsNothing { cancel(asker) }
    if fault != .flightIsForgotten { asker.asked = nil }
  }

  private func ask(_ id: Int, _ asker: ModelAsker) {
    let isNew = asker.asked != asker.stamp
    if !isNew && !asker.isToReload { return }
    asker.isToReload = false
    asker.asked = asker.stamp
    if fault != .newerCancelsNothing { cancel(asker) }
    if question(id) == nil {
      if asker.reply.value != nil {
        asker.reply = .idle
        asker.replied = nil
      }
    } else if asker.terms.delay > 0 && (isNew || fault == .reloadWaits) {
      asker.due = now + asker.terms.delay
    } else {
      start(id, asker)
    }
  }

  private func start(_ id: Int, _ asker: ModelAsker) {
    let task = ModelTask(id)
    asker.task = task
    tasks.append(task)
    counts.visits += 1
  }

  private func cancel(_ asker: ModelAsker) {
    asker.due = nil
    guard let task = asker.task else { return }
    asker.task = nil
    task.isCancelled = true
    tasks.removeAll { $0 === task }
    if task.state == .atGate {
      counts.cancelled += 1
      if !isPolite { late.append(task) }
    }
  }

  // MARK: Answers

  /// Answers the task at the gate. The library also performs its next action before anything else happens.
  func answer(_ id: Int, _ answer: Loadable<Int, ModelFailure>) {
    guard let asker = askers[id], let task = asker.task else { return }
    if answer.failure != nil {
      task.failures += 1
      let failures = task.failures + (fault == .repeatsTooSeldom ? 1 : 0)
      if let pause = asker.terms.pause(afterFailures: fault == .pausesDoNotGrow ? min(1, failures) : failures),
        task.failures <= asker.terms.repetitions
      {
        if pause > 0 { task.state = .sleeping(until: now + pause) } else { counts.visits += 1 }
        return
      }
    }
    task.answer = answer
    task.state = .returned
    tasks.removeAll { $0 === task }
    returned.append(task)
  }

  func answerLate(_ task: ModelTask, _ answer: Loadable<Int, ModelFailure>) {
    late.removeAll { $0 === task }
    counts.dropped += 1
    if fault == .lateAnswerCounts, let asker = askers[task.asker] { show(answer, asker) }
  }

  /// Takes in one of the returned answers, unless its task was cancelled meanwhile.
  func takeIn(at place: Int) {
    let task = returned.remove(at: place)
    guard !task.isCancelled, let asker = askers[task.asker] else { return }
    asker.task = nil
    show(task.answer, asker)
  }

  private func show(_ answer: Loadable<Int, ModelFailure>, _ asker: ModelAsker) {
    asker.replied = asker.asked
    if case .failed(let failure, _) = answer {
      asker.reply = .failed(failure, last: fault == .failureForgets ? nil : asker.reply.value)
    } else {
      asker.reply = answer
    }
  }

  // MARK: Time

  /// Time passes: waiting questions are asked, and sleeping tasks ask again.
  func advance(by time: Int) {
    now += time
    for (id, asker) in askers {
      if let due = asker.due, due <= now {
        asker.due = nil
        start(id, asker)
      }
    }
    for task in tasks {
      guard case .sleeping(let end) = task.state, end <= now else { continue }
      task.state = .atGate
      counts.visits += 1
    }
  }
}

/// A state as a number. Its tens are the case: idle, loading, loaded, failed.
func number<Failure: Error>(_ state: Loadable<Int, Failure>, _ failureNumber: (Failure) -> Int) -> Int {
  let last = state.value.map { $0 + 1 } ?? 0
  return switch state {
  case .idle: 0
  case .loading: 10 + last
  case .loaded: 20 + last
  case .failed(let failure, _): 30 + 10 * failureNumber(failure) + last
  }
}
private func number(_ state: Loadable<Int, ModelFailure>) -> Int { number(state) { $0.number } }
