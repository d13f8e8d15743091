// Tests: Cleanup, NodeHooks

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Cleanup")
struct CleanupTests {
  @Test("runs before the next run and at the end, the last one first")
  func order() {
    let source = OpenBehavior(0)
    var log: [String] = []
    let reaction = Reaction {
      let number = source.value
      for name in ["first", "second"] { #expect(addCleanup { log.append("\(name) \(number)") }) }
    }
    reaction.start()
    #expect(log == [])
    source.value = 1
    #expect(log == ["second 0", "first 0"])
    log = []
    reaction.cancel()
    #expect(log == ["second 1", "first 1"])
  }

  @Test("is refused where no evaluation or scope is open, and in a cleanup")
  func refused() {
    var runs = 0
    var isAdded: Bool? = nil
    #expect(!addCleanup { runs += 1 })
    #expect(runs == 0)
    let inner = Reaction {
      _ = addCleanup { isAdded = withoutTracking { addCleanup { runs += 1 } } }
    }
    inner.start()
    inner.cancel()
    #expect(isAdded == false)
    #expect(runs == 0)
  }

  @Test("a derivation's run before its function runs again, and when it goes")
  func derivation() {
    let a = OpenBehavior(1)
    var log: [String] = []
    var derivation: ComputedBehavior<Int>? = ComputedBehavior {
      let value = a.value
      _ = addCleanup { log.append("end of \(value)") }
      return value
    }
    #expect(derivation?.value == 1)
    a.value = 2
    #expect(log == [])
    #expect(derivation?.value == 2)
    #expect(log == ["end of 1"])
    derivation = nil
    #expect(log == ["end of 1", "end of 2"])
  }

  @Test("what it captures is released when it has run")
  func releases() {
    let live = LiveCount()
    let a = OpenBehavior(0)
    let reaction = Reaction {
      _ = a.value
      let object = live.make()
      _ = addCleanup { object.touch() }
    }
    reaction.start()
    for value in 1...10 { a.value = value }
    #expect(live.alive == 1)
    #expect(live.peak <= 2)
    reaction.cancel()
    #expect(live.alive == 0)
  }
}
