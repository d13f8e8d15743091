import ReactiveDerived
import Testing

@Suite("Logic")
struct LogicTests {
  @Test("the tables of and, or and not", arguments: [false, true], [false, true])
  func tables(left: Bool, right: Bool) {
    let a = OpenBehavior(left)
    let b = OpenBehavior(right)
    #expect((a && b).value == (left && right))
    #expect((a || b).value == (left || right))
    #expect((!a).value == !left)
    #expect(a.and(right).value == (left && right))
    #expect(a.or(right).value == (left || right))
  }

  @Test("no branch that is not taken: the right side does not run and is no dependency while the left decides")
  func shortCircuit() {
    for leftDecides in [false, true] {
      let left = OpenBehavior(leftDecides)
      let right = false.continuous
      var runs = 0
      let counted = DerivedProperty(right) { right in
        runs += 1
        return right
      }
      let result = leftDecides ? left || counted : left && counted
      var seen = 0
      result.sink { _ in seen += 1 }
      right.toggle()
      #expect(runs == 0 && result.value == leftDecides && !counted.hasDependents)
      left.toggle()
      #expect(runs == 1 && counted.hasDependents)
      right.toggle()
      #expect(runs == 2)
      left.value = leftDecides
      right.toggle()
      #expect(runs == 2 && result.value == leftDecides && !counted.hasDependents && seen > 0)
    }
  }

  @Test("toggle writes once, and reads untracked")
  func toggles() {
    let isOn = false.continuous
    var seen: [Bool] = []
    isOn.sink { seen.append($0) }
    isOn.toggle()
    isOn.toggle()
    batch {
      isOn.toggle()
      isOn.toggle()
    }
    #expect(seen == [true, false])
  }
}
