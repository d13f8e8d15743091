import ReactiveTracking
import Testing

extension Conformance {
  @Suite("7: writes from inside effects and derivations")
  struct InnerWritesTests {
    private let kept = Kept()

    @Test("#50 an effect writes another source")
    func anotherSource() {
      @Atom var a = 0
      @Atom var b = 0
      kept(Effect { b = a * 2 })
      #expect(b == 0)
      a = 5
      #expect(b == 10)
    }

    @Test("#52 a derivation writes a source on the side")
    func sideSource() {
      @Atom var a = 0
      @Atom var side = 1
      let c = derive { () -> Int in
        let value = a
        side = value * 10
        return value
      }
      #expect(c.value == 0)
      #expect(side == 0)
    }

    @Test("#53 only the final value matters")
    func finalValue() {
      @Atom var a = 0
      var seen: [Int] = []
      kept(Effect { seen.append(a) })
      for step in 1...3 { a = step }
      #expect(seen.last == 3)
    }

    @Test("#55 an effect runs when its source is written from outside")
    func writtenFromOutside() {
      @Atom var a = 0
      var seen: [Int] = []
      kept(Effect { seen.append(a) })
      a = 1
      #expect(seen == [0, 1])
    }

    @Test("#56 and through a derivation")
    func throughDerivation() {
      @Atom var a = 0
      @Derived var b = a
      var seen: [Int] = []
      kept(Effect { seen.append(b) })
      #expect(seen == [0])
      a = 1
      #expect(seen == [0, 1])
    }

    @Test("#112 a derivation of a source that another derivation writes")
    func siblingOfSide() {
      @Atom var src = 0
      @Atom var side = 0
      let writer = derive { () -> Int in
        side = src * 10
        return src
      }
      @Derived var reader = side
      #expect(writer.value == 0)
      #expect(reader == 0)
      src = 1
      #expect(writer.value == 1)
      #expect(reader == 10)
    }

    @Test("#113 an effect that increments what it reads converges")
    func converges() {
      @Atom var n = 0
      var iterations = 0
      kept(
        Effect {
          iterations += 1
          if iterations > 100 { return }
          if n < 5 { n += 1 }
        })
      #expect(n == 5)
      #expect(iterations <= 6)
    }

    @Test("#133 a second listener ends on the settled value")
    func settledBack() {
      @Atom var a = 0
      var seen: [Int] = []
      kept(Effect { if a == 1 { a = 0 } })
      kept(Effect { seen.append(a) })
      a = 1
      #expect(a == 0)
      #expect(seen.last == 0)
    }

    @Test("#134 a second listener gets the final value")
    func settledElsewhere() {
      @Atom var a = 0
      var seen: [Int] = []
      kept(Effect { if a == 1 { a = 10 } })
      kept(Effect { seen.append(a) })
      a = 1
      #expect(a == 10)
      #expect(seen.last == 10)
    }

    @Test("#136 a derivation that writes what is there already runs nothing")
    func writesUnchanged() {
      let runs = Runs()
      @Atom var src = 0
      @Atom var side = 0
      let c = derive { () -> Int in
        side = 0
        return src
      }
      kept(Effect { runs.note("effect", reading: side) })
      runs.reset()
      src = 1
      #expect(c.value == 1)
      #expect(runs["effect"] <= 1)
    }

    @Test("#137 a derivation writes a changed value")
    func writesChanged() {
      @Atom var src = 0
      @Atom var side = 0
      let c = derive { () -> Int in
        side = src * 100
        return src
      }
      src = 1
      #expect(c.value == 1)
      #expect(side == 100)
    }

    @Test("#139 an effect writes in its first run")
    func writesInFirstRun() {
      @Atom var a = 0
      @Atom var b = 0
      kept(Effect { if a == 0 && b == 0 { b = 1 } })
      #expect(b == 1)
    }

    @Test("#172 a derivation that writes what it reads runs again at each read")
    func writesOwnDependency() {
      @Atom var a = 0
      let c = derive { () -> Int in
        a += 1
        return a
      }
      #expect(c.value == 1)
      #expect(c.value == 2)
    }

    @Test("#179 a derivation that increments its source: each read sees its own increment")
    func selfIncrement() {
      @Atom var s = 1
      let c = derive { () -> Int in
        s += 1
        return s
      }
      #expect(c.value == 2)
      #expect(s == 2)
      #expect(c.value == 3)
      #expect(s == 3)
    }

    @Test("#181 a derivation writes two sources, another one reads both")
    func writesTwo() {
      @Atom var src = 0
      @Atom var b = 0
      @Atom var c = 0
      let writer = derive { () -> Int in
        b = src + 1
        c = src + 2
        return src
      }
      @Derived var pair = "\(b),\(c)"
      #expect(writer.value == 0)
      #expect(pair == "1,2")
      src = 10
      #expect(writer.value == 10)
      #expect(pair == "11,12")
    }

    @Test("#182 a derivation that writes, read in a batch")
    func writesInBatch() {
      let runs = Runs()
      @Atom var src = 0
      @Atom var side = 0
      let c = derive { () -> Int in
        side = src * 10
        return src
      }
      #expect(c.value == 0)
      kept(Effect { runs.note("effect", reading: side) })
      runs.reset()
      batch {
        src = 5
        #expect(c.value == 5)
        #expect(side == 50)
      }
      #expect(runs["effect"] == 1)
      #expect(side == 50)
    }

    @Test("#184 derivations that write, one reading the other")
    func nestedWriters() {
      @Atom var src = 0
      @Atom var innerSide = -1
      @Atom var outerSide = -1
      let inner = derive { () -> Int in
        innerSide = src * 10
        return src + 1
      }
      let outer = derive { () -> Int in
        outerSide = inner.value * 100
        return inner.value
      }
      #expect(outer.value == 1)
      #expect([innerSide, outerSide] == [0, 100])
      src = 2
      #expect(outer.value == 3)
      #expect([innerSide, outerSide] == [20, 300])
    }

    @Test("#185 a write before a throw stays")
    func writeBeforeThrow() throws {
      @Atom var src = 0
      @Atom var side = -1
      let c = deriveResult({ () throws(Failure) -> Int in
        let value = src
        side = value * 10
        if value > 0 { throw Failure() }
        return value
      })
      #expect(try c.get() == 0)
      #expect(side == 0)
      src = 1
      #expect(throws: Failure()) { try c.get() }
      #expect(side == 10)
    }

    @Test("#212 a write back does not block the next change")
    func writeBack() {
      @Atom var s = 0
      @Derived var c = s
      kept(Effect { if c > 0 { s = 0 } })
      for step in 1...3 {
        s = step
        #expect(s == 0)
      }
    }

    @Test("#224 a later effect of the flush sees a derivation that an earlier one has outdated")
    func staleInFlush() {
      @Atom var a = 0
      @Atom var b = 0
      @Derived var c = a + b
      var seen: [Int] = []
      kept(Effect { if a == 1 { b = 10 } })
      kept(Effect { seen.append(c) })
      a = 1
      #expect(seen.last == 11)
    }
  }
}
