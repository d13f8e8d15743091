import ReactiveBindings
import ReactiveDerived
import ReactiveTestSupport
import Testing

#if canImport(Observation)
import Observation
#endif

@Suite("Lifetime of bindings")
struct BindingLifetimeTests {
  private final class View {
    let tracked: Tracked
    var text = ""
    var maybe: Int?
    let edited = Event<Void>()
    init(_ live: LiveCount) { tracked = live.make() }
    func show(_ number: Int) {}
  }

  @Test("no form keeps its target alive, and each ends with it")
  func targetsAreWeak() {
    let live = LiveCount()
    let number = OpenBehavior(1)
    let opaque = OpenBehavior(Opaque(1))
    let event = Event<Int>()
    var subscriptions: [Subscription] = []
    do {
      let view = View(live)
      let opaques = WrittenTarget(Opaque(0))
      subscriptions = [
        number.assign(to: \.maybe, on: view), number.assign(to: \.text, on: view) { "\($0)" },
        number.assign(describeTo: \.text, on: view), number.assign(to: View.show, on: view),
        number.assign(to: \.maybe, onEach: [view, view]), opaque.assign(to: \.value, on: opaques),
        event.assign(to: \.maybe, on: view), event.assign(to: \.text, on: view) { "\($0)" },
        event.assign(describeTo: \.text, on: view), event.assign(to: View.show, on: view),
        event.assign(to: \.maybe, onEach: [view, view]),
        bind(view) {
          \.maybe <- number
          \.maybe <- event
        },
        number.bindTwoWay(
          to: \.text, on: view, changes: .event(view.edited),
          converting: Conversion(forward: { "\($0)" }, back: { Int($0) ?? 0 })),
      ]
      #expect(live.alive == 1)
      #expect(subscriptions.map(\.isCancelled) == Array(repeating: false, count: 13))
    }
    #expect(live.alive == 0)
    #expect(subscriptions.map(\.isCancelled) == Array(repeating: true, count: 13))
    number.value = 2
    event.trigger(3)
  }

  @Test("the memory of dead targets' bindings comes back while others are made, without a change")
  func amortised() {
    let live = LiveCount()
    let number = OpenBehavior(1)
    let event = Event<Int>()
    for _ in 0..<5_000 {
      let captured = live.make()
      let view = View(live)
      number.assign(to: \.text, on: view) {
        captured.touch()
        return "\($0)"
      }
      event.assign(to: \.text, on: view) {
        captured.touch()
        return "\($0)"
      }
      number.bindTwoWay(
        to: \.maybe, on: view, changes: .event(view.edited),
        converting: Conversion(
          forward: {
            captured.touch()
            return $0
          }, back: { $0 ?? 0 }))
    }
    #expect(live.alive < 300)
    number.value = 2
    event.trigger(3)
    #expect(live.alive == 0)
  }

  @Test("what a dead side's two-way binding captured comes back while others are made")
  func amortisedTwoWay() {
    let live = LiveCount()
    let number = OpenBehavior(1)
    for _ in 0..<5_000 {
      let captured = live.make()
      number.bindTwoWay(
        to: OpenBehavior(0),
        converting: Conversion(
          forward: {
            captured.touch()
            return $0
          }, back: { $0 }))
    }
    #expect(live.alive < 100)
    number.value = 2
    #expect(live.alive == 0)
  }

  @Test("cancelling releases what a binding captured, at once")
  func cancelReleases() {
    let live = LiveCount()
    let view = View(live)
    let number = OpenBehavior(1)
    let other = OpenBehavior(2)
    func transform() -> (Int) -> Int? {
      let captured = live.make()
      return {
        captured.touch()
        return $0
      }
    }
    func identity() -> (Int) -> Int {
      let captured = live.make()
      return {
        captured.touch()
        return $0
      }
    }
    let subscriptions = [
      number.assign(to: \.maybe, on: view, transform()), number.assign(to: \.maybe, onEach: [view, view], transform()),
      number.bindTwoWay(to: other, converting: Conversion(forward: identity(), back: { $0 })),
      number.bindTwoWay(
        to: \.maybe, on: view, changes: .event(view.edited),
        converting: Conversion(forward: transform(), back: { $0 ?? 0 })),
    ]
    #expect(live.alive == 5)
    for subscription in subscriptions { subscription.cancel() }
    #expect(live.alive == 1)
  }

  @Test("an object that owns the behavior which is assigned to it goes")
  func ownerCycle() {
    final class Model {
      @Pub var number = 1
      @Property var other = 2
      var shown = 0
      var copied = 0
      let tracked: Tracked
      let edited = Event<Void>()
      init(_ live: LiveCount) {
        tracked = live.make()
        $number.assign(to: \.shown, on: self)
        $other.assign(to: \.copied, on: self)
        $number.bindTwoWay(to: \.copied, on: self, changes: .event(edited))
        _ = bind(self) { \.shown <- $other }
      }
    }
    let live = LiveCount()
    do {
      let model = Model(live)
      model.number = 3
      model.other = 4
      #expect(model.shown == 4 && model.copied == 4)
    }
    #expect(live.alive == 0)
  }

  @Test("two objects that own the two sides go, in either order", arguments: [true, false])
  func twoOwners(firstGoesFirst: Bool) {
    final class Model {
      @Pub var number = 1
      let tracked: Tracked
      init(_ live: LiveCount) { tracked = live.make() }
    }
    let live = LiveCount()
    var first: Model? = Model(live)
    var second: Model? = Model(live)
    let subscription = first!.$number.bindTwoWay(to: second!.$number)
    if firstGoesFirst { first = nil } else { second = nil }
    #expect(live.alive == 1)
    #expect(subscription.isCancelled)
    first?.number = 5
    second?.number = 5
    first = nil
    second = nil
    #expect(live.alive == 0)
  }

  @Test("when the behavior has gone, every form of its bindings says that it is cancelled", arguments: [true, false])
  func cancelledWithBehavior(byEvent: Bool) {
    let field = PlainField("x")
    let other = OpenBehavior("q")
    var subscriptions: [Subscription] = []
    do {
      let text = OpenBehavior("a")
      subscriptions = [
        text.sink { _ in }, text.assign(to: \.value, on: field), text.bindTwoWay(to: other), other.bindTwoWay(to: text),
        text.bindTwoWay(to: \.value, on: field, changes: byEvent ? .event(field.edited) : .callback(\.onEdit)),
      ]
      #expect(subscriptions.map(\.isCancelled) == [false, false, false, false, false])
    }
    #expect(subscriptions.map(\.isCancelled) == [true, true, true, true, true])
    field.edit("y")
    #expect(other.value == "a")
  }

  @Test("the behavior dies first: the target keeps its value, and the subscription has ended")
  func behaviorFirst() {
    let label = PlainLabel()
    var number: OpenBehavior<Int>? = OpenBehavior(1)
    @Weak var weakNumber = number
    let subscription = number!.assign(to: \.number, on: label)
    number = nil
    #expect(weakNumber == nil)
    #expect(subscription.isCancelled)
    #expect(label.number == 1)
  }

  @Test("a token keeps a behavior that was derived for a binding, of one target or several")
  func tokensKeep() {
    let live = LiveCount()
    let number = OpenBehavior(1)
    let label = PlainLabel()
    func doubled() -> Behavior<Int> {
      ComputedBehavior(Equality(.equal()), name: nil, file: #fileID, line: #line) { [tracked = live.make()] in
        tracked.touch()
        return number.value * 2
      }
    }
    let bindings: [() -> Subscription] = [
      { doubled().assign(to: \.number, on: label) },
      { doubled().assign(to: \.number, on: label) { $0 } },
      { doubled().assign(to: \.number, onEach: [label, label]) },
      { bind(label) { \.number <- doubled() } },
    ]
    for bind in bindings {
      number.value = 1
      let token = bind()
      number.value = 4
      #expect(label.number == 8)
      #expect(live.alive == 1)
      token.cancel()
      #expect(live.alive == 0)
    }
  }

  #if canImport(Observation)
  @Test("a computed behavior that Observation follows belongs to nothing but its user")
  func observationKeepsNothing() {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let live = LiveCount()
    let number = OpenBehavior(1)
    do {
      let tracked = live.make()
      let doubled = ComputedBehavior(Equality(.equal()), name: nil, file: #fileID, line: #line) {
        tracked.touch()
        return number.value * 2
      }
      let box = doubled.observable
      withObservationTracking {
        _ = box.value
      } onChange: {
      }
      number.value = 2
    }
    #expect(live.alive == 0)
  }
  #endif

  @Test(
    "10,000 behaviors, each kept alive by the binding of the next, go on a small stack", arguments: 0...2)
  func longChain(kind: Int) {
    let left = onThread {
      let live = LiveCount()
      var end: OpenBehavior<Int>? = OpenBehavior(0)
      let label = PlainLabel()
      let other = OpenBehavior(0)
      for _ in 0..<10_000 {
        let next = OpenBehavior(0)
        let transform = { [end, captured = live.make()] (number: Int) in
          captured.touch()
          return end == nil ? 0 : number
        }
        switch kind {
        case 0: next.assign(to: \.number, on: label, transform)
        case 1: next.bindTwoWay(to: OpenBehavior(0), converting: Conversion(forward: transform, back: { $0 }))
        default:
          next.bindTwoWay(
            to: \.number, on: label, changes: .event(Event<Void>()),
            converting: Conversion(forward: transform, back: { $0 }))
        }
        end = next
      }
      end?.bindTwoWay(to: other)
      other.value = 1
      end = nil
      return live.alive
    }
    #expect(left == 0)
  }

  #if DEBUG
  @Test("a binding of a temporary that is thrown away ends with its statement, and debug builds say so")
  func hints() {
    struct User { var name = "Ada", age = 36 }
    let user = OpenBehavior(User(), name: "user")
    let name = OpenBehavior("")
    let label = PlainLabel()
    let field = PlainField<String>("")
    let hints = Diagnostics.collect {
      user[\.name].bindTwoWay(to: name)
      name.bindTwoWay(to: user[\.name])
      user[\.age].bindTwoWay(to: name, converting: Conversion(forward: { "\($0)" }, back: { Int($0) ?? 0 }))
      user[\.name].bindTwoWay(to: \.value, on: field, changes: .event(field.edited))
      user[\.name].assign(to: \.text, on: label)
      user.map { $0.name }.assign(to: \.title, on: label)
      user.map { $0.age }.assign(describeTo: \.text, on: label)
      user[\.age].assign(to: \.text, on: label) { "\($0)" }
      user.map { $0.name }.assign(to: \.text, onEach: [label, label])
    }
    #expect(hints.count == 9)
    for line in (#line - 11)...(#line - 3) {
      #expect(hints.contains { $0.contains("\(#fileID):\(line) ") || $0.contains("made of user") }, "\(line): \(hints)")
    }
  }

  @Test("bindings that are kept, or whose behaviors are, give no hint when they end")
  func silence() {
    struct User { var name = "Ada" }
    final class Screen {
      let bag = SubscriptionBag()
      let name: OpenBehavior<String>
      let token: Subscription
      init(_ user: OpenBehavior<User>, _ other: OpenBehavior<String>, _ label: PlainLabel) {
        name = user[\.name]
        token = name.bindTwoWay(to: other)
        user[\.name].bindTwoWay(to: other).store(in: bag)
        user[\.name].assign(to: \.text, on: label).store(in: bag)
        name.assign(to: \.text, on: label)
        name.assign(to: \.text, onEach: [label])
      }
    }
    let user = OpenBehavior(User())
    let other = OpenBehavior("")
    let label = PlainLabel()
    let hints = Diagnostics.collect {
      _ = Screen(user, other, label)
      do {
        let screen = Screen(user, other, label)
        other.value = "Grace"
        withExtendedLifetime(screen) {}
      }
      do {
        let name = user[\.name]
        let token = name.bindTwoWay(to: other)
        name.assign(to: \.text, on: label)
        token.cancel()
      }
      do {
        let name = user[\.name]
        let tokens = [name.bindTwoWay(to: other), name.assign(to: \.text, onEach: [label])]
        withExtendedLifetime((name, tokens)) {}
      }
    }
    #expect(hints == [])
  }
  #endif
}
