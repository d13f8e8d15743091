import Foundation
import ReactiveDerived
import ReactiveTestSupport
import Testing

/// Histories of a whole, of parts, with excluded parts, coalescing or not, against a model that keeps steps as lists of
/// old values; see ``FuzzSettings``.
@Suite("Random histories and a naive model")
struct HistoryFuzzTests {
  @Test("every value, step and flag is what the model makes of it", arguments: 0..<FuzzSettings.parts)
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func randomHistories(part: UInt64) {
    let seeds = FuzzSettings.seeds(ofPart: part).prefix(most)
    if let story = DrawnProgram.failure(in: seeds, { Self.program(seed: $0) }) { Issue.record("\(story)") }
  }

  /// Programs per part, unless more are requested.
  private var most: Int { ProcessInfo.processInfo.environment["REACTIVE_FUZZ_GRAPHS"] == nil ? 600 : .max }

  @Test("a fault in the model is found", arguments: HistoryFault.allCases)
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func planted(fault: HistoryFault) {
    #expect(FuzzSettings.seedsForFaults.contains { Self.program(seed: $0, fault: fault).failure != nil })
  }

  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  private static func program(seed: UInt64, fault: HistoryFault? = nil) -> DrawnProgram {
    DrawnProgram(seed: seed) { seed, skipped in
      let choices = RandomChoices(seed: seed, skipping: skipped)
      let program = HistoryProgram(choices, fault: fault)
      program.run()
      return (program.failure, choices)
    }
  }
}
