import Foundation
import ReactiveCore
import ReactiveTestSupport
import Testing

/// Random two-way bindings against a model that follows the rules with plain arrays; see ``FuzzSettings``.
///
/// Compares the whole log in order (deliveries, setter writes, conversions and failures) and all values after each
/// step, and checks that programs end and that nothing is left after everything is dropped.
@Suite("Random two-way bindings and a naive model")
struct TwoWayFuzzTests {
  @Test("everything happens as in the model, in the same order", arguments: 0..<FuzzSettings.parts)
  func randomBindings(part: UInt64) {
    let seeds = FuzzSettings.seeds(ofPart: part).prefix(most)
    let failure = DrawnProgram.failure(in: seeds) { Self.program(seed: $0) }
    if let failure { Issue.record("\(failure)") }
  }

  /// Programs per part, unless more are requested.
  private var most: Int { ProcessInfo.processInfo.environment["REACTIVE_FUZZ_GRAPHS"] == nil ? 600 : .max }

  @Test("a fault in the model is found", arguments: PlantedFault.allCases)
  func planted(fault: PlantedFault) {
    let isFound = FuzzSettings.seedsForFaults.contains { Self.program(seed: $0, fault: fault).failure != nil }
    #expect(isFound)
  }

  private static func program(seed: UInt64, fault: PlantedFault? = nil) -> DrawnProgram {
    DrawnProgram(seed: seed) { outcome(seed: $0, skipped: $1, fault) }
  }

  private static func outcome(
    seed: UInt64, skipped: Set<UInt64>, _ fault: PlantedFault?
  ) -> (failure: String?, choices: RandomChoices) {
    let modelScript = TwoWayScript(seed: seed, skipping: skipped)
    let expected = modelScript.choices
    let model = TwoWayModel(modelScript, fault: fault)
    modelScript.run(in: model)
    defer { model.dismantle() }
    if model.isEndless {
      return ("the model does not settle: \(expected.log.prefix(100).joined(separator: "; "))", expected)
    }
    let script = TwoWayScript(seed: seed, skipping: skipped)
    let ledger = Ledger()
    do {
      let library = TwoWayLibrary(script, ledger)
      script.run(in: library)
    }
    if let difference = difference(script.choices.log, expected.log) { return (difference, script.choices) }
    return (ledger.live == 0 ? nil : "\(ledger.live) objects are left", script.choices)
  }
}
