import ReactiveTestSupport
import ReactiveTracking

extension AsyncFuzzer {
  /// Runs the program of these choices. Returns the failure, if any.
  static func run(_ choices: RandomChoices, fault: AsyncFault?, on stage: isolated Stage) -> String? {
    let fuzzer = AsyncFuzzer(choices, fault: fault, on: stage)
    for number in 0..<40 where fuzzer.failure == nil {
      choices.part {
        choices.note("step \(number)")
        fuzzer.step(on: stage)
        if !choices.once(in: 4) { fuzzer.wait() }
      }
    }
    fuzzer.wait()
    fuzzer.takeDown(on: stage)
    fuzzer.gate.endAnnouncements()
    return fuzzer.failure
  }

  private func step(on stage: isolated Stage) {
    // So that sleepers wake up and answers fail again.
    if model.progress.sleepers > 0 && choices.once(in: 4) { return statement(advance) }
    switch choices.below(24) {
    case 0..<4: statement { writeAny() }
    case 4..<6: statement(runBatch)
    case 6..<9:
      let slot = choices.below(5)
      statement { end(slot) }
      statement { begin(slot) }
    case 9: statement { end(choices.below(5)) }
    case 10, 11: statement { reload(choices.pick(plan.askers)!, showing: choices.once(in: 2)) }
    case 12..<17: answerAny()
    case 17..<20:
      wait()
      if !model.returned.isEmpty { takeIn(at: choices.below(model.returned.count), on: stage) }
    case 20:
      wait()
      if let task = choices.pick(model.late) { lateAnswer(task) }
    case 21: statement(advance)
    case 22: statement(look)
    default: if choices.once(in: 4) { statement(drop) } else { statement(advance) }
    }
  }

  private func writeAny() { write(choices.below(5), to: choices.pick(plan.atoms)!) }

  /// Ends come first in a batch: otherwise a behavior may ask before its end is noticed.
  private func runBatch() {
    choices.note("batch {")
    let before = model.atoms
    model.beginBatch()
    batch {
      if choices.once(in: 4) { end(choices.below(5)) }
      for _ in 0..<1 + choices.below(4) {
        switch choices.below(6) {
        case 0: reload(choices.pick(plan.askers)!, showing: choices.once(in: 2))
        case 1: look()
        default: writeAny()
        }
      }
      if choices.once(in: 2) { for atom in plan.atoms { write(before[atom], to: atom) } }
      model.endBatch()
    }
    choices.note("}")
  }

  private func begin(_ slot: Int) {
    let action: AsyncAction =
      switch choices.below(8) {
      case 0, 1: .write(atom: choices.pick(plan.atoms)!)
      case 2: .reload(node: choices.pick(plan.askers)!, showing: choices.once(in: 2))
      case 3: .end(slot: choices.below(5))
      default: .nothing
      }
    if choices.once(in: 2) {
      let sources = (0..<1 + choices.below(3)).map { _ in plan.source(choices) }
      choices.note("effect of \(sources.map(text)), which does \(action)")
      makeEffect(sources, action, in: slot)
    } else {
      let source = plan.observable(choices)
      let isInitial = choices.once(in: 2)
      choices.note("observer of \(text(source)), initial: \(isInitial), which does \(action)")
      observe(source, isInitial: isInitial, action, in: slot)
    }
  }
  private func text(_ source: AsyncSource) -> String { "n\(source.node).\(source.part)" }

  /// Reads everything held, observed or not.
  private func look() {
    for id in behaviors.keys.sorted() where choices.once(in: 2) && !model.isOpen(id) {
      for part in [AsyncSource.Part.value, .last, .isLoading] {
        let source = AsyncSource(node: id, part: part)
        let value = reader(of: source)?() ?? -1
        choices.note("read \(text(source)): \(value)")
        if value != model.value(source) { complain("\(text(source)) is \(value), not \(model.value(source))") }
      }
    }
  }

  private func drop() {
    let id = choices.below(plan.nodes.count)
    choices.note("drop n\(id)")
    behaviors[id] = nil
    derivations[id] = nil
  }

  private func advance() {
    wait()
    let time = 1 + choices.below(3)
    choices.note("advance by \(time)")
    model.advance(by: time)
    clock.advance(by: .seconds(time))
  }

  // MARK: Answers

  private func answerAny() {
    wait()
    guard let id = choices.pick(plan.askers.filter { model.isAtGate($0) }) else { return }
    let (succeeds, number) = (choices.below(4) >= plan.failures, choices.below(3))
    choices.note("answer n\(id) with \(succeeds ? "success" : "failure") \(number)")
    model.answer(id, succeeds ? .loaded(number) : .failed(ModelFailure(number: number), last: nil))
    gate.answer(id, succeeds: succeeds, number)
    wait()
  }

  func lateAnswer(_ task: ModelTask) {
    let (succeeds, number) = (!choices.once(in: 3), choices.below(3))
    choices.note("late answer for n\(task.asker) with \(succeeds ? "success" : "failure") \(number)")
    model.answerLate(task, succeeds ? .loaded(number) : .failed(ModelFailure(number: number), last: nil))
    gate.answerLate(task.asker, succeeds: succeeds, number)
    wait()
  }

  func takeIn(at place: Int, on stage: isolated Stage) {
    choices.note("take in the answer \(place)")
    statement {
      model.takeIn(at: place)
      stage.runJob(at: place)
    }
  }
}
