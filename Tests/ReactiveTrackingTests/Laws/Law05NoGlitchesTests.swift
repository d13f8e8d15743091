import ReactiveTracking
import Testing

@Suite("Tracked graphs: no glitches")
struct TrackedNoGlitchesTests {
  @Test("through a diamond, each runs once for a change, and sees one state")
  func diamond() {
    let number = atom(1)
    let left = derive { number.value + 1 }
    let right = derive { number.value * 10 }
    var runs = 0
    let both = derive { () -> [Int] in
      runs += 1
      return [left.value, right.value, number.value]
    }
    var seen: [[Int]] = []
    let effect = Effect { seen.append(both.value) }
    number.value = 2
    batch {
      number.value = 5
      number.value = 3
    }
    #expect(seen == [[2, 10, 1], [3, 20, 2], [4, 30, 3]])
    #expect(runs == 3)
    withExtendedLifetime(effect) {}
  }

  @Test("nothing runs for inputs that turn out unchanged, and on a branch that is not taken")
  func unchanged() {
    let number = atom(1)
    let isOn = atom(false)
    let isOdd = derive { number.value % 2 == 1 }
    var branch = 0
    let expensive = derive { () -> Int in
      branch += 1
      return number.value * 100
    }
    var runs = 0
    let effect = Effect {
      runs += 1
      _ = isOdd.value
      if isOn.value { _ = expensive.value }
    }
    number.value = 3
    #expect([runs, branch] == [1, 0])
    isOn.value = true
    isOn.value = false
    let before = [runs, branch]
    number.value = 5
    #expect([runs, branch] == before)
    withExtendedLifetime(effect) {}
  }
}
