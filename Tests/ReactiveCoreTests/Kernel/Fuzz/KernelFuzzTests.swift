import ReactiveTestSupport
import Testing

/// The kernel against a model that recomputes everything; see ``FuzzSettings``.
@Suite("The kernel and a naive model")
struct KernelFuzzTests {
  @Test("every read, run and call is what the model makes of it", arguments: 0..<FuzzSettings.parts)
  func randomGraphs(part: UInt64) {
    for seed in FuzzSettings.seeds(ofPart: part) {
      guard FuzzGraph(seed: seed).run() != nil else { continue }
      Issue.record("\(shortest(seed))")
      return
    }
  }

  /// Leaves out as much as can be while it still fails, and tells the story of the rest.
  private func shortest(_ seed: UInt64) -> String {
    var skipped: Set<Int> = []
    var fuel = 12
    for _ in 0..<2 {
      while fuel > 0 && FuzzGraph(seed: seed, skipping: skipped, mostFuel: fuel - 1).run() != nil { fuel -= 1 }
      for step in (0..<FuzzGraph.mostSteps).reversed() {
        if FuzzGraph(seed: seed, skipping: skipped.union([step]), mostFuel: fuel).run() != nil { skipped.insert(step) }
      }
    }
    let graph = FuzzGraph(seed: seed, skipping: skipped, mostFuel: fuel, journals: true)
    let failure = graph.run() ?? "does not fail the second time"
    return "seed \(seed): \(failure)\n" + graph.journal.joined(separator: "\n")
  }
}
