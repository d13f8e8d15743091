import ReactiveCore
import ReactiveTestSupport
import Testing

/// The whole layer against a model that recomputes everything; see ``FuzzSettings``.
@Suite("Tracked graphs and a naive model")
struct TrackingFuzzTests {
  @Test("every value, run, cleanup and call is what the model makes of it", arguments: 0..<FuzzSettings.parts)
  func randomPrograms(part: UInt64) async {
    let failure = await FuzzActor.run { place in
      let sources = LingeringSources(place)
      return FuzzProgram.failure(in: FuzzSettings.seeds(ofPart: part)) { FuzzGenerator.program(seed: $0, sources) }
    }
    if let failure { Issue.record("\(failure)") }
  }

  @Test("a fault in the model is found", arguments: PlantedFault.allCases)
  func planted(fault: PlantedFault) async {
    let isFound = await FuzzActor.run { place in
      let sources = LingeringSources(place)
      return FuzzSettings.seedsForFaults.contains { seed in
        FuzzComparison(FuzzGenerator.program(seed: seed, sources), fault: fault).failure != nil
      }
    }
    #expect(isFound)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  /// Needs its own process: the count is process-wide.
  @Test("no link is left after random programs")
  func links() async {
    await #expect(processExitsWith: .success) {
      let before = Kernel.liveLinks
      await FuzzActor.run { place in
        for seed in 0..<500 as Range<UInt64> {
          _ = FuzzComparison(FuzzGenerator.program(seed: seed, LingeringSources(place)))
          precondition(Kernel.liveLinks == before, "\(Kernel.liveLinks - before) links are left by seed \(seed)")
        }
      }
    }
  }
  #endif
}
