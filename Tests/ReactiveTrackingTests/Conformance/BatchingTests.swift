import ReactiveTracking
import Testing

extension Conformance {
  @Suite("9: batching")
  struct BatchingTests {
    private let kept = Kept()

    @Test("#65 effects wait for the end, and run once")
    func delayed() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect { runs.note("effect", reading: a) })
      batch {
        a = 1
        a = 2
        a = 3
        #expect(runs["effect"] == 1)
      }
      #expect(runs["effect"] == 2)
      #expect(a == 3)
    }

    @Test("#67 reads see the writes")
    func readsOwnWrites() {
      @Atom var a = 0
      batch {
        a = 1
        #expect(a == 1)
        a = 2
        #expect(a == 2)
      }
    }

    @Test("#68 a derivation is fresh inside")
    func freshInside() {
      @Atom var a = 0
      @Derived var b = a * 2
      #expect(b == 0)
      batch {
        a = 5
        #expect(b == 10)
      }
    }

    @Test("#70 an effect made inside runs at once")
    func effectInside() {
      let runs = Runs()
      @Atom var a = 0
      batch {
        kept(Effect { runs.note("effect", reading: a) })
        #expect(runs["effect"] == 1)
      }
      #expect(runs["effect"] == 1)
    }

    @Test("#71 two sources are written, one run")
    func twoSources() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(Effect { runs.note("effect", reading: a + b) })
      batch {
        a = 1
        b = 1
      }
      #expect(runs["effect"] == 2)
    }

    @Test("#73 back where it began: no run")
    func reverted() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect { runs.note("effect", reading: a) })
      batch {
        a = 1
        a = 0
      }
      #expect(runs["effect"] == 1)
    }

    @Test("#74 the one run sees both final values")
    func grouped() {
      @Atom var a = 0
      @Atom var b = 0
      var seen: [[Int]] = []
      kept(Effect { seen.append([a, b]) })
      batch {
        a = 1
        b = 1
      }
      #expect(seen == [[0, 0], [1, 1]])
    }

    @Test("#119 a derivation comes out unchanged: no run")
    func unchangedDerivation() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      @Derived var c = a + b
      kept(Effect { runs.note("effect", reading: c) })
      batch {
        a = 1
        b = -1
      }
      #expect(c == 0)
      #expect(runs["effect"] == 1)
    }

    @Test("#121 one effect throws, the others run")
    func oneThrows() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect({ if a > 0 { throw Failure() } }, catch: { _ in runs("caught") }))
      kept(Effect { runs.note("good", reading: a) })
      batch { a = 1 }
      #expect(runs["good"] == 2)
      #expect(runs["caught"] == 1)
    }

    @Test("#122 writes after a batch are delivered as always")
    func writesAfter() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect { runs.note("effect", reading: a) })
      batch { a = 1 }
      #expect(runs["effect"] == 2)
      a = 2
      #expect(runs["effect"] == 3)
      #expect(a == 2)
    }

    @Test("#124 written, ended, written: no run")
    func endedBetweenWrites() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(Effect { runs.note("effect", reading: a) })
      batch {
        a = 1
        effect.cancel()
        a = 2
      }
      #expect(runs["effect"] == 1)
    }

    @Test("#125 back where it began, through a derivation: no run")
    func revertedThroughDerivation() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var c = a * 2
      kept(Effect { runs.note("effect", reading: c) })
      batch {
        a = 5
        a = 0
      }
      #expect(runs["effect"] == 1)
      #expect(c == 0)
    }

    @Test("#127 an effect that ends inside does not run")
    func endedInside() {
      let runs = Runs()
      @Atom var a = 0
      let effect = kept(Effect { runs.note("effect", reading: a) })
      batch {
        a = 1
        effect.cancel()
      }
      #expect(runs["effect"] == 1)
    }

    @Test("#128 a read inside brings upstream up to date")
    func pull() {
      @Atom var a = 0
      @Derived var b = a + 1
      @Derived var c = b * 2
      #expect(c == 2)
      batch {
        a = 5
        #expect(c == 12)
        #expect(b == 6)
      }
    }

    @Test("#130 the writes of an effect are one change")
    func effectIsBatch() {
      @Atom var a = 0
      @Atom var b = 0
      @Atom var c = 0
      kept(
        Effect {
          b = a + 1
          c = a + 2
        })
      var log: [String] = []
      kept(Effect { log.append("\(b),\(c)") })
      log = []
      a = 10
      #expect(log == ["11,12"])
    }

    @Test("#131 one source comes back, another does not")
    func halfReverted() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 10
      @Derived var c1 = a * 2
      @Derived var c2 = c1 + b
      kept(Effect { runs.note("effect", reading: c2) })
      batch {
        a = 5
        a = 0
        b = 20
      }
      #expect(c2 == 20)
      #expect(runs["effect"] == 2)
    }
  }
}
