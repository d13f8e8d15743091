import Foundation
import ReactiveCore
import ReactiveTestSupport
import Testing

/// All types of this layer, mixed with those of the others, against a model that recomputes everything; see
/// ``FuzzSettings``.
@Suite("Mixed graphs and a naive model")
struct MixedFuzzTests {
  @Test("every read, run, call and lifetime is what the model makes of it", arguments: 0..<FuzzSettings.parts)
  func randomGraphs(part: UInt64) {
    for seed in FuzzSettings.seeds(ofPart: part).prefix(most) {
      guard MixedGraph(seed: seed).run() != nil else { continue }
      Issue.record("\(shortest(seed))")
      return
    }
  }

  /// How many graphs each part draws: they are larger than those of other fuzzers, so fewer, unless more are asked for.
  private var most: Int { ProcessInfo.processInfo.environment["REACTIVE_FUZZ_GRAPHS"] == nil ? 750 : .max }

  /// Leaves out as much as can be while it still fails, and tells the story of the rest.
  private func shortest(_ seed: UInt64) -> String {
    var skipped: Set<Int> = []
    var fuel = 12
    for _ in 0..<2 {
      while fuel > 0 && MixedGraph(seed: seed, skipping: skipped, mostFuel: fuel - 1).run() != nil { fuel -= 1 }
      for step in (0..<MixedGraph.mostSteps).reversed() {
        if MixedGraph(seed: seed, skipping: skipped.union([step]), mostFuel: fuel).run() != nil { skipped.insert(step) }
      }
    }
    let graph = MixedGraph(seed: seed, skipping: skipped, mostFuel: fuel, journals: true)
    let failure = graph.run() ?? "does not fail the second time"
    return "seed \(seed): \(failure)\n" + graph.journal.joined(separator: "\n")
  }

  /// In a process of its own: the count is of the whole process.
  @Test("no link is left after random graphs")
  func links() async {
    await #expect(processExitsWith: .success) {
      let before = Kernel.liveLinks
      for seed in 0..<200 as Range<UInt64> {
        _ = MixedGraph(seed: seed).run()
        precondition(Kernel.liveLinks == before, "\(Kernel.liveLinks - before) links are left by seed \(seed)")
      }
    }
  }
}
