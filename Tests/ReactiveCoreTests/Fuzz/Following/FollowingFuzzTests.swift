import Foundation
import ReactiveTestSupport
import Testing

/// Behaviors and streams that follow sequences in real tasks, against a model; see ``FuzzSettings``.
@Suite("What follows sequences, and a naive model")
struct FollowingFuzzTests {
  /// The short form has fewer programs than other fuzzers, because tasks and programs communicate across threads.
  private static var most: Int { ProcessInfo.processInfo.environment["REACTIVE_FUZZ_GRAPHS"] == nil ? 500 : .max }
  private static func seeds(ofPart part: UInt64) -> some Sequence<UInt64> {
    FuzzSettings.seeds(ofPart: part).prefix(most)
  }

  @Test("every element, end and loop is what the model makes of it", arguments: 0..<FuzzSettings.parts)
  func randomPrograms(part: UInt64) async {
    let failure = await Stage.run { stage in
      DrawnProgram.failure(in: Self.seeds(ofPart: part)) { Self.program($0, on: stage) }
    }
    if let failure { Issue.record("\(failure)") }
  }

  @Test("a fault in the model is found", arguments: FollowingFault.allCases)
  func planted(fault: FollowingFault) async {
    let isFound = await Stage.run { stage in
      FuzzSettings.seedsForFaults.contains { Self.program($0, fault: fault, on: stage).failure != nil }
    }
    #expect(isFound)
  }

  private static func program(_ seed: UInt64, fault: FollowingFault? = nil, on stage: isolated Stage) -> DrawnProgram {
    DrawnProgram(seed: seed) { seed, skipped in
      let choices = RandomChoices(seed: seed, skipping: skipped)
      let program = FollowingProgram(choices, fault: fault, on: stage)
      program.run(on: stage)
      return (program.failure, choices)
    }
  }
}
