import ReactiveTracking
import Testing

@Suite("untracked and onCleanup")
struct UntrackedCleanupTests {
  private struct Stop: Error {}

  @Test("untracked returns or throws what its body does, and what is read in it is no dependency")
  func reads() throws {
    let tracked = atom(1)
    let other = atom(10)
    var runs = 0
    let effect = Effect {
      runs += 1
      _ = tracked.value + untracked { other.value }
      #expect(throws: Stop.self) { try untracked { throw Stop() } }
    }
    other.value = 20
    #expect(runs == 1)
    tracked.value = 2
    #expect(runs == 2)
    withExtendedLifetime(effect) {}
  }

  @Test("a derivation that is read in it follows its own dependencies all the same")
  func derivations() {
    let number = atom(1)
    let doubled = derive { number.value * 2 }
    let shown = derive { untracked { doubled.value } }
    #expect(shown.value == 2)
    number.value = 2
    #expect(shown.value == 2)
    #expect(doubled.value == 4)
  }

  @Test("onCleanup belongs to what runs innermost")
  func innermost() {
    let number = atom(1)
    var log: [String] = []
    let inner = derive { () -> Int in
      onCleanup { log.append("inner") }
      return number.value % 2
    }
    let outer = Effect {
      onCleanup { log.append("outer") }
      _ = inner.value
    }
    number.value = 3
    #expect(log == ["inner"])
    number.value = 4
    #expect(log == ["inner", "inner", "outer"])
    outer.cancel()
    #expect(log == ["inner", "inner", "outer", "outer"])
  }
}
