import ReactiveTracking
import Testing

/// Additional cases in the manner of the suite. The answers follow from the laws.
extension Conformance {
  @Suite("beyond: graphs")
  struct BeyondGraphTests {
    private let kept = Kept()

    @Test("a jagged diamond with tails: each node once, joins after all that they join")
    func jaggedDiamond() {
      let runs = Runs()
      @Atom var a = "a"
      @Derived var b = a
      @Derived var c = a
      @Derived var d = c
      @Derived var e = runs("e", b + " " + d)
      @Derived var f = runs("f", e)
      @Derived var g = runs("g", e)
      kept(Effect { runs.note("reads f", reading: f) })
      kept(Effect { runs.note("reads g", reading: g) })
      runs.reset()
      a = "b"
      #expect(runs.log.sorted() == ["e", "f", "g", "reads f", "reads g"])
      #expect([f, g] == ["b b", "b b"])
      runs.reset()
      a = "c"
      #expect(runs.log.sorted() == ["e", "f", "g", "reads f", "reads g"])
    }

    @Test("one of the joined branches is unchanged, the other is not: the join runs")
    func oneUnmarked() {
      @Atom var a = "a"
      @Derived var b = a
      let c = derive { () -> String in
        _ = a
        return "c"
      }
      let runs = Runs()
      @Derived var d = runs("d", b + " " + c.value)
      kept(Effect { _ = d })
      runs.reset()
      a = "aa"
      #expect(d == "aa c")
      #expect(runs["d"] == 1)
    }

    @Test("all of the joined branches are unchanged: nothing downstream runs", arguments: [1, 2, 5])
    func allUnmarked(count: Int) {
      let runs = Runs()
      @Atom var a = 0
      let constants = (0..<count).map { index in
        derive { () -> Int in
          _ = a
          return index
        }
      }
      let join = derive { runs("join", constants.reduce(0) { $0 + $1.value }) }
      kept(Effect { runs.note("effect", reading: join.value) })
      runs.reset()
      a = 1
      #expect(runs.log == [])
    }

    @Test("only what is read is computed, and only its readers are notified")
    func onlyWhatIsRead() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a)
      @Derived var c = runs("c", b)
      @Derived var d = runs("d", b)
      kept(Effect { _ = c })
      runs.reset()
      a = 1
      #expect(runs.log == ["b", "c"])
      #expect(d == 1)
      #expect(runs.log == ["b", "c", "d"])
      a = 2
      #expect(runs.log == ["b", "c", "d", "b", "c"])
    }

    @Test("a derivation that gets its first effect later computes nothing twice")
    func effectComesLater() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a)
      @Derived var c = runs("c", b)
      #expect(c == 0)
      runs.reset()
      let effect = Effect { _ = c }
      #expect(runs.log == [])
      effect.cancel()
      kept(Effect { _ = c })
      #expect(runs.log == [])
      a = 1
      #expect(runs.log == ["b", "c"])
    }

    @Test("converging on one source in a line: each node once", arguments: [5, 50])
    func linearConvergence(width: Int) {
      let runs = Runs()
      @Atom var a = 0
      let middle = (0..<width).map { index in derive { runs("middle \(index)", a + index) } }
      let join = derive { runs("join", middle.reduce(0) { $0 + $1.value }) }
      kept(Effect { runs.note("effect", reading: join.value) })
      runs.reset()
      a = 1
      #expect(runs.log.count == width + 2)
      #expect(Set(runs.log).count == width + 2)
    }

    @Test("a broad fan-out notifies every listener once, in the order in which they came")
    func fanOut() {
      @Atom var a = 0
      var log: [Int] = []
      for index in 0..<100 {
        let derived = derive { a + index }
        kept(
          Effect {
            _ = derived.value
            log.append(index)
          })
      }
      log = []
      a = 1
      #expect(log == Array(0..<100))
      log = []
      a = 2
      #expect(log == Array(0..<100))
    }

    @Test("a grid, each node of which reads two of the row above")
    func grid() {
      let runs = Runs()
      @Atom var a = 1
      @Atom var b = 1
      var row = [derive { a }, derive { b }]
      for level in 1...10 {
        let above = row
        row = (0...level + 1).map { index in
          derive {
            runs(
              "node", (index > 0 ? above[index - 1].value : 0) + (index < above.count ? above[index].value : 0))
          }
        }
      }
      let last = row
      let sum = derive { last.reduce(0) { $0 + $1.value } }
      #expect(sum.value == 2_048)
      let nodes = runs["node"]
      runs.reset()
      a = 2
      #expect(sum.value == 3_072)
      #expect(runs["node"] < nodes)
      runs.reset()
      b = 2
      #expect(sum.value == 4_096)
      #expect(runs["node"] < nodes)
    }

    @Test("a deep chain: a change goes through it, and a value that is cut in the middle ends there")
    func deepChain() {
      let runs = Runs()
      @Atom var a = 0
      var last = derive { a }
      for level in 0..<1_000 {
        let before = last
        last = level == 500 ? derive { runs("node", before.value / 10) } : derive { runs("node", before.value) }
        // Read level by level: a first read from the end recurses through the whole chain.
        _ = last.value
      }
      let end = last
      kept(Effect { runs.note("effect", reading: end.value) })
      runs.reset()
      a = 5
      #expect(runs["node"] == 501)
      #expect(runs["effect"] == 0)
      runs.reset()
      a = 10
      #expect(runs["node"] == 1_000)
      #expect(runs["effect"] == 1)
    }

    @Test("two sources: the one that did not change runs nothing of its own")
    func twoSources() {
      let runs = Runs()
      @Atom var a = 1
      @Atom var b = 1
      @Derived var ofA = runs("a", a * 2)
      @Derived var ofB = runs("b", b * 2)
      @Derived var both = runs("both", ofA + ofB)
      kept(Effect { _ = both })
      runs.reset()
      a = 2
      #expect(runs.log == ["a", "both"])
      runs.reset()
      b = 2
      #expect(runs.log == ["b", "both"])
    }

    @Test("an effect that reads a source and what is derived of it never sees a mixture")
    func noGlitch() {
      @Atom var a = 0
      @Derived var double = a * 2
      @Derived var quadruple = double * 2
      var mixtures = 0
      var runs = 0
      kept(
        Effect {
          runs += 1
          if [a * 2, a * 4] != [double, quadruple] { mixtures += 1 }
        })
      kept(
        Effect {
          runs += 1
          if [quadruple, double] != [a * 4, a * 2] { mixtures += 1 }
        })
      for step in 1...20 { a = step }
      #expect(mixtures == 0)
      #expect(runs == 42)
    }

    @Test("verification goes in read order and stops at the first change")
    func readOrder() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var first = runs("first", a)
      @Derived var second = runs("second", a)
      @Derived var join = runs("join", first == 0 ? second : -1)
      kept(Effect { _ = join })
      runs.reset()
      a = 1
      #expect(runs.log == ["first", "join"])
      #expect(join == -1)
    }

    @Test("observers, watches and effects of one derivation share one computation")
    func shared() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a)
      kept(Effect { runs.note("effect", reading: b) })
      let subscription = $b.sink { _ in runs("sink") }
      kept(watch(of: b) { _, _ in runs("watch") })
      runs.reset()
      a = 1
      #expect(runs.log.sorted() == ["b", "effect", "sink", "watch"])
      subscription.cancel()
    }
  }
}
