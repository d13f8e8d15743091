import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The kernel against a model that recomputes everything.
///
/// `REACTIVE_FUZZ_GRAPHS=1000000 swift test -c release --filter Fuzz` is the long form; `REACTIVE_FUZZ_SEED=17` repeats
/// or begins with one seed; `REACTIVE_FUZZ_TRACE=1` prints each seed before its graph, should the process not survive
/// it.
@Suite("The kernel and a naive model")
struct KernelFuzzTests {
  private static func setting(_ name: String) -> UInt64? {
    unsafe getenv(name).flatMap { unsafe UInt64(String(cString: $0)) }
  }
  private static let parts: UInt64 = 4

  @Test("every read, run and call is what the model makes of it", arguments: 0..<parts)
  func randomGraphs(part: UInt64) {
    let graphs = Self.setting("REACTIVE_FUZZ_GRAPHS") ?? 10_000
    let first = Self.setting("REACTIVE_FUZZ_SEED") ?? 1
    let traces = Self.setting("REACTIVE_FUZZ_TRACE") != nil
    for index in 0..<graphs where index % Self.parts == part {
      let seed = first &+ index
      if traces { print("seed \(seed)") }
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
