import ReactiveElm
import ReactiveTestSupport
import Testing

/// Random programs against a model that works everything out anew; see ``FuzzSettings``.
///
/// Compared is the whole log, in one order: every update, view, call of a subscriber, observer or handler, every start
/// and stop of a source, every value that is read, with random actions wherever code of a user's is called.
@Suite("Random programs and a naive model")
struct ProgramFuzzTests {
  @Test("everything happens as in the model, in the same order", arguments: 0..<FuzzSettings.parts)
  func randomPrograms(part: UInt64) {
    let failure = DrawnProgram.failure(in: FuzzSettings.seeds(ofPart: part)) { Self.program(seed: $0) }
    if let failure { Issue.record("\(failure)") }
  }

  @Test("a fault in one of them is found, and what it does not need left out", arguments: PlantedFault.allCases)
  func planted(fault: PlantedFault) {
    let programs = (1...200 as ClosedRange<UInt64>).lazy.map { Self.program(seed: $0, fault: fault) }
    guard let program = programs.first(where: { $0.failure != nil }) else {
      Issue.record("not found")
      return
    }
    let shortest = program.shrunk()
    #expect(shortest.failure != nil)
    let limit = max(12, program.parts.count * 2 / 3)
    #expect(shortest.parts.count <= limit, "of \(program.parts.count): \(shortest.story)")
  }

  private static func program(seed: UInt64, fault: PlantedFault? = nil) -> DrawnProgram {
    DrawnProgram(seed: seed) { seed, skipped in
      let script = FuzzScript(seed: seed, skipping: skipped)
      let library = LibraryWorld(script)
      script.run(in: library)
      let modelScript = FuzzScript(seed: seed, skipping: skipped)
      let model = ModelWorld(modelScript, fault: fault)
      modelScript.run(in: model)
      return (difference(script.choices.log, modelScript.choices.log), script.choices)
    }
  }
}
