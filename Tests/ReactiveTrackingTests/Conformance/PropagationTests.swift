import ReactiveTracking
import Testing

extension Conformance {
  @Suite("1: graph propagation")
  struct PropagationTests {
    private let kept = Kept()

    @Test("#1 a diamond runs its join once")
    func diamond() {
      let runs = Runs()
      @Atom var a = "a"
      @Derived var b = a
      @Derived var c = a
      @Derived var d = runs("d", b + " " + c)
      #expect(d == "a a")
      #expect(runs["d"] == 1)
      a = "aa"
      #expect(d == "aa aa")
      #expect(runs["d"] == 2)
    }

    @Test("#2 a diamond with a tail runs the tail once")
    func tail() {
      let runs = Runs()
      @Atom var a = "a"
      @Derived var b = a
      @Derived var c = a
      @Derived var d = b + " " + c
      @Derived var e = runs("e", d)
      #expect(e == "a a")
      a = "aa"
      #expect(e == "aa aa")
      #expect(runs["e"] == 2)
    }

    @Test("#4 paths of different lengths run their join once")
    func asymmetricDiamond() {
      let runs = Runs()
      @Atom var a = "a"
      @Derived var b = a
      @Derived var c = a
      @Derived var d = c
      @Derived var e = runs("e", b + " " + d)
      #expect(e == "a a")
      a = "b"
      #expect(e == "b b")
      #expect(runs["e"] == 2)
    }

    @Test("#5 A -> B -> A updates are dropped")
    func triangle() {
      let runs = Runs()
      @Atom var a = 2
      @Derived var b = a - 1
      @Derived var c = a + b
      @Derived var d = runs("d", "d: \(c)")
      #expect(d == "d: 3")
      a = 4
      #expect(d == "d: 7")
      #expect(runs["d"] == 2)
    }

    @Test("#7 derivations that come out unchanged stop the change")
    func unchanged() {
      let runs = Runs()
      @Atom var a = "a"
      let b = derive { () -> String in
        _ = a
        return "b"
      }
      let c = derive { () -> String in
        _ = a
        return "c"
      }
      @Derived var d = runs("d", b.value + c.value)
      #expect(d == "bc")
      runs.reset()
      a = "aa"
      #expect(d == "bc")
      #expect(runs["d"] == 0)
    }

    @Test("#8 what is upstream runs first")
    func topologicalOrder() {
      let runs = Runs()
      // Recorded after the computation: the join may start before it reads the second branch.
      func node(_ name: String, _ compute: @escaping () -> Int) -> Derivation<Int> {
        derive {
          let value = compute()
          runs(name)
          return value
        }
      }
      @Atom var a = 0
      let b = node("b") { a }
      let c = node("c") { a }
      let d = node("d") { b.value + c.value }
      #expect(d.value == 0)
      runs.reset()
      a = 1
      #expect(d.value == 2)
      #expect(runs.log == ["b", "c", "d"])
    }

    @Test("#10 converging paths do not multiply")
    func convergence() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a
      @Derived var c = runs("c", b + a)
      @Derived var d = runs("d", c + b)
      @Derived var e = runs("e", d + c)
      #expect(e == 0)
      runs.reset()
      a = 1
      #expect(e == 5)
      #expect([runs["c"], runs["d"], runs["e"]] == [1, 1, 1])
    }

    @Test("#11 a chain follows each write")
    func chain() {
      @Atom var a = 0
      @Derived var b = a
      @Derived var c = b
      @Derived var d = c
      @Derived var e = d
      #expect(e == 0)
      a = 1
      #expect(e == 1)
      a = 2
      #expect(e == 2)
    }

    @Test("#116 one of two listeners goes, the other is notified of each change")
    func otherListener() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var c = a * 2
      let first = Effect { runs.note("first", reading: c) }
      kept(Effect { runs.note("second", reading: c) })
      first.cancel()
      runs.reset()
      a = 1
      #expect(runs.log == ["second"])
      a = 2
      #expect(runs.log == ["second", "second"])
    }

    @Test("#157 two of three branches unchanged: the join runs once, for the third")
    func threeWay() {
      let runs = Runs()
      @Atom var a = 1
      @Derived var b = a
      @Derived var c = a > 100
      @Derived var d = a < -100
      @Derived var e = runs("e", "\(b) \(c) \(d)")
      #expect(e == "1 false false")
      runs.reset()
      a = 2
      #expect(e == "2 false false")
      #expect(runs["e"] == 1)
    }

    @Test("#187 without its effect, what is upstream of it rests")
    func deactivated() {
      let runs = Runs()
      @Atom var a = "a"
      @Derived var b = runs("b", a)
      @Derived var c = runs("c", b)
      @Derived var d = a
      let effect = Effect { _ = c }
      #expect(d == "a")
      runs.reset()
      effect.cancel()
      a = "aa"
      #expect(runs.log == [])
      #expect(d == "aa")
    }

    @Test("#188 in a batch, a branch that is no longer taken does not run")
    func dynamicInBatch() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      @Derived var c = runs("c", b)
      @Derived var d = a == 0 ? c : -1
      #expect(d == 0)
      #expect(runs["c"] == 1)
      batch {
        b = 1
        a = 1
      }
      #expect(d == -1)
      #expect(runs["c"] == 1)
    }

    @Test("#190 an effect that subscribes after a plain read is notified")
    func subscribesAfterRead() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a
      @Derived var c = b
      #expect(c == 0)
      kept(Effect { runs.note("effect", reading: c) })
      #expect(runs["effect"] == 1)
      a = 1
      #expect(runs["effect"] == 2)
    }

    @Test("#191 an effect that subscribes after a change sees the latest value")
    func subscribesAfterChange() {
      @Atom var s = 0
      @Derived var c = s
      #expect(c == 0)
      s = 1
      var seen: [Int] = []
      kept(Effect { seen.append(c) })
      #expect(seen == [1])
    }

    @Test("#205 two writes before one read of a cross of diamonds: each node runs once")
    func crossDiamond() {
      let runs = Runs()
      @Atom var a = 1
      @Atom var b = 10
      @Derived var c = runs("c", a + b)
      @Derived var d = runs("d", a * b)
      @Derived var e = runs("e", c + d)
      #expect(e == 21)
      runs.reset()
      a = 2
      b = 20
      #expect(e == 62)
      #expect(runs.log.sorted() == ["c", "d", "e"])
    }

    @Test("#206 a diamond on top of a diamond")
    func stackedDiamonds() {
      let runs = Runs()
      @Atom var a = 1
      @Derived var b = a + 1
      @Derived var c = a * 2
      @Derived var d = runs("d", b + c)
      @Derived var e = d + 1
      @Derived var f = d * 2
      @Derived var g = runs("g", e + f)
      #expect(g == 13)
      runs.reset()
      a = 2
      #expect(g == 22)
      #expect([runs["d"], runs["g"]] == [1, 1])
    }

    @Test("#208 paths of depth 1 and 3 join once")
    func deepJoin() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = a
      @Derived var c = b
      @Derived var d = c
      @Derived var e = a
      @Derived var f = runs("f", d + e)
      #expect(f == 0)
      runs.reset()
      a = 1
      #expect(f == 2)
      #expect(runs["f"] == 1)
    }
  }
}
