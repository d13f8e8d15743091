import ReactiveCore
import Testing

@Suite("Lazy")
struct LazyTests {
  @Test("what is not read does not run; read once, it is cached until a dependency changes")
  func lazyAndCached() {
    let a = OpenBehavior(1)
    var runs = 0
    let doubled = ComputedBehavior { () -> Int in
      runs += 1
      return a.value * 2
    }
    a.value = 2
    a.value = 3
    #expect(runs == 0)
    #expect(doubled.value == 6)
    #expect(doubled.peek() == 6)
    #expect(runs == 1)
    a.value = 4
    a.value = 5
    a.value = 3
    #expect(runs == 1)
    #expect(doubled.value == 6)
    #expect(runs == 2)
  }
}
