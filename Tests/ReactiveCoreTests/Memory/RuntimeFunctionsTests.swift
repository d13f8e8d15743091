import ReactiveCore
import Testing

/// `tryRetain` retains a node while user code runs that may drop it.
@Suite("Questions to Swift's runtime")
struct RuntimeFunctionsTests {
  @Test("a behavior that its observer drops lives until all observers have been notified, and no longer")
  func droppedByObserver() {
    var source: OpenBehavior<Int>? = OpenBehavior(0)
    weak var seen: OpenBehavior<Int>?
    seen = source
    var notified: [String] = []
    source?.sink { _ in
      source = nil
      notified.append("first, alive: \(seen != nil)")
    }
    source?.sink { notified.append("second: \($0)") }
    batch { source?.value = 1 }
    #expect(notified == ["first, alive: true", "second: 1"])
    #expect(seen == nil)
  }

  @Test("a behavior that its own test for duplicates drops at the end of a batch lives until the test has returned")
  func droppedByTest() {
    var source: OpenBehavior<Int>?
    var drops = false
    var isAlive: [Bool] = []
    weak var seen: OpenBehavior<Int>?
    source = OpenBehavior(0) { old, new in
      if drops {
        source = nil
        isAlive.append(seen != nil)
      }
      return old == new
    }
    seen = source
    source?.sink { _ in }
    batch {
      source?.value = 1
      drops = true
    }
    #expect(isAlive == [true])
    #expect(seen == nil)
  }
}
