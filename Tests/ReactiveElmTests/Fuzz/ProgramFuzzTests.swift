import ReactiveElm
import ReactiveTestSupport
import Testing

/// Random programs against a model that recomputes everything; see ``FuzzSettings``.
///
/// Compares the whole log in order: every update, view, read value, call of a subscriber, observer or handler, and
/// start or stop of a source. User code performs random actions, which include advancing the clock for delayed
/// commands.
@Suite("Random programs and a naive model")
struct ProgramFuzzTests {
  /// Programs run on an actor, to which clocks return.
  private actor Stage {
    func failure(inPart part: UInt64) -> String? {
      DrawnProgram.failure(in: FuzzSettings.seeds(ofPart: part)) { program(seed: $0) }.map { "\($0)" }
    }
    /// The problem with how the fault was found, if any.
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
