import ReactiveTracking
import Testing

extension Conformance {
  @Suite("15: from alien-signals' own tests")
  struct AlienCases {
    private let kept = Kept()

    @Test("A1 inner cleanup, outer cleanup, outer run, inner run")
    func strictOrder() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect { scope in
          runs.note("outer:run", reading: a)
          onCleanup { runs("outer:cleanup") }
          scope.effect {
            runs.note("inner:run", reading: a)
            onCleanup { runs("inner:cleanup") }
          }
        })
      runs.reset()
      a = 1
      #expect(runs.log == ["inner:cleanup", "outer:cleanup", "outer:run", "inner:run"])
    }

    @Test("A2 siblings are cleaned up last in, first out, before a run and at the end")
    func siblings() {
      let runs = Runs()
      @Atom var a = 0
      let outer = kept(
        Effect { scope in
          _ = a
          for name in ["1", "2", "3"] { scope.effect { onCleanup { runs(name) } } }
        })
      a = 1
      #expect(runs.log == ["3", "2", "1"])
      runs.reset()
      outer.cancel()
      #expect(runs.log == ["3", "2", "1"])
    }

    @Test("A3 three levels are cleaned up depth first, from the last to the first")
    func depthFirst() {
      let runs = Runs()
      let outer = kept(
        Effect { scope in
          onCleanup { runs("outer") }
          for name in ["1", "2"] {
            scope.run {
              _ = Effect { scope in
                onCleanup { runs(name) }
                for letter in ["a", "b"] { scope.effect { onCleanup { runs(name + letter) } } }
              }
            }
          }
        })
      outer.cancel()
      #expect(runs.log == ["2b", "2a", "2", "1b", "1a", "1", "outer"])
    }

    @Test("A4 effects made in a derivation end with its cleanup, last in, first out")
    func effectsOfDerivation() {
      let runs = Runs()
      @Atom var a = 0
      var derived: Derivation<Int>? = derive { () -> Int in
        for name in ["1", "2"] {
          let effect = Effect {
            runs.note(name, reading: a)
            onCleanup { runs("cleanup " + name) }
          }
          onCleanup { effect.cancel() }
        }
        return a
      }
      #expect(derived?.value == 0)
      #expect(runs.log == ["1", "2"])
      withExtendedLifetime(derived) { runs.reset() }
      derived = nil
      #expect(runs.log == ["cleanup 2", "cleanup 1"])
      runs.reset()
      a = 1
      #expect(runs.log == [])
    }

    @Test("A5 a scope ends last in, first out, nested ones depth first")
    func scopeOrder() {
      let runs = Runs()
      let outer = EffectScope()
      outer.run {
        onCleanup { runs("outer 1") }
        _ = Effect { onCleanup { runs("effect 1") } }
        let inner = EffectScope()
        inner.run {
          _ = Effect { onCleanup { runs("inner effect 1") } }
          _ = Effect { onCleanup { runs("inner effect 2") } }
          onCleanup { runs("inner") }
        }
        _ = Effect { onCleanup { runs("effect 2") } }
        onCleanup { runs("outer 2") }
      }
      outer.cancel()
      #expect(
        runs.log == [
          "effect 2", "inner effect 2", "inner effect 1", "inner", "effect 1", "outer 2", "outer 1",
        ])
    }

    @Test("A5 a scope made inside an effect ends before the effect's own cleanup")
    func scopeInEffect() {
      let runs = Runs()
      let effect = kept(
        Effect { _ in
          onCleanup { runs("effect") }
          EffectScope().onCleanup { runs("scope") }
        })
      effect.cancel()
      #expect(runs.log == ["scope", "effect"])
    }

    @Test("A6 an object that was changed in place is delivered once, also when two atoms are touched together")
    func touch() {
      final class Document { var text = "" }
      let runs = Runs()
      let first = atom(Document())
      let second = atom(Document())
      first.touch()
      kept(Effect { runs.note("effect", reading: first.value.text + second.value.text) })
      first.value.text = "a"
      first.touch()
      #expect(runs["effect"] == 2)
      batch {
        first.value.text = "b"
        first.touch()
        second.value.text = "c"
        second.touch()
      }
      #expect(runs["effect"] == 3)
    }

    @Test("A6 a touch goes through derivations, and stops at one that is unchanged")
    func touchThroughDerivation() {
      final class Document { var text = "" }
      let runs = Runs()
      let document = atom(Document())
      @Derived var count = document.value.text.count
      kept(Effect { runs.note("effect", reading: count) })
      document.value.text = "a"
      document.touch()
      #expect(count == 1)
      #expect(runs["effect"] == 2)
      document.value.text = "b"
      document.touch()
      #expect(runs["effect"] == 2)
    }
  }
}
