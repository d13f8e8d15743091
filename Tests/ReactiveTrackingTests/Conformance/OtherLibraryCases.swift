import ReactiveTracking
import Testing

extension Conformance {
  @Suite("15: from the tests of TC39's polyfill, Solid, Leptos and Incremental")
  struct OtherLibraryCases {
    private let kept = Kept()

    @Test("T1 an error is cached until a dependency changes")
    func cachedError() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var other = 0
      let c = deriveResult({ () throws -> Int in
        runs("c")
        throw Failure(number: a)
      })
      #expect(throws: Failure(number: 0)) { try c.get() }
      other = 1
      #expect(throws: Failure(number: 0)) { try c.get() }
      #expect(runs["c"] == 1)
      a = 1
      #expect(throws: Failure(number: 1)) { try c.get() }
      #expect(runs["c"] == 2)
    }

    @Test("T2 what a test for duplicates reads is not tracked")
    func duplicateTestIsUntracked() {
      let runs = Runs()
      @Atom var tolerance = 0
      @Atom var a = 0
      let isNear: (Int, Int) -> Bool = { abs($0 - $1) <= tolerance }
      let c = derive(isDuplicate: isNear) { a }
      kept(Effect { runs.note("effect", reading: c.value) })
      a = 1
      #expect(runs["effect"] == 2)
      tolerance = 5
      #expect(runs["effect"] == 2)
      a = 4
      #expect(runs["effect"] == 2)
      #expect(c.value == 1)
      a = 9
      #expect(runs["effect"] == 3)
      #expect(c.value == 9)
    }

    @Test("T2 nor what the test of an atom reads, when an effect writes it")
    func atomTestIsUntracked() {
      let runs = Runs()
      @Atom var tolerance = 0
      @Atom var bell = 0
      let a = atom(0, isDuplicate: { abs($0 - $1) <= tolerance })
      kept(
        Effect {
          runs("effect")
          a.value = bell
        })
      bell = 1
      #expect(runs["effect"] == 2)
      tolerance = 1
      #expect(runs["effect"] == 2)
    }

    @Test("T5 the graph shows what an effect depends on, and only as long as it lives")
    func introspection() {
      withIsolatedRuntime {
        let a = AtomObject(1, name: "a")
        let b = AtomObject(2, name: "b")
        let sum = Derivation(name: "sum") { a.value + b.value }
        let effect = Effect(name: "render") { _ = sum.value }
        let text = Runtime.current.graph().description
        for name in ["a", "b", "sum", "render"] { #expect(text.contains(name), "\(text)") }
        effect.cancel()
        #expect(!Runtime.current.graph().description.contains("render"))
      }
    }

    @Test("S1 at its end an effect cleans up what it held, once, and the derivation that it read stays cached")
    func lastDisposal() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a)
      let effect = kept(
        Effect {
          _ = b
          onCleanup { runs("cleanup") }
        })
      effect.cancel()
      #expect(runs.log == ["b", "cleanup"])
      #expect(b == 0)
      #expect(runs["b"] == 1)
    }

    @Test("S2 cleanups run in reverse order, and ending the effect inside one is safe")
    func reverseOrder() {
      let runs = Runs()
      @Atom var a = 0
      var effect: Effect?
      effect = Effect {
        _ = a
        onCleanup { runs("1") }
        onCleanup {
          runs("2")
          effect?.cancel()
        }
        onCleanup { runs("3") }
      }
      a = 1
      #expect(runs.log == ["3", "2", "1"])
      a = 2
      effect?.cancel()
      #expect(runs.log == ["3", "2", "1"])
      effect = nil
    }

    @Test("S2 a scope that is ended inside its own cleanup")
    func endedInCleanup() {
      let runs = Runs()
      let scope = EffectScope()
      scope.onCleanup { runs("1") }
      scope.onCleanup {
        runs("2")
        scope.cancel()
      }
      scope.run { _ = Effect { onCleanup { runs("effect") } } }
      scope.cancel()
      #expect(runs.log == ["effect", "2", "1"])
      #expect(scope.isCancelled)
    }

    @Test("L2 a derivation that is read while an effect is notified of its source runs once")
    func readWhileNotified() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var double = runs("double", a * 2)
      var seen: [[Int]] = []
      kept(Effect { seen.append([a, double]) })
      runs.reset()
      a = 1
      #expect(runs["double"] == 1)
      #expect(double == 2)
      #expect(runs["double"] == 1)
      #expect(seen == [[0, 0], [1, 2]])
    }

    @Test("L3 a watch hands its handler the old and the new value")
    func watchValues() {
      @Atom var a = 1
      var log: [[Int]] = []
      kept(watch(of: a * 10) { log.append([$0, $1]) })
      #expect(log == [])
      a = 2
      a = 3
      #expect(log == [[10, 20], [20, 30]])
    }

    @Test("J1 what is not needed is never computed")
    func neverNeeded() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a)
      @Derived var c = runs("c", b)
      for step in 1...10 { a = step }
      batch { a = 0 }
      #expect(runs.log == [])
      withExtendedLifetime($c) {}
    }

    @Test("J2 nothing is computed twice for a change, whatever its height")
    func heights() {
      let runs = Runs()
      @Atom var a = 0
      var layer = [derive { a }, derive { a + 1 }]
      for level in 0..<12 {
        let (left, right) = (layer[0], layer[1])
        layer = [
          derive { runs("\(level) left", left.value + right.value + a) },
          derive { runs("\(level) right", left.value - right.value + a) },
        ]
      }
      let (left, right) = (layer[0], layer[1])
      kept(Effect { runs.note("effect", reading: left.value + right.value) })
      runs.reset()
      a = 1
      #expect(runs.log.count == 25)
      #expect(Set(runs.log).count == 25)
    }

    @Test("J3 what a derivation made for an old value is not computed again when that value changes")
    func rightHandSide() {
      let runs = Runs()
      @Atom var index = 1
      @Atom var items = [10, 20]
      var made: Derivation<Int>?
      let outer = derive { () -> Int in
        let present = index
        let inner = derive { runs("inner \(present)", items[present]) }
        made = inner
        return inner.value
      }
      var seen: [Int] = []
      kept(Effect { seen.append(outer.value) })
      runs.reset()
      batch {
        items = [30]
        index = 0
      }
      #expect(runs.log == ["inner 0"])
      #expect(seen == [20, 30])
      #expect(made?.value == 30)
    }

    @Test("J4 each node has a cut-off of its own")
    func cutOff() {
      let runs = Runs()
      @Atom var a = 0
      let isSameTen: (Int, Int) -> Bool = { $0 / 10 == $1 / 10 }
      let coarse = derive(isDuplicate: isSameTen) { a }
      let fine = derive { a }
      kept(Effect { runs.note("coarse", reading: coarse.value) })
      kept(Effect { runs.note("fine", reading: fine.value) })
      runs.reset()
      for step in 1...10 { a = step }
      #expect([runs["coarse"], runs["fine"]] == [1, 10])
    }

    @Test("J5 an observer that has ended is not notified, and what only it needed rests")
    func endedObserver() {
      let runs = Runs()
      @Atom var a = 0
      @Derived var b = runs("b", a)
      let subscription = $b.sink { _ in runs("observer") }
      runs.reset()
      a = 1
      #expect(runs.log == ["b", "observer"])
      subscription.cancel()
      a = 2
      #expect(runs.log == ["b", "observer"])
    }

    @Test("J6 the graph can be drawn")
    func drawn() {
      withIsolatedRuntime {
        let a = AtomObject(1, name: "count")
        let b = Derivation(name: "title") { "\(a.value)" }
        let effect = Effect(name: "render") { _ = b.value }
        let graph = Runtime.current.graph()
        #expect(graph.dot.contains("digraph"))
        for drawing in [graph.dot, graph.mermaid] {
          for name in ["count", "title", "render"] { #expect(drawing.contains(name), "\(drawing)") }
        }
        withExtendedLifetime(effect) {}
      }
    }
  }
}
