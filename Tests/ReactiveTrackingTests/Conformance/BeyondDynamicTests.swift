import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: dynamic dependencies")
  struct BeyondDynamicTests {
    private let kept = Kept()

    @Test("a condition and the branch that it chooses change together: the old branch does not run")
    func conditionAndBranch() {
      let runs = Runs()
      @Atom var isOn = true
      @Atom var a = 1
      @Derived var half = runs("half", 10 / a)
      var seen: [Int] = []
      kept(Effect { seen.append(isOn ? half : 0) })
      runs.reset()
      batch {
        a = 0
        isOn = false
      }
      #expect(runs.log == [])
      #expect(seen == [10, 0])
      batch {
        isOn = true
        a = 5
      }
      #expect(seen == [10, 0, 2])
    }

    @Test("the condition is derived itself")
    func derivedCondition() {
      let runs = Runs()
      @Atom var items = [1]
      @Derived var isEmpty = items.isEmpty
      @Derived var first = runs("first", items[0])
      @Derived var shown = isEmpty ? -1 : first
      kept(Effect { _ = shown })
      runs.reset()
      items = []
      #expect(shown == -1)
      #expect(runs["first"] == 0)
      items = [7]
      #expect(shown == 7)
      #expect(runs["first"] == 1)
    }

    @Test("a loop over as many sources as another says")
    func numberOfSources() {
      let sources = (0..<10).map { atom($0) }
      @Atom var count = 3
      var seen: [Int] = []
      kept(Effect { seen.append(sources[0..<count].reduce(0) { $0 + $1.value }) })
      sources[5].value = 50
      #expect(seen == [3])
      count = 6
      #expect(seen == [3, 60])
      sources[5].value = 5
      #expect(seen == [3, 60, 15])
      count = 1
      for source in sources[1...] { source.value += 1 }
      #expect(seen == [3, 60, 15, 0])
      count = 10
      #expect(seen.last == 45 + 9)
    }

    @Test("a dependency that is dropped and taken up again in one run is not lost")
    func droppedAndTaken() {
      let runs = Runs()
      @Atom var flip = false
      @Atom var a = 1
      @Atom var b = 1
      kept(
        Effect {
          runs("effect")
          if flip {
            _ = b
            _ = a
          } else {
            _ = a
            _ = b
          }
        })
      flip = true
      runs.reset()
      a = 2
      b = 2
      #expect(runs["effect"] == 2)
      flip = false
      runs.reset()
      b = 3
      a = 3
      #expect(runs["effect"] == 2)
    }

    @Test("a source that replaces another one, again and again")
    func replaced() {
      let runs = Runs()
      let current = atom(atom(1))
      var seen: [Int] = []
      kept(
        Effect {
          runs("effect")
          seen.append(current.value.value)
        })
      let old = current.value
      let new = atom(2)
      current.value = new
      old.value = 10
      #expect(seen == [1, 2])
      new.value = 3
      #expect(seen == [1, 2, 3])
      current.value = old
      new.value = 4
      #expect(seen == [1, 2, 3, 10])
      #expect(runs["effect"] == 4)
    }

    @Test("a dependency that only one of two readers drops still notifies the other")
    func onlyOneDrops() {
      let runs = Runs()
      @Atom var condition = true
      @Atom var a = 0
      @Derived var b = runs("b", a)
      kept(Effect { runs.note("first", reading: condition ? b : 0) })
      kept(Effect { runs.note("second", reading: b) })
      condition = false
      runs.reset()
      a = 1
      #expect(runs.log == ["b", "second"])
    }

    @Test("a derivation that is not read any more rests")
    func rests() {
      let runs = Runs()
      @Atom var condition = true
      @Atom var a = 0
      @Derived var b = runs("b", a)
      @Derived var c = runs("c", b)
      kept(Effect { runs.note("effect", reading: condition ? c : 0) })
      condition = false
      runs.reset()
      a = 1
      a = 2
      #expect(runs.log == [])
      condition = true
      #expect(runs.log == ["effect", "b", "c"])
    }

    @Test("a run that reads nothing is the last one")
    func readsNothing() {
      let runs = Runs()
      @Atom var a = 0
      var isDone = false
      let effect = kept(
        Effect {
          runs("effect")
          if !isDone { _ = a }
        })
      isDone = true
      a = 1
      a = 2
      #expect(runs["effect"] == 2)
      #expect(!effect.isCancelled)
      effect.run()
      #expect(runs["effect"] == 3)
    }

    @Test("new branches are discovered by a run that a branch caused")
    func discovers() {
      @Atom var stage = 0
      @Atom var a = "a"
      @Atom var b = "b"
      var seen: [String] = []
      kept(
        Effect {
          if stage == 0 {
            seen.append(a)
          } else if stage == 1 {
            seen.append(a + b)
          } else {
            seen.append(b)
          }
        })
      b = "bb"
      stage = 1
      b = "b"
      stage = 2
      a = "aa"
      b = "bbb"
      #expect(seen == ["a", "abb", "ab", "b", "bbb"])
    }

    @Test("a change to a node deep in a branch that was just left does not run anything")
    func deepLeftBranch() {
      let runs = Runs()
      @Atom var isOn = true
      @Atom var a = 0
      var last = derive { a }
      for _ in 0..<20 {
        let before = last
        last = derive { runs("node", before.value + 1) }
      }
      let end = last
      @Derived var shown = isOn ? end.value : 0
      kept(Effect { _ = shown })
      runs.reset()
      batch {
        isOn = false
        a = 1
      }
      #expect(runs["node"] == 0)
    }

    @Test("an inactive branch of an inactive branch catches up when both come back")
    func nestedBranches() {
      @Atom var outer = true
      @Atom var inner = true
      @Atom var a = 1
      @Derived var x = inner ? a : -1
      @Derived var y = outer ? x : -2
      var seen: [Int] = []
      kept(Effect { seen.append(y) })
      outer = false
      inner = false
      a = 2
      outer = true
      inner = true
      #expect(seen == [1, -2, -1, 2])
    }

    @Test("a derivation is made and read inside another, of which it is the only reader")
    func temporary() {
      let runs = Runs()
      @Atom var a = 1
      @Atom var factor = 10
      @Derived var b = runs("outer", derive { runs("inner", a * factor) }.value)
      kept(Effect { runs.note("effect", reading: b) })
      runs.reset()
      a = 2
      #expect(b == 20)
      #expect(runs["effect"] == 1)
      factor = 100
      #expect(b == 200)
      #expect(runs["effect"] == 2)
    }
  }
}
