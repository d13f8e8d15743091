import ReactiveTracking
import Testing

@Suite("Tracked graphs: run to completion")
struct TrackedRunToCompletionTests {
  @Test("what an effect writes reaches the others after it, and none sees an older value after a newer one")
  func effects() {
    let number = atom(0)
    var log: [String] = []
    let first = Effect {
      let value = number.value
      log.append("a\(value)")
      if value == 1 { number.value = 2 }
      log.append("end of a\(value)")
    }
    let second = Effect { log.append("b\(number.value)") }
    log = []
    number.value = 1
    #expect(log.prefix(2) == ["a1", "end of a1"])
    #expect(log.last == "b2" || log.last == "end of a2")
    #expect(!log.drop { $0 != "b2" }.contains("b1"))
    #expect(log.contains("a2") && log.contains("b2"))
    withExtendedLifetime((first, second)) {}
  }

  @Test("a write in an observer of a derivation is notified after the delivery, to all observers")
  func observers() {
    let number = atom(0)
    let doubled = derive { number.value * 2 }
    var log: [String] = []
    doubled.sink { value in
      log.append("a\(value)")
      if value == 2 { number.value = 2 }
    }
    doubled.sink { log.append("b\($0)") }
    number.value = 1
    #expect(log == ["a2", "b2", "a4", "b4"])
  }
}
