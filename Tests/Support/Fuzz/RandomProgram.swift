/// A random program of a fuzzer, which can be made smaller when it fails.
///
/// The graphs of Core and Derived have a harness of their own, ``GraphFuzzer``: their steps are left out by number.
package protocol RandomProgram {
  associatedtype Part
  /// Runs it through the library and through a model. What went wrong, or nil.
  var failure: String? { get }
  /// What can be left out of it, in the order in which it is written or happens.
  var parts: [Part] { get }
  /// The program without one of its parts, and without what that contains.
  func without(_ part: Part) -> Self
  /// The program as text.
  var story: String { get }
}

extension RandomProgram {
  /// What goes wrong with the first of these seeds with which anything does: as much as can be is left out of its program,
  /// and the rest printed as a story.
  package static func failure(in seeds: some Sequence<UInt64>, _ program: (_ seed: UInt64) -> Self) -> String? {
    for seed in seeds {
      let program = program(seed)
      guard program.failure != nil else { continue }
      let shortest = program.shrunk()
      return "seed \(seed): \(shortest.failure ?? "does not fail the second time")\n\(shortest.story)"
    }
    return nil
  }

  /// The smallest program that can be reached and still fails, by leaving out one part after the other.
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
