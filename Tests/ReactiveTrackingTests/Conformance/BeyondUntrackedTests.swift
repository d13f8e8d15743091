import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: untracked reads and watches")
  struct BeyondUntrackedTests {
    private let kept = Kept()

    @Test("untracked nests, and tracking goes on after it")
    func nested() {
      let runs = Runs()
      let atoms = (0..<5).map { atom($0) }
      kept(
        Effect {
          runs.note("effect", reading: atoms[0].value)
          untracked {
            _ = atoms[1].value
            untracked { _ = atoms[2].value }
            _ = atoms[3].value
          }
          _ = atoms[4].value
        })
      for index in 1...3 { atoms[index].value = 10 }
      #expect(runs["effect"] == 1)
      atoms[4].value = 10
      #expect(runs["effect"] == 2)
      atoms[0].value = 10
      #expect(runs["effect"] == 3)
    }

    @Test("a derivation that is read untracked tracks what it reads itself")
    func derivationTracks() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a * 2)
      kept(Effect { runs.note("effect", reading: untracked { b }) })
      a = 1
      #expect(runs.log == ["effect", "b"])
      #expect(b == 2)
      #expect(runs.log == ["effect", "b", "b"])
    }

    @Test("an effect made inside untracked tracks what it reads itself")
    func effectTracks() {
      let runs = Runs()
      @Atom var a = 0
      untracked { _ = kept(Effect { runs.note("effect", reading: a) }) }
      a = 1
      #expect(runs["effect"] == 2)
    }

    @Test("a source that is read tracked and untracked is a dependency")
    func both() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect { runs.note("effect", reading: untracked { a } + a + untracked { a }) })
      a = 1
      #expect(runs["effect"] == 2)
    }

    @Test("a write inside untracked is delivered")
    func write() {
      @Atom var a = 0
      @Atom var b = 0
      var seen: [Int] = []
      kept(Effect { seen.append(b) })
      kept(Effect { untracked { b = a + 5 } })
      #expect(seen == [0, 5])
    }

    @Test("outside of anything, untracked just runs its body")
    func outside() {
      @Atom var a = 3
      #expect(untracked { a } == 3)
      #expect(throws: Failure()) { try untracked { throw Failure() } }
    }

    @Test("a batch inside untracked, and untracked inside a batch")
    func withBatch() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(Effect { runs.note("effect", reading: untracked { batch { a } } + batch { b }) })
      a = 1
      #expect(runs["effect"] == 1)
      b = 1
      #expect(runs["effect"] == 2)
      batch { untracked { b = 2 } }
      #expect(runs["effect"] == 3)
    }

    @Test("an observer's body is not tracked by the effect whose write calls it")
    func observer() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      @Atom var c = 0
      let subscription = $b.sink { _ in _ = c }
      kept(
        Effect {
          runs("effect")
          b = a
        })
      a = 1
      c = 1
      #expect(runs["effect"] == 2)
      subscription.cancel()
    }

    @Test("observing inside an effect does not make it depend on what the observer reads")
    func observing() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      @Atom var c = 0
      kept(
        Effect {
          runs.note("effect", reading: a)
          let subscription = $b.observe { _ in _ = c }
          onCleanup { subscription.cancel() }
        })
      b = 1
      c = 1
      #expect(runs["effect"] == 1)
      a = 1
      #expect(runs["effect"] == 2)
    }

    @Test("the handler of a watch is untracked, its source is tracked")
    func watchHandler() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(watch(of: a) { _, _ in runs.note("handler", reading: b) })
      b = 1
      #expect(runs.log == [])
      a = 1
      #expect(runs.log == ["handler"])
      b = 2
      #expect(runs.log == ["handler"])
    }

    @Test("a watch is called for a changed value only")
    func watchEquality() {
      @Atom var a = 0
      var log: [[Bool]] = []
      kept(watch(of: a >= 10) { log.append([$0, $1]) })
      for step in 1...12 { a = step }
      a = 0
      #expect(log == [[false, true], [true, false]])
    }

    @Test("a watch in a batch is notified of the first and the last value")
    func watchBatch() {
      @Atom var a = 0
      var log: [[Int]] = []
      kept(watch(of: a) { log.append([$0, $1]) })
      batch {
        a = 1
        a = 2
      }
      batch {
        a = 5
        a = 2
      }
      #expect(log == [[0, 2]])
    }

    @Test("a watch that writes what it watches is notified of that as well")
    func watchWrites() {
      @Atom var a = 0
      var log: [[Int]] = []
      kept(
        watch(of: a) { old, new in
          log.append([old, new])
          if new > 10 { a = 10 }
        })
      a = 50
      #expect(log == [[0, 50], [50, 10]])
    }

    @Test("a watch of what cannot be compared reports every change; one with a test, what the test lets through")
    func watchTest() {
      struct Opaque { var number = 0 }
      let a = atom(Opaque())
      var all = 0
      var odd: [Int] = []
      kept(watch(of: a.value) { _, _ in all += 1 })
      kept(watch(of: a.value, isDuplicate: { $0.number % 2 == $1.number % 2 }) { odd.append($1.number) })
      for number in [0, 1, 3, 4] { a.value = Opaque(number: number) }
      #expect(all == 4)
      #expect(odd == [1, 4])
    }
  }
}
