import ReactiveTracking
import Testing

/// Faults that an attack on the layer found.
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
        // Links that were freed just now are taken by another node.
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
}
