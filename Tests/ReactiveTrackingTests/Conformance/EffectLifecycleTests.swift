import ReactiveTracking
import Testing

extension Conformance {
  @Suite("5: effect lifecycle")
  struct EffectLifecycleTests {
    private let kept = Kept()

    @Test("#35 runs at its creation")
    func runsAtCreation() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect { runs.note("effect", reading: a) })
      #expect(runs["effect"] == 1)
    }

    @Test("#37 after its end it does not run")
    func ends() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(Effect { runs.note("effect", reading: a) })
      effect.cancel()
      a = 1
      #expect(runs["effect"] == 1)
      #expect(effect.isCancelled)
    }

    @Test("#41 after its end it is never notified again")
    func neverAgain() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(Effect { runs.note("effect", reading: a) })
      effect.cancel()
      for step in 1...3 { a = step }
      #expect(runs["effect"] == 1)
    }

    @Test("#142 an effect that ends itself at a condition")
    func endsItself() {
      let runs = Runs()
      @Atom var a = 0
      var effect: Effect?
      effect = Effect {
        runs("effect")
        if a >= 3 { effect?.cancel() }
      }
      a = 1
      #expect(runs["effect"] == 2)
      a = 3
      #expect(runs["effect"] == 3)
      a = 4
      a = 5
      #expect(runs["effect"] == 3)
      effect = nil
    }

    @Test("#143 an effect that has ended is not scheduled by any of its sources")
    func notRescheduled() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      let effect = kept(Effect { runs.note("effect", reading: a + b) })
      effect.cancel()
      a = 1
      b = 1
      a = 2
      b = 2
      #expect(runs["effect"] == 1)
    }

    @Test("#203 a derivation that ends the effect that reads it, beside one that is unchanged")
    func endedByDerivation() {
      let runs = Runs()
      @Atom var s = 0
      var effect: Effect?
      let p = derive { () -> Int in
        _ = s
        return 0
      }
      let q = derive { () -> Int in
        if s != 0 { effect?.cancel() }
        return s
      }
      let r = derive { () -> Int in
        _ = p.value
        _ = q.value
        return 0
      }
      effect = Effect { runs.note("effect", reading: r.value) }
      s = 1
      s = 2
      #expect(runs["effect"] == 1)
      effect = nil
    }

    @Test("#214 a derivation that is made anew in each run")
    func recreated() {
      @Atom var a = 1
      var published: Derivation<Int>?
      kept(
        Effect {
          published = derive { a }
          _ = a
        })
      #expect(published?.value == 1)
      a = 2
      #expect(published?.value == 2)
      a = 3
      #expect(published?.value == 3)
    }

    @Test("#217 an effect that begins after another has ended")
    func newAfterEnd() {
      let runs = Runs()
      @Atom var a = 0
      let first = kept(Effect { runs.note("first", reading: a) })
      first.cancel()
      a = 1
      #expect(runs.log == ["first"])
      kept(Effect { runs.note("second", reading: a) })
      #expect(runs.log == ["first", "second"])
      a = 2
      #expect(runs.log == ["first", "second", "second"])
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test("#235 refused: an effect that adds to what it reads never settles, and the stop names it")
    func addsToWhatItReads() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Atom var a = 0
        @Atom var b = 0
        let effect = Effect(name: "adding") {
          _ = a
          batch {
            b += 10
            b += 1
          }
        }
        effect.cancel()
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains("adding"), "\(output)")
    }
    #endif

    @Test("#235 with the source that it adds to read untracked: a batch inside an effect is one change")
    func batchInside() {
      @Atom var a = 0
      @Atom var b = 0
      kept(
        Effect {
          _ = a
          batch {
            b = $b.peek() + 10
            b = $b.peek() + 1
          }
        })
      var seen: [Int] = []
      kept(Effect { seen.append(b) })
      #expect(seen == [11])
      a = 1
      #expect(seen == [11, 22])
    }
  }
}
