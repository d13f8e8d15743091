import ReactiveTracking
import Testing

extension Conformance {
  @Suite("2: dynamic dependencies")
  struct DynamicDependenciesTests {
    private let kept = Kept()

    @Test("#13 another branch drops the old dependency")
    func dropsOld() {
      let runs = Runs()
      @Atom var condition = true
      @Atom var a = 1
      @Atom var b = 2
      @Derived var c = runs("c", condition ? a : b)
      #expect(c == 1)
      condition = false
      #expect(c == 2)
      runs.reset()
      a = 10
      #expect(c == 2)
      #expect(runs["c"] == 0)
      b = 20
      #expect(c == 20)
      #expect(runs["c"] == 1)
    }

    @Test("#14 a dependency that is read anew is brought up to date first")
    func readsNew() {
      @Atom var a = 1
      @Atom var b = 10
      @Atom var condition = false
      @Derived var c = a
      @Derived var d = condition ? c : b
      #expect(d == 10)
      condition = true
      a = 2
      #expect(d == 2)
    }

    @Test("#16 a lazy branch follows back and forth")
    func lazyBranch() {
      @Atom var a = 0
      @Derived var b = a
      @Derived var c = a > 0 ? a : b
      #expect(c == 0)
      a = 1
      #expect(c == 1)
      a = 0
      #expect(c == 0)
    }

    @Test("#166 after a branch was off, its source is followed again")
    func subscribesAgain() {
      @Atom var flag = true
      @Atom var source = 1
      @Derived var c = flag ? source : 0
      var seen: [Int] = []
      kept(Effect { seen.append(c) })
      flag = false
      source = 2
      #expect(seen == [1, 0])
      flag = true
      #expect(seen == [1, 0, 2])
    }

    @Test("#193 a node that can no longer be reached is not verified")
    func unreachable() {
      let runs = Runs()
      @Atom var a: [Int]? = [1]
      @Derived var b = a
      @Derived var c = runs("c", b![0])
      @Derived var d = b == nil ? 0 : c
      #expect(d == 1)
      a = nil
      #expect(d == 0)
      #expect(runs["c"] == 1)
    }

    @Test("#194 a chain of gates notifies an effect of what it lets through")
    func gates() {
      @Atom var items: [Int]?
      @Derived var isLoaded = items != nil
      @Derived var message = isLoaded ? "loaded" : "not loaded"
      var seen: [String] = []
      kept(Effect { seen.append(message) })
      items = [1]
      #expect(seen == ["not loaded", "loaded"])
      items = [1, 2]
      #expect(seen == ["not loaded", "loaded"])
      items = nil
      #expect(seen == ["not loaded", "loaded", "not loaded"])
    }

    @Test("#196 a diamond that may have changed runs when one side has")
    func maybeChangedDiamond() {
      let runs = Runs()
      @Atom var first = 1
      @Atom var second = 0
      @Derived var c1 = first
      @Derived var c2 = first % 2 + second
      @Derived var c3 = runs("c3", c1 + c2)
      #expect(c3 == 2)
      first = 2
      #expect(c3 == 2)
      #expect(runs["c3"] == 2)
      second = 1
      #expect(c3 == 3)
      #expect(runs["c3"] == 3)
    }

    @Test("#197 an equal value cuts, write after write")
    func chainedEquality() {
      let runs = Runs()
      @Atom var source = 0
      @Derived var c1 = runs("c1", source % 2)
      @Derived var c2 = runs("c2", c1 + 1)
      kept(Effect { runs.note("effect", reading: c2) })
      runs.reset()
      source = 2
      source = 4
      source = 6
      #expect(runs.log == ["c1", "c1", "c1"])
    }

    @Test("#199 an effect drops a dependency that it no longer reads")
    func effectDrops() {
      let runs = Runs()
      @Atom var condition = true
      @Atom var a = 0
      kept(Effect { runs.note("effect", reading: condition ? a : 0) })
      condition = false
      #expect(runs["effect"] == 2)
      a = 1
      #expect(runs["effect"] == 2)
    }

    @Test("#200 dependencies that overlap, in two effects that also write")
    func overlapping() {
      let runs = Runs()
      @Atom var a = 1
      @Atom var b = 2
      @Atom var c = 0
      @Atom var o1 = 0
      @Atom var o2 = 0
      kept(Effect { o1 = runs("fx1", (c < 2 ? a : 0) + (c > 1 ? b : 0)) })
      kept(Effect { o2 = runs("fx2", (c > 1 ? a : 0) + (c < 3 ? b : 0) + o1) })
      #expect([o1, o2] == [1, 3])
      runs.reset()
      b = 3
      #expect([o1, o2] == [1, 4])
      #expect(runs.log == ["fx2"])
      c = 2
      #expect([o1, o2] == [3, 7])
    }
  }
}
