import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: errors")
  struct BeyondErrorTests {
    private let kept = Kept()

    @Test("an effect that throws in a later run stays subscribed to what it had read")
    func staysSubscribed() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(
        Effect(
          {
            runs.note("effect", reading: a)
            if a % 2 == 1 { throw Failure(number: a) }
          }, catch: { runs("caught \(($0 as? Failure)?.number ?? -1)") }))
      for step in 1...4 { a = step }
      #expect(
        runs.log == ["effect", "effect", "caught 1", "effect", "effect", "caught 3", "effect"])
      #expect(!effect.isCancelled)
    }

    @Test("to what it had read before the throw only, from then on")
    func readBeforeThrow() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(
        Effect(
          {
            runs.note("effect", reading: a)
            if a == 1 { throw Failure() }
            _ = b
          }, catch: { _ in runs("caught") }))
      a = 1
      a = 2
      runs.reset()
      b = 1
      #expect(runs.log == ["effect"])
    }

    @Test("what it wrote before the throw stays, and is delivered")
    func writesStay() {
      @Atom var a = 0
      @Atom var b = 0
      var seen: [Int] = []
      kept(
        Effect(
          {
            b = a * 10
            if a == 1 { throw Failure() }
          }, catch: { _ in }))
      kept(Effect { seen.append(b) })
      a = 1
      #expect(seen == [0, 10])
    }

    @Test("cleanups that it registered before the throw run before its next run, and at its end")
    func cleanups() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(
        Effect(
          {
            let value = a
            onCleanup { runs("cleanup \(value)") }
            if value == 1 { throw Failure() }
          }, catch: { _ in runs("caught") }))
      a = 1
      a = 2
      effect.cancel()
      #expect(runs.log == ["cleanup 0", "caught", "cleanup 1", "cleanup 2"])
    }

    @Test("those of a first run that throws run as well, since the effect has ended")
    func cleanupOfFirstRun() {
      let runs = Runs()
      let effect = kept(
        Effect(
          {
            onCleanup { runs("cleanup") }
            throw Failure()
          }, catch: { _ in runs("caught") }))
      #expect(runs.log.sorted() == ["caught", "cleanup"])
      effect.cancel()
      #expect(runs.log.count == 2)
    }

    @Test("an error that happens inside a batch is delivered at its end")
    func inBatch() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect(
          {
            if a == 1 { throw Failure() }
          }, catch: { _ in runs("caught") }))
      batch {
        a = 1
        runs("end of the batch")
      }
      #expect(runs.log == ["end of the batch", "caught"])
    }

    @Test("a handler may write, and read what is stored")
    func handlerWrites() {
      @Atom var a = 0
      @Atom var message = ""
      var seen: [String] = []
      kept(
        Effect(
          {
            if a < 0 { throw Failure(number: a) }
          }, catch: { _ in message = "\(a) is negative" }))
      kept(Effect { seen.append(message) })
      a = -1
      #expect(seen == ["", "-1 is negative"])
      a = 1
      a = -2
      #expect(seen == ["", "-1 is negative", "-2 is negative"])
    }

    @Test("a handler that corrects what made its effect throw")
    func handlerCorrects() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect(
          {
            runs.note("effect", reading: a)
            if a > 10 { throw Failure() }
          }, catch: { _ in a = 10 }))
      a = 50
      #expect(a == 10)
      #expect(runs["effect"] == 3)
    }

    @Test("a handler that ends its own effect")
    func handlerEnds() {
      let runs = Runs()
      @Atom var a = 0
      var effect: Effect?
      effect = Effect(
        {
          runs.note("effect", reading: a)
          if a == 1 { throw Failure() }
        }, catch: { _ in effect?.cancel() })
      a = 1
      a = 2
      #expect(runs["effect"] == 2)
      effect = nil
    }

    @Test("several errors of several effects, each delivered to its own handler")
    func ownHandlers() {
      let runs = Runs()
      @Atom var a = 0
      for name in ["1", "2"] {
        kept(
          Effect(
            {
              runs(name)
              if a > 0 { throw Failure(number: a) }
            }, catch: { runs("\(name) caught \(($0 as? Failure)?.number ?? -1)") }))
      }
      runs.reset()
      a = 7
      #expect(runs.log == ["1", "2", "1 caught 7", "2 caught 7"])
    }

    @Test("an effect reads a derivation that throws: the error is its own")
    func errorOfDerivation() {
      let runs = Runs()
      @Atom var a = 1
      let inverse = deriveResult({ () throws(Failure) -> Int in
        if a == 0 { throw Failure() }
        return 100 / a
      })
      var seen: [Int] = []
      kept(Effect({ seen.append(try inverse.get()) }, catch: { _ in runs("caught") }))
      a = 0
      a = 5
      #expect(seen == [100, 20])
      #expect(runs.log == ["caught"])
    }

    @Test("the same error again is no change; another one is")
    func equalErrors() {
      let runs = Runs()
      @Atom var a = 1
      let parsed = deriveResult({ () throws(Failure) -> Int in
        if a < 0 { throw Failure(number: a < -10 ? 2 : 1) }
        return a
      })
      kept(Effect { runs.note("effect", reading: parsed.value) })
      a = -1
      #expect(runs["effect"] == 2)
      a = -2
      #expect(runs["effect"] == 2)
      a = -20
      #expect(runs["effect"] == 3)
    }

    @Test("a diamond of derivations, one side of which throws")
    func diamond() {
      let runs = Runs()
      @Atom var a = 1
      let left = deriveResult({ () throws(Failure) -> Int in
        if a == 2 { throw Failure() }
        return a
      })
      @Derived var right = a * 10
      let join = deriveResult({ () throws(Failure) -> Int in
        runs("join")
        return try left.get() + right
      })
      var seen: [Result<Int, Failure>] = []
      kept(Effect { seen.append(join.value) })
      a = 2
      a = 3
      #expect(seen == [.success(11), .failure(Failure()), .success(33)])
      #expect(runs["join"] == 3)
    }

    @Test("what a derivation read before it threw is what it depends on")
    func dependenciesOfThrow() throws {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      let c = deriveResult({ () throws(Failure) -> Int in
        runs("c")
        if a == 0 { throw Failure() }
        return b
      })
      #expect(throws: Failure()) { try c.get() }
      b = 1
      #expect(throws: Failure()) { try c.get() }
      #expect(runs["c"] == 1)
      a = 1
      #expect(try c.get() == 1)
      b = 2
      #expect(try c.get() == 2)
      #expect(runs["c"] == 3)
    }

    @Test("get() is tracked, also when it throws")
    func getIsTracked() {
      @Atom var a = 0
      let c = deriveResult({ () throws(Failure) -> Int in
        if a == 0 { throw Failure() }
        return a
      })
      var seen: [Int?] = []
      kept(Effect { seen.append(try? c.get()) })
      a = 1
      a = 0
      #expect(seen == [nil, 1, nil])
    }

    @Test("untracked and batch rethrow, and leave tracking as it was")
    func rethrow() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(
        Effect {
          runs("effect")
          #expect(throws: Failure()) {
            try untracked {
              _ = b
              throw Failure()
            }
          }
          #expect(throws: Failure()) { try batch { throw Failure() } }
          _ = a
        })
      b = 1
      #expect(runs["effect"] == 1)
      a = 1
      #expect(runs["effect"] == 2)
    }

    @Test("a thousand throwing effects leave a working graph")
    func many() {
      @Atom var a = 0
      var caught = 0
      for _ in 0..<1_000 {
        kept(
          Effect(
            {
              if a == 1 { throw Failure() }
            }, catch: { _ in caught += 1 }))
      }
      a = 1
      #expect(caught == 1_000)
      a = 2
      a = 1
      #expect(caught == 2_000)
    }
  }
}
