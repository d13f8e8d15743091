import Foundation
import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTracking
import Synchronization

// `Sendable` and globally accessible objects that lead to a graph.

/// A publisher that any thread may read and write: its state has a lock and reports accesses to the runtime.
private final class Thermometer: Runtime.Publisher, Sendable {
  private let stored = Locked(20)
  var degrees: Int {
    get {
      Runtime.current.willRead(self)
      return stored.withLock { $0 }
    }
    set {
      stored.withLock { $0 = newValue }
      Runtime.current.didMutate(self)
    }
  }
}

private final class Watcher: Runtime.Subscriber, Sendable {
  let runs = Tally()
  private let thermometer: Thermometer
  init(_ thermometer: Thermometer) { self.thermometer = thermometer }
  func run() {
    _ = thermometer.degrees
    runs.add()
  }
}

@MainActor
private final class Gauge {
  let level = atom(0, name: "gauge level")
  var seen = 0
  var effect: Effect?
  init() {
    effect = Effect(name: "gauge effect") { [weak self, level] in
      MainActor.assumeIsolated {}
      self?.seen = level.value
    }
  }
}

let doorCases: [Case] = [
  Case(
    "door/publisher-read-on-two-threads", .either(containing: "Thermometer"),
    .thread {
      let thermometer = Thermometer()
      let step = Tally()
      let follow: @Sendable () -> Void = {
        let here = ObjectIdentifier(Thread.current)
        let effect = Effect(name: "Thermometer's reader") {
          check(ObjectIdentifier(Thread.current) == here, "an effect ran on another thread")
          _ = thermometer.degrees
        }
        for _ in 0..<100 {
          step.add()
          thermometer.degrees = step.count
        }
        withExtendedLifetime(effect) {}
      }
      meanwhile(follow) { for _ in rounds(100) { follow() } }
    }),
  Case(
    "door/publisher-of-two-tasks", .either(containing: "Thermometer"),
    .main {
      let thermometer = Thermometer()
      let reader = Task.detached {
        var seen: [Int] = []
        let effect = Effect { seen.append(thermometer.degrees) }
        for number in rounds(200_000) { seen.append(number) }
        withExtendedLifetime(effect) {}
        return seen.count
      }
      let writer = Task.detached { for number in rounds(20_000) { thermometer.degrees = number } }
      await writer.value
      let count = await reader.value
      check(count > 1, "the reader's list was lost")
    }),
  Case(
    "door/publisher-read-in-two-tasks",
    .main {
      let thermometer = Thermometer()
      let readers = (0..<2).map { _ in
        Task.detached {
          for _ in rounds(20_000) {
            let derivation = derive { thermometer.degrees }
            check(derivation.value, is: 20, "the value")
          }
        }
      }
      for reader in readers { await reader.value }
    }),
  Case(
    "door/subscriber-of-two-isolations",
    .main {
      let watcher = Watcher(Thermometer())
      Runtime.current.register(watcher)
      let other = Task.detached { for _ in rounds(5_000) { Runtime.current.register(watcher) } }
      for _ in rounds(5_000) { Runtime.current.register(watcher) }
      await other.value
      check(watcher.runs.count > 1, "the subscriber was not run")
      await Task.detached { Runtime.current.unregister(subscriber: watcher) }.value
    }),
  Case(
    "door/publisher-written-elsewhere", .either(containing: "Thermometer"),
    .main {
      let thermometer = Thermometer()
      var seen = 0
      let effect = Effect(name: "Thermometer's reader") {
        checkOnMainActor()
        seen = thermometer.degrees
      }
      for number in rounds(50) {
        await Task.detached { thermometer.degrees = number }.value
        for _ in 0..<20 where seen != number { try? await Task.sleep(for: .milliseconds(1)) }
        check(seen, is: number, "what the effect has seen")
      }
      withExtendedLifetime(effect) {}
    }),
  Case(
    "door/publishers-come-and-go",
    .thread {
      // Each on its own thread, but all in the shared runtime's list.
      let gates = (0..<4).map { _ in
        beginElsewhere {
          for number in rounds(1_000) {
            let thermometer = Thermometer()
            let runs = Tally()
            let effect = Effect {
              _ = thermometer.degrees
              runs.add()
            }
            thermometer.degrees = number
            check(runs.count, is: 2, "how often the effect has run")
            withExtendedLifetime(effect) {}
          }
        }
      }
      for gate in gates { gate.wait() }
    }),
  Case(
    "door/subscriber-registered-twice", .either(containing: "Watcher|Thermometer"),
    .thread {
      let watcher = Watcher(Thermometer())
      Runtime.current.register(watcher)
      let gates = (0..<2).map { _ in
        beginElsewhere {
          for _ in rounds(2_000) {
            Runtime.current.register(watcher)
            Runtime.current.unregister(subscriber: watcher)
          }
        }
      }
      for _ in rounds(2_000) { Runtime.current.register(watcher) }
      for gate in gates { gate.wait() }
      check(watcher.runs.count > 300, "the subscriber was not run")
    }),
  Case(
    "door/subscriber-unregistered-elsewhere", .either(containing: "Watcher|Thermometer"),
    .thread {
      let thermometer = Thermometer()
      for number in rounds(300) {
        let watcher = Watcher(thermometer)
        Runtime.current.register(watcher)
        let gate = beginElsewhere { Runtime.current.unregister(subscriber: watcher) }
        thermometer.degrees = number
        gate.wait()
      }
    }),
  Case(
    "door/graph-from-elsewhere", .either(containing: "graph()|picture|own"),
    .thread {
      let runtime = Runtime()
      let work: @Sendable () -> Void = {
        withIsolatedRuntime(using: runtime) {
          let number = atom(0, name: "own number")
          for _ in 0..<50 {
            let double = derive(name: "own double") { number.value * 2 }
            let effects = (0..<4).map { index in
              Effect(name: "own effect \(index)") { _ = index % 2 == 0 ? double.value : number.value }
            }
            number.value += 1
            effects[0].cancel()
            number.name = "own number \(number.peek())"
          }
        }
      }
      meanwhile(work) {
        var length = 0
        for _ in rounds(2_000) { length += runtime.graph().description.utf8.count }
        check(length >= 0, "no picture")
      }
    }),
  Case(
    "door/flush-from-elsewhere", .either(containing: "flush|own"),
    .thread {
      let runtime = Runtime(scheduler: .manual)
      withIsolatedRuntime(using: runtime) {
        let here = ObjectIdentifier(Thread.current)
        let number = atom(0, name: "own number")
        var seen = 0
        let effect = Effect(name: "own effect") {
          check(ObjectIdentifier(Thread.current) == here, "an effect ran on another thread")
          seen = number.value
        }
        meanwhile({ runtime.flush() }) {
          for _ in rounds(20_000) {
            number.value += 1
            if number.peek() % 8 == 0 { runtime.flush() }
          }
        }
        runtime.flush()
        check(seen, is: number.peek(), "what the effect has seen")
        withExtendedLifetime(effect) {}
      }
    }),
  Case(
    "door/manual-runtime-of-two-isolations", .either(containing: "runtime|flush|own"),
    .thread {
      let runtime = Runtime(scheduler: .manual)
      @Sendable func work() {
        withIsolatedRuntime(using: runtime) {
          let here = ObjectIdentifier(Thread.current)
          let number = atom(0, name: "own number")
          let effect = Effect(name: "own effect") {
            check(ObjectIdentifier(Thread.current) == here, "an effect ran on another thread")
            _ = number.value
          }
          for _ in rounds(500) {
            number.value += 1
            runtime.flush()
          }
          withExtendedLifetime(effect) {}
        }
      }
      meanwhile({ work() }) { for _ in 0..<20 { work() } }
    }),
  Case(
    "door/immediate-runtime-of-many-isolations",
    .task {
      // A tree of tasks inherits the runtime: each task has a graph of its own.
      let runtime = Runtime()
      await RippleContext.$runtimeOverride.withValue(runtime) {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<8 {
            group.addTask {
              for number in rounds(200) {
                let machine = Machine()
                machine.write(number + 1)
                machine.checkAll(after: number + 1)
              }
            }
          }
        }
      }
      check(runtime.graph().description, is: "", "the picture of what is left")
    }),
  Case(
    "door/scheduler-flushes-elsewhere", .either(containing: "flush|own"),
    .thread {
      let flushes = Locked<[@Sendable () -> Void]>([])
      let runtime = Runtime(scheduler: .custom { flush in flushes.withLock { $0.append(flush) } })
      let flushAll: @Sendable () -> Void = {
        let all = flushes.withLock { all -> [@Sendable () -> Void] in
          defer { all = [] }
          return all
        }
        for flush in all { flush() }
      }
      meanwhile(flushAll) {
        withIsolatedRuntime(using: runtime) {
          let here = ObjectIdentifier(Thread.current)
          let number = atom(0, name: "own number")
          let effect = Effect(name: "own effect") {
            check(ObjectIdentifier(Thread.current) == here, "an effect ran on another thread")
            _ = number.value
          }
          for _ in rounds(20_000) { number.value += 1 }
          withExtendedLifetime(effect) {}
        }
      }
    }),
  Case(
    "door/scheduler-flushes-in-its-request",
    .main {
      // Flushes in the request, in the middle of the write.
      let runtime = Runtime(scheduler: .custom { flush in flush() })
      withIsolatedRuntime(using: runtime) {
        let number = atom(0)
        var seen = 0
        let effect = Effect { seen = number.value }
        for _ in rounds(100) {
          number.value += 1
          batch { number.value += 1 }
        }
        check(seen, is: number.value, "what the effect has seen")
        withExtendedLifetime(effect) {}
      }
    }),
  Case(
    "door/sender-after-the-end",
    .main {
      let stop = Tally()
      var senders: [Task<Void, Never>] = []
      for _ in rounds(40) {
        let program = Counter.makeProgram(performing: { _ in nil }, listening: { _, _ in Subscription {} })
        let send = program.sender
        senders.append(
          Task.detached {
            while stop.count == 0 {
              for _ in 0..<10 { send(.add(1)) }
              await Task.yield()
            }
          })
        await Task.yield()
        program.dispatch(.add(3))
        if senders.count > 8 { await program.settle() }
      }
      stop.add()
      for sender in senders { await sender.value }
    }),
  Case(
    "door/sender-counts",
    .main {
      let program = Counter.makeProgram(performing: { _ in nil }, listening: { _, _ in Subscription {} })
      let send = program.sender
      for _ in 0..<4 { Task.detached { for _ in 0..<500 { send(.tick) } } }
      await program.run { $0.ticks == 2_000 }
      check(program.model.ticks, is: 2_000, "the number of messages that came")
    }),
  Case(
    "door/values-iterated-everywhere",
    .main {
      let gauge = Gauge()
      let values = gauge.level.values
      let loops = (0..<6).map { _ in
        Task.detached {
          var last = -1
          for await value in values {
            check(value >= last, "values came out of order: \(value) after \(last)")
            last = value
            if value >= 2_000 { break }
          }
          return last
        }
      }
      for number in 1...2_000 {
        gauge.level.value = number
        if number % 50 == 0 { await Task.yield() }
      }
      for loop in loops { check(await loop.value, is: 2_000, "the last value") }
    }),
  Case(
    "door/values-of-an-event-lose-nothing",
    .main {
      let event = Event<Int>()
      let values = event.values
      let loop = Task.detached {
        var sum = 0
        for await value in values { sum += value }
        return sum
      }
      let before = event
      for number in 1...2_000 {
        before.trigger(number)
        if number % 100 == 0 { await Task.yield() }
      }
      event.trigger(-1)
      _ = consume before
      _ = consume event
      check(await loop.value, is: 2_001_000 - 1, "the sum of what came")
    }),
  Case(
    "door/tasks-one-after-another",
    .task {
      // Tasks at the same address, on reused threads: each has a graph and leaves nothing behind.
      for number in rounds(300) {
        let machine = await makeMachine(number)
        machine.write(number + 1)
        machine.checkAll(after: number + 1)
      }
    }),
  Case(
    "door/threads-one-after-another",
    .thread {
      let census = Census()
      for number in rounds(200) {
        elsewhere {
          let traveller = Traveller(census)
          let machine = Machine()
          machine.input.sink { _ in withExtendedLifetime(traveller) {} }
          batch {
            machine.write(number + 1)
            machine.write(number + 2)
          }
          machine.checkAll(after: number + 2)
        }
      }
      for _ in 0..<100 where census.count > 0 { Thread.sleep(forTimeInterval: 0.001) }
      check(census.count, is: 0, "the number of captured objects that are left")
    }),
  Case(
    "door/hint-handler",
    .thread {
      let gates = (0..<3).map { _ in
        beginElsewhere {
          for _ in rounds(500) {
            Diagnostics.hintHandler = { _ in Diagnostics.hintHandler = nil }
            OpenBehavior(1).map { $0 + 1 }.sink { _ in }
          }
        }
      }
      for gate in gates { gate.wait() }
    }),
  Case(
    "door/manual-clock",
    .main {
      let clock = ManualClock()
      let sleepers = (0..<8).map { number in
        Task.detached {
          for _ in 0..<20 { try? await clock.sleep(for: .seconds(1 + number % 3)) }
        }
      }
      let ended = Tally()
      Task.detached {
        for sleeper in sleepers { await sleeper.value }
        ended.add()
      }
      let tentative = TentativeProperty(parentProperty: World.size, validFor: .seconds(2), clock: clock)
      tentative.value = -100
      while ended.count == 0 {
        clock.advance(by: .milliseconds(500))
        await Task.yield()
      }
      for _ in 0..<100 where tentative.isTentative { try? await Task.sleep(for: .milliseconds(1)) }
      check(!tentative.isTentative, "the value did not revert")
    }),
  Case(
    "door/stale-observing",
    .main {
      let level = Level()
      let behavior = Behavior(observing: level, \.value)
      var received: [Int] = []
      behavior.sink { received.append($0) }
      await Task.detached { level.value = 7 }.value
      check(behavior.value, is: 7, "the behavior's value")
      for _ in 0..<200 where received.last != 7 { try? await Task.sleep(for: .milliseconds(2)) }
      check(received.last, is: 7, "the value that the observer received")
    }),
  Case(
    "door/observing-of-many-writers",
    .main {
      let level = Level(delay: 0)
      let behavior = Behavior(observing: level, \.value)
      var received = 0
      behavior.sink {
        checkOnMainActor()
        received = $0
      }
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<4 { group.addTask { for number in 0..<200 { level.value = task * 1_000 + number } } }
        for _ in 0..<200 {
          _ = behavior.value
          await Task.yield()
        }
      }
      level.value = -1
      check(behavior.value, is: -1, "the behavior's value")
      for _ in 0..<200 where received != -1 { try? await Task.sleep(for: .milliseconds(2)) }
      check(received, is: -1, "the value that the observer received")
    }),
  Case(
    "door/observation-notified-elsewhere",
    .main {
      // `onChange` of an observable box is `@Sendable`, and may write anything.
      let gauge = Gauge()
      let received = Tally()
      for number in rounds(200) {
        let box = gauge.level.observable
        notifyOnce(of: box) { received.add() }
        gauge.level.value = number + 1
      }
      check(received.count > 0, "no notification arrived")
    }),
  Case(
    "door/reads-that-are-tracked",
    .main {
      // Graphs of many threads, each tracked there. The handlers write to another object behind a lock.
      let received = Tally()
      let shared = Level(delay: 0)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for number in rounds(200) {
              let source = OpenBehavior(0)
              let sum = source.map { $0 + shared.value }
              withObservationTracking {
                _ = (source.value, sum.value, shared.value)
              } onChange: {
                received.add()
              }
              if number.isMultiple(of: 3) { shared.value = number } else { source.value = number + 1 }
            }
          }
        }
      }
      check(received.count > 0, "no notification arrived")
    }),
  Case(
    "door/two-way-that-never-agrees", .stops(containing: "two"),
    .thread {
      final class Field {
        let changed = Event<Void>()
        let model: OpenBehavior<Int>
        init(_ model: OpenBehavior<Int>) { self.model = model }
        var number = 0 { didSet { model.value = number + 1 } }
      }
      let model = OpenBehavior(0, name: "two-way model")
      let field = Field(model)
      model.bindTwoWay(to: \.number, on: field, changes: .event(\.changed))
      model.value = 5
    }),
  Case(
    "door/chain-of-bags",
    .thread {
      var bag = SubscriptionBag()
      for _ in 0..<100_000 {
        let next = SubscriptionBag()
        Subscription { [bag] in _ = bag }.store(in: next)
        bag = next
      }
      bag = SubscriptionBag()
    }),
  Case(
    "door/chain-of-cleanups",
    .thread {
      var scope = EffectScope()
      for _ in 0..<100_000 {
        let next = EffectScope()
        next.onCleanup { [scope] in _ = scope }
        scope = next
      }
      scope = EffectScope()
    }),
  Case(
    "door/document-with-rows",
    .thread {
      final class Document {
        let items: [AtomObject<Int>]
        let total: Derivation<Int>
        init(_ count: Int) {
          let items = (0..<count).map { atom($0) }
          self.items = items
          total = derive { items.reduce(0) { $0 + $1.value } }
        }
      }
      let document = atom(Document(2_000))
      let rows = (0..<2_000).map { row in Effect { _ = document.value.total.value + row } }
      let time = ContinuousClock().measure { batch { document.value = Document(1) } }
      check(time < .seconds(5), "dropping 2,000 x 2,000 took \(time)")
      withExtendedLifetime(rows) {}
    }),
  Case(
    "door/chain-ends-elsewhere",
    .main {
      let census = Census()
      for _ in 0..<3 {
        var first: Chain? = Chain(100_000, census)
        endElsewhere(&first)
      }
      await settle(census)
    }),
]

/// In a task of its own.
@concurrent
private func makeMachine(_ number: Int) async -> sending Machine {
  await Task.yield()
  let machine = Machine()
  machine.write(number)
  return machine
}

@MainActor
private final class Chain: Sendable {
  private var last: SubscriptionBag
  private let scope: EffectScope
  init(_ count: Int, _ census: Census) {
    let probe = Probe(census)
    last = SubscriptionBag()
    var outer = EffectScope()
    for number in 0..<count {
      let bag = SubscriptionBag()
      Subscription { [last] in _ = last }.store(in: bag)
      last = bag
      if number % 2 == 0 {
        let next = EffectScope()
        next.onCleanup { [outer] in _ = outer }
        outer = next
      }
    }
    outer.onCleanup { probe.use() }
    scope = outer
  }
}
