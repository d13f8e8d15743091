import ReactiveTracking
import Testing

extension Conformance {
  @Suite("6: nested effects and ownership")
  struct NestedEffectsTests {
    private let kept = Kept()

    @Test("#43 the outer one runs before the inner one")
    func outerFirst() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect { scope in
          runs.note("outer", reading: a)
          scope.effect { runs.note("inner", reading: a) }
        })
      #expect(runs.log == ["outer", "inner"])
      runs.reset()
      a = 1
      #expect(runs.log == ["outer", "inner"])
    }

    @Test("#44 the inner one ends when the outer one runs again")
    func innerEnds() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect { scope in
          _ = a
          scope.effect { runs.note("inner", reading: a) }
        })
      runs.reset()
      a = 1
      #expect(runs["inner"] == 1)
      a = 2
      #expect(runs["inner"] == 2)
    }

    @Test("#46 two reads of one source, one run")
    func duplicateReads() {
      let runs = Runs()
      @Atom var a = 0
      kept(Effect { runs.note("effect", reading: a + a) })
      #expect(runs["effect"] == 1)
      a = 1
      #expect(runs["effect"] == 2)
    }

    @Test("#47 self-write on the first run")
    func selfWrite() {
      @Atom var a = 0
      var runs = 0
      kept(
        Effect {
          runs += 1
          if runs == 1 { a = 1 }
          _ = a
        })
      #expect(runs <= 3)
      #expect(a == 1)
    }

    @Test("#163 the parent is not notified of a source of its child's own")
    func childSource() {
      let runs = Runs()
      @Atom var a = 0
      var seen: [Int] = []
      kept(
        Effect { scope in
          runs.note("parent", reading: a)
          let k = atom(0)
          scope.effect { seen.append(k.value) }
          k.value = 1
        })
      #expect(runs["parent"] == 1)
      #expect(seen.last == 1)
      a = 1
      #expect(runs["parent"] == 2)
    }

    @Test("#164 the inner one follows its own dependencies")
    func innerFollows() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(
        Effect { scope in
          runs.note("outer", reading: a)
          scope.effect { runs.note("inner", reading: b) }
        })
      runs.reset()
      b = 1
      #expect(runs.log == ["inner"])
    }

    @Test("#170 the inner one does not run when its derivation is unchanged")
    func unchangedDerivation() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a % 2
      kept(Effect { scope in scope.effect { runs.note("inner", reading: b) } })
      a = 2
      #expect(runs["inner"] == 1)
    }

    @Test("#209 three levels end with the outermost")
    func threeLevels() {
      let runs = Runs()
      @Atom var a = 0
      let outer = kept(
        Effect { scope in
          runs.note("outer", reading: a)
          scope.run {
            _ = Effect { scope in
              runs.note("middle", reading: a)
              scope.effect { runs.note("inner", reading: a) }
            }
          }
        })
      #expect(runs.log == ["outer", "middle", "inner"])
      runs.reset()
      outer.cancel()
      a = 1
      #expect(runs.log == [])
    }

    @Test("#226 the outer one keeps its dependency after the inner one ran alone")
    func outerKeepsDependency() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      kept(
        Effect { scope in
          runs.note("outer", reading: a)
          scope.effect { runs.note("inner", reading: b) }
        })
      #expect(runs.log == ["outer", "inner"])
      b = 1
      #expect([runs["outer"], runs["inner"]] == [1, 2])
      a = 1
      #expect([runs["outer"], runs["inner"]] == [2, 3])
    }

    @Test("#227 and after one of two siblings ran alone")
    func twoSiblings() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b1 = 0
      @Atom var b2 = 0
      kept(
        Effect { scope in
          runs.note("outer", reading: a)
          scope.effect { runs.note("inner1", reading: b1) }
          scope.effect { runs.note("inner2", reading: b2) }
        })
      b1 = 1
      #expect([runs["outer"], runs["inner1"], runs["inner2"]] == [1, 2, 1])
      a = 1
      #expect([runs["outer"], runs["inner1"], runs["inner2"]] == [2, 3, 2])
    }
  }
}
