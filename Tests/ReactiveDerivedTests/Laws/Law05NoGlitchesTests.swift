import ReactiveDerived
import ReactiveTracking
import Testing

@Suite("Law 5 of properties: no glitches")
struct NoGlitchesTests {
  @Test("properties, tracked derivations, effects and events mix without a mixed state")
  func mixed() {
    let source = StoredProperty(1)
    let atom = AtomObject(10)
    let property = DerivedProperty(source, atom) { $0 + $1 }
    let tracked = Derivation { property.value * source.value }
    let both = DerivedProperty(property, tracked, source) { [$0, $1, $2] }
    var seen: [[Int]] = []
    let effect = Effect { seen.append(both.value) }
    var notified: [[Int]] = []
    both.sink { notified.append($0) }
    source.value = 2
    batch {
      atom.value = 20
      source.value = 3
    }
    #expect(seen == [[11, 11, 1], [12, 24, 2], [23, 69, 3]])
    #expect(notified == Array(seen.dropFirst()))
    effect.cancel()
  }
}
