import ReactiveTracking
import Testing

/// The suite accepts any answer to these. The tests assert the answers that this library has chosen.
extension Conformance {
  @Suite("14: probes")
  struct ProbeTests {
    private let kept = Kept()

    @Test("#17 a derivation is lazy")
    func lazy() {
      let runs = Runs()
      @Derived var a = runs("a", 1)
      #expect(runs["a"] == 0)
      #expect(a == 1)
    }

    @Test("#29 NaN over NaN is a change, as Swift's == says")
    func notANumber() {
      let runs = Runs()
      @Atom var a = Double.nan
      @Derived var b = runs("b", a.isNaN)
      #expect(b)
      a = .nan
      #expect(b)
      #expect(runs["b"] == 2)
    }

    @Test("#49 a correcting write through a derivation: two runs for each write")
    func selfCorrecting() {
      let runs = Runs()
      @Atom var s = 0
      @Derived var c = s
      kept(
        Effect {
          runs("effect")
          if c > 0 { s = 0 }
        })
      for step in 1...2 {
        runs.reset()
        s = step
        #expect(runs["effect"] == 2)
        #expect(s == 0)
      }
    }

    @Test("#62 an effect that increments without a condition goes on until it bails out")
    func bailsOut() {
      @Atom var a = 0
      var runs = 0
      kept(
        Effect {
          runs += 1
          if runs <= 200 { a += 1 }
        })
      #expect(runs == 201)
      #expect(a == 200)
    }

    #if os(macOS) || os(Linux) || os(Windows)
    @Test("#62 one that never bails out is stopped after 100,000 rounds, by name")
    func neverBailsOut() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Atom var a = 0
        let effect = Effect(name: "counter") { a += 1 }
        effect.cancel()
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains("100000 rounds") && output.contains("counter"), "\(output)")
    }
    #endif

    @Test("#86 an error is cached")
    func cachesError() {
      let runs = Runs()
      let c = deriveResult({ () throws(Failure) -> Int in
        runs("c")
        throw Failure()
      })
      #expect(throws: Failure()) { try c.get() }
      #expect(throws: Failure()) { try c.get() }
      #expect(runs["c"] == 1)
    }

    @Test("#107 an error of another type is cached as well")
    func cachesOtherError() {
      final class Word: Error {}
      let runs = Runs()
      let c = deriveResult({ () throws -> Int in
        runs("c")
        throw Word()
      })
      #expect(throws: Word.self) { try c.get() }
      #expect(throws: Word.self) { try c.get() }
      #expect(runs["c"] == 1)
    }

    @Test("#88 an effect that throws in its first run is unsubscribed")
    func throwsInFirstRun() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(
        Effect(
          {
            runs.note("effect", reading: a)
            throw Failure()
          }, catch: { _ in runs("caught") }))
      #expect(runs.log == ["effect", "caught"])
      a = 1
      #expect(runs.log == ["effect", "caught"])
      #expect(effect.isCancelled)
    }

    @Test("#106 the middle one of three effects throws: the flush goes on, and the error is delivered after it")
    func middleThrows() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect { runs.note("first", reading: a) })
      kept(
        Effect(
          {
            runs("middle")
            if a == 1 { throw Failure(number: 7) }
          }, catch: { runs("caught \(($0 as? Failure)?.number ?? 0)") }))
      kept(Effect { runs.note("last", reading: a) })
      runs.reset()
      a = 1
      #expect(runs.log == ["first", "middle", "last", "caught 7"])
    }

    @Test("#146 two dependencies are written, one read follows: one run")
    func twoWrites() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      @Derived var c = runs("c", a + b)
      #expect(c == 0)
      runs.reset()
      a = 1
      b = 2
      #expect(c == 3)
      #expect(runs["c"] == 1)
    }

    @Test("#167 NaN of a derivation is a change, as Swift's == says")
    func notANumberDerived() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = Double(a) * .nan
      @Derived var c = runs("c", b.isNaN)
      #expect(c)
      a = 1
      #expect(c)
      #expect(runs["c"] == 2)
    }

    @Test("#173 a later effect of a flush sees what an earlier one wrote")
    func siblingWrites() {
      @Atom var a = 0
      @Atom var b = 0
      kept(Effect { b = a * 10 })
      var seen: [[Int]] = []
      kept(Effect { seen.append([a, b]) })
      a = 1
      #expect(seen == [[0, 0], [1, 10]])
    }

    @Test("#175 an effect writes two sources of one derivation: one run downstream")
    func twoSourcesOfOne() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      @Atom var c = 0
      @Derived var sum = b + c
      kept(
        Effect {
          b = a
          c = a
        })
      kept(Effect { runs.note("effect", reading: sum) })
      runs.reset()
      a = 1
      #expect(runs["effect"] == 1)
    }

    @Test("#176 a batch returns its body's value, and rethrows its error")
    func returnsValue() {
      @Atom var a = 0
      let result = batch {
        a = 1
        return a + 1
      }
      #expect(result == 2)
      #expect(throws: Failure()) { try batch { throw Failure() } }
    }

    @Test("#244 siblings are cleaned up last in, first out")
    func siblings() {
      let runs = Runs()
      let outer = kept(
        Effect { scope in
          for number in 1...3 { scope.effect { onCleanup { runs("\(number)") } } }
        })
      outer.cancel()
      #expect(runs.log == ["3", "2", "1"])
    }
  }
}
