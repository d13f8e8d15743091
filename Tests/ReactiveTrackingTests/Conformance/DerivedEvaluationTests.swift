import ReactiveTracking
import Testing

extension Conformance {
  @Suite("3: derived evaluation")
  struct DerivedEvaluationTests {
    private let kept = Kept()

    @Test("#19 a read returns the updated value")
    func updated() {
      @Atom var a = 0
      @Derived var b = a * 2
      #expect(b == 0)
      a = 1
      #expect(b == 2)
      a = 5
      #expect(b == 10)
    }

    @Test("#20 a chain of three adds up")
    func chain() {
      @Atom var a = 0
      @Derived var b = a + 1
      @Derived var c = b + 1
      @Derived var d = c + 1
      #expect(d == 3)
      a = 10
      #expect(d == 13)
    }

    @Test("#22 each node of a chain runs once for a write and a read")
    func chainRunsOnce() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a)
      @Derived var c = runs("c", b)
      @Derived var d = runs("d", c)
      #expect(d == 0)
      runs.reset()
      a = 1
      #expect(d == 1)
      #expect(runs.log.sorted() == ["b", "c", "d"])
    }

    @Test("#23 reading a chain does not keep its effect from running")
    func readBesidesEffect() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a
      @Derived var c = b
      kept(Effect { runs.note("effect", reading: c) })
      a = 1
      #expect(c == 1)
      #expect(runs["effect"] == 2)
    }

    @Test("#25 a derivation without dependencies runs once")
    func constant() {
      let runs = Runs()
      @Derived var a = runs("a", 42)
      #expect(a == 42)
      #expect(a == 42)
      #expect(runs["a"] == 1)
    }

    @Test("#26 a derivation stays alive when its last effect is gone")
    func outlivesEffects() {
      @Atom var a = 0
      @Derived var b = a * 2
      let effect = Effect { _ = b }
      effect.cancel()
      a = 5
      #expect(b == 10)
      a = 10
      #expect(b == 20)
    }

    @Test("#115 an atom may be made inside a derivation")
    func atomInside() {
      @Atom var a = 0
      let c = derive { () -> Int in
        let inner = atom(a * 10)
        return inner.value
      }
      #expect(c.value == 0)
      a = 3
      #expect(c.value == 30)
    }

    @Test("#145 nil is a value to be cached")
    func noValue() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var c = runs("c", a == 0 ? nil : a)
      #expect(c == nil)
      #expect(c == nil)
      #expect(runs["c"] == 1)
      a = 1
      #expect(c == 1)
      a = 0
      #expect(c == nil)
      #expect(runs["c"] == 3)
    }

    @Test("#148 the outer one does not run if the inner one returns the same")
    func innerUnchanged() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var inner = a > 0 ? 1 : 0
      @Derived var outer = runs("outer", inner)
      #expect(outer == 0)
      runs.reset()
      a = 1
      #expect(outer == 1)
      #expect(runs["outer"] == 1)
      runs.reset()
      a = 2
      #expect(outer == 1)
      #expect(runs["outer"] == 0)
    }

    @Test("#149 a batch keeps the order")
    func batchKeepsOrder() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a)
      @Derived var c = runs("c", b)
      kept(Effect { _ = c })
      runs.reset()
      batch { a = 1 }
      #expect(runs.log == ["b", "c"])
    }
  }
}
