import ReactiveCore
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The whole layer against a model that works everything out anew.
///
/// `REACTIVE_FUZZ_GRAPHS=1000000 swift test -c release --filter TrackingFuzz` is the long form;
/// `REACTIVE_FUZZ_SEED=17` repeats or begins with one seed; `REACTIVE_FUZZ_TRACE=1` prints each seed before its
/// program, should the process not survive it.
@Suite("Tracked graphs and a naive model")
struct TrackingFuzzTests {
  private static func setting(_ name: String) -> UInt64? {
    unsafe getenv(name).flatMap { unsafe UInt64(String(cString: $0)) }
  }
  private static let parts: UInt64 = 4

  @Test("every value, run, cleanup and call is what the model makes of it", arguments: 0..<parts)
  func randomPrograms(part: UInt64) {
    let graphs = Self.setting("REACTIVE_FUZZ_GRAPHS") ?? 10_000
    let first = Self.setting("REACTIVE_FUZZ_SEED") ?? 1
    let traces = Self.setting("REACTIVE_FUZZ_TRACE") != nil
    for index in 0..<graphs where index % Self.parts == part {
      let seed = first &+ index
      if traces { print("seed \(seed)") }
      guard FuzzComparison(seed: seed).failure != nil else { continue }
      Issue.record("\(shortest(seed))")
      return
    }
  }

  /// Leaves out as much as can be while it still fails, and tells the story of the rest.
  private func shortest(_ seed: UInt64) -> String {
    let program = FuzzGenerator.program(seed: seed).shrunk { FuzzComparison($0).failure != nil }
    let failure = FuzzComparison(program).failure ?? "does not fail the second time"
    return "seed \(seed): \(failure)\n\(program.story)"
  }

  /// In a process of its own: the count is of the whole process.
  @Test("no link is left after random programs")
  func links() async {
    await #expect(processExitsWith: .success) {
      let before = Kernel.liveLinks
      for seed in 0..<500 as Range<UInt64> {
        _ = FuzzComparison(seed: seed)
        precondition(Kernel.liveLinks == before, "\(Kernel.liveLinks - before) links are left by seed \(seed)")
      }
    }
  }
}
