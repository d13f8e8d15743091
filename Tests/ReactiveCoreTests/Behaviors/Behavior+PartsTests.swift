import ReactiveCore
import Testing

@Suite("Parts of a behavior's value")
struct BehaviorPartsTests {
  private struct State {
    var name = "a"
    var count = 0
  }
  private final class Owner {}

  @Test("sink by key path: from the next change of that part on, compared with ==")
  func sinkByKeyPath() {
    let state = OpenBehavior(State())
    var notified: [Int] = []
    var notifiedWithOwner: [Int] = []
    var owner: Owner? = Owner()
    state.sink(\.count) { notified.append($0) }
    state.sink(\.count, with: owner!) { _, count in notifiedWithOwner.append(count) }
    state.update { $0.name = "b" }
    state.update { $0.count = 1 }
    state.update { $0.count = 1 }
    #expect(notified == [1])
    #expect(notifiedWithOwner == [1])
    owner = nil
    state.update { $0.count = 2 }
    #expect(notified == [1, 2])
    #expect(notifiedWithOwner == [1])
  }
}
