#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The number of graphs that a fuzzer runs, and the first seed.
///
/// - `REACTIVE_FUZZ_GRAPHS=1000000 swift test -c release --filter Fuzz` is the long form.
/// - `REACTIVE_FUZZ_SEED=17` repeats or begins with one seed.
/// - `REACTIVE_FUZZ_TRACE=1` prints each seed before its program, in case the process crashes.
package enum FuzzSettings {
  /// Parts of a fuzzer run concurrently.
  package static let parts: UInt64 = 4

  /// The seeds of one part, each traced on request.
  package static func seeds(ofPart part: UInt64) -> some Sequence<UInt64> {
    let graphs = setting("REACTIVE_FUZZ_GRAPHS") ?? 10_000
    let first = setting("REACTIVE_FUZZ_SEED") ?? 1
    let traces = setting("REACTIVE_FUZZ_TRACE") != nil
    return stride(from: part, to: graphs, by: UInt64.Stride(parts)).lazy.map { index in
      let seed = first &+ index
      if traces { print("seed \(seed)") }
      return seed
    }
  }

  /// One of these seeds must show a planted fault.
  package static let seedsForFaults: ClosedRange<UInt64> = 1...400

  private static func setting(_ name: String) -> UInt64? {
    unsafe getenv(name).flatMap { unsafe UInt64(String(cString: $0)) }
  }
}
