import Foundation
import ReactiveCore
import ReactiveTestSupport
import Testing

/// All types of this layer, mixed with those of the others, against a model that recomputes everything; see
/// ``FuzzSettings``.
@Suite("Mixed graphs and a naive model")
struct MixedFuzzTests {
  @Test("every read, run, call and lifetime is what the model makes of it", arguments: 0..<FuzzSettings.parts)
  func randomGraphs(part: UInt64) async {
    let most = most
    let story = await FuzzActor.run { place in
      MixedGraph.failure(in: FuzzSettings.seeds(ofPart: part).prefix(most), at: TimedMaking(place))
    }
    if let story { Issue.record("\(story)") }
  }

  @Test("a fault that the model of any graph can have is found", arguments: GraphFault.allCases)
  func planted(fault: GraphFault) async {
    #expect(await FuzzActor.run { place in MixedGraph.finds(at: TimedMaking(place)) { $0.fault = fault } })
  }

  @Test("a fault that this model can have is found", arguments: PlantedFault.allCases)
  func planted(fault: PlantedFault) async {
    #expect(await FuzzActor.run { place in MixedGraph.finds(at: TimedMaking(place)) { $0.planted = fault } })
  }

  /// Graphs per part, unless more are requested. Fewer than in other fuzzers because these graphs are larger.
  private var most: Int { ProcessInfo.processInfo.environment["REACTIVE_FUZZ_GRAPHS"] == nil ? 750 : .max }

  #if os(macOS) || os(Linux) || os(Windows)
  /// Needs its own process: the count is process-wide.
  @Test("no link is left after random graphs")
  func links() async {
    await #expect(processExitsWith: .success) {
      let before = Kernel.liveLinks
      await FuzzActor.run { place in
        for seed in 0..<200 as Range<UInt64> {
          _ = MixedGraph(seed: seed, at: TimedMaking(place)).run()
          precondition(Kernel.liveLinks == before, "\(Kernel.liveLinks - before) links are left by seed \(seed)")
        }
      }
    }
  }
  #endif
}
