import ReactiveTracking
import Testing

extension Conformance {
  @Suite("5: effect lifecycle, cleanup")
  struct EffectCleanupTests {
    private let kept = Kept()

    @Test("#38 the cleanup runs before each run that follows")
    func beforeRun() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect {
          let value = a
          runs("run:\(value)")
          onCleanup { runs("cleanup:\(value)") }
        })
      #expect(runs.log == ["run:0"])
      a = 1
      #expect(runs.log == ["run:0", "cleanup:0", "run:1"])
      a = 2
      #expect(runs.log == ["run:0", "cleanup:0", "run:1", "cleanup:1", "run:2"])
    }

    @Test("#40 what a cleanup reads is not tracked")
    func untracked() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(
        Effect {
          runs.note("effect", reading: a)
          onCleanup { _ = b }
        })
      a = 1
      #expect(runs["effect"] == 2)
      b = 200
      #expect(runs["effect"] == 2)
    }

    @Test("#109 only the last run's cleanup runs")
    func onlyLast() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect {
          let value = a
          onCleanup { runs("cleanup:\(value)") }
        })
      a = 1
      a = 2
      #expect(runs.log == ["cleanup:0", "cleanup:1"])
    }

    @Test("#110 ending twice cleans up once")
    func endsTwice() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(
        Effect {
          _ = a
          onCleanup { runs("cleanup") }
        })
      effect.cancel()
      #expect(runs["cleanup"] == 1)
      effect.cancel()
      #expect(runs["cleanup"] == 1)
    }

    @Test("#140 the cleanup runs at the end")
    func atEnd() {
      let runs = Runs()
      let effect = kept(Effect { onCleanup { runs("cleanup") } })
      #expect(runs.log == [])
      effect.cancel()
      #expect(runs.log == ["cleanup"])
    }

    @Test("#178 what the cleanup of an effect reads is not tracked by the effect that ends it")
    func endedByEffect() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      let inner = kept(
        Effect {
          _ = a
          onCleanup { _ = b }
        })
      kept(
        Effect {
          runs.note("outer", reading: a)
          if a == 1 { inner.cancel() }
        })
      runs.reset()
      a = 1
      #expect(runs["outer"] == 1)
      runs.reset()
      b = 200
      #expect(runs["outer"] == 0)
    }

    @Test("#202 an effect ends another, and a third one is still notified")
    func siblingIsNotified() {
      @Atom var s = 0
      @Atom var b = 0
      let first = kept(
        Effect {
          _ = s
          onCleanup { _ = b }
        })
      kept(Effect { if s == 1 { first.cancel() } })
      var seen: [Int] = []
      kept(Effect { seen.append(s) })
      s = 1
      #expect(seen == [0, 1])
    }

    @Test("#229 a cleanup that reads a derivation reads a fresh value")
    func readsDerivation() {
      @Atom var a = 0
      @Derived var c = a * 10
      var seen: [Int] = []
      kept(
        Effect {
          _ = a
          onCleanup { seen.append(c) }
        })
      a = 1
      #expect(seen == [10])
      a = 2
      #expect(seen == [10, 20])
    }

    @Test("#230 what a cleanup writes in a batch is delivered")
    func writesInBatch() {
      @Atom var a = 0
      @Atom var b = 0
      kept(
        Effect {
          _ = a
          onCleanup { b += 1 }
        })
      var seen: [Int] = []
      kept(Effect { seen.append(b) })
      batch { a = 1 }
      #expect(seen == [0, 1])
    }

    @Test("#233 a cleanup writes, then reads a derivation of what it wrote")
    func writesThenReads() {
      @Atom var a = 0
      @Atom var b = 0
      @Derived var c = b
      var seen: [Int] = []
      kept(
        Effect {
          _ = a
          onCleanup {
            b = 99
            seen.append(c)
          }
        })
      #expect(seen == [])
      a = 1
      #expect(seen == [99])
    }

    @Test("#236 a cleanup that writes what its effect reads, up to a bound")
    func writesOwnDependency() {
      @Atom var a = 0
      var runs = 0
      var last = -1
      kept(
        Effect {
          runs += 1
          last = a
          onCleanup { if runs < 5 { a += 1 } }
        })
      #expect(runs == 1)
      a = 1
      #expect(runs <= 20)
      #expect(last == a)
    }

    @Test("#238 at the end, the inner one is cleaned up before the outer one")
    func innerBeforeOuter() {
      let runs = Runs()
      let outer = kept(
        Effect { scope in
          runs("outer:run")
          onCleanup { runs("outer:cleanup") }
          scope.effect {
            runs("inner:run")
            onCleanup { runs("inner:cleanup") }
          }
        })
      #expect(runs.log == ["outer:run", "inner:run"])
      runs.reset()
      outer.cancel()
      #expect(runs.log == ["inner:cleanup", "outer:cleanup"])
    }

    @Test("#241 three levels are cleaned up deepest first")
    func threeLevels() {
      let runs = Runs()
      let outer = kept(
        Effect { scope in
          onCleanup { runs("outer") }
          scope.run {
            _ = Effect { scope in
              onCleanup { runs("child") }
              scope.effect { onCleanup { runs("grandchild") } }
            }
          }
        })
      outer.cancel()
      #expect(runs.log == ["grandchild", "child", "outer"])
    }

    @Test("#242 an effect made inside a derivation is cleaned up before the derivation runs again")
    func madeInDerivation() {
      let runs = Runs()
      @Atom var a = 0
      let c = derive { () -> Int in
        runs("eval")
        let inner = Effect {
          runs("inner:run")
          onCleanup { runs("inner:cleanup") }
        }
        onCleanup { inner.cancel() }
        return a
      }
      kept(Effect { _ = c.value })
      #expect(runs.log == ["eval", "inner:run"])
      runs.reset()
      a = 1
      #expect(runs.log == ["inner:cleanup", "eval", "inner:run"])
    }
  }
}
