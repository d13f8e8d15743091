import ReactiveTracking
import Testing

extension Conformance {
  @Suite("11: errors")
  struct ThrownErrorsTests {
    private let kept = Kept()

    @Test("#85 a derivation throws in one run and recovers in the next")
    func recovers() throws {
      @Atom var a = 1
      let b = deriveResult({ () throws(Failure) -> Int in
        if a == 2 { throw Failure() }
        return a
      })
      #expect(try b.get() == 1)
      a = 2
      #expect(throws: Failure()) { try b.get() }
      a = 3
      #expect(try b.get() == 3)
    }

    @Test("#91 another branch is not touched by the throw")
    func otherBranch() throws {
      let runs = Runs()
      @Atom var a = 1
      @Atom var b = 10
      let bad = deriveResult({ () throws(Failure) -> Int in
        if a == 2 { throw Failure() }
        return a
      })
      @Derived var good = runs("good", b)
      #expect(try bad.get() == 1)
      #expect(good == 10)
      a = 2
      #expect(throws: Failure()) { try bad.get() }
      runs.reset()
      b = 20
      #expect(good == 20)
      #expect(runs["good"] == 1)
    }

    @Test("#92 a throw leaves no stale work")
    func noStaleWork() throws {
      @Atom var a = 0
      let b = deriveResult({ () throws(Failure) -> Int in
        if a == 1 { throw Failure() }
        return a * 2
      })
      #expect(try b.get() == 0)
      a = 1
      #expect(throws: Failure()) { try b.get() }
      a = 2
      #expect(try b.get() == 4)
      a = 3
      #expect(try b.get() == 6)
    }

    @Test("#155 an error is cached while it is observed")
    func cachedWhileObserved() throws {
      let runs = Runs()
      @Atom var a = 0
      let c = deriveResult({ () throws(Failure) -> Int in
        runs("c")
        if a == 0 { throw Failure() }
        return a
      })
      kept(Effect { _ = try? c.get() })
      runs.reset()
      #expect(throws: Failure()) { try c.get() }
      #expect(runs["c"] == 0)
      a = 1
      #expect(try c.get() == 1)
    }

    @Test("#211 an error goes through a chain, and the chain recovers")
    func throughChain() throws {
      @Atom var a = 0
      let b = deriveResult({ () throws(Failure) -> Int in
        if a == 1 { throw Failure() }
        return a
      })
      let c = deriveResult({ () throws(Failure) -> Int in try b.get() * 2 })
      #expect(try c.get() == 0)
      a = 1
      #expect(throws: Failure()) { try c.get() }
      a = 2
      #expect(try b.get() == 2)
      #expect(try c.get() == 4)
    }

    @Test("#89 the cleanup has run when an effect throws in a later run")
    func cleanupBeforeThrow() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect(
          {
            let value = a
            if value == 1 { throw Failure() }
            onCleanup { runs("cleanup:\(value)") }
          }, catch: { _ in runs("caught") }))
      a = 1
      #expect(runs.log == ["cleanup:0", "caught"])
    }

    @Test("#154 a batch whose body throws delivers what it wrote, and the next one works")
    func batchThrows() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect { runs.note("effect", reading: a) })
      #expect(throws: Failure()) {
        try batch {
          a = 1
          throw Failure()
        }
      }
      #expect(runs["effect"] == 2)
      a = 2
      #expect(runs["effect"] == 3)
      #expect(a == 2)
    }

    @Test("#247 after a throw the queue is in order")
    func queueAfterThrow() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(Effect { runs.note("E1", reading: a) })
      kept(
        Effect(
          {
            runs("E2")
            if a == 1 { throw Failure() }
          }, catch: { _ in runs("caught") }))
      kept(Effect { runs.note("E3", reading: a) })
      kept(Effect { runs.note("E4", reading: b) })
      runs.reset()
      a = 1
      #expect(runs.log == ["E1", "E2", "E3", "caught"])
      runs.reset()
      b = 1
      #expect(runs.log == ["E4"])
    }
  }
}
