import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: with the behaviors of the core")
  struct BeyondMixedTests {
    private let kept = Kept()

    private final class Model {
      @Property var items: [Int] = []
      @Pub var text = ""
      @Atom var count = 0
    }

    @Test("effects and derivations follow every behavior of the core")
    func follows() {
      let model = Model()
      let open = 1.continuous
      @Derived var all = "\(model.items) \(model.text) \(model.count) \(open.value)"
      var seen: [String] = []
      kept(Effect { seen.append(all) })
      model.items.append(7)
      model.text = "a"
      model.count = 3
      open <<= 2
      #expect(seen == ["[]  0 1", "[7]  0 1", "[7] a 0 1", "[7] a 3 1", "[7] a 3 2"])
    }

    @Test("an atom is a behavior: observed, written through $, notified with its owner, by key path")
    func atomIsBehavior() {
      struct State: Equatable {
        var user = "A"
        var unread = 0
      }
      final class Badge {
        var texts: [String] = []
      }
      let badge = Badge()
      let state = atom(State())
      state.observe(\.unread, with: badge) { badge, unread in badge.texts.append("\(unread)") }
      state.update { $0.user = "B" }
      state.update { $0.unread = 3 }
      state <<= State(user: "C", unread: 4)
      #expect(badge.texts == ["0", "3", "4"])
      let behavior: Behavior<State> = state
      #expect(behavior.value.user == "C")
    }

    @Test("a derivation is a behavior: observed, it is kept up to date, and notifies of changes only")
    func derivationIsBehavior() {
      @Atom var a = 0
      @Derived var tens = a / 10
      var notified: [Int] = []
      var observed: [Int] = []
      let subscriptions = [$tens.sink { notified.append($0) }, $tens.observe { observed.append($0) }]
      for step in [5, 10, 15, 20] { a = step }
      #expect(notified == [1, 2])
      #expect(observed == [0, 1, 2])
      for subscription in subscriptions { subscription.cancel() }
      a = 30
      #expect(notified == [1, 2])
    }

    @Test("observers and effects of one change see the same state")
    func sameState() {
      @Atom var a = 0
      @Derived var double = a * 2
      var log: [String] = []
      let subscriptions = [
        $a.sink { log.append("a \($0) \(double)") }, $double.sink { log.append("double \(a) \($0)") },
      ]
      kept(Effect { log.append("effect \(a) \(double)") })
      log = []
      a = 1
      batch {
        a = 5
        a = 2
      }
      #expect(
        Set(log) == ["a 1 2", "double 1 2", "effect 1 2", "a 2 4", "double 2 4", "effect 2 4"])
      #expect(log.count == 6)
      for subscription in subscriptions { subscription.cancel() }
    }

    @Test("an event that an effect triggers is delivered after its run, with what it has written")
    func event() {
      let saved = Event<Int>()
      @Atom var a = 0
      @Atom var isDirty = false
      var log: [String] = []
      saved.sink { log.append("saved \($0) \(isDirty)") }
      kept(
        Effect {
          isDirty = true
          saved.trigger(a)
          isDirty = false
          log.append("run \(a)")
        })
      a = 1
      #expect(log == ["run 0", "saved 0 false", "run 1", "saved 1 false"])
    }

    @Test("an effect that an event's observer makes, in the middle of its delivery")
    func effectInDelivery() {
      let opened = Event<String>()
      @Atom var a = 0
      var log: [String] = []
      let scope = EffectScope()
      opened.sink { name in scope.effect { log.append("\(name) \(a)") } }
      opened.trigger("one")
      opened.trigger("two")
      a = 1
      #expect(log == ["one 0", "two 0", "one 1", "two 1"])
      scope.cancel()
    }

    @Test("a subscription that an effect makes ends with its cleanup")
    func subscriptionInEffect() {
      let model = Model()
      let other = Model()
      @Atom var isFirst = true
      var log: [String] = []
      let effect = kept(
        Effect {
          let subscription = (isFirst ? model : other).$text.sink { log.append($0) }
          onCleanup { subscription.cancel() }
        })
      model.text = "a"
      other.text = "lost"
      isFirst = false
      model.text = "lost"
      other.text = "b"
      effect.cancel()
      other.text = "lost again"
      #expect(log == ["a", "b"])
    }
  }
}
