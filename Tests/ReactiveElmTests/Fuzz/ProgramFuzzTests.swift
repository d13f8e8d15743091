import ReactiveElm
import ReactiveTestSupport
import Testing

/// Random programs against a model that works everything out anew; see ``FuzzSettings``.
///
/// Compared is the whole log, in one order: every update, view, call of a subscriber, observer or handler, every start
/// and stop of a source, every value that is read, with random actions wherever code of a user's is called. Commands wait
/// by a clock that is one of the things that random actions advance.
@Suite("Random programs and a naive model")
struct ProgramFuzzTests {
  /// Where programs run: on an actor, where clocks come back to.
  private actor Stage {
    func failure(inPart part: UInt64) -> String? {
      DrawnProgram.failure(in: FuzzSettings.seeds(ofPart: part)) { program(seed: $0) }.map { "\($0)" }
    }
    /// What is wrong with how the fault was found; nil if nothing is.
    func complaint(of fault: PlantedFault) -> String? {
      let programs = (1...200 as ClosedRange<UInt64>).lazy.map { self.program(seed: $0, fault: fault) }
      guard let program = programs.first(where: { $0.failure != nil }) else { return "not found" }
      let shortest = program.shrunk()
      if shortest.failure == nil { return "the shortest program does not fail" }
      let limit = max(12, program.parts.count * 2 / 3)
      return shortest.parts.count <= limit ? nil : "of \(program.parts.count): \(shortest.story)"
    }
    private func program(seed: UInt64, fault: PlantedFault? = nil) -> DrawnProgram {
      DrawnProgram(seed: seed) { seed, skipped in
        let script = FuzzScript(seed: seed, skipping: skipped)
        let library = LibraryWorld(script, on: self)
        script.run(in: library)
        let modelScript = FuzzScript(seed: seed, skipping: skipped)
        let model = ModelWorld(modelScript, fault: fault)
        modelScript.run(in: model)
        return (difference(script.choices.log, modelScript.choices.log), script.choices)
      }
    }
  }

  @Test("everything happens as in the model, in the same order", arguments: 0..<FuzzSettings.parts)
  func randomPrograms(part: UInt64) async {
    let failure = await Stage().failure(inPart: part)
    #expect(failure == nil)
  }

  @Test("a fault in one of them is found, and what it does not need left out", arguments: PlantedFault.allCases)
  func planted(fault: PlantedFault) async {
    let complaint = await Stage().complaint(of: fault)
    #expect(complaint == nil)
  }
}
