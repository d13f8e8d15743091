import ReactiveTestSupport

/// Runs one program in the library and in the model.
///
/// - In an ordered program, compares the whole log in one order: runs of effects and the values they read, cleanups,
///   and calls of observers and watch handlers.
/// - In a wide program, compares the log of each effect and observer by itself, step by step.
/// - In both, compares the values at the end of each step and the cause of each effect's run, and checks that no
///   derivation runs more often than needed, that its cleanup runs before each run but the first, and that nothing is
///   left at the end.
struct FuzzComparison {
  let failure: String?

  init(_ program: FuzzProgram, fault: PlantedFault? = nil) {
    let library = LibraryRun(program)
    library.run()
    failure = Self.difference(program, library, fault, wrongGuesses: [], upTo: 3)
  }

  /// The difference between both logs. Where the model has to guess, up to so many guesses may be wrong, each of which
  /// may lead to other questions.
  private static func difference(
    _ program: FuzzProgram, _ library: LibraryRun, _ fault: PlantedFault?, wrongGuesses: [Int], upTo most: Int
  ) -> String? {
    let model = ModelRun(program, following: library.log, wrongGuesses: Set(wrongGuesses), fault: fault)
    model.run()
    guard let difference = difference(program, library, model) else { return nil }
    if wrongGuesses.count == most { return difference }
    let first = (wrongGuesses.last ?? 0) + 1
    if model.openQuestions < first { return difference }
    let isRight = (first...model.openQuestions).contains { guess in
      Self.difference(program, library, fault, wrongGuesses: wrongGuesses + [guess], upTo: most) == nil
    }
    return isRight ? nil : difference
  }

  private static func difference(_ program: FuzzProgram, _ library: LibraryRun, _ model: ModelRun) -> String? {
    if let complaint = library.complaint { return complaint }
    if let complaint = model.complaint { return "the model is at a loss: \(complaint)" }
    if program.isOrdered {
      if let difference = ReactiveTestSupport.difference(library.log, model.log) { return difference }
    } else {
      let mine = sorted(library.log)
      let other = sorted(model.log)
      if let difference = ReactiveTestSupport.difference(mine, other) { return difference }
    }
    for (step, (state, needed)) in zip(library.states, model.states).enumerated() {
      if let difference = difference(program, state, needed) { return "after step \(step): \(difference)" }
    }
    for (id, node) in program.nodes.enumerated() where node.cleansUp && library.cleanups[id] != library.runs[id] {
      return "n\(id) ran \(library.runs[id]) times, its cleanup \(library.cleanups[id]) times in all"
    }
    return nil
  }

  /// Each step's events by receiver, each receiver's in their original order.
  private static func sorted(_ log: [FuzzEvent]) -> [FuzzEvent] {
    var step = 0
    let keys = log.enumerated().map { index, event in
      if event.kind == .step { step = event.what }
      return (step, event.kind == .step ? -1 : event.subject, index)
    }
    return keys.sorted { $0 < $1 }.map { log[$0.2] }
  }

  private static func difference(_ program: FuzzProgram, _ state: FuzzState, _ needed: FuzzState) -> String? {
    for (slot, cause) in needed.causes.sorted(by: { $0.key < $1.key })
    where program.isOrdered && state.causes[slot] != cause && !needed.openCauses.contains(slot) {
      return "the cause of the effect in slot \(slot) is \(state.causes[slot].map { "\($0)" } ?? "none"), not \(cause)"
    }
    if state.causes.count != needed.causes.count { return "the library keeps other effects than the model" }
    if state.cancelled != needed.cancelled {
      return "cancelled are the effects in \(state.cancelled), not in \(needed.cancelled)"
    }
    if state.starts != needed.starts || state.stops != needed.stops {
      return """
        the sources have started \(state.starts) and stopped \(state.stops) times, \
        not \(needed.starts) and \(needed.stops)
        """
    }
    for (id, node) in program.nodes.enumerated() {
      let runs = state.runs[id]
      if runs > needed.runs[id] { return "n\(id) ran \(runs) times, where \(needed.runs[id]) are needed" }
      guard node.cleansUp, program.isOrdered else { continue }
      if state.cleanups[id] != max(0, runs - 1) {
        return "n\(id) ran \(runs) times, its cleanup \(state.cleanups[id]) times"
      }
    }
    return nil
  }
}
