// Tests: ObservationPort

#if canImport(Observation)
import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("A behavior that is made in a tracked function, and ends there, leaves its registration to its dependencies")
struct MadeInBodyTests {
  // Each tracking here ends with a change of what it tracks. Observation of Swift 6.3 would otherwise keep `onChange`
  // forever, since a behavior has ended in the tracked function.

  struct Order: Identifiable, Equatable {
    let id: Int
    var city: String
    var price = 1
  }

  @Test("operators and derivations, one by one and in chains")
  func operators() {
    let (one, other) = (OpenBehavior(1), OpenBehavior(2))
    func hears(_ read: @escaping () -> Any, _ change: () -> Void) -> Int { hearsOf(change, reading: { _ = read() }) }
    for source in [one, other] {
      let write = { source.value += 1 }
      #expect(hears({ one.combine(other) { $0 + $1 }.value }, write) == 1)
      #expect(hears({ derive { one.value + other.value }.value }, write) == 1)
      #expect(hears({ one.combine(other) { $0 + $1 }.map { -$0 }.map(String.init).value }, write) == 1)
      #expect(hears({ one.flatMap { $0 > 0 ? other : one }.value }, write) == 1)
      #expect(hears({ "\((one + other).value)" }, write) == 1)
    }
    #expect(hears({ one.map { -$0 }.peek() }, { one.value += 1 }) == 0)
    #expect(hears({ untracked { one.map { -$0 }.value } }, { one.value += 1 }) == 0)
    // More often than needed: the function follows the source now.
    #expect(hears({ one.map { $0 > 0 }.value }, { one.value += 1 }) == 1)
  }

  @Test("what belongs to a collection or to another behavior")
  @MainActor
  func parts() async {
    let orders = OpenKeyed([Order(id: 1, city: "Oslo"), Order(id: 2, city: "Rome")])
    let groups = orders.grouped(by: \.city)
    var price = 1
    func edit() {
      price += 1
      orders.update(1) { $0.price = price }
    }
    #expect(hearsOf({ edit() }, reading: { _ = groups["Oslo"].value }) == 1)
    #expect(hearsOf({ edit() }, reading: { _ = groups.group("Oslo")[1].value }) == 1)
    #expect(hearsOf({ edit() }, reading: { _ = groups.group("Oslo").sum(\.price).value }) == 1)
    #expect(hearsOf({ orders.remove(2) }, reading: { _ = groups.count.value }) == 1)
    #expect(hearsOf({ edit() }, reading: { _ = orders.filter { $0.price > 0 }[1].value }) == 1)
    #expect(hearsOf({ edit() }, reading: { _ = orders.sorted { $0.price < $1.price }.value }) == 1)

    let (source, clock) = (OpenBehavior(1), ManualClock())
    let calm = source.debounced(for: .seconds(1), clock: clock)
    let subscription = calm.sink { _ in }
    #expect(hearsOf({ source.value = 2 }, reading: { _ = calm.isSettled.value }) == 1)
    subscription.cancel()
    let linked = LinkedProperty(source)
    #expect(hearsOf({ linked.value = 3 }, reading: { _ = linked.isOverridden.value }) == 1)
  }

  @Test("a view renders when the source of what its body makes changes, and then alone")
  func views() {
    final class Model: Observable {
      @Atom var prices = [1, 2]
      @Atom var name = "cart"
    }
    struct Count: FakeView {
      let model: Model
      var body: [any FakeView] { [Label("\(model.$prices.map { $0.count }.value)")] }
    }
    struct Name: FakeView {
      let model: Model
      var body: [any FakeView] { [Label(model.name), Count(model: model)] }
    }
    let model = Model()
    let host = ViewHost(Name(model: model))
    for count in 3..<10 {
      host.renders = [:]
      model.prices.append(1)
      host.turn()
      #expect(host.renders == ["Count": 1])
      #expect(host.lines == ["cart", "\(count)"])
    }
    host.close()
    model.prices.append(1)
    model.name = ""
  }

  @Test("nothing is left of it, however often the function runs")
  func memory() {
    let (source, other, live) = (OpenBehavior(1), OpenBehavior(1), LiveCount())
    let host = ViewHost(Several(source: source, other: other, live: live))
    for number in 0..<1_000 {
      other.value += 1
      if number.isMultiple(of: 10) { source.value += 1 }
      host.turn()
    }
    #expect(host.renders == ["Several": 1_001])
    #expect(live.alive == 0)
    host.close()
    source.value += 1
    source.value += 1
    source.value += 1
    #expect(!source.isWatched)
  }
  private struct Several: FakeView {
    let source: OpenBehavior<Int>
    let other: OpenBehavior<Int>
    let live: LiveCount
    var body: [any FakeView] {
      let object = live.make()
      let sum = source.combine(other) { [object] in
        object.touch()
        return $0 + $1
      }
      return [Label("\(sum.map { -$0 }.value)")]
    }
  }

  @Test("a chain of 100,000 links is released without recursion, and leaves its registration to its source")
  func longChain() {
    let source = OpenBehavior(1)
    let heard = hearsOf(
      { source.value += 1 },
      reading: {
        var last: Behavior<Int> = source
        for _ in 0..<100_000 {
          last = last.map { $0 + 1 }
          _ = last.peek()
        }
        #expect(last.value == 100_001)
      })
    #expect(heard == 1)
  }

  @Test("its last reference may end in untracked code, in a derivation or in an effect that the function runs")
  func endsElsewhere() {
    let (source, trigger) = (OpenBehavior(1), OpenBehavior(0))
    var made: Behavior<Int>?
    let ends: [() -> Void] = [
      { untracked { made = nil } },
      {
        let derivation = derive { () -> Int in
          made = nil
          return 1
        }
        _ = derivation.value
      },
      { trigger.value += 1 },
    ]
    let effect = Effect { if trigger.value > 0 { made = nil } }
    for end in ends {
      let heard = hearsOf(
        { source.value += 1 },
        reading: {
          made = source.map { $0 * 2 }
          _ = made?.value
          end()
          #expect(made == nil)
        })
      #expect(heard == 1)
    }
    effect.cancel()
  }

  @Test("so does a chain of 20,000 links over a source that runs while it is observed, which goes on")
  func longChainWhileObserved() {
    var events: [String] = []
    let level = OpenBehavior(
      1,
      whileObserved: { _ in
        events.append("start")
        return Subscription { events.append("stop") }
      })
    let heard = hearsOf(
      { level.value += 1 },
      reading: {
        var last: Behavior<Int> = level
        for _ in 0..<20_000 {
          last = last.map { $0 + 1 }
          _ = last.peek()
        }
        #expect(last.value == 20_001)
      })
    #expect(heard == 1 && events == ["start"])
  }

  @Test("a source that runs while it is observed runs on")
  func whileObserved() {
    var events: [String] = []
    let level = OpenBehavior(
      1,
      whileObserved: { place in
        events.append("start")
        place(2)
        return Subscription { events.append("stop") }
      })
    #expect(hearsOf({ level.value = 3 }, reading: { _ = level.map { $0 * 2 }.value }) == 1)
    #expect(events == ["start"])
    level.value = 4
    level.value = 5
    #expect(events == ["start", "stop"])
  }

  @Test("after a change of it, or of its source, in the function that tracks it, a later one is not heard twice")
  func changes() {
    let source = OpenBehavior(1)
    for changes in 0..<3 {
      let heard = hearsOf(
        { source.value += 1 },
        reading: {
          let double = source.map { $0 * 2 }
          _ = double.value
          for _ in 0..<changes { source.value += 1 }
          _ = double.value
        })
      #expect(heard == 1)
    }
  }
}
#endif
