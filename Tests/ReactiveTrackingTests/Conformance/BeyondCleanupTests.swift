import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: cleanups")
  struct BeyondCleanupTests {
    private let kept = Kept()

    @Test("several cleanups of one run: last in, first out, each once")
    func several() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(
        Effect {
          let value = a
          for index in 1...3 { onCleanup { runs("\(value).\(index)") } }
        })
      a = 1
      #expect(runs.log == ["0.3", "0.2", "0.1"])
      runs.reset()
      effect.cancel()
      #expect(runs.log == ["1.3", "1.2", "1.1"])
    }

    @Test("a run that registers none leaves none")
    func conditional() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(Effect { if a % 2 == 0 { onCleanup { runs("cleanup") } } })
      a = 1
      #expect(runs["cleanup"] == 1)
      a = 2
      #expect(runs["cleanup"] == 1)
      effect.cancel()
      #expect(runs["cleanup"] == 2)
    }

    @Test("no cleanup for a change that turns out to be none")
    func noChange() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a / 10
      kept(
        Effect {
          _ = b
          onCleanup { runs("cleanup") }
        })
      a = 5
      batch {
        a = 20
        a = 5
      }
      #expect(runs.log == [])
      a = 10
      #expect(runs.log == ["cleanup"])
    }

    @Test("an effect that is dropped is cleaned up")
    func dropped() {
      let runs = Runs()
      var effect: Effect? = Effect { onCleanup { runs("cleanup") } }
      #expect(runs.log == [])
      effect = nil
      #expect(runs.log == ["cleanup"])
      #expect(effect == nil)
    }

    @Test("a cleanup sees what is stored now, not what its run saw")
    func seesPresent() {
      @Atom var a = 0
      var seen: [Int] = []
      let effect = kept(
        Effect {
          _ = a
          onCleanup { seen.append(a) }
        })
      a = 1
      a = 5
      effect.cancel()
      #expect(seen == [1, 5, 5])
    }

    @Test("what a cleanup writes is part of the run that follows: one change for others")
    func oneChange() {
      @Atom var a = 0
      @Atom var b = 0
      var seen: [Int] = []
      kept(
        Effect {
          let value = a
          onCleanup { b = -1 }
          b = value
        })
      kept(Effect { seen.append(b) })
      a = 1
      #expect(seen == [0, 1])
      a = 2
      #expect(seen == [0, 1, 2])
    }

    @Test("a cleanup that writes what another effect reads notifies it, once")
    func writesForOthers() {
      @Atom var a = 0
      @Atom var count = 0
      var seen: [Int] = []
      kept(Effect { seen.append(count) })
      let effect = kept(
        Effect {
          _ = a
          onCleanup { count += 1 }
        })
      a = 1
      a = 2
      effect.cancel()
      #expect(seen == [0, 1, 2, 3])
    }

    @Test("a cleanup of the end may write what its own effect read")
    func writesOwnAtEnd() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(
        Effect {
          runs.note("effect", reading: a)
          onCleanup { a = 100 }
        })
      effect.cancel()
      #expect(a == 100)
      #expect(runs["effect"] == 1)
    }

    @Test("a cleanup ends another effect that waits in the same flush")
    func endsWaiting() {
      let runs = Runs()
      @Atom var a = 0
      var second: Effect?
      kept(
        Effect {
          runs.note("first", reading: a)
          onCleanup { second?.cancel() }
        })
      second = Effect {
        runs.note("second", reading: a)
        onCleanup { runs("second:cleanup") }
      }
      runs.reset()
      a = 1
      #expect(runs.log == ["second:cleanup", "first"])
      second = nil
    }

    @Test("a cleanup that ends its own effect: the run that was due does not happen")
    func endsItself() {
      let runs = Runs()
      @Atom var a = 0
      var effect: Effect?
      effect = Effect {
        runs.note("effect", reading: a)
        onCleanup {
          runs("cleanup")
          effect?.cancel()
        }
      }
      a = 1
      a = 2
      #expect(runs.log == ["effect", "cleanup"])
      effect = nil
    }

    @Test("an effect that ends itself in its run: what it registers after that is cleaned up as well, once")
    func registersAfterEnd() {
      let runs = Runs()
      @Atom var a = 0
      var effect: Effect?
      effect = Effect {
        onCleanup { runs("before") }
        if a == 1 {
          effect?.cancel()
          onCleanup { runs("after") }
        }
      }
      runs.reset()
      a = 1
      #expect(runs.log.sorted() == ["after", "before", "before"])
      a = 2
      effect = nil
      #expect(runs.log.count == 3)
    }

    @Test("a cleanup may make an effect, which belongs to its handle alone")
    func makesEffect() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      var made: Effect?
      let effect = kept(
        Effect { _ in
          _ = a
          onCleanup { made = Effect { runs.note("made", reading: b) } }
        })
      a = 1
      #expect(runs["made"] == 1)
      b = 1
      #expect(runs["made"] == 2)
      effect.cancel()
      #expect(runs["made"] == 3)
      b = 2
      #expect(runs["made"] == 4)
      made?.cancel()
      made = nil
      b = 3
      #expect(runs["made"] == 4)
    }

    @Test("what the cleanup of a dropped effect reads is not tracked by the effect that drops it")
    func droppedInEffect() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      var inner: Effect? = Effect { onCleanup { _ = b } }
      kept(
        Effect {
          runs.note("outer", reading: a)
          if a == 1 { inner = nil }
        })
      a = 1
      runs.reset()
      b = 1
      #expect(runs.log == [])
      #expect(inner == nil)
    }

    @Test("a derivation is cleaned up before it runs again, and with its last reference")
    func ofDerivation() {
      let runs = Runs()
      @Atom var a = 0
      var derived: Derivation<Int>? = derive { () -> Int in
        let value = a
        runs("run:\(value)")
        onCleanup { runs("cleanup:\(value)") }
        return value
      }
      _ = derived?.value
      _ = derived?.value
      a = 1
      #expect(runs.log == ["run:0"])
      _ = derived?.value
      #expect(runs.log == ["run:0", "cleanup:0", "run:1"])
      derived = nil
      #expect(runs.log == ["run:0", "cleanup:0", "run:1", "cleanup:1"])
    }

    @Test("what the cleanup of a derivation reads is not tracked")
    func ofDerivationUntracked() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      let derived = derive { () -> Int in
        runs("derivation")
        onCleanup { _ = b }
        return a
      }
      kept(Effect { runs.note("effect", reading: derived.value) })
      a = 1
      runs.reset()
      b = 1
      #expect(runs.log == [])
    }

    @Test("a cleanup belongs to what runs: the derivation, not the effect that reads it")
    func belongsToInnermost() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      let derived = derive { () -> Int in
        onCleanup { runs("derivation") }
        return a
      }
      let effect = kept(
        Effect {
          _ = b
          _ = derived.value
          onCleanup { runs("effect") }
        })
      b = 1
      #expect(runs.log == ["effect"])
      a = 1
      #expect(runs.log.sorted() == ["derivation", "effect", "effect"])
      runs.reset()
      effect.cancel()
      #expect(runs.log == ["effect"])
    }

    @Test("a cleanup registered inside untracked is registered all the same")
    func registeredUntracked() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(
        Effect {
          _ = a
          untracked { onCleanup { runs("cleanup") } }
        })
      a = 1
      #expect(runs["cleanup"] == 1)
      effect.cancel()
      #expect(runs["cleanup"] == 2)
    }

    @Test("cleanups that nest batches and reads leave everything settled")
    func batchInCleanup() {
      @Atom var a = 0
      @Atom var x = 0
      @Atom var y = 0
      @Derived var sum = x + y
      var seen: [Int] = []
      kept(
        Effect {
          _ = a
          onCleanup {
            batch {
              x += 1
              y += 1
            }
            seen.append(sum)
          }
        })
      var sums: [Int] = []
      kept(Effect { sums.append(sum) })
      a = 1
      a = 2
      #expect(seen == [2, 4])
      #expect(sums == [0, 2, 4])
    }
  }
}
