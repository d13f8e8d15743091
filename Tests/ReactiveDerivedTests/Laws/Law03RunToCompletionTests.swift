import ReactiveDerived
import Testing

@Suite("Law 3 of properties: run to completion")
struct RunToCompletionTests {
  @Test("run to completion: a write in a delivery is delivered after it, to all, and nothing older comes after newer")
  func runToCompletion() {
    let source = StoredProperty(0)
    for follower in followers(of: source) {
      source.value = 0
      var notified: [String] = []
      let first = follower.sink { value in
        notified.append("a\(value)")
        if value == 1 { source.value = 2 }
      }
      let second = follower.sink { notified.append("b\($0)") }
      source.value = 1
      #expect(notified == ["a1", "b1", "a2", "b2"])
      first.cancel()
      second.cancel()
    }
  }
}
