import Executors
import Foundation
import ReactiveCore
import ReactiveDerived
import ReactiveTracking

// Keyed collections, projections and histories that are used by one isolation at a time, and move.

let keyedMoveCases: [Case] = [
  Case(
    "move/keyed",
    .task {
      let store = Store()
      for number in rounds(60) {
        let built = await stock()
        let first = await workInStudio(built, number)
        let second = await workOnMainActor(first, number)
        let third = await workInPool(second, number)
        let fourth = await store.exchange(third, number)
        let fifth = await workInStudio(fourth, number + 5)
        fifth.work(3)
      }
    }),
  Case(
    "move/keyed-stays",
    .task {
      let store = Store()
      for _ in rounds(20) {
        let built = await stock()
        await store.take(built)
        await store.work(0..<20)
        await store.drop()
      }
    }),
  Case(
    "move/keyed-from-the-main-actor-runloop",
    .runLoop {
      for number in rounds(40) {
        let first = Warehouse()
        first.work(number)
        let second = await workInPool(first, number)
        let third = await workOnMainActor(second, number)
        let fourth = await workInStudio(third, number)
        fourth.work(number)
        // The main actor's own graph is independent of it.
        World.stir(number)
      }
    }),
  Case(
    "move/keyed-behind-a-lock",
    .thread {
      let warehouse = Locked(Warehouse())
      let gates = (0..<3).map { _ in
        beginElsewhere { for number in rounds(100) { warehouse.withLock { $0.work(number) } } }
      }
      for gate in gates { gate.wait() }
      warehouse.withLock { $0.work(1) }
    }),
  Case(
    "move/keyed-ends-where-it-was-sent",
    .task {
      let census = Census()
      for _ in rounds(100) {
        let warehouse = Warehouse()
        let traveller = Traveller(census)
        warehouse.rows.sink { _ in withExtendedLifetime(traveller) {} }
        warehouse.rows[2].sink { _ in withExtendedLifetime(traveller) {} }
        warehouse.work(1)
        Task.detached { withExtendedLifetime(warehouse) {} }
      }
      for _ in 0..<200 where census.count > 0 { try? await Task.sleep(for: .milliseconds(2)) }
      check(census.count, is: 0, "the number of captured objects that are left")
    }),
]

/// A collection with everything that is derived from it.
private final class Warehouse {
  struct Line: Identifiable, Equatable {
    var id: Int
    var price = 0
    var city = "a name that is too long to be small"
  }
  private struct Desk: Equatable {
    var chosen = 0
    var note: String?
  }
  private final class Log {
    var shown: [Line] = []
    var seen = 0
    var cleanups = 0
  }

  let rows = OpenKeyed((0..<6).map { Line(id: $0, price: $0) })
  private let desk = OpenBehavior(Desk())
  private let limit = OpenBehavior(2)
  private let page: Keyed<Int, Line>
  private let total: Behavior<Int>
  private let nets: Keyed<Int, Int>
  private let groups: KeyedGroups<Int, Int, Line>
  private let joined: Keyed<Int, Joined<Line, Line>>
  private let isChosen: Behavior<Bool>
  private let chosen: OpenBehavior<Int>
  private let text: OpenBehavior<String>
  private let override: LinkedProperty<Int>
  private let history: History
  private let effect: Effect
  private let bag = SubscriptionBag()
  private let log = Log()

  init() {
    let (rows, limit, log) = (rows, limit, log)
    page = rows.filter { $0.price > limit.value }.sorted { $0.price > $1.price }.window(0..<3)
    total = rows.reduce(0) {
      $0 + $1.price
    } removing: {
      $0 - $1.price
    }
    nets = rows.mapRows { line in
      onCleanup { log.cleanups += 1 }
      return line.price * limit.value
    }
    groups = rows.grouped { $0.price % 3 }
    joined = rows.joined(with: rows.filter { $0.id < 3 }) { $0.price % 6 }
    chosen = desk[\.chosen]
    text = chosen.converted {
      "\($0)"
    } back: {
      Int($0) ?? -1
    }
    isChosen = chosen.selector()[3]
    override = LinkedProperty(total)
    history = History(of: desk, limit, keeping: 5)
    let (page, nets) = (page, nets)
    effect = Effect { log.seen = page.value.reduce(0) { $0 + $1.price } + nets.value.reduce(0, +) }
    log.shown = rows.value
    rows.changes.sink { $0.apply(to: &log.shown) }.store(in: bag)
    isChosen.sink { _ in }
    override.isOverridden.sink { _ in }.store(in: bag)
  }

  func work(_ number: Int) {
    rows.update(number % 5) { $0.price = number }
    rows.move(1, before: number % 2 == 0 ? nil : 4)
    limit.value = number % 4
    batch {
      rows.remove(5)
      rows.insert(Line(id: 5, price: number + 1), before: 0)
    }
    let all = rows.value
    let prices = all.map(\.price)
    check(log.shown, is: all, "what the changes were applied to")
    check(total.value, is: prices.reduce(0, +), "the sum of the rows")
    check(nets.value, is: prices.map { $0 * (number % 4) }, "what is derived for each row")
    let shown = prices.filter { $0 > number % 4 }.sorted(by: >).prefix(3)
    check(page.value.map(\.price), is: Array(shown), "the page")
    check(log.seen, is: shown.reduce(0, +) + nets.value.reduce(0, +), "what the effect has seen")
    check(groups.group(1).value, is: all.filter { $0.price % 3 == 1 }, "the rows of a group")
    check(
      groups.sum(\.price)[1].value ?? 0, is: prices.filter { $0 % 3 == 1 }.reduce(0, +), "the sum of a group")
    check(
      joined.value.map { $0.right?.id ?? -1 }, is: prices.map { $0 % 6 < 3 ? $0 % 6 : -1 }, "the rows that are joined")
    text.value = "\(number + 3)"
    check(desk.value.chosen, is: number + 3, "what was written through projections")
    check(isChosen.value, is: number == 0, "whether a row is chosen")
    override.value = -1
    check(override.isOverridden.value, is: true, "whether the total is overridden")
    override.reset()
    check(override.value, is: total.value, "what is not overridden")
    chosen.value = -7
    history.undo()
    check(text.value, is: "\(number + 3)", "what was undone")
  }
}

private actor Store {
  private var warehouse: Warehouse?
  func take(_ warehouse: sending Warehouse) { self.warehouse = warehouse }
  func work(_ numbers: Range<Int>) { for number in numbers { warehouse?.work(number) } }
  func drop() { warehouse = nil }
  func exchange(_ warehouse: sending Warehouse, _ number: Int) -> sending Warehouse {
    warehouse.work(number)
    return warehouse
  }
}

@Studio
private func workInStudio(_ warehouse: sending Warehouse, _ number: Int) -> sending Warehouse {
  warehouse.work(number)
  return warehouse
}

@MainActor
private func workOnMainActor(_ warehouse: sending Warehouse, _ number: Int) async -> sending Warehouse {
  warehouse.work(number)
  await Task.yield()
  warehouse.work(number + 1)
  return warehouse
}

@concurrent
private func workInPool(_ warehouse: sending Warehouse, _ number: Int) async -> sending Warehouse {
  warehouse.work(number)
  await Task.yield()
  warehouse.work(number + 1)
  return warehouse
}

@concurrent
private func stock() async -> sending Warehouse {
  let warehouse = Warehouse()
  warehouse.work(1)
  return warehouse
}
