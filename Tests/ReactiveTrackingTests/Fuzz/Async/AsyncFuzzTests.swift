import Foundation
import ReactiveTestSupport
import ReactiveTracking
import Testing

/// Async behaviors with real tasks, answered in any order, against a model; see ``FuzzSettings``.
@Suite("Async behaviors and a naive model")
struct AsyncFuzzTests {
  /// The short form has fewer programs than other fuzzers, because tasks and programs communicate across threads.
  private static var most: Int { ProcessInfo.processInfo.environment["REACTIVE_FUZZ_GRAPHS"] == nil ? 500 : .max }
  private static func seeds(ofPart part: UInt64) -> some Sequence<UInt64> {
    FuzzSettings.seeds(ofPart: part).prefix(most)
  }

  @Test("every value, call and task is what the model makes of it", arguments: 0..<FuzzSettings.parts)
  func randomPrograms(part: UInt64) async {
    let failure = await Stage.run { stage in
      DrawnProgram.failure(in: Self.seeds(ofPart: part)) { seed in Self.program(seed, on: stage) }
    }
    if let failure { Issue.record("\(failure)") }
  }

  @Test("a fault in the model is found", arguments: AsyncFault.allCases)
  func planted(fault: AsyncFault) async {
    let isFound = await Stage.run { stage in
      FuzzSettings.seedsForFaults.contains { Self.program($0, fault: fault, on: stage).failure != nil }
    }
    #expect(isFound)
  }

  private static func program(_ seed: UInt64, fault: AsyncFault? = nil, on stage: isolated Stage) -> DrawnProgram {
    DrawnProgram(seed: seed) { seed, skipped in
      let choices = RandomChoices(seed: seed, skipping: skipped)
      return (AsyncFuzzer.run(choices, fault: fault, on: stage), choices)
    }
  }
}
