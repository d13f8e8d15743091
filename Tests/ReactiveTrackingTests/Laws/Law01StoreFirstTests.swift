import ReactiveTracking
import Testing

@Suite("Tracked graphs: store first, then notify")
struct TrackedStoreFirstTests {
  @Test("an observer, an effect and a watch read the new value everywhere")
  func everywhere() {
    let number = atom(1)
    let doubled = derive { number.value * 2 }
    var seen: [[Int]] = []
    func look() { seen.append([number.peek(), doubled.peek()]) }
    number.sink { _ in look() }
    doubled.sink { _ in look() }
    let effect = Effect {
      _ = number.value
      untracked(look)
    }
    let handle = watch(of: doubled.value) { _, _ in look() }
    seen = []
    number.value = 2
    #expect(seen == Array(repeating: [2, 4], count: 4))
    withExtendedLifetime((effect, handle)) {}
  }
}
