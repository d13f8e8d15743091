import Foundation
import ReactiveDerived
import ReactiveTestSupport
import Testing

/// Keyed collections that are filtered, mapped, sorted, windowed and reduced, against plain functions on arrays; see
/// ``FuzzSettings``.
///
/// Compares:
///
/// - all values after each step and inside batches
/// - the notifications of each observer
/// - the lists of changes, as far as they lead from one array to the next
/// - how often functions run
/// - that nothing is left at the end
@Suite("Random keyed collections and plain arrays")
struct KeyedFuzzTests {
  @Test("every value and every notification is what the plain functions make of it", arguments: 0..<FuzzSettings.parts)
  func randomCollections(part: UInt64) {
    let seeds = FuzzSettings.seeds(ofPart: part).prefix(most)
    if let story = DrawnProgram.failure(in: seeds, { Self.program(seed: $0) }) { Issue.record("\(story)") }
  }

  /// Programs per part, unless more are requested.
  private var most: Int { ProcessInfo.processInfo.environment["REACTIVE_FUZZ_GRAPHS"] == nil ? 600 : .max }

  @Test("a fault in the model is found", arguments: KeyedFault.allCases)
  func planted(fault: KeyedFault) {
    #expect(FuzzSettings.seedsForFaults.contains { Self.program(seed: $0, fault: fault).failure != nil })
  }

  private static func program(seed: UInt64, fault: KeyedFault? = nil) -> DrawnProgram {
    DrawnProgram(seed: seed) { seed, skipped in
      let choices = RandomChoices(seed: seed, skipping: skipped)
      let ledger = Ledger()
      var failure: String?
      do {
        let program = KeyedProgram(choices, ledger, fault: fault)
        program.run()
        failure = program.failure
      }
      return (failure ?? (ledger.live == 0 ? nil : "\(ledger.live) objects are left"), choices)
    }
  }
}
