import Foundation
import ReactiveDerived
import ReactiveTestSupport
import Testing

/// Parts, rows, conversions, linked and tentative properties over a few roots, against a model of plain structs; see
/// ``FuzzSettings``.
///
/// Compares all values after each step, the notifications of each observer and its reads during them, and checks that
/// nothing is left at the end.
@Suite("Random projections and a naive model")
struct ProjectionFuzzTests {
  @Test("every value and every notification is what the model makes of it", arguments: 0..<FuzzSettings.parts)
  func randomProjections(part: UInt64) {
    let seeds = FuzzSettings.seeds(ofPart: part).prefix(most)
    if let story = DrawnProgram.failure(in: seeds, { Self.program(seed: $0) }) { Issue.record("\(story)") }
  }

  /// Programs per part, unless more are requested.
  private var most: Int { ProcessInfo.processInfo.environment["REACTIVE_FUZZ_GRAPHS"] == nil ? 600 : .max }

  @Test("a fault in the model is found", arguments: ProjectionFault.allCases)
  func planted(fault: ProjectionFault) {
    #expect(FuzzSettings.seedsForFaults.contains { Self.program(seed: $0, fault: fault).failure != nil })
  }

  private static func program(seed: UInt64, fault: ProjectionFault? = nil) -> DrawnProgram {
    DrawnProgram(seed: seed) { seed, skipped in
      let choices = RandomChoices(seed: seed, skipping: skipped)
      let ledger = Ledger()
      var failure: String?
      do {
        let program = ProjectionProgram(choices, ledger, fault: fault)
        program.run()
        failure = program.failure
      }
      return (failure ?? (ledger.live == 0 ? nil : "\(ledger.live) objects are left"), choices)
    }
  }
}
