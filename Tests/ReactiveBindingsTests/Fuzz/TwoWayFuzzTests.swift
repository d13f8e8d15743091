import Foundation
import ReactiveCore
import ReactiveTestSupport
import Testing

/// Random two-way bindings against a model that follows the rules with plain arrays; see ``FuzzSettings``.
///
/// Compared is the whole log, in one order: every value that is told, every write of a setter, every conversion and
/// failure, and all values after each step; and that nothing is left when all is dropped. That it ends is part of it.
@Suite("Random two-way bindings and a naive model")
struct TwoWayFuzzTests {
  @Test("everything happens as in the model, in the same order", arguments: 0..<FuzzSettings.parts)
  func randomBindings(part: UInt64) {
    for seed in FuzzSettings.seeds(ofPart: part).prefix(most) {
      guard let difference = Self.difference(seed: seed) else { continue }
      Issue.record("seed \(seed): \(difference)")
      return
    }
  }

  /// How many programs each part draws, unless more are asked for.
  private var most: Int { ProcessInfo.processInfo.environment["REACTIVE_FUZZ_GRAPHS"] == nil ? 600 : .max }

  private static func difference(seed: UInt64) -> String? {
    let modelScript = TwoWayScript(seed: seed)
    let model = TwoWayModel(modelScript)
    modelScript.run(in: model)
    defer { model.dismantle() }
    if model.isEndless { return "the model does not settle: \(modelScript.log.prefix(100).joined(separator: "; "))" }
    let script = TwoWayScript(seed: seed)
    let ledger = Ledger()
    do {
      let library = TwoWayLibrary(script, ledger)
      script.run(in: library)
    }
    let log = script.log
    let expected = modelScript.log
    guard
      let index = (0..<max(log.count, expected.count)).first(where: {
        $0 >= log.count || $0 >= expected.count || log[$0] != expected[$0]
      })
    else { return ledger.live == 0 ? nil : "\(ledger.live) objects are left" }
    return """
      \(index < log.count ? log[index] : "the end"), where the model: \(index < expected.count ? expected[index] : "the end")
      before it: \(log[..<index].suffix(60).joined(separator: "; "))
      from there on: \(log[min(index, log.count)...].prefix(8).joined(separator: "; "))
      the model: \(expected[min(index, expected.count)...].prefix(8).joined(separator: "; "))
      """
  }
}
