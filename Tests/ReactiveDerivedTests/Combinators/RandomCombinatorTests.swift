import ReactiveDerived
import ReactiveTestSupport
import Testing

/// Law 11.
@Suite("Combinators: random trees, dropped at random")
struct RandomCombinatorTests {
  @Test("nothing is left at the end", arguments: 0..<30)
  func nothingIsLeft(seed: Int) {
    let live = LiveCount()
    do {
      var generator = SeededGenerator(seed: UInt64(seed))
      let world = World(live)
      for _ in 0..<1_500 { world.step(using: &generator) }
      world.clear()
    }
    #expect(live.alive == 0)
  }

  private final class World {
    let live: LiveCount
    var events: [Event<Int>] = []
    var written: [OpenBehavior<Int>] = []
    var behaviors: [Behavior<Int>] = []
    var streams: [EventStream<Int>] = []
    var outers: [Event<EventStream<Int>>] = []
    var subscriptions: [Subscription] = []
    var owners: [Tracked] = []
    var budget = 0

    init(_ live: LiveCount) { self.live = live }

    func clear() {
      outers = []
      behaviors = []
      subscriptions = []
      streams = []
      written = []
      owners = []
      events = []
    }

    func step(using generator: inout SeededGenerator) {
      budget = 10
      act(using: &generator)
      // Keeps the trees small enough to be notified in bearable time.
      if streams.count > 30 { drop(\.streams, using: &generator) }
      if behaviors.count > 20 { drop(\.behaviors, using: &generator) }
    }

    private func drop<Element>(
      _ list: ReferenceWritableKeyPath<World, [Element]>, using generator: inout SeededGenerator
    ) {
      if self[keyPath: list].isEmpty { return }
      let element = self[keyPath: list].remove(at: generator.below(self[keyPath: list].count))
      withExtendedLifetime(element) {}
    }

    private func function(using generator: inout SeededGenerator) -> (Int) -> Int {
      let tracked = live.make()
      let acts = generator.once(in: 6)
      var own = SeededGenerator(seed: generator.next())
      return { [weak self] number in
        tracked.touch()
        if acts, let self, self.budget > 0 {
          self.budget -= 1
          self.act(using: &own)
        }
        return number &+ 1
      }
    }

    private func anyStream(using generator: inout SeededGenerator) -> EventStream<Int>? {
      switch generator.below(4) {
      case 0: generator.pick(events)
      case 1: generator.pick(written)?.changes
      case 2: generator.pick(behaviors)?.changes
      default: generator.pick(streams)
      }
    }

    private func derive(from stream: EventStream<Int>, using generator: inout SeededGenerator) -> EventStream<Int> {
      let function = function(using: &generator)
      switch generator.below(11) {
      case 0: return stream.map(function)
      case 1: return stream.filter { function($0) % 3 != 0 }
      case 2: return stream.compactMap { function($0) % 3 == 0 ? nil : $0 }
      case 3: return stream.scan(0) { $0 &+ function($1) }
      case 4: return stream.prefix(generator.below(4)).map(function)
      case 5: return stream.dropFirst(generator.below(4)).map(function)
      case 6:
        guard let other = anyStream(using: &generator) else { return stream }
        return stream.merge(other, stream.map(function))
      case 7:
        guard let other = anyStream(using: &generator) else { return stream }
        return stream.map { [weak other] number in
          _ = function(number)
          return other ?? EventStream<Int>.merge([EventStream<Int>]())
        }.switchToLatest()
      case 8:
        guard let outer = generator.pick(outers) else { return stream }
        return outer.switchToLatest().merge(stream)
      case 9:
        guard let behavior = generator.pick(behaviors) else { return stream }
        return behavior.sample(on: stream).map(function)
      default:
        guard let behavior = generator.pick(written) else { return stream }
        return behavior.sample(on: stream).map(function)
      }
    }

    private func follow(using generator: inout SeededGenerator) -> Behavior<Int>? {
      let function = function(using: &generator)
      switch generator.below(5) {
      case 0: return anyStream(using: &generator)?.hold(0)
      case 1: return anyStream(using: &generator)?.accumulate(0) { $0 &+ function($1) }
      case 2: return generator.pick(written)?.map { _ in 1 }
      case 3: return generator.pick(behaviors)?.scan(0, &+)
      default: return generator.pick(behaviors)?.withPrevious().map { $0.current }
      }
    }

    private func observe(using generator: inout SeededGenerator) {
      guard let stream = anyStream(using: &generator) else { return }
      let function = function(using: &generator)
      if generator.once(in: 3), let owner = generator.pick(owners) {
        stream.sink(with: owner) { _, number in _ = function(number) }
      } else {
        subscriptions.append(stream.sink { _ = function($0) })
      }
    }

    private func act(using generator: inout SeededGenerator) {
      switch generator.below(16) {
      case 0: if events.count < 5 { events.append(Event()) }
      case 1: if written.count < 5 { written.append(OpenBehavior(0)) }
      case 2: if outers.count < 3 { outers.append(Event()) }
      case 3: owners.append(live.make())
      case 4, 5:
        if let stream = anyStream(using: &generator) { streams.append(derive(from: stream, using: &generator)) }
      case 6: if let behavior = follow(using: &generator) { behaviors.append(behavior) }
      case 7, 8: observe(using: &generator)
      case 9: generator.pick(events)?.trigger(generator.below(100))
      case 10: generator.pick(written)?.value = generator.below(3)
      case 11:
        // Roots only: an inner stream that depends on this one would be an endless loop.
        let inner = generator.once(in: 2) ? generator.pick(events) : generator.pick(written)?.changes
        let function = function(using: &generator)
        if let inner { generator.pick(outers)?.trigger(inner.map(function)) }
      case 12:
        let all = written
        let number = generator.below(3)
        batch { for behavior in all { behavior.value = number } }
      case 13:
        drop(\.streams, using: &generator)
        drop(\.owners, using: &generator)
      case 14:
        generator.pick(subscriptions)?.cancel()
        if subscriptions.count > 20 { drop(\.subscriptions, using: &generator) }
      default:
        drop(\.behaviors, using: &generator)
        if generator.once(in: 4) { drop(\.events, using: &generator) }
        if generator.once(in: 4) { drop(\.written, using: &generator) }
        if generator.once(in: 4) { drop(\.outers, using: &generator) }
      }
    }
  }
}
