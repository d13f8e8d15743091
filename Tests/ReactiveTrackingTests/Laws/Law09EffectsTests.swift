import ReactiveTracking
import Testing

@Suite("Tracked graphs: effects")
struct TrackedEffectsTests {
  @Test("one runs when it is made and after each verified change, and what it writes is a batch")
  func runs() {
    let number = atom(1)
    let isEven = derive { number.value % 2 == 0 }
    let left = atom(0)
    let right = atom(0)
    var sums: [Int] = []
    let sum = Effect { sums.append(left.value + right.value) }
    var runs = 0
    let effect = Effect {
      runs += 1
      let value = isEven.value ? 1 : 2
      left.value = value
      right.value = value * 10
    }
    number.value = 3
    #expect(runs == 1)
    number.value = 4
    #expect(runs == 2)
    #expect(sums == [0, 22, 11])
    withExtendedLifetime((sum, effect)) {}
  }

  @Test("cleanups run before the next run and at the end, untracked, the last one first")
  func cleanups() {
    let number = atom(1)
    let other = atom(1)
    var log: [String] = []
    let effect = Effect {
      let value = number.value
      log.append("run \(value)")
      onCleanup { log.append("first of \(value), \(other.value)") }
      onCleanup { log.append("second of \(value)") }
    }
    number.value = 2
    other.value = 2
    effect.cancel()
    #expect(log == ["run 1", "second of 1", "first of 1, 1", "run 2", "second of 2", "first of 2, 2"])
  }

  @Test("it lives as long as its handle, or as the scope that it was made in, and no longer")
  func lifetime() {
    let number = atom(0)
    var log: [String] = []
    var handle: Effect? = Effect { log.append("handle \(number.value)") }
    let scope = EffectScope()
    scope.run { _ = Effect { log.append("scope \(number.value)") } }
    var inner: Effect?
    let outer = Effect {
      if inner == nil { inner = Effect { log.append("inner \(number.value)") } }
    }
    outer.cancel()
    log = []
    number.value = 1
    #expect(log == ["handle 1", "scope 1", "inner 1"])
    log = []
    handle = nil
    scope.cancel()
    number.value = 2
    #expect(log == ["inner 2"])
    withExtendedLifetime((handle, inner)) {}
  }
}
