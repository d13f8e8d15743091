import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: pausing")
  struct BeyondPauseTests {
    private let kept = Kept()

    @Test("a paused scope's effects do not run; ending it while it is paused runs their cleanups, once")
    func endedWhilePaused() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      scope.effect {
        runs.note("effect", reading: a)
        onCleanup { runs("cleanup") }
      }
      scope.pause()
      a = 1
      scope.cancel()
      scope.resume()
      #expect(runs.log == ["effect", "cleanup"])
    }

    @Test("values are fresh while a scope is paused")
    func freshWhilePaused() {
      @Atom var a = 0
      @Derived var b = a * 2
      var seen: [Int] = []
      let scope = EffectScope()
      scope.effect { seen.append(b) }
      scope.pause()
      a = 1
      #expect(b == 2)
      a = 2
      #expect(b == 4)
      scope.resume()
      #expect(seen == [0, 4])
    }

    @Test("resume runs only what has something to do")
    func resumeRunsOnlyChanged() {
      let runs = Runs()
      @Atom var a = 0
      @Atom var b = 0
      @Derived var sign = a >= 0
      let scope = EffectScope()
      scope.effect { runs.note("a", reading: a) }
      scope.effect { runs.note("b", reading: b) }
      scope.effect { runs.note("sign", reading: sign) }
      runs.reset()
      scope.pause()
      a = 1
      scope.resume()
      #expect(runs.log == ["a"])
    }

    @Test("effects that resume run in the order of their creation, as one flush")
    func resumeOrder() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      for name in ["1", "2", "3"] { scope.effect { runs.note(name, reading: a) } }
      runs.reset()
      scope.pause()
      a = 1
      scope.resume()
      #expect(runs.log == ["1", "2", "3"])
    }

    @Test(
      "a turn that waits for the resume comes then, also after a later change: it waits for a change, or for run()",
      arguments: [false, true])
    func turnAtResume(isRequested: Bool) {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      var waiting: Effect?
      var asks = false
      waiting = scope.effect {
        runs.note("waiting", reading: a)
        if asks { waiting?.run() }
        asks = false
      }
      kept(Effect { runs.note("other", reading: a) })
      scope.pause()
      if isRequested {
        asks = true
        waiting?.run()
      } else {
        a = 1
      }
      runs.reset()
      let subscription = $a.sink { _ in scope.resume() }
      a = 2
      #expect(runs.log == ["other", "waiting"])
      subscription.cancel()
      waiting = nil
    }

    @Test("pausing twice and resuming once, and the other way round")
    func repeatedPause() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      scope.resume()
      scope.effect { runs.note("effect", reading: a) }
      scope.pause()
      scope.pause()
      scope.resume()
      #expect(!scope.isPaused)
      a = 1
      #expect(runs["effect"] == 2)
    }

    @Test("a scope that is paused by an effect of the flush: its effects that wait go on waiting")
    func pausedInFlush() {
      let runs = Runs()
      @Atom var a = 0
      let scope = EffectScope()
      kept(Effect { if a == 1 { scope.pause() } })
      scope.effect { runs.note("inside", reading: a) }
      runs.reset()
      a = 1
      #expect(runs.log == [])
      scope.resume()
      #expect(runs.log == ["inside"])
    }

    @Test("what a paused effect has left out of date begins to be observed in one: its source runs on")
    func observedWhilePaused() {
      let runs = Runs()
      let source = Self.source(noting: runs)
      @Atom var isFollowed = true
      let first = derive { isFollowed ? source.value : 0 }
      let both = derive { first.value + source.value }
      let scope = EffectScope()
      scope.effect { _ = first.value }
      scope.pause()
      isFollowed = false
      let subscription = both.sink { _ in }
      #expect(runs.log == ["start"])
      subscription.cancel()
      #expect(runs.log == ["start", "stop"])
      scope.resume()
    }

    @Test("what a paused effect has left out of date begins to be observed, and leaves its source: that stops")
    func leftWhilePaused() {
      let runs = Runs()
      let source = Self.source(noting: runs)
      @Atom var isFollowed = true
      let first = derive { isFollowed ? source.value : 0 }
      let second = derive { first.value + 1 }
      let scope = EffectScope()
      scope.effect { _ = first.value }
      scope.pause()
      isFollowed = false
      let subscription = second.sink { _ in }
      #expect(runs.log == ["start", "stop"])
      subscription.cancel()
      scope.resume()
    }

    private static func source(noting runs: Runs) -> OpenBehavior<Int> {
      OpenBehavior(
        0,
        whileObserved: { _ in
          runs("start")
          return Subscription { runs("stop") }
        })
    }
  }
}
