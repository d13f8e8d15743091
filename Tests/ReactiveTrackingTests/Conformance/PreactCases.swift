import ReactiveTracking
import Testing

extension Conformance {
  @Suite("15: from preact's own tests")
  struct PreactCases {
    private let kept = Kept()

    @Test("P1 a batch that changes nothing, with a derivation read inside it")
    func noOpBatch() {
      @Atom var a = 0
      @Derived var c = a * 10
      #expect(c == 0)
      batch {
        a = 1
        #expect(c == 10)
        a = 0
      }
      #expect(c == 0)
      a = 1
      #expect(c == 10)
    }

    @Test("P2 notified, but nothing that it reads has changed: no run")
    func nothingChanged() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a / 10
      @Derived var c = a / 100
      kept(Effect { runs.note("effect", reading: b + c) })
      for step in 1..<10 { a = step }
      #expect(runs["effect"] == 1)
    }

    @Test("P3 an error is kept, and thrown again without another run", arguments: [true, false])
    func keptError(isObserved: Bool) {
      let runs = Runs()
      @Atom var a = 0
      let c = deriveResult({ () throws -> Int in
        runs("c")
        throw Failure(number: a)
      })
      if isObserved { kept(Effect { _ = c.value }) }
      for _ in 0..<3 { #expect(throws: Failure(number: 0)) { try c.get() } }
      #expect(runs["c"] == 1)
      a = 1
      for _ in 0..<3 { #expect(throws: Failure(number: 1)) { try c.get() } }
      #expect(runs["c"] == 2)
    }

    @Test("P4 an error that the outer derivation catches goes no further")
    func caughtByOuter() {
      let runs = Runs()
      @Atom var a = 0
      let inner = deriveResult({ () throws(Failure) -> Int in
        if a == 0 { throw Failure() }
        return a
      })
      let outer = derive { () -> Int in
        do {
          return try inner.get()
        } catch {
          return -1
        }
      }
      @Derived var last = runs("last", outer.value)
      #expect(last == -1)
      a = 1
      #expect(last == 1)
      a = 0
      #expect(last == -1)
      #expect(runs["last"] == 3)
    }

    @Test("P5 an effect whose first run throws is subscribed to nothing")
    func firstRunThrows() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a)
      let effect = kept(
        Effect(
          {
            _ = b
            throw Failure()
          }, catch: { _ in }))
      runs.reset()
      a = 1
      #expect(runs.log == [])
      #expect(effect.isCancelled)
    }

    @Test("P8 a change of the source of a child effect does not run the parent")
    func childOfEffect() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(
        Effect { scope in
          runs.note("parent", reading: a)
          scope.effect { runs.note("child", reading: b) }
        })
      runs.reset()
      b = 1
      b = 2
      #expect(runs.log == ["child", "child"])
    }

    @Test("P9 a peek brings a derivation up to date and subscribes to nothing, also not further up")
    func peek() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a + 1
      @Derived var c = b * 2
      var seen: [Int] = []
      kept(
        Effect {
          runs("effect")
          seen.append($c.peek())
        })
      a = 1
      #expect(runs["effect"] == 1)
      #expect(seen == [2])
      #expect($c.peek() == 4)
    }

    @Test("P10 the errors of a flush are delivered in their order after all its effects")
    func errorsAfterAll() {
      let runs = Runs()
      @Atom var a = 0
      for name in ["1", "2", "3", "4"] {
        kept(
          Effect(
            {
              runs(name)
              if a == 1 && (name == "1" || name == "3") { throw Failure() }
            }, catch: { _ in runs("caught \(name)") }))
      }
      runs.reset()
      a = 1
      #expect(runs.log == ["1", "2", "3", "4", "caught 1", "caught 3"])
      runs.reset()
      a = 2
      #expect(runs.log == ["1", "2", "3", "4"])
    }
  }
}
