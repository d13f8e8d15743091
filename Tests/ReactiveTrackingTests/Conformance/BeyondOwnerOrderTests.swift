import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: owners go first")
  struct BeyondOwnerOrderTests {
    private let kept = Kept()

    @Test("an inner effect that subscribed before its outer one does not run for the change that ends it")
    func innerSubscribedFirst() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect { scope in
          scope.effect { runs.note("inner", reading: a) }
          runs.note("outer", reading: a)
        })
      #expect(runs.log == ["inner", "outer"])
      runs.reset()
      a = 1
      #expect(runs.log == ["inner", "outer"])
    }

    @Test("an inner effect never runs on a branch that its outer one no longer takes")
    func leftBranch() {
      let runs = Runs()
      @Atom var looksAtB = true
      @Atom var a: Int? = 1
      @Atom var b: Int? = 1
      @Derived var isThere = looksAtB ? b != nil : a != nil
      kept(
        Effect { scope in
          guard isThere else { return }
          scope.effect { runs("inner \(a ?? -1)") }
        })
      // The condition now depends on `a`, but subscribed to it after the inner effect.
      looksAtB = false
      runs.reset()
      a = nil
      #expect(runs.log == [])
      a = 2
      #expect(runs.log == ["inner 2"])
    }

    @Test("the same over two levels, of which the outermost ends all")
    func twoLevels() {
      let runs = Runs()
      @Atom var a = 0
      kept(
        Effect { scope in
          scope.run {
            _ = Effect { scope in
              scope.effect { runs.note("innermost", reading: a) }
              runs.note("middle", reading: a)
            }
          }
          runs.note("outer", reading: a)
        })
      runs.reset()
      a = 1
      #expect(runs.log == ["innermost", "middle", "outer"])
    }

    @Test("an outer effect that turns out unchanged leaves its inner one to run")
    func outerUnchanged() {
      let runs = Runs()
      @Atom var a = 1
      @Derived var isPositive = a > 0
      kept(
        Effect { scope in
          scope.effect { runs.note("inner", reading: a) }
          runs.note("outer", reading: isPositive)
        })
      runs.reset()
      a = 2
      #expect(runs.log == ["inner"])
    }

    @Test("run() releases what waits for the outer effect, and nothing that waits for its next turn")
    func outerRunsInPause() {
      let runs = Runs()
      @Atom var a = 1
      @Derived var isPositive = a > 0
      var writes = false
      let scope = EffectScope()
      let outer = ["1", "2"].map { name in
        scope.effect { inner in
          runs.note("outer \(name)", reading: isPositive)
          inner.effect { runs.note("inner \(name)", reading: a) }
          if writes { a = 3 }
        }
      }
      scope.pause()
      a = 2
      writes = true
      runs.reset()
      outer[1].run()
      #expect(runs.log == ["outer 2", "inner 2"])
      runs.reset()
      scope.resume()
      #expect(runs.log == ["inner 1", "inner 2"])
    }

    @Test(
      "an effect that is dropped in its own run ends in its turn, also if an inner one was reached first",
      arguments: [false, true])
    func droppedInItsRun(innerFirst: Bool) {
      let runs = Runs()
      @Atom var a = 0
      @Atom var isOpen = false
      var handle: Effect?
      handle = Effect { scope in
        if !innerFirst { _ = a }
        scope.effect { _ = a }
        onCleanup { isOpen = false }
        if a == 1 {
          isOpen = true
          handle = nil
        }
      }
      let subscription = $isOpen.sink { runs("open: \($0)") }
      a = 1
      #expect(handle == nil)
      // The turn is one batch, which reverts `isOpen`.
      #expect(runs.log == [])
      #expect(!isOpen)
      subscription.cancel()
    }

    @Test(
      "an effect that its own cleanup drops does not run again, also if an inner one was reached first",
      arguments: [false, true])
    func droppedByItsCleanup(innerFirst: Bool) {
      let runs = Runs()
      @Atom var a = 0
      var handle: Effect?
      handle = Effect { scope in
        if !innerFirst { _ = a }
        scope.effect { runs.note("inner", reading: a) }
        runs.note("outer", reading: a)
        onCleanup { handle = nil }
      }
      a = 1
      #expect(handle == nil)
      #expect(runs.log == ["inner", "outer"])
    }

    @Test("an effect whose cleanup ends its scope comes to its own end before those that were made before it")
    func cleanupEndsScope() {
      let runs = Runs()
      let scope = EffectScope()
      var second: Effect?
      scope.run {
        _ = Effect { onCleanup { runs("first") } }
        second = Effect {
          onCleanup { runs("second, last") }
          onCleanup {
            runs("second")
            scope.cancel()
          }
        }
      }
      second?.cancel()
      #expect(runs.log == ["second", "second, last", "first"])
      #expect(scope.isCancelled)
    }

    @Test("an effect whose cleanup asks its outer one to run comes to its own end before that run")
    func cleanupRunsOuter() {
      let runs = Runs()
      var inner: Effect?
      var outer: Effect?
      outer = Effect { scope in
        runs("outer")
        inner = scope.effect {
          onCleanup { runs("inner, last") }
          onCleanup {
            runs("inner")
            outer?.run()
          }
        }
      }
      runs.reset()
      let first = inner
      inner?.cancel()
      #expect(runs.log == ["inner", "inner, last", "outer"])
      #expect(first?.isCancelled == true)
      #expect(inner?.isCancelled == false)
      outer?.cancel()
      outer = nil
      inner = nil
    }

    @Test("a scope's effects keep their order among others")
    func scopeOrder() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      kept(Effect { runs.note("1", reading: a) })
      scope.effect { runs.note("2", reading: a) }
      kept(Effect { runs.note("3", reading: a) })
      scope.effect { runs.note("4", reading: a) }
      runs.reset()
      a = 1
      #expect(runs.log == ["1", "2", "3", "4"])
    }

    @Test("a watch belongs to the scope that it is made in")
    func watchInScope() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      scope.run { _ = watch(of: a) { _, new in runs("\(new)") } }
      a = 1
      scope.pause()
      a = 2
      a = 3
      scope.resume()
      scope.cancel()
      a = 4
      #expect(runs.log == ["1", "3"])
    }

    @Test("an effect that throws belongs to its scope as well, and its handler receives the error")
    func throwingInScope() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      scope.run {
        _ = Effect(
          {
            runs.note("effect", reading: a)
            onCleanup { runs("cleanup") }
            if a == 1 { throw Failure() }
          }, catch: { _ in runs("caught") })
      }
      a = 1
      scope.cancel()
      a = 2
      #expect(runs.log == ["effect", "cleanup", "effect", "caught", "cleanup"])
    }

    @Test("what a handler makes is not its effect's")
    func handlerMakes() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      var made: Effect?
      let scope = EffectScope()
      scope.run {
        _ = Effect({ if a == 1 { throw Failure() } }, catch: { _ in made = Effect { runs.note("made", reading: b) } })
      }
      a = 1
      scope.cancel()
      runs.reset()
      b = 1
      #expect(runs.log == ["made"])
      made?.cancel()
    }

    @Test("run() inside the own body runs once more after it")
    func runInside() {
      let runs = Runs()
      @Atom var a = 0
      var effect: Effect?
      effect = Effect {
        runs("begin")
        if a == 1 && runs["begin"] == 2 { effect?.run() }
        runs("end")
      }
      a = 1
      #expect(runs.log == ["begin", "end", "begin", "end", "begin", "end"])
      effect = nil
    }

    @Test("run() of a derivation that has not been read, and of one that an effect reads")
    func runDerivation() {
      var clock = 0
      let runs = Runs()
      let time = derive { clock }
      time.run()
      clock = 1
      #expect(time.value == 0)
      kept(Effect { runs.note("effect", reading: time.value) })
      time.run()
      #expect(runs["effect"] == 2)
      #expect(time.value == 1)
      time.run()
      #expect(runs["effect"] == 2)
      batch {
        clock = 2
        time.run()
        #expect(time.value == 2)
        #expect(runs["effect"] == 2)
      }
      #expect(runs["effect"] == 3)
    }
  }
}
