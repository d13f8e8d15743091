import ReactiveTracking
import Testing

extension Conformance {
  @Suite("13: memory and links")
  struct LinksTests {
    private let kept = Kept()

    @Test("#98 the end of an effect is the end of its subscriptions")
    func subscriptions() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(Effect { runs.note("effect", reading: a) })
      #expect(runs["effect"] == 1)
      a = 1
      #expect(runs["effect"] == 2)
      effect.cancel()
      a = 2
      a = 3
      #expect(runs["effect"] == 2)
    }

    @Test("#101 an effect that has ended leaves its derivation at work")
    func endedEffect() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a * 2
      let effect = kept(Effect { runs.note("effect", reading: b) })
      effect.cancel()
      a = 1
      a = 2
      #expect(runs["effect"] == 1)
      #expect(b == 4)
    }

    @Test("#160 the last listeners go")
    func lastListeners() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a * 2
      let first = kept(Effect { runs.note("first", reading: b) })
      let second = kept(Effect { runs.note("second", reading: b) })
      a = 1
      #expect([runs["first"], runs["second"]] == [2, 2])
      first.cancel()
      second.cancel()
      a = 2
      #expect([runs["first"], runs["second"]] == [2, 2])
      #expect(b == 4)
    }

    @Test("#161 the listener of several levels goes")
    func severalLevels() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a + 1
      @Derived var c = b + 1
      @Derived var d = c + 1
      let effect = kept(Effect { runs.note("effect", reading: d) })
      a = 1
      #expect(runs["effect"] == 2)
      effect.cancel()
      a = 2
      #expect(runs["effect"] == 2)
      #expect(d == 5)
    }

    @Test("#215 one of two effects of a derivation goes")
    func partly() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a
      let first = kept(Effect { runs.note("first", reading: b) })
      kept(Effect { runs.note("second", reading: b) })
      runs.reset()
      first.cancel()
      a = 1
      a = 2
      #expect(runs.log == ["second", "second"])
    }
  }
}
