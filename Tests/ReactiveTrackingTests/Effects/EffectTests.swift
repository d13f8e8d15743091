// Tests: Effect, EffectScope

import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("An effect with a scope, whose body may throw")
struct ScopedEffectTests {
  private struct Failure: Error, Equatable { let number: Int }

  @Test("the scope is emptied before each run, and ends with the effect")
  func scope() {
    let outer = atom(0)
    let inner = atom(0)
    var log: [String] = []
    let effect = Effect.scoped { scope in
      let number = outer.value
      if number < 0 { throw Failure(number: number) }
      scope.effect { log.append("\(number) \(inner.value)") }
      onCleanup { log.append("end of \(number)") }
    } catch: { _ in
      log.append("never")
    }
    inner.value = 1
    outer.value = 1
    inner.value = 2
    effect.cancel()
    inner.value = 3
    #expect(log == ["0 0", "0 1", "end of 0", "1 1", "1 2", "end of 1"])
  }

  @Test("a first run that throws ends it, and what it has made; the handler comes after that")
  func firstThrows() {
    let inner = atom(0)
    var log: [String] = []
    let effect = Effect.scoped { scope throws(Failure) in
      scope.effect {
        log.append("inner \(inner.value)")
        onCleanup { log.append("inner ends") }
      }
      throw Failure(number: 7)
    } catch: { error in
      log.append("caught \(error.number)")
    }
    inner.value = 1
    #expect(effect.isCancelled)
    #expect(log == ["inner 0", "inner ends", "caught 7"])
  }

  @Test("a later run that throws goes on: what it made until then lives on to the next run")
  func laterThrows() {
    let outer = atom(0)
    let inner = atom(0)
    var log: [String] = []
    let effect = Effect.scoped { scope throws(Failure) in
      let number = outer.value
      scope.effect { log.append("\(number) \(inner.value)") }
      if number == 1 { throw Failure(number: number) }
    } catch: { error in
      log.append("caught \(error.number)")
    }
    outer.value = 1
    inner.value = 1
    outer.value = 2
    inner.value = 2
    #expect(!effect.isCancelled)
    #expect(log == ["0 0", "1 0", "caught 1", "1 1", "2 1", "2 2"])
  }

  @Test("a scope makes one that ends with it, and pauses with it")
  func inScope() {
    let outer = atom(0)
    var log: [String] = []
    let scope = EffectScope()
    let effect = scope.scopedEffect(name: "scoped") { scope throws(Failure) in
      scope.effect { log.append("\(outer.value)") }
    } catch: { _ in
      log.append("never")
    }
    scope.pause()
    outer.value = 1
    scope.resume()
    scope.cancel()
    outer.value = 2
    #expect(log == ["0", "1"] && effect.isCancelled && effect.label == "scoped")
  }

  @Test("a scope is paused by itself, and as long as the scope or the effect around it is")
  func isPaused() {
    let outer = EffectScope()
    let inner = outer.run { EffectScope() }
    var scopes: [EffectScope] = []
    inner.effect { scope in scopes.append(scope) }
    scopes += [outer, inner]
    func states() -> [Bool] { scopes.map(\.isPaused) }
    #expect(states() == [false, false, false])
    inner.pause()
    #expect(states() == [true, false, true])
    outer.pause()
    let late = inner.run { EffectScope() }
    #expect(states() == [true, true, true] && late.isPaused)
    inner.resume()
    #expect(states() == [true, true, true] && late.isPaused)
    outer.resume()
    #expect(states() == [false, false, false] && !late.isPaused)
    // The effect's function holds the scopes.
    outer.cancel()
  }

  @Test("what a cleanup adds to the scope while it is emptied ends with the rest")
  func addedByCleanup() {
    let number = atom(0)
    let other = atom(0)
    var log: [String] = []
    let effect = Effect { scope in
      let run = number.value
      scope.onCleanup { scope.effect { log.append("\(run) \(other.value)") } }
    }
    number.value = 1
    other.value = 1
    #expect(log == ["0 0"])
    number.value = 2
    other.value = 2
    effect.cancel()
    other.value = 3
    #expect(log == ["0 0", "1 1"])
  }

  @Test("one that is made in a scope that has ended never runs")
  func endedScope() {
    let scope = EffectScope()
    scope.cancel()
    var runs = 0
    let effect = scope.scopedEffect { _ in
      runs += 1
      throw Failure(number: 0)
    } catch: { _ in
      runs += 1
    }
    #expect(runs == 0 && effect.isCancelled && effect.cause == .never)
  }

  @Test("it keeps nothing alive but what it captures: handle, scope and bodies go together")
  func lifetime() {
    let live = LiveCount()
    let source = atom(0)
    var effect: Effect? = Effect.scoped { [tracked = live.make()] scope throws(Failure) in
      scope.effect { tracked.note = "\(source.value)" }
    } catch: { [tracked = live.make()] _ in
      tracked.touch()
    }
    source.value = 1
    #expect(live.alive == 2)
    effect = nil
    #expect(live.alive == 0 && effect == nil && source.dependentCount == 0)
  }
}
