import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: effects")
  struct BeyondEffectTests {
    private let kept = Kept()

    @Test("effects run in the order of their creation, also after a re-run")
    func order() {
      let runs = Runs()
      @Atom var a = 0
      for name in ["1", "2", "3"] { kept(Effect { runs.note(name, reading: a) }) }
      for step in 1...3 {
        runs.reset()
        a = step
        #expect(runs.log == ["1", "2", "3"])
      }
    }

    @Test("an effect made in the flush by another runs at once, and not once more for the same change")
    func madeInFlush() {
      let runs = Runs()
      @Atom var a = 0
      var made: Effect?
      kept(
        Effect {
          runs.note("first", reading: a)
          if a == 1 { made = Effect { runs.note("made", reading: a) } }
        })
      kept(Effect { runs.note("last", reading: a) })
      runs.reset()
      a = 1
      #expect(runs.log == ["first", "made", "last"])
      runs.reset()
      a = 2
      #expect(runs.log.sorted() == ["first", "last", "made"])
      made?.cancel()
    }

    @Test("an effect that waits in the flush and is ended by an earlier one does not run")
    func endedInFlush() {
      let runs = Runs()
      @Atom var a = 0
      var second: Effect?
      kept(
        Effect {
          runs.note("first", reading: a)
          if a == 1 { second?.cancel() }
        })
      second = Effect { runs.note("second", reading: a) }
      kept(Effect { runs.note("third", reading: a) })
      runs.reset()
      a = 1
      #expect(runs.log == ["first", "third"])
      second = nil
    }

    @Test("nor does one that is dropped by an earlier one")
    func droppedInFlush() {
      let runs = Runs()
      @Atom var a = 0
      var second: Effect?
      kept(
        Effect {
          runs.note("first", reading: a)
          if a == 1 { second = nil }
        })
      second = Effect {
        runs.note("second", reading: a)
        onCleanup { runs("cleanup") }
      }
      runs.reset()
      a = 1
      #expect(runs.log == ["first", "cleanup"])
      #expect(second == nil)
    }

    @Test("an effect ends an earlier one that has already run in this flush")
    func endsEarlier() {
      let runs = Runs()
      @Atom var a = 0
      let first = kept(Effect { runs.note("first", reading: a) })
      kept(
        Effect {
          runs.note("second", reading: a)
          if a == 1 { first.cancel() }
        })
      runs.reset()
      a = 1
      a = 2
      #expect(runs.log == ["first", "second", "second"])
    }

    @Test("an effect that ends itself in its first run subscribes to nothing")
    func endsItselfAtOnce() {
      let runs = Runs()
      @Atom var a = 0
      let holder = Holder()
      holder.scope.effect {
        runs.note("effect", reading: a)
        holder.scope.cancel()
        _ = a
      }
      a = 1
      #expect(runs["effect"] == 1)
    }

    /// Reachable for an effect in its first run, before its handle exists.
    private final class Holder {
      let scope = EffectScope()
    }

    @Test("an effect whose last handle goes in its own cleanup does not run again")
    func droppedInCleanup() {
      let runs = Runs()
      @Atom var a = 0
      var effect: Effect?
      effect = Effect {
        runs("\(a)")
        onCleanup {
          runs("end")
          effect = nil
        }
      }
      a = 1
      #expect(effect == nil)
      a = 2
      #expect(runs.log == ["0", "end"])
    }

    @Test("an effect that drops its own handle finishes its run and ends")
    func dropsItself() {
      let runs = Runs()
      @Atom var a = 0
      var effect: Effect?
      effect = Effect {
        runs("begin")
        if a == 1 { effect = nil }
        runs("end")
        onCleanup { runs("cleanup") }
      }
      runs.reset()
      a = 1
      #expect(runs.log == ["cleanup", "begin", "end", "cleanup"])
      runs.reset()
      a = 2
      #expect(runs.log == [])
      #expect(effect == nil)
    }

    @Test("two effects that end each other: the first to run wins")
    func endEachOther() {
      let runs = Runs()
      @Atom var a = 0
      var first: Effect?
      var second: Effect?
      first = Effect {
        runs.note("first", reading: a)
        if a == 1 { second?.cancel() }
      }
      second = Effect {
        runs.note("second", reading: a)
        if a == 1 { first?.cancel() }
      }
      runs.reset()
      a = 1
      a = 2
      #expect(runs.log == ["first", "first"])
      first = nil
      second = nil
    }

    @Test("run() runs now, whatever has changed, and the change that waited is done with")
    func runNow() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(Effect { runs.note("effect", reading: a) })
      effect.run()
      #expect(runs["effect"] == 2)
      batch {
        a = 1
        effect.run()
        #expect(runs["effect"] == 3)
      }
      #expect(runs["effect"] == 3)
      a = 2
      #expect(runs["effect"] == 4)
    }

    @Test("run() of an effect that has ended does nothing")
    func runAfterEnd() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(Effect { runs.note("effect", reading: a) })
      effect.cancel()
      effect.run()
      a = 1
      #expect(runs["effect"] == 1)
    }

    @Test("what an effect writes for a later one of the same flush arrives in the same run")
    func forLater() {
      @Atom var a = 0
      @Atom var b = 0
      var seen: [[Int]] = []
      kept(Effect { b = a * 10 })
      kept(Effect { seen.append([a, b]) })
      a = 1
      a = 2
      #expect(seen == [[0, 0], [1, 10], [2, 20]])
    }

    @Test("what an effect writes for an earlier one makes that run again")
    func forEarlier() {
      @Atom var a = 0
      @Atom var b = 0
      var seen: [[Int]] = []
      kept(Effect { seen.append([a, b]) })
      kept(Effect { b = a * 10 })
      a = 1
      #expect(seen == [[0, 0], [1, 0], [1, 10]])
    }

    @Test("an effect that writes what it reads before it reads it does not run again")
    func writesBeforeRead() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(
        Effect {
          b = a
          runs.note("effect", reading: b)
        })
      a = 1
      #expect(runs["effect"] == 2)
      #expect(b == 1)
    }

    @Test("an effect that writes what it has read runs until it writes nothing new")
    func clamps() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect {
          runs("effect")
          if a > 10 { a = 10 }
        })
      a = 50
      #expect(a == 10)
      #expect(runs["effect"] == 3)
    }

    @Test("an effect that writes what a derivation that it has read depends on runs again")
    func writesThroughDerivation() {
      @Atom var a = 0
      @Derived var b = a + 1
      var seen: [Int] = []
      kept(
        Effect {
          seen.append(b)
          if b < 3 { a += 1 }
        })
      #expect(seen == [1, 2, 3])
    }

    @Test("effects that pass a value along a line settle in one flush", arguments: [3, 100])
    func line(count: Int) {
      let atoms = (0..<count).map { _ in atom(0) }
      let runs = Runs()
      for index in 1..<count {
        kept(
          Effect {
            runs("effect")
            atoms[index].value = atoms[index - 1].value
          })
      }
      runs.reset()
      atoms[0].value = 1
      #expect(atoms.allSatisfy { $0.value == 1 })
      #expect(runs["effect"] == count - 1)
    }

    @Test("the cause is the first dependency in read order that has changed")
    func causes() {
      let a = AtomObject(0, name: "a")
      let b = AtomObject(0, name: "b")
      let sum = Derivation(name: "sum") { a.value + b.value }
      let effect = kept(
        Effect {
          _ = b.value
          _ = sum.value
        })
      for cause in [effect.cause, sum.cause] {
        guard case .creation = cause else {
          Issue.record("\(cause)")
          return
        }
      }
      a.value = 1
      #expect("\(effect.cause)" == "sum changed")
      #expect("\(sum.cause)" == "a changed")
      batch {
        a.value = 2
        b.value = 2
      }
      #expect("\(effect.cause)" == "b changed")
      #expect("\(sum.cause)" == "a changed")
    }
  }
}
