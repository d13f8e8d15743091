import ReactiveCore
import Testing

@Suite("withoutTracking")
struct UntrackedTests {
  @Test("withoutTracking reads the present value and makes no link; so does peek, also through a derivation")
  func untracked() {
    let a = OpenBehavior(1)
    let b = OpenBehavior(10)
    let doubled = ComputedBehavior { b.value * 2 }
    var runs = 0
    let sum = ComputedBehavior { () -> Int in
      runs += 1
      return a.value + withoutTracking { doubled.value } + b.peek()
    }
    #expect(sum.value == 31)
    b.value = 20
    #expect(sum.value == 31)
    a.value = 2
    #expect(sum.value == 62)
    #expect(runs == 2)
  }

  @Test("tracking is back on after withoutTracking, also when that throws")
  func untrackedThrows() {
    let a = OpenBehavior(1)
    let sum = ComputedBehavior { () -> Int in
      try? withoutTracking { throw Surprise() }
      return a.value
    }
    #expect(sum.value == 1)
    a.value = 2
    #expect(sum.value == 2)
  }
}

private struct Surprise: Error {}
