// Tests: DerivedStream, SourcedStream

import ReactiveDerived
import ReactiveTestSupport
import Testing

/// Law 11.
@Suite("Combinators: dropping")
struct CombinatorDroppingTests {
  enum Construction: String, CaseIterable {
    case map, chain, scan, prefix, dropped, merge, diamond, switched, changes, changesOfMap, holdChanges
    case holdChangesMapped, sampled, sampledOwnChanges, sampledHold, sampledMap, mergedKinds, switchedKinds
    case accumulated, deep, flatMapped, stepped

    /// Whether its roots keep it alive while it is observed.
    var isKept: Bool {
      switch self {
      case .map, .chain, .scan, .prefix, .dropped, .merge, .diamond, .switched, .changes, .sampled, .sampledOwnChanges,
        .switchedKinds, .deep:
        true
      default: false
      }
    }

    func make(_ event: Event<Int>, _ source: OpenBehavior<Int>, _ live: LiveCount) -> EventStream<Int> {
      let tracked = live.make()
      let same: (Int) -> Int = {
        tracked.touch()
        return $0
      }
      switch self {
      case .map: return event.map(same)
      case .chain: return event.map(same).filter { _ in true }.compactMap { $0 }
      case .scan: return event.map(same).scan(0, +)
      case .prefix: return event.map(same).prefix(5).map { $0 }
      case .dropped: return event.map(same).dropFirst().drop { $0 < 0 }
      case .merge: return event.map(same).merge(source.changes.map { $0 })
      case .diamond:
        let stream = event.map(same)
        return stream.map { $0 }.merge(stream.map { -$0 }).scan(0, +)
      case .switched: return event.map { [weak event] _ in event?.map(same) ?? .merge([]) }.switchToLatest()
      case .changes: return source.changes.map(same)
      case .changesOfMap: return source.map(same).changes.map { $0 }
      case .holdChanges: return event.map(same).hold(0).changes
      case .holdChangesMapped: return event.hold(0).changes.map(same).merge(event)
      case .sampled: return source.sample(on: event.map(same))
      case .sampledOwnChanges: return source.sample(on: source.changes.map(same))
      case .sampledHold: return event.map(same).hold(0).sample(on: event)
      case .sampledMap: return source.map(same).sample(on: source.changes)
      case .mergedKinds: return event.merge(source.map(same).changes, source.changes).scan(0, +)
      case .switchedKinds:
        return source.changes.map { [weak source] _ in source.map { $0.map(same).changes } ?? .merge([]) }
          .switchToLatest()
      case .accumulated: return event.accumulate(0, +).map(same).changes.hold(0).changes
      case .deep: return (0..<100).reduce(event.map(same)) { stream, _ in stream.map { $0 } }
      case .flatMapped: return source.flatMap { [source] _ in source.map(same) }.changes
      case .stepped: return source.scan(0) { same($0 + $1) }.withPrevious().map(\.current).changes
      }
    }
  }

  private final class World {
    var event: Event<Int>? = Event()
    var source: OpenBehavior<Int>? = OpenBehavior(0)
    var stream: EventStream<Int>?
    var subscription: Subscription?

    func use() {
      for number in 1...3 {
        event?.trigger(number)
        source?.value += 1
      }
    }

    func drop(_ index: Int) {
      switch index {
      case 0: event = nil
      case 1: source = nil
      case 2: stream = nil
      default:
        subscription?.cancel()
        subscription = nil
      }
    }
  }

  private static let orders: [[Int]] = {
    func permutations(_ rest: [Int]) -> [[Int]] {
      if rest.isEmpty { return [[]] }
      return rest.flatMap { first in permutations(rest.filter { $0 != first }).map { [first] + $0 } }
    }
    return permutations([0, 1, 2, 3])
  }()

  @Test("dropped in every order, nothing is left", arguments: Construction.allCases)
  func everyOrder(_ construction: Construction) {
    for order in Self.orders {
      for cancels in [true, false] {
        for capturesStream in construction.isKept ? [true, false] : [false] {
          let live = LiveCount()
          do {
            let world = World()
            world.stream = construction.make(world.event!, world.source!, live)
            do {
              let tracked = live.make()
              let stream = capturesStream ? world.stream : nil
              world.subscription = world.stream!.sink { _ in
                tracked.touch()
                withExtendedLifetime(stream) {}
              }
            }
            world.use()
            for index in order {
              if index == 3 && !cancels { continue }
              world.drop(index)
              world.use()
            }
            world.subscription = nil
          }
          #expect(live.alive == 0, "\(order), cancels: \(cancels), captures the stream: \(capturesStream)")
        }
      }
    }
  }

  @Test("never observed, nothing is left", arguments: Construction.allCases)
  func neverObserved(_ construction: Construction) {
    for order in Self.orders {
      let live = LiveCount()
      do {
        let world = World()
        world.stream = construction.make(world.event!, world.source!, live)
        world.use()
        for index in order {
          world.drop(index)
          world.use()
        }
      }
      #expect(live.alive == 0, "\(order)")
    }
  }

  @Test("observed, cancelled and observed again, it emits again", arguments: Construction.allCases)
  func again(_ construction: Construction) {
    let live = LiveCount()
    do {
      let world = World()
      world.stream = construction.make(world.event!, world.source!, live)
      var calls = 0
      for _ in 0..<3 {
        let subscription = world.stream!.sink { _ in calls += 1 }
        let before = calls
        world.event?.trigger(1)
        world.source?.value += 1
        #expect(
          calls > before || construction == .dropped || construction == .switchedKinds || construction == .switched)
        subscription.cancel()
        let after = calls
        world.event?.trigger(0)
        world.source?.value += 1
        #expect(calls == after)
      }
    }
    #expect(live.alive == 0)
  }

  @Test("dropped and ended in its own delivery, nothing is left", arguments: Construction.allCases)
  func inDelivery(_ construction: Construction) {
    for order in Self.orders {
      let live = LiveCount()
      do {
        let world = World()
        world.stream = construction.make(world.event!, world.source!, live)
        var isFirst = true
        world.subscription = world.stream!.sink { [unowned world] _ in
          if isFirst { for index in order { world.drop(index) } }
          isFirst = false
        }
        world.use()
        world.use()
        for index in order { world.drop(index) }
      }
      #expect(live.alive == 0, "\(order)")
    }
  }
}
