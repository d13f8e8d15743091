import ReactiveCore
import Testing

/// The core's part: a user's effect is a `Reaction` behind the API of a layer above.
@Suite("Effects")
struct EffectsTests {
  private let a = OpenBehavior(0)
  private let b = OpenBehavior(0)

  @Test("runs at its start, then once for each change, and never after its end")
  func lifetime() {
    var log: [Int] = []
    let reaction = Reaction { [a] in log.append(a.value) }
    #expect(log == [])
    reaction.start()
    reaction.start()
    a.value = 1
    a.value = 1
    a.value = 2
    reaction.cancel()
    reaction.cancel()
    #expect(reaction.isCancelled)
    a.value = 3
    reaction.start()
    #expect(log == [0, 1, 2])
  }

  @Test("writes inside one are a batch, and the last write is what others see")
  func writesAreABatch() {
    let sum = ComputedBehavior { [a, b] in a.value + b.value }
    var notified: [Int] = []
    sum.sink { notified.append($0) }
    let bell = OpenBehavior(0)
    let reaction = Reaction { [a, b] in
      let value = bell.value
      a.value = value
      b.value = value * 10
      a.value = value * 2
    }
    reaction.start()
    #expect(work { bell.value = 1 }["notified"] == 1)
    #expect(notified == [12])
    withExtendedLifetime(reaction) {}
  }

  @Test("cleanups run before the next run and at the end, the last one first, each once")
  func cleanups() {
    var log: [String] = []
    let reaction = Reaction { [a] in
      let value = a.value
      log.append("run \(value)")
      _ = addCleanup { log.append("first of \(value)") }
      _ = addCleanup { log.append("second of \(value)") }
    }
    reaction.start()
    a.value = 1
    #expect(log == ["run 0", "second of 0", "first of 0", "run 1"])
    log = []
    reaction.cancel()
    reaction.cancel()
    #expect(log == ["second of 1", "first of 1"])
  }

  @Test("what a cleanup reads is not tracked, and what it writes is a batch")
  func cleanupsAreUntracked() {
    let sum = ComputedBehavior { [b] in b.value * 10 }
    var notified: [Int] = []
    sum.sink { notified.append($0) }
    var runs = 0
    let reaction = Reaction { [a, b] in
      runs += 1
      let value = a.value
      _ = addCleanup {
        b.value = b.value + 1
        b.value = value + 5
      }
    }
    reaction.start()
    a.value = 1
    b.value = 100
    #expect(runs == 2)
    #expect(notified == [50, 1_000])
    withExtendedLifetime(reaction) {}
  }

  @Test("nested ones are independent: the outer one's next run does not end what is kept elsewhere")
  func nestedIsExplicit() {
    var inner: [Reaction] = []
    var innerRuns = 0
    let outer = Reaction { [a, b] in
      _ = a.value
      let reaction = Reaction {
        innerRuns += 1
        _ = b.value
      }
      reaction.start()
      inner.append(reaction)
    }
    outer.start()
    a.value = 1
    innerRuns = 0
    b.value = 1
    #expect(innerRuns == 2)
    outer.cancel()
    b.value = 2
    #expect(innerRuns == 4)
    withExtendedLifetime(inner) {}
  }
}
