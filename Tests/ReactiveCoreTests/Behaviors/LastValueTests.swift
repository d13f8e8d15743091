import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Computed behaviors that end with the value that they have")
struct LastValueTests {
  let source = OpenBehavior(1)

  @Test("the value stays, nothing is followed, and observers end")
  func ends() {
    var received: [Int] = []
    let double = ComputedBehavior { [source] in source.value * 2 }
    double.observe { received.append($0) }
    double.endWithPresentValue()
    source.value = 5
    #expect(double.value == 2)
    #expect(double.isEnded)
    #expect(!source.isWatched)
    #expect(received == [2])
  }

  @Test("what depends on it has its last value, and does not run again")
  func dependents() {
    let double = ComputedBehavior { [source] in source.value * 2 }
    var runs = 0
    let next = ComputedBehavior { () -> Int in
      runs += 1
      return double.value + 1
    }
    #expect(next.value == 3)
    double.endWithPresentValue()
    source.value = 5
    #expect(next.value == 3)
    #expect(runs == 1)
  }

  @Test("one that has no value yet does not end")
  func withoutValue() {
    let double = ComputedBehavior { [source] in source.value * 2 }
    double.endWithPresentValue()
    #expect(!double.isEnded)
    #expect(double.value == 2)
    source.value = 5
    #expect(double.value == 10)
  }

  @Test("ended in its own function, it ends with what that returns")
  func inItsRun() {
    var ends = false
    var me: ComputedBehavior<Int>?
    let double = ComputedBehavior { [source] () -> Int in
      if ends { me?.endWithPresentValue() }
      return source.value * 2
    }
    me = double
    #expect(double.value == 2)
    ends = true
    source.value = 5
    #expect(double.value == 10)
    source.value = 6
    #expect(double.value == 10)
    #expect(double.isEnded)
    me = nil
  }
}
