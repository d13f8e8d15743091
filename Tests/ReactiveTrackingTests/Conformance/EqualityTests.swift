import ReactiveTracking
import Testing

extension Conformance {
  @Suite("4: equality")
  struct EqualityTests {
    private let kept = Kept()

    @Test("#28 writing the same value is no change")
    func samePrimitive() {
      let runs = Runs()
      @Atom var a = 1
      @Derived var c = runs("c", a)
      #expect(c == 1)
      a = 1
      #expect(c == 1)
      #expect(runs["c"] == 1)
    }

    @Test("#32 a derivation with the same result is no change")
    func sameResult() {
      let runs = Runs()
      @Atom var a = "a"
      let b = derive { () -> String in
        _ = a
        return "foo"
      }
      @Derived var c = runs("c", b.value)
      #expect(c == "foo")
      #expect(runs["c"] == 1)
      a = "aa"
      #expect(c == "foo")
      #expect(runs["c"] == 1)
    }

    @Test("#34 the cut is at the first node that is unchanged")
    func firstUnchanged() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a > 0 ? 1 : 0
      @Derived var c = runs("c", b)
      @Derived var d = runs("d", c)
      #expect(d == 0)
      a = 1
      #expect(d == 1)
      runs.reset()
      a = 2
      #expect(d == 1)
      #expect(runs.log == [])
    }

    @Test("#169 the same, with a live effect")
    func withEffect() {
      let runs = Runs()
      @Atom var s = 0
      @Derived var c1 = s
      let c2 = derive { () -> Int in
        _ = c1
        return 5
      }
      kept(Effect { runs.note("effect", reading: c2.value) })
      s = 1
      s = 2
      #expect(runs["effect"] == 1)
    }

    @Test("#220 the same instance is no change")
    func sameInstance() {
      final class Token {}
      let runs = Runs()
      let token = Token()
      @Atom var a = 0
      let b = derive { () -> Token in
        _ = a
        return token
      }
      @Derived var c = runs("c", b.value)
      #expect(c === token)
      a = 1
      #expect(c === token)
      #expect(runs["c"] == 1)
    }
  }
}
