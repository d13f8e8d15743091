// Tests: HeldBehavior, EventStream+Merge, EventStream+SwitchToLatest, Behavior+Sample

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Streams that are sent")
struct MovedStreamTests {
  private protocol Sent: AnyObject {
    var homes: [Home] { get }
  }

  private actor Owner<Parcel: Sent> {
    var parcel: Parcel?

    /// Returns for each part whether it is used here, after `use` has used one of them.
    func take(_ parcel: sending Parcel, _ use: @Sendable (Parcel) -> Void) -> [Bool] {
      use(parcel)
      let homes = parcel.homes
      self.parcel = parcel
      return homes.map { $0 == .current }
    }
  }

  private final class Streams: Sent {
    let event = Event<Int>()
    let other = Event<Int>()
    let outer = Event<EventStream<Int>>()
    let streams: [EventStream<Int>]
    let held: Behavior<Int>
    let bag = SubscriptionBag()

    init() {
      let mapped = event.map { $0 + 1 }
      let rare = mapped.filter { $0 > 1_000 }
      let merged = rare.merge(other)
      let switched = outer.switchToLatest()
      held = rare.hold(0)
      let sampled = held.sample(on: merged)
      let changes = held.changes.map { $0 * 2 }
      streams = [mapped, rare, merged, switched, sampled, changes]
      for stream in streams { stream.sink { _ in }.store(in: bag) }
      outer.trigger(mapped)
    }

    var homes: [Home] {
      [event, other].map(\.observers.isolation) + [outer.observers.isolation] + streams.map(\.observers.isolation)
        + [held.isolation]
    }
  }

  @Test(
    "law 13: an event that is triggered elsewhere is used there, with all that is connected with it, in both directions",
    arguments: 0..<5)
  @MainActor
  func together(part: Int) async {
    let isHere = await Owner<Streams>().take(Streams()) { parcel in
      switch part {
      case 0: parcel.event.trigger(1)
      case 1: parcel.other.trigger(1)
      case 2: parcel.held.sink { _ in }
      case 3: parcel.streams[2].sink { _ in }
      default: parcel.outer.finish()
      }
    }
    #expect(isHere == Array(repeating: true, count: 10))
  }

  private struct Row: Identifiable, Equatable {
    let id: Int
    var number = 0
  }

  private final class Table: Sent {
    let rows = OpenKeyed([Row(id: 1)])
    let changes: EventStream<KeyedChanges<Int, Row>>
    let counts: EventStream<Int>
    let bag = SubscriptionBag()
    init() {
      changes = rows.changes
      counts = changes.map { $0.updates.count }
      counts.sink { _ in }.store(in: bag)
    }
    var homes: [Home] { [rows.node.isolation, changes.observers.isolation, counts.observers.isolation] }
  }

  @Test("law 13: a collection that is sent moves with the stream of its changes, whichever is used", arguments: 0..<2)
  @MainActor
  func changes(part: Int) async {
    let isHere = await Owner<Table>().take(Table()) { table in
      if part == 0 { table.rows.update(1) { $0.number = 1 } } else { table.counts.sink { _ in } }
    }
    #expect(isHere == [true, true, true])
  }
}
