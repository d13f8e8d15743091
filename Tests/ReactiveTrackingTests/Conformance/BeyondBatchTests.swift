import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: batches")
  struct BeyondBatchTests {
    private let kept = Kept()

    @Test("only the outermost end of nested batches notifies", arguments: [1, 2, 10])
    func nested(depth: Int) {
      var seen: [Int] = []
      @Atom var a = 0
      kept(Effect { seen.append(a) })
      func nest(_ level: Int) {
        batch {
          a += 1
          if level > 1 { nest(level - 1) }
          a += 1
          #expect(seen == [0])
        }
      }
      nest(depth)
      #expect(seen == [0, 2 * depth])
    }

    @Test("nested results and errors come through")
    func nestedErrors() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect { runs.note("effect", reading: a) })
      let result = batch { () -> Int in
        a = 1
        do {
          try batch {
            a = 2
            throw Failure(number: 3)
          }
          return 0
        } catch {
          return a + ((error as? Failure)?.number ?? 0)
        }
      }
      #expect(result == 5)
      #expect(runs["effect"] == 2)
    }

    @Test("a body that throws after it reverted everything notifies no observer")
    func throwsAfterRevert() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect { runs.note("effect", reading: a) })
      #expect(throws: Failure()) {
        try batch {
          a = 1
          a = 0
          throw Failure()
        }
      }
      #expect(runs["effect"] == 1)
    }

    @Test("an empty batch, and one that writes equal values, notify no observer")
    func empty() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect { runs.note("effect", reading: a) })
      batch {}
      batch { a = 0 }
      batch { batch { a = 0 } }
      #expect(runs["effect"] == 1)
    }

    @Test("an effect made inside sees what was written, and runs once more for what is written after it")
    func effectInside() {
      @Atom var a = 0
      var seen: [Int] = []
      batch {
        a = 1
        kept(Effect { seen.append(a) })
        #expect(seen == [1])
        a = 2
        a = 3
      }
      #expect(seen == [1, 3])
    }

    @Test("an effect made inside, before the value goes back to what it saw: no further run")
    func effectInsideReverted() {
      @Atom var a = 0
      var seen: [Int] = []
      batch {
        kept(Effect { seen.append(a) })
        a = 1
        a = 0
      }
      #expect(seen == [0])
      a = 1
      #expect(seen == [0, 1])
    }

    @Test("an effect made inside, of a value that is reverted: it follows")
    func effectInsideOfTemporary() {
      @Atom var a = 0
      @Derived var b = a * 10
      var seen: [Int] = []
      batch {
        a = 1
        kept(Effect { seen.append(b) })
        a = 0
      }
      #expect(seen == [10, 0])
    }

    @Test("an effect that is dropped inside does not run, and is cleaned up once")
    func droppedInside() {
      let runs = Runs()
      @Atom var a = 0
      var effect: Effect? = Effect {
        runs.note("effect", reading: a)
        onCleanup { runs("cleanup") }
      }
      batch {
        a = 1
        effect = nil
        #expect(runs.log == ["effect", "cleanup"])
      }
      #expect(runs.log == ["effect", "cleanup"])
      #expect(effect == nil)
    }

    @Test("effects run in the order in which the sources notified them, not in that of the writes to the end")
    func order() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(Effect { runs.note("A", reading: a) })
      kept(Effect { runs.note("B", reading: b) })
      kept(Effect { runs.note("AB", reading: a + b) })
      runs.reset()
      batch {
        a = 1
        b = 1
      }
      #expect(runs.log == ["A", "AB", "B"])
    }

    @Test("a derivation read between two writes is computed for each, and notifies of the last")
    func readBetween() {
      let runs = Runs()
      @Atom var a = 1
      @Derived var b = runs("b", a * 2)
      var seen: [Int] = []
      kept(Effect { seen.append(b) })
      runs.reset()
      batch {
        a = 2
        #expect(b == 4)
        #expect(b == 4)
        a = 3
        #expect(b == 6)
      }
      #expect(runs["b"] == 2)
      #expect(seen == [2, 6])
    }

    @Test("read in the middle, then reverted: no observer is notified")
    func readAndReverted() {
      let runs = Runs()
      @Atom var a = 1
      @Derived var b = a * 2
      @Derived var c = b + 1
      kept(Effect { runs.note("effect", reading: c) })
      batch {
        a = 2
        #expect(c == 5)
        a = 1
      }
      #expect(runs["effect"] == 1)
      #expect(c == 3)
      a = 2
      #expect(runs["effect"] == 2)
    }

    @Test("two sources that swap their values: the sum notifies no observer")
    func swapped() {
      let runs = Runs()
      @Atom var a = 1
      @Atom var b = 2
      @Derived var sum = a + b
      kept(Effect { runs.note("sum", reading: sum) })
      kept(Effect { runs.note("both", reading: [a, b]) })
      batch { (a, b) = (b, a) }
      #expect(runs["sum"] == 1)
      #expect(runs["both"] == 2)
    }

    @Test("the writes of several effects of one flush reach a common reader once, if it waits behind them")
    func severalWriters() {
      @Atom var a = 0
      @Atom var b = 0
      @Atom var c = 0
      var seen: [[Int]] = []
      kept(Effect { b = a })
      kept(Effect { c = a })
      kept(Effect { seen.append([b, c]) })
      a = 1
      #expect(seen == [[0, 0], [1, 1]])
    }

    @Test("a batch inside a derivation, an effect, a cleanup and a watch")
    func inside() {
      @Atom var a = 0
      @Atom var b = 0
      @Atom var c = 0
      var seen: [[Int]] = []
      kept(Effect { seen.append([b, c]) })
      func write(_ value: Int) {
        batch {
          b = value
          c = value
        }
      }
      let derived = derive { () -> Int in
        write(a + 1)
        return a
      }
      _ = derived.value
      #expect(seen.last == [1, 1])
      let effect = kept(
        Effect {
          write(a + 10)
          onCleanup { write(-1) }
        })
      #expect(seen.last == [10, 10])
      effect.cancel()
      #expect(seen.last == [-1, -1])
      let watching = kept(watch(of: a) { _, new in write(new + 100) })
      a = 5
      #expect(seen.last == [105, 105])
      #expect(seen.allSatisfy { $0[0] == $0[1] })
      watching.cancel()
    }

    @Test("a flush that is asked for inside a batch by an outer effect waits for the outermost end")
    func insideFlush() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(
        Effect {
          let value = a
          runs("first:begin")
          batch { b = value }
          runs("first:end")
        })
      kept(Effect { runs("second:\(b)") })
      runs.reset()
      a = 1
      #expect(runs.log == ["first:begin", "first:end", "second:1"])
    }

    @Test("a large batch is one run", arguments: [10, 1_000])
    func large(count: Int) {
      let atoms = (0..<count).map { _ in atom(0) }
      let sum = derive { atoms.reduce(0) { $0 + $1.value } }
      var seen: [Int] = []
      kept(Effect { seen.append(sum.value) })
      batch { for atom in atoms { atom.value = 1 } }
      batch {
        for atom in atoms { atom.value = 2 }
        for atom in atoms { atom.value = 1 }
      }
      #expect(seen == [0, count])
    }

    @Test("a value that is not Equatable counts as changed by every write; a batch makes one run of them")
    func notEquatable() {
      struct Opaque { var number = 0 }
      let runs = Runs()
      let a = atom(Opaque())
      kept(Effect { runs.note("effect", reading: a.value.number) })
      a.value = Opaque()
      #expect(runs["effect"] == 2)
      batch {
        a.value = Opaque(number: 1)
        a.value = Opaque(number: 0)
      }
      #expect(runs["effect"] == 3)
    }
  }
}
