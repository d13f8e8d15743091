import ReactiveTracking
import Testing

@Suite("Tracked graphs: order")
struct TrackedOrderTests {
  @Test("observers run in the order in which they subscribed, and effects in that in which the change reaches them")
  func order() {
    let number = atom(0)
    var log: [String] = []
    let effects = (0..<20).map { index in
      Effect {
        _ = number.value
        log.append("effect \(index)")
      }
    }
    for index in 0..<20 { number.sink { _ in log.append("observer \(index)") } }
    log = []
    number.value = 1
    #expect(log == (0..<20).map { "observer \($0)" } + (0..<20).map { "effect \($0)" })
    withExtendedLifetime(effects) {}
  }

  @Test("a requested run notifies as any other change does: the observers of the derivation, then what depends on it")
  func requestedRun() {
    let number = atom(0)
    var outside = 1
    let derivation = derive { number.value + outside }
    var log: [String] = []
    let effect = Effect { log.append("effect \(derivation.value)") }
    derivation.sink { log.append("observer \($0)") }
    log = []
    number.value = 1
    #expect(log == ["observer 2", "effect 2"])
    log = []
    outside = 2
    derivation.run()
    #expect(log == ["observer 3", "effect 3"])
    withExtendedLifetime(effect) {}
  }
}
