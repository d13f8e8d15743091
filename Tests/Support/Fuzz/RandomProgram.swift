/// A fuzzer's random program, which can shrink when it fails.
///
/// The graphs of Core and Derived have their own harness, ``GraphFuzzer``, which leaves out steps by number.
package protocol RandomProgram {
  associatedtype Part
  /// Runs it through the library and a model.
  var failure: String? { get }
  /// The parts that can be left out, in the order in which they are written or happen.
  var parts: [Part] { get }
  /// The program without one part and its contents.
  func without(_ part: Part) -> Self
  var story: String { get }
}

extension RandomProgram {
  /// The failure of the first seed that fails, with the story of its smallest program.
  package static func failure(in seeds: some Sequence<UInt64>, _ program: (_ seed: UInt64) -> Self) -> String? {
    for seed in seeds {
      let program = program(seed)
      guard program.failure != nil else { continue }
      let shortest = program.shrunk()
      // The whole program too: one that fails by chance cannot be made shorter.
      return [shortest, program].map { "seed \(seed): \($0.failure ?? "")\n\($0.story)" }.joined(separator: "\n")
    }
    return nil
  }

  /// The smallest failing program that leaving out one part after the other reaches.
  package func shrunk() -> Self {
    var best = self
    for _ in 0..<3 {
      let parts = best.parts
      for part in parts.reversed() {
        let candidate = best.without(part)
        if candidate.failure != nil { best = candidate }
      }
      if best.parts.count == parts.count { break }
    }
    return best
  }
}
