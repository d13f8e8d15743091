import ReactiveTracking
import Testing

@Suite("Tracking: found by attack")
struct FoundByAttackTests {
  @Test("a derivation runs the effect that it is verified for")
  func runsItsDependent() {
    let source = atom(0)
    let other = atom(0)
    weak var asked: Effect?
    var isAsking = false
    var runs = 0
    var more: [Effect] = []
    let derivation = derive { () -> Int in
      if source.value > 0 {
        isAsking = true
        asked?.run()
        isAsking = false
        // Another node reuses links that were just freed.
        more.append(Effect { _ = other.value })
        other.value += 1
      }
      return source.value / 1_000
    }
    let effect = Effect {
      runs += 1
      if !isAsking { _ = derivation.value }
    }
    asked = effect
    source.value = 1
    #expect(runs == 2)
    #expect(more.count == 1)
  }

  @Test("the scope of an effect stays paused while what is around it is")
  func innerScopeResumes() {
    let source = atom(0)
    let outer = EffectScope()
    var inner: EffectScope?
    var runs = 0
    outer.effect { scope in
      inner = scope
      scope.effect {
        _ = source.value
        runs += 1
      }
    }
    outer.pause()
    inner?.pause()
    inner?.resume()
    source.value = 1
    #expect(runs == 1)
    outer.resume()
    #expect(runs == 2)
  }

  @Test("an atom that is unregistered in a run that has read it often is followed when it is read again")
  func unregisteredAndReadAgain() {
    let a = atom(1)
    var seen: [Int] = []
    let effect = Effect {
      _ = a.value + a.value
      Runtime.current.unregister(publisher: a)
      seen.append(a.value)
    }
    a.value = 2
    #expect(seen == [1, 2])
    withExtendedLifetime(effect) {}
  }

  @Test("an atom that is unregistered at the end of one effect's run is followed by the next effect")
  func unregisteredLast() {
    let a = atom(1)
    func make(_ unregisters: Bool, _ log: @escaping (Int) -> Void) -> Effect {
      Effect {
        let sum = a.value + a.value
        if unregisters { Runtime.current.unregister(publisher: a) }
        log(sum)
      }
    }
    var seen: [Int] = []
    let effects = [make(true) { _ in }, make(false) { seen.append($0) }]
    a.value = 2
    #expect(seen == [2, 4])
    withExtendedLifetime(effects) {}
  }

  @Test("a publisher of the user's that is unregistered in a run is followed when it is read again")
  func publisherUnregistered() {
    final class Store: Runtime.Publisher {
      var stored = 0
      var value: Int {
        get {
          Runtime.current.willRead(self)
          return stored
        }
        set {
          stored = newValue
          Runtime.current.didMutate(self)
        }
      }
    }
    withIsolatedRuntime {
      let store = Store()
      var seen: [Int] = []
      let effect = Effect {
        _ = store.value + store.value
        Runtime.current.unregister(publisher: store)
        seen.append(store.value)
      }
      store.value = 2
      #expect(seen == [0, 2])
      withExtendedLifetime(effect) {}
    }
  }
}
