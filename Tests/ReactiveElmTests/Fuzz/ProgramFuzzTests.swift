import ReactiveElm
import ReactiveTestSupport
import Testing

/// Random programs against a model that works everything out anew; see ``FuzzSettings``.
///
/// Compared is the whole log, in one order: every update, view, call of a subscriber, observer or handler, every start
/// and stop of a source, every value that is read, with random actions wherever code of a user's is called.
@Suite("Random programs and a naive model")
struct ProgramFuzzTests {
  @Test("everything happens as in the model, in the same order", arguments: 0..<FuzzSettings.parts)
  func randomPrograms(part: UInt64) {
    for seed in FuzzSettings.seeds(ofPart: part) {
      guard let difference = Self.difference(seed: seed) else { continue }
      Issue.record("seed \(seed): \(difference)")
      return
    }
  }

  @Test("a fault in one of them is found", arguments: PlantedFault.allCases)
  func planted(fault: PlantedFault) {
    #expect((1...200 as ClosedRange<UInt64>).contains { Self.difference(seed: $0, fault: fault) != nil })
  }

  private static func difference(seed: UInt64, fault: PlantedFault? = nil) -> String? {
    let script = FuzzScript(seed: seed)
    let library = LibraryWorld(script)
    script.run(in: library)
    let modelScript = FuzzScript(seed: seed)
    let model = ModelWorld(modelScript, fault: fault)
    modelScript.run(in: model)
    let log = script.log
    let expected = modelScript.log
    guard let index = log.indices.first(where: { $0 >= expected.count || log[$0] != expected[$0] }) else {
      return log.count == expected.count
        ? nil : "the library has come to the end, where the model: \(expected[log.count])"
    }
    return """
      \(log[index]), where the model: \(index < expected.count ? expected[index] : "the end")
      before it: \(log[max(0, index - 40)..<index].joined(separator: "; "))
      from there on: \(log[index...].prefix(8).joined(separator: "; "))
      the model: \(expected[min(index, expected.count)...].prefix(8).joined(separator: "; "))
      """
  }
}
