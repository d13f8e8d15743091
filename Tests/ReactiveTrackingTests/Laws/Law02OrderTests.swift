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
}
