import ReactiveTracking
import Testing

@Suite("Tracked graphs: membership")
struct TrackedMembershipTests {
  @Test("added during a delivery, it is not part of it; cancelled in one, it is not called again")
  func observers() {
    let number = atom(0)
    let doubled = derive { number.value * 2 }
    var log: [String] = []
    var doomed: Subscription?
    doubled.sink { value in
      doomed?.cancel()
      if value == 2 { doubled.observe { log.append("late \($0)") } }
    }
    doomed = doubled.sink { log.append("doomed \($0)") }
    number.value = 1
    number.value = 2
    #expect(log == ["late 2", "late 4"])
  }

  @Test("an effect that another ends, whose turn waits, does not run")
  func effects() {
    let number = atom(0)
    var runs = 0
    var second: Effect?
    let first = Effect { if number.value == 1 { second?.cancel() } }
    second = Effect {
      _ = number.value
      runs += 1
    }
    number.value = 1
    number.value = 2
    #expect(runs == 1)
    withExtendedLifetime(first) {}
  }
}
