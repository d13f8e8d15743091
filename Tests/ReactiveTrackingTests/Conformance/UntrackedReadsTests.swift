import ReactiveTracking
import Testing

extension Conformance {
  @Suite("10: untracked reads")
  struct UntrackedReadsTests {
    private let kept = Kept()

    @Test("#76 in a derivation")
    func inDerivation() {
      @Atom var a = 0
      @Atom var b = 10
      @Derived var c = a + untracked { b }
      #expect(c == 10)
      a = 1
      #expect(c == 11)
      b = 20
      #expect(c == 11)
    }

    @Test("#77 of two sources")
    func twoSources() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(Effect { runs.note("effect", reading: untracked { a + b }) })
      a = 1
      b = 1
      #expect(runs["effect"] == 1)
    }

    @Test("#118 of a derivation: nothing behind it is tracked either")
    func transitively() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a * 2
      kept(Effect { runs.note("effect", reading: untracked { b }) })
      a = 1
      a = 2
      #expect(runs["effect"] == 1)
    }

    @Test("#218 beside a batch")
    func besideBatch() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(Effect { runs.note("effect", reading: a + untracked { b }) })
      batch { b = 1 }
      #expect(runs["effect"] == 1)
      batch {
        b = 2
        a = 1
      }
      #expect(runs["effect"] == 2)
    }
  }
}
