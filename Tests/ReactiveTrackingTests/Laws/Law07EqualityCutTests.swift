import ReactiveTracking
import Testing

@Suite("Tracked graphs: equality cut")
struct TrackedEqualityCutTests {
  private final class Thing {}
  private struct Opaque { var number = 0 }

  /// The number of runs of an effect of `behavior` that `write` causes.
  private func runs<Value>(of behavior: Behavior<Value>, _ write: () -> Void) -> Int {
    var runs = -1
    let effect = Effect {
      _ = behavior.value
      runs += 1
    }
    write()
    effect.cancel()
    return runs
  }

  @Test("Equatable values are cut by ==, objects by identity, and anything else is a change")
  func atoms() {
    let number = atom(1)
    #expect(runs(of: number) { number.value = 1 } == 0)
    let thing = Thing()
    let object = atom(thing)
    #expect(runs(of: object) { object.value = thing } == 0)
    #expect(runs(of: object) { object.value = Thing() } == 1)
    let opaque = atom(Opaque())
    #expect(runs(of: opaque) { opaque.value = Opaque() } == 1)
  }

  @Test("a derivation makes the same choice of its results")
  func derivations() {
    let number = atom(1)
    let parity = derive { number.value % 2 }
    #expect(runs(of: parity) { number.value = 3 } == 0)
    let things = [Thing(), Thing()]
    let object = derive { things[number.value % 2] }
    #expect(runs(of: object) { number.value = 5 } == 0)
    #expect(runs(of: object) { number.value = 6 } == 1)
    let opaque = derive { Opaque(number: number.value % 2) }
    #expect(runs(of: opaque) { number.value = 8 } == 1)
  }
}
