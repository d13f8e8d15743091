import Executors
import Foundation
import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTracking

// These must keep working: graphs that are used by one isolation at a time, and move.

final class Factory {
  let machine = Machine()
  private let size = StoredProperty(1, name: "factory size")
  private let area: DerivedProperty<Int>
  private let text: FormattedBehavior
  private let sum: Behavior<Int>
  private let event = Event<Int>(name: "factory event")
  private let held: Behavior<Int>
  private let mirror = OpenBehavior(0, name: "factory mirror")
  private let updater = Updater()
  private let scope = EffectScope(name: "factory scope")
  private let bag = SubscriptionBag()
  private let program: Program<Counter>
  private let log = Log()
  private final class Log {
    var updates = 0
    var transitions: [Int] = []
    var effects = 0
    var cleanups = 0
    var events = 0
  }

  init() {
    let (size, log) = (size, log)
    area = DerivedProperty(size, machine.double) { $0 * $0 + $1 }
    text = "\(size) and \(machine.input)"
    sum = area + size
    held = event.map { $0 * 2 }.filter { $0 > 0 }.hold(0)
    size.bindTwoWay(to: mirror)
    updater.keepUpToDate(dependencies: [area]) { log.updates += 1 }
    updater.onTransition(size) { _, new in log.transitions.append(new) }
    scope.effect { inner in
      let number = size.value
      inner.effect {
        log.effects += number
        onCleanup { log.cleanups += 1 }
      }
    }
    program = Counter.makeProgram(isolation: nil, performing: { _ in nil }, listening: { _, _ in Subscription {} })
    event.sink { log.events += $0 }.store(in: bag)
    held.sink { _ in }.store(in: bag)
  }

  func work(_ number: Int) {
    let (updates, events) = (log.updates, log.events)
    machine.write(number)
    machine.checkAll(after: number)
    size.value = number + 1
    check(mirror.value, is: number + 1, "what two sides agree upon")
    mirror.value = number + 2
    check(size.value, is: number + 2, "what two sides agree upon")
    check(area.value, is: (number + 2) * (number + 2) + 2 * number, "the area")
    check(sum.value, is: area.value + size.value, "the sum")
    check(text.value, is: "\(number + 2) and \(number)", "the text")
    check(log.updates > updates, "the updater was not called")
    check(log.transitions.last, is: number + 2, "the last transition")
    event.trigger(number + 1)
    check(log.events, is: events + number + 1, "the sum of the events")
    check(held.value, is: 2 * (number + 1), "what is held of the event")
    program.dispatch(.add(1))
    check(program.view.hasPrefix("\(program.model.count), "), "the view is \(program.view)")
  }
}

private actor Hangar {
  private var factory: Factory?
  func take(_ factory: sending Factory) { self.factory = factory }
  func work(_ numbers: Range<Int>) { for number in numbers { factory?.work(number) } }
  func drop() { factory = nil }
  func exchange(_ factory: sending Factory, _ number: Int) -> sending Factory {
    factory.work(number)
    return factory
  }
}

@Studio
private func workInStudio(_ factory: sending Factory, _ number: Int) -> sending Factory {
  factory.work(number)
  return factory
}

@MainActor
private func workOnMainActor(_ factory: sending Factory, _ number: Int) async -> sending Factory {
  factory.work(number)
  await Task.yield()
  factory.work(number + 1)
  return factory
}

@concurrent
private func workInPool(_ factory: sending Factory, _ number: Int) async -> sending Factory {
  factory.work(number)
  await Task.yield()
  factory.work(number + 1)
  return factory
}

@concurrent
private func build() async -> sending Factory {
  let factory = Factory()
  factory.work(1)
  return factory
}

nonisolated(nonsending) private func wait(for behavior: Behavior<Int>, above limit: Int) async -> Int {
  for await value in behavior.values where value > limit { return value }
  return -1
}

private actor Plant {
  private let factory = Factory()
  private var total = 0
  private var effect: Effect?
  func start() {
    effect = Effect { [weak self, input = factory.machine.input] in
      let number = input.value
      self?.assumeIsolated { $0.total += number }
    }
  }
  func work(_ number: Int) async -> Int {
    factory.work(number)
    await Task.yield()
    factory.work(number + 1)
    return total
  }
}

/// State made on demand.
@MainActor
private enum Preferences {
  static let isDark = atom(0, name: "is dark")
  static let shared = Shelf()
}

private final class Shelf {
  lazy var count = atom(0, name: "count")
  private var atoms: [String: AtomObject<Int>] = [:]
  func entry(for key: String) -> AtomObject<Int> {
    if let known = atoms[key] { return known }
    let new = atom(0, name: key)
    atoms[key] = new
    return new
  }
}

let moveCases: [Case] = [
  Case(
    "move/static-first-read-in-an-effect",
    .main {
      var seen = -1
      let effect = Effect { seen = Preferences.isDark.value }
      Preferences.isDark.value = 1
      check(seen, is: 1, "what the effect has seen")
      withExtendedLifetime(effect) {}
    }),
  Case(
    "move/lazy-first-read-in-an-effect",
    .main {
      var seen = -1
      let effect = Effect { seen = Preferences.shared.count.value }
      Preferences.shared.count.value = 1
      check(seen, is: 1, "what the effect has seen")
      withExtendedLifetime(effect) {}
    }),
  Case(
    "move/made-on-demand-in-a-derivation",
    .thread {
      let shelf = Shelf()
      let key = atom("one")
      let chosen = derive { shelf.entry(for: key.value).value }
      var seen = -1
      let effect = Effect { seen = chosen.value }
      shelf.entry(for: "one").value = 1
      check(seen, is: 1, "what the effect has seen")
      key.value = "two"
      shelf.entry(for: "two").value = 2
      check(seen, is: 2, "what the effect has seen")
      check(chosen.value, is: 2, "what is derived")
      withExtendedLifetime(effect) {}
    }),
  Case(
    "move/built-in-a-task",
    .task {
      let hangar = Hangar()
      for _ in rounds(20) {
        let factory = await build()
        await hangar.take(factory)
        await hangar.work(0..<20)
        await hangar.drop()
      }
    }),
  Case(
    "move/there-and-back",
    .task {
      let hangar = Hangar()
      for number in rounds(100) {
        let factory = await build()
        let once = await hangar.exchange(factory, number)
        once.work(number + 1)
        let twice = await hangar.exchange(once, number + 2)
        twice.work(number + 3)
      }
    }),
  Case(
    "move/round-all-isolations",
    .task {
      let hangar = Hangar()
      for number in rounds(60) {
        let built = await build()
        let first = await workInStudio(built, number)
        let second = await workOnMainActor(first, number)
        let third = await workInPool(second, number)
        let fourth = await hangar.exchange(third, number)
        let fifth = await workInStudio(fourth, number + 5)
        fifth.work(3)
      }
    }),
  Case(
    "move/from-the-main-actor",
    .main {
      let hangar = Hangar()
      for number in rounds(40) {
        let factory = Factory()
        factory.work(number)
        await hangar.take(factory)
        await hangar.work(0..<10)
        // The main actor's own graph is independent of it.
        World.stir(number)
      }
    }),
  Case(
    "move/from-the-main-actor-runloop",
    .runLoop {
      for number in rounds(60) {
        let first = Factory()
        first.work(number)
        let second = await workInPool(first, number)
        let third = await workOnMainActor(second, number)
        let fourth = await workInStudio(third, number)
        fourth.work(number)
      }
    }),
  Case(
    "move/many-actors-at-once",
    .main {
      let plants = (0..<8).map { _ in Plant() }
      for plant in plants { await plant.start() }
      await withTaskGroup(of: Void.self) { group in
        for plant in plants {
          group.addTask { for number in rounds(100) { _ = await plant.work(number) } }
        }
      }
      for plant in plants { check(await plant.work(1) > 0, "the plant's effect has seen nothing") }
    }),
  Case(
    "move/hops-at-each-await",
    .task {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let factory = Factory()
            let bag = SubscriptionBag()
            var received = 0
            factory.machine.double.sink { received = $0 }.store(in: bag)
            for number in rounds(100) {
              factory.work(number + 1)
              check(received, is: 2 * (number + 1), "the value that the observer received")
              if number % 10 == 0 { try? await Task.sleep(for: .microseconds(50)) } else { await Task.yield() }
            }
          }
        }
      }
    }),
  Case(
    "move/main-actor-after-await",
    .main {
      let factory = Factory()
      var seen = 0
      World.font.value = 0
      let effect = Effect { seen = World.font.value + factory.machine.input.value }
      for number in rounds(100) {
        World.font.value = number
        factory.work(number)
        check(seen, is: 2 * number, "what the effect has seen")
        if number % 3 == 0 { await Task.detached {}.value } else { await Task.yield() }
      }
      withExtendedLifetime(effect) {}
    }),
  Case(
    "move/main-actor-runloop",
    .runLoop {
      let factory = Factory()
      for number in rounds(100) {
        World.stir(number)
        factory.work(number)
        await Task.detached {}.value
      }
    }),
  Case(
    "move/immediate-task",
    .main {
      let tasks = rounds(50).map { number in
        Task.immediate {
          let factory = Factory()
          factory.work(number)
          await Task.yield()
          World.stir(number)
          factory.work(number + 1)
          return number
        }
      }
      for task in tasks { _ = await task.value }
      await Task.immediate(operation: {
        let factory = await workInPool(Factory(), 1)
        factory.work(2)
      }).value
    }),
  Case(
    "move/thread-then-task",
    .thread {
      for number in rounds(100) {
        let factory = Factory()
        factory.work(number)
        let ended = Gate()
        Task.detached {
          factory.work(number + 1)
          await Task.yield()
          factory.work(number + 2)
          ended.open()
        }
        ended.wait()
      }
    }),
  Case(
    "move/behind-a-lock",
    .task {
      // Each uses it alone, not in the middle of other work.
      let factory = Locked(Factory())
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            for number in rounds(100) {
              factory.withLock { $0.work(number) }
              if number % 8 == 0 { await Task.yield() }
            }
          }
        }
      }
      factory.withLock { $0.work(1) }
    }),
  Case(
    "move/behind-a-lock-with-the-main-actor",
    .main {
      let factory = Locked(Factory())
      let others = (0..<2).map { _ in
        Task.detached {
          for number in rounds(200) {
            factory.withLock { $0.work(number) }
            await Task.yield()
          }
        }
      }
      for number in rounds(200) {
        factory.withLock { $0.work(number) }
        World.stir(number)
        await Task.yield()
      }
      for other in others { await other.value }
    }),
  Case(
    "move/made-anew-behind-a-lock",
    .thread {
      let factory = Locked<Factory?>(nil)
      let gates = (0..<3).map { _ in
        beginElsewhere {
          for number in rounds(150) {
            factory.withLock { factory in
              // Ends another thread's graph here and replaces it.
              if number % 3 == 0 { factory = Factory() }
              factory?.work(number)
            }
          }
        }
      }
      for gate in gates { gate.wait() }
    }),
  Case(
    "move/ends-where-it-was-sent",
    .task {
      let census = Census()
      for _ in rounds(100) {
        let factory = Factory()
        let traveller = Traveller(census)
        factory.machine.input.sink { _ in withExtendedLifetime(traveller) {} }
        factory.work(1)
        Task.detached { withExtendedLifetime(factory) {} }
      }
      for _ in 0..<200 where census.count > 0 { try? await Task.sleep(for: .milliseconds(2)) }
      check(census.count, is: 0, "the number of captured objects that are left")
    }),
  Case(
    "move/waiting-in-the-caller's-isolation",
    .main {
      let count = OpenBehavior(0)
      let writer = Task {
        for _ in 1...200 {
          count.value += 1
          if count.value % 20 == 0 { await Task.yield() }
        }
      }
      check(await wait(for: count, above: 150) > 150, "the loop has ended too early")
      await writer.value
    }),
  Case(
    "move/values-of-a-graph-that-moves",
    .task {
      let factory = Factory()
      let values = factory.machine.double.values
      let loop = Task.detached {
        var last = 0
        for await value in values { last = value }
        return last
      }
      let hangar = Hangar()
      await hangar.take(consume factory)
      await hangar.work(0..<50)
      await hangar.drop()
      check(await loop.value, is: 98, "the last value")
    }),
  Case(
    "move/global-actors-beside-each-other",
    .main {
      async let studio: Void = stirStudio()
      async let hall: Void = stirHall()
      for number in rounds(300) {
        World.stir(number)
        if number % 10 == 0 { await Task.yield() }
      }
      await studio
      await hall
    }),
]

@Studio
private func stirStudio() async {
  var seen = 0
  StudioWorld.font.value = 0
  let effect = Effect { seen = StudioWorld.font.value }
  for number in rounds(300) {
    StudioWorld.stir(number)
    check(seen, is: StudioWorld.font.value, "what the studio's effect has seen")
    if number % 10 == 0 { await Task.yield() }
  }
  withExtendedLifetime(effect) {}
}

@Hall
private func stirHall() async {
  var seen = 0
  HallWorld.font.value = 0
  let effect = Effect { seen = HallWorld.font.value }
  for number in rounds(300) {
    HallWorld.font.value = number
    check(seen, is: number, "what the hall's effect has seen")
    if number % 10 == 0 { await Task.yield() }
  }
  withExtendedLifetime(effect) {}
}
