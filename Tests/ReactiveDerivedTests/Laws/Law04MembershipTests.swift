import ReactiveDerived
import Testing

@Suite("Law 4 of properties: membership")
struct MembershipTests {
  @Test("membership: added in a delivery is not part of it, cancelled in one is not called again")
  func membership() {
    let source = StoredProperty(0)
    for follower in followers(of: source) {
      source.value = 0
      var notified: [String] = []
      var late: Subscription?
      var doomed: Subscription?
      let first = follower.sink { value in
        notified.append("first \(value)")
        doomed?.cancel()
        if late == nil { late = follower.sink { notified.append("late \($0)") } }
      }
      doomed = follower.sink { notified.append("doomed \($0)") }
      source.value = 1
      source.value = 2
      #expect(notified == ["first 1", "first 2", "late 2"])
      first.cancel()
      late?.cancel()
    }
  }
}
