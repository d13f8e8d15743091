import ReactiveTestSupport
import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: lifetime")
  struct BeyondLifetimeTests {
    private let kept = Kept()

    private final class Object {
      var number = 0
    }

    @Test("an effect keeps what it reads alive, and releases it with its last reference")
    func effectKeeps() {
      weak var observed: Object?
      var effect: Effect?
      do {
        let object = Object()
        let a = atom(object)
        effect = Effect { _ = a.value }
        observed = object
      }
      #expect(observed != nil)
      effect = nil
      #expect(observed == nil)
      #expect(effect == nil)
    }

    @Test("the old value of an atom goes when a new one is written")
    func oldValue() {
      weak var observed: Object?
      let a = atom(Object())
      observed = a.value
      kept(Effect { _ = a.value })
      #expect(observed != nil)
      a.value = Object()
      #expect(observed == nil)
    }

    @Test("also when both are written in one batch, and the first one was only there in the middle")
    func batchedValue() {
      weak var observed: Object?
      let a = atom(Object())
      kept(Effect { _ = a.value })
      batch {
        let object = Object()
        observed = object
        a.value = object
        a.value = Object()
      }
      #expect(observed == nil)
    }

    @Test("what a cleanup captured goes when it has run")
    func cleanupCaptures() {
      weak var observed: Object?
      @Atom var a = 0
      kept(
        Effect {
          if a > 0 { return }
          let object = Object()
          observed = object
          onCleanup { object.number += 1 }
        })
      #expect(observed != nil)
      a = 1
      #expect(observed == nil)
    }

    @Test("what an inner effect captured goes when the outer one runs again")
    func innerCaptures() {
      weak var observed: Object?
      @Atom var a = 0
      kept(
        Effect { scope in
          if a > 0 { return }
          let object = Object()
          observed = object
          scope.effect { object.number += 1 }
        })
      #expect(observed != nil)
      a = 1
      #expect(observed == nil)
    }

    @Test("an inner effect that is made anew a thousand times leaves nothing behind")
    func remade() {
      @Atom var a = 0
      var peak = 0
      var alive = 0
      final class Counted {
        let ended: () -> Void
        init(_ ended: @escaping () -> Void) { self.ended = ended }
        deinit { ended() }
      }
      let outer = kept(
        Effect { scope in
          _ = a
          alive += 1
          peak = max(peak, alive)
          let counted = Counted { alive -= 1 }
          scope.effect { withExtendedLifetime(counted) {} }
        })
      for step in 1...1_000 { a = step }
      #expect(peak <= 2)
      #expect(alive == 1)
      outer.cancel()
      #expect(alive == 0)
    }

    @Test("a derivation does not keep its readers, nor does an atom")
    func readersAreNotKept() {
      @Atom var a = 0
      @Derived var b = a
      weak var observed: Derivation<Int>?
      do {
        let reader = derive { b + a }
        _ = reader.value
        observed = reader
        #expect(observed != nil)
      }
      #expect(observed == nil)
      a = 1
      #expect(b == 1)
    }

    @Test("an atom may go before its readers, which keep what they saw")
    func sourceGoesFirst() {
      let runs = Runs()
      var a: AtomObject<Int>? = atom(7)
      @Derived var b = runs("b", a?.value ?? -1)
      kept(Effect { runs.note("effect", reading: b) })
      runs.reset()
      a = nil
      #expect(b == 7)
      #expect(runs.log == [])
    }

    @Test("an object that owns an effect on itself goes when the effect holds it weakly or unowned")
    func ownerGoes() {
      final class Owner {
        @Atom var count = 0
        var seen: [Int] = []
        var effect: Effect?
        init() { effect = Effect { [unowned self] in seen.append(count) } }
      }
      weak var observed: Owner?
      do {
        let owner = Owner()
        owner.count = 1
        #expect(owner.seen == [0, 1])
        observed = owner
      }
      #expect(observed == nil)
    }

    @Test("dropping the reader, the derivation and the source inside a flush", arguments: 0..<6)
    func droppedInFlush(order: Int) {
      let runs = Runs()
      @Atom var bell = 0
      var source: AtomObject<Int>? = atom(0)
      var derived: Derivation<Int>? = derive { [source] in (source?.value ?? 0) + bell }
      var reader: Effect? = Effect { [derived] in runs.note("reader", reading: (derived?.value ?? 0) + bell) }
      let drops = [{ source = nil }, { derived = nil }, { reader = nil }]
      let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
      var dropping: Effect?
      dropping = Effect { if bell == 1 { for index in orders[order] { drops[index]() } } }
      kept(Effect { runs.note("last", reading: bell) })
      runs.reset()
      bell = 1
      #expect(runs["last"] == 1)
      runs.reset()
      bell = 2
      #expect(runs.log == ["last"])
      dropping = nil
      #expect(source == nil && derived == nil && reader == nil && dropping == nil)
    }

    @Test("handles in one array, dropped all at once", arguments: [true, false])
    func droppedTogether(isReversed: Bool) {
      let runs = Runs()
      @Atom var a = 0
      var effects: [Effect] = (0..<1_000).map { _ in
        Effect {
          runs.note("run", reading: a)
          onCleanup { runs("cleanup") }
        }
      }
      runs.reset()
      if isReversed { effects.reverse() }
      effects.removeAll()
      #expect(runs["cleanup"] == 1_000)
      a = 1
      #expect(runs["run"] == 0)
    }

    @Test("an effect whose source is written by the end of what another one held")
    func endWrites() {
      final class Farewell {
        let action: () -> Void
        init(_ action: @escaping () -> Void) { self.action = action }
        deinit { action() }
      }
      @Atom var a = 0
      @Atom var b = 0
      var seen: [Int] = []
      kept(Effect { seen.append(b) })
      var holder: Farewell? = Farewell { b = 5 }
      let effect = kept(
        Effect {
          if a == 1 { holder = nil }
        })
      a = 1
      #expect(seen == [0, 5])
      effect.cancel()
      #expect(holder == nil)
    }
  }
}
