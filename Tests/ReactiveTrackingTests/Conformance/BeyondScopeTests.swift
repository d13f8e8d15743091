import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: scopes and ownership")
  struct BeyondScopeTests {
    private let kept = Kept()

    @Test("an effect made in a plain effect is its handle's: without one it ends")
    func plainEffectOwnsNothing() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      var inner: Effect?
      let outer = kept(
        Effect {
          _ = a
          _ = Effect { runs.note("lost", reading: b) }
          if inner == nil { inner = Effect { runs.note("kept", reading: b) } }
        })
      runs.reset()
      b = 1
      #expect(runs.log == ["kept"])
      a = 1
      outer.cancel()
      runs.reset()
      b = 2
      #expect(runs.log == ["kept"])
      inner = nil
    }

    @Test("an effect made in a derivation that a scope's effect reads is not the scope's")
    func derivationOwnsNothing() {
      let runs = Runs()
      @Atom var b = 0
      var inner: Effect?
      let derived = derive { () -> Int in
        inner = Effect { runs.note("inner", reading: b) }
        return 1
      }
      let outer = kept(Effect { _ in _ = derived.value })
      outer.cancel()
      runs.reset()
      b = 1
      #expect(runs.log == ["inner"])
      inner?.cancel()
    }

    @Test("a scope ends with its last reference")
    func lastReference() {
      let runs = Runs()
      @Atom var a = 0
      var scope: EffectScope? = EffectScope()
      scope?.effect {
        runs.note("effect", reading: a)
        onCleanup { runs("cleanup") }
      }
      scope?.onCleanup { runs("scope") }
      a = 1
      #expect(runs.log == ["effect", "cleanup", "effect"])
      withExtendedLifetime(scope) { runs.reset() }
      scope = nil
      #expect(runs.log == ["cleanup", "scope"])
      a = 2
      #expect(runs.log.count == 2)
      #expect(scope == nil)
    }

    @Test("an effect that a scope owns may be ended on its own, and is cleaned up once")
    func endedAlone() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      let first = scope.effect {
        runs.note("first", reading: a)
        onCleanup { runs("first:cleanup") }
      }
      scope.effect { runs.note("second", reading: a) }
      first.cancel()
      runs.reset()
      a = 1
      #expect(runs.log == ["second"])
      scope.cancel()
      #expect(runs.log == ["second"])
    }

    @Test("a scope is emptied before each run of its effect, and filled anew")
    func emptiedBeforeRun() {
      let runs = Runs()
      @Atom var count = 3
      @Atom var bell = 0
      kept(
        Effect { scope in
          for index in 0..<count { scope.effect { runs.note("\(index)", reading: bell) } }
        })
      count = 2
      runs.reset()
      bell = 1
      #expect(runs.log == ["0", "1"])
      count = 0
      runs.reset()
      bell = 2
      #expect(runs.log == [])
    }

    @Test("inner effects that read what the outer one reads run once for a change")
    func sameSource() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect { scope in
          runs.note("outer", reading: a)
          for name in ["1", "2"] { scope.effect { runs.note(name, reading: a) } }
        })
      for step in 1...3 {
        runs.reset()
        a = step
        #expect(runs.log == ["outer", "1", "2"])
      }
    }

    @Test("an inner effect that the outer one's new run does not make again is not run for the change that ended it")
    func notMadeAgain() {
      let runs = Runs()
      @Atom var a: Int? = 1
      kept(
        Effect { scope in
          guard a != nil else { return }
          scope.effect { runs.note("inner", reading: a!) }
        })
      runs.reset()
      a = nil
      #expect(runs.log == [])
      a = 2
      #expect(runs.log == ["inner"])
    }

    @Test("the same through a derivation")
    func notMadeAgainThroughDerivation() {
      let runs = Runs()
      @Atom var a: Int? = 1
      @Derived var isThere = a != nil
      kept(
        Effect { scope in
          guard isThere else { return }
          scope.effect { runs.note("inner", reading: a!) }
        })
      runs.reset()
      a = nil
      #expect(runs.log == [])
      a = 2
      #expect(runs.log == ["inner"])
      a = 3
      #expect(runs.log == ["inner", "inner"])
    }

    @Test("an inner effect writes what the outer one reads: both settle")
    func innerWritesOuter() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect { scope in
          runs.note("outer", reading: a)
          scope.effect { if a < 3 { a += 1 } }
        })
      #expect(a == 3)
      runs.reset()
      a = 0
      #expect(a == 3)
      #expect(runs["outer"] <= 4)
    }

    @Test("an inner effect ends its outer one")
    func innerEndsOuter() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      var outer: Effect?
      outer = Effect { scope in
        runs.note("outer", reading: a)
        onCleanup { runs("outer:cleanup") }
        scope.effect {
          runs.note("inner", reading: b)
          onCleanup { runs("inner:cleanup") }
          if b == 1 { outer?.cancel() }
        }
      }
      runs.reset()
      b = 1
      #expect(runs["outer:cleanup"] == 1)
      #expect(runs["inner:cleanup"] == 2)
      runs.reset()
      a = 1
      b = 2
      #expect(runs.log == [])
      outer = nil
    }

    @Test("scopes nest: the child ends with its parent, and the parent outlives its child")
    func nestedScopes() {
      let runs = Runs()
      @Atom var a = 0
      let parent = EffectScope()
      var child: EffectScope?
      parent.run {
        child = EffectScope()
        _ = Effect { runs.note("parent", reading: a) }
      }
      child?.effect { runs.note("child", reading: a) }
      runs.reset()
      a = 1
      #expect(runs.log.sorted() == ["child", "parent"])
      child?.cancel()
      runs.reset()
      a = 2
      #expect(runs.log == ["parent"])
      parent.cancel()
      a = 3
      #expect(runs.log == ["parent"])
      #expect(child?.isCancelled == true)
    }

    @Test("a child scope that is not held elsewhere lives as long as its parent")
    func ownedScope() {
      let runs = Runs()
      @Atom var a = 0
      let parent = EffectScope()
      parent.run { EffectScope().run { _ = Effect { runs.note("effect", reading: a) } } }
      a = 1
      #expect(runs["effect"] == 2)
      parent.cancel()
      a = 2
      #expect(runs["effect"] == 2)
    }

    @Test("run returns its body's value, rethrows, and may be repeated")
    func runRepeated() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      let number = scope.run { 5 }
      #expect(number == 5)
      #expect(throws: Failure()) {
        try scope.run {
          _ = Effect { runs.note("first", reading: a) }
          throw Failure()
        }
      }
      scope.run { _ = Effect { runs.note("second", reading: a) } }
      runs.reset()
      a = 1
      #expect(runs.log == ["first", "second"])
      scope.cancel()
      a = 2
      #expect(runs.log == ["first", "second"])
    }

    @Test("what is made in a scope's run inside an effect is the scope's, not the effect's")
    func runInEffect() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      let effect = kept(
        Effect {
          runs("outer")
          untracked { scope.run { _ = Effect { runs.note("inner", reading: a) } } }
        })
      runs.reset()
      a = 1
      #expect(runs.log == ["inner"])
      effect.cancel()
      a = 2
      #expect(runs.log == ["inner", "inner"])
      scope.cancel()
      a = 3
      #expect(runs.log == ["inner", "inner"])
    }

    @Test("a scope's effect may throw; its error goes to its handler, and it ends with the scope")
    func throwingEffect() {
      struct Odd: Error { let value: Int }
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      let effect = scope.effect {
        runs("\(a)")
        if a % 2 == 1 { throw Odd(value: a) }
      } catch: { error in
        runs("odd \((error as? Odd)?.value ?? -1)")
      }
      a = 1
      a = 2
      scope.cancel()
      a = 3
      #expect(effect.isCancelled)
      #expect(runs.log == ["0", "1", "odd 1", "2"])
    }
  }
}
