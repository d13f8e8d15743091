import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Dropping in random order")
struct RandomDroppingTests {
  @Test("a random graph of behaviors, events, owners, tokens and bags, dropped in random order", arguments: 0..<20)
  func randomOrder(seed: Int) {
    let live = LiveCount()
    do {
      var generator = SeededGenerator(seed: UInt64(seed))
      let world = World(live)
      for _ in 0..<2_000 { world.step(using: &generator) }
      world.clear()
    }
    #expect(live.alive == 0)
  }

  /// Objects that observe each other and may be released at any time.
  private final class World {
    let live: LiveCount
    var behaviors: [OpenBehavior<Int>] = []
    var events: [Event<Int>] = []
    var owners: [Tracked] = []
    var bags: [SubscriptionBag] = []
    var subscriptions: [Subscription] = []
    /// Bounds the actions of observers.
    var budget = 0

    init(_ live: LiveCount) { self.live = live }

    func clear() {
      subscriptions = []
      behaviors = []
      owners = []
      events = []
      bags = []
    }

    private func remove<Element>(
      from list: ReferenceWritableKeyPath<World, [Element]>, using generator: inout SeededGenerator
    ) {
      if self[keyPath: list].isEmpty { return }
      let index = Int.random(in: 0..<self[keyPath: list].count, using: &generator)
      let element = self[keyPath: list].remove(at: index)
      withExtendedLifetime(element) {}
    }

    private func handler(using generator: inout SeededGenerator) -> (Int) -> Void {
      let tracked = live.make()
      var own = SeededGenerator(seed: generator.next())
      return { [weak self] _ in
        tracked.touch()
        guard let self, self.budget > 0 else { return }
        self.budget -= 1
        self.act(using: &own)
      }
    }

    private func act(using generator: inout SeededGenerator) {
      switch Int.random(in: 0..<14, using: &generator) {
      case 0: behaviors.append(OpenBehavior(0))
      case 1: events.append(Event())
      case 2: owners.append(live.make())
      case 3: bags.append(SubscriptionBag())
      case 4:
        guard let behavior = behaviors.randomElement(using: &generator) else { return }
        subscriptions.append(behavior.sink(handler(using: &generator)))
      case 5:
        guard let behavior = behaviors.randomElement(using: &generator) else { return }
        guard let owner = owners.randomElement(using: &generator) else { return }
        let handler = handler(using: &generator)
        behavior.observe(with: owner) { _, value in handler(value) }
      case 6:
        guard let event = events.randomElement(using: &generator) else { return }
        guard let bag = bags.randomElement(using: &generator) else { return }
        event.sink(handler(using: &generator)).store(in: bag)
      case 7: behaviors.randomElement(using: &generator)?.value += 1
      case 8: events.randomElement(using: &generator)?.trigger(1)
      case 9: subscriptions.randomElement(using: &generator)?.cancel()
      case 10:
        let number = Int.random(in: 0..<3, using: &generator)
        let behaviors = behaviors.shuffled(using: &generator).prefix(5)
        batch { for behavior in behaviors { behavior.value = number } }
      case 11: remove(from: \.behaviors, using: &generator)
      case 12: remove(from: \.bags, using: &generator)
      default:
        remove(from: \.owners, using: &generator)
        remove(from: \.events, using: &generator)
      }
    }

    func step(using generator: inout SeededGenerator) {
      budget = 20
      act(using: &generator)
    }
  }
}
