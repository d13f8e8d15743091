import ReactiveTracking
import Testing

extension Conformance {
  @Suite("15: scopes and watches, from the tests of Vue and Leptos")
  struct ScopeCases {
    private let kept = Kept()

    @Test("V1 a run of a scope that has ended leaves nothing alive")
    func runAfterEnd() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      scope.cancel()
      scope.run { _ = Effect { runs.note("effect", reading: a) } }
      runs.reset()
      a = 1
      #expect(runs.log == [])
    }

    @Test("V2 writes while a scope is paused are one run when it resumes")
    func pause() {
      @Atom var a = 0
      var seen: [Int] = []
      let scope = EffectScope()
      scope.effect { seen.append(a) }
      scope.pause()
      #expect(scope.isPaused)
      for step in 1...3 { a = step }
      #expect(seen == [0])
      scope.resume()
      #expect(!scope.isPaused)
      #expect(seen == [0, 3])
      a = 4
      #expect(seen == [0, 3, 4])
    }

    @Test("V3 a watch that ends itself while its scope ends")
    func watchEndsItself() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      var effects: [Effect] = []
      scope.run {
        for name in ["1", "2", "3"] {
          effects.append(
            Effect {
              _ = a
              onCleanup {
                runs(name)
                for effect in effects { effect.cancel() }
              }
            })
        }
      }
      scope.cancel()
      #expect(runs.log.sorted() == ["1", "2", "3"])
      a = 1
      #expect(runs.log.count == 3)
      effects = []
    }

    @Test("V3 a cleanup that ends a sibling in the middle of a flush")
    func cleanupEndsSibling() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      var second: Effect?
      scope.effect {
        runs.note("first", reading: a)
        onCleanup { second?.cancel() }
      }
      second = scope.effect { runs.note("second", reading: a) }
      scope.effect { runs.note("third", reading: a) }
      runs.reset()
      a = 1
      #expect(runs.log == ["first", "third"])
      second = nil
    }

    @Test("V4 an effect says why it ran")
    func cause() {
      let count = AtomObject(0, name: "count")
      let effect = kept(Effect { _ = count.value })
      guard case .creation = effect.cause else {
        Issue.record("\(effect.cause)")
        return
      }
      count.value = 1
      #expect("\(effect.cause)" == "count changed")
      guard case .changed(let node) = effect.cause else {
        Issue.record("\(effect.cause)")
        return
      }
      #expect(node === count)
      effect.run()
      guard case .request = effect.cause else {
        Issue.record("\(effect.cause)")
        return
      }
    }

    @Test("V6 a watch is notified of old and new, at once if it is asked to, and once if it ends itself")
    func watchForms() {
      @Atom var a = 1
      var later: [[Int]] = []
      var initial: [[Int]] = []
      var once: [[Int]] = []
      kept(watch(of: a) { later.append([$0, $1]) })
      kept(watch(of: a, initial: true) { initial.append([$0, $1]) })
      var ending: Effect?
      ending = watch(of: a) {
        once.append([$0, $1])
        ending?.cancel()
      }
      #expect(initial == [[1, 1]])
      a = 2
      a = 3
      #expect(later == [[1, 2], [2, 3]])
      #expect(initial == [[1, 1], [1, 2], [2, 3]])
      #expect(once == [[1, 2]])
      ending = nil
    }

    @Test("V7 an effect made in a scope that has ended is no orphan")
    func noOrphan() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      scope.cancel()
      let effect = scope.effect { runs.note("effect", reading: a) }
      runs.reset()
      a = 1
      #expect(runs.log == [])
      #expect(effect.isCancelled)
    }

    @Test("V7 nor one made after its scope ended in the middle of its run")
    func endedInRun() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      scope.run {
        _ = Effect { runs.note("before", reading: a) }
        scope.cancel()
        _ = Effect { runs.note("after", reading: a) }
      }
      runs.reset()
      a = 1
      #expect(runs.log == [])
    }

    @Test("V8 a deep ladder of diamonds costs its links, not its paths")
    func ladder() {
      let runs = Runs()
      @Atom var a = 0
      var last = derive { a }
      for _ in 0..<60 {
        let before = last
        let left = derive { runs("node", before.value) }
        let right = derive { runs("node", before.value) }
        last = derive { runs("node", (left.value &+ right.value) % 1_000) }
      }
      #expect(last.value == 0)
      #expect(runs["node"] == 180)
      runs.reset()
      a = 1
      _ = last.value
      #expect(runs["node"] == 180)
    }

    @Test("L1 effects of a paused scope wait, nested ones as well, and the others do not")
    func pausedEffects() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      scope.run {
        _ = Effect { runs.note("inside", reading: a) }
        EffectScope().run { _ = Effect { runs.note("nested", reading: a) } }
      }
      kept(Effect { runs.note("outside", reading: a) })
      runs.reset()
      scope.pause()
      a = 1
      #expect(runs.log == ["outside"])
      runs.reset()
      scope.resume()
      #expect(runs.log.sorted() == ["inside", "nested"])
      scope.pause()
      runs.reset()
      scope.resume()
      #expect(runs.log == [])
    }
  }
}
