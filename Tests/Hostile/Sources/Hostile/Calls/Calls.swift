import Foundation
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTracking

// Graphs that are made, read or written in the middle of another graph's work, and used in another isolation. Each case
// is right, or stops with a message that names one of the nodes.

/// A graph that may be sent while nothing else holds a part of it.
final class Machine {
  private final class Log {
    var last = 0
    var received = 0
  }
  let input = OpenBehavior(0, name: "machine input")
  let double: Behavior<Int>
  private let texts = OpenBehavior(["a text that is too long to be small"], name: "machine texts")
  private let log = Log()
  private var effect: Effect?

  init() {
    let (input, texts, log) = (input, texts, log)
    let double = derive(name: "machine double") { input.value * 2 }
    self.double = double
    effect = Effect(name: "machine effect") {
      _ = texts.value.count
      log.last = double.value
    }
    double.sink { log.received = $0 }
  }

  func write(_ number: Int) {
    input.value = number
    texts.update { texts in
      texts.append("another text that is too long to be small \(number)")
      if texts.count > 4 { texts.removeFirst(3) }
    }
  }

  func checkAll(after number: Int) {
    check(input.value, is: number, "what was written")
    check(double.value, is: number * 2, "what is derived")
    check(log.last, is: number * 2, "what the effect has seen")
    check(log.received, is: number * 2, "the value that the observer received")
  }
}

/// An actor whose initializer reads and writes its own state.
actor Worker {
  let clicks = atom(0, name: "worker clicks")
  private var effect: Effect?
  private var seen = 0
  init() {
    clicks.value = 1
    if clicks.value > 5 { clicks.value = 5 }
  }
  func click() {
    if effect == nil {
      effect = Effect(name: "worker effect") { [weak self, clicks] in
        let number = clicks.value
        self?.assumeIsolated { $0.seen = number }
      }
    }
    clicks.value += 1
    check(seen, is: clicks.value, "what the worker's effect has seen")
  }
}

/// Makes a graph in the middle of the outer one's work and sends it to a task, which uses it from then on.
private func made(in place: Place) {
  for _ in rounds(3) {
    let outer = Outer()
    let ended = Tally()
    let begun = Tally()
    place.call(outer) {
      let machine = Machine()
      machine.write(1)
      let gate = Gate()
      begun.add()
      Task.detached {
        for number in 2..<300 {
          machine.write(number)
          machine.checkAll(after: number)
          if number == 20 { gate.open() }
        }
        ended.add()
      }
      gate.wait()
    }
    outer.stir()
    check(begun.count > 0, "nothing was called")
    while ended.count < begun.count { Thread.sleep(forTimeInterval: 0.000_2) }
  }
}

/// Reads and writes a graph behind a lock, in the middle of the outer one's work and in a task.
private func shared(in place: Place) {
  for _ in rounds(3) {
    let outer = Outer()
    let machine = Locked(Machine())
    let gate = Gate()
    let ended = Gate()
    let enough = Tally()
    let written = Tally()
    Task.detached {
      var number = 0
      while enough.count == 0 || number < 300 {
        number += 1
        machine.withLock { $0.write(number) }
        written.add()
        if number == 20 { gate.open() }
        if number % 50 == 0 { await Task.yield() }
      }
      ended.open()
    }
    place.call(outer) {
      gate.wait()
      for number in 0..<20 {
        machine.withLock { machine in
          machine.write(number)
          check(machine.double.value, is: number * 2, "what is derived under the lock")
        }
      }
    }
    for _ in 0..<4 {
      // The task's writes find the outer graph in the state after the call, idle and working.
      let before = written.count
      while written.count < before + 100 { Thread.sleep(forTimeInterval: 0.000_05) }
      outer.stir()
    }
    enough.add()
    ended.wait()
    machine.withLock { machine in
      machine.write(-1)
      machine.checkAll(after: -1)
    }
    outer.stir()
  }
}

/// Makes an actor in the middle of the outer graph's work and uses it in a task.
private func actorMade(in place: Place) {
  for _ in rounds(3) {
    let outer = Outer()
    let begun = Tally()
    let ended = Tally()
    place.call(outer) {
      let worker = Worker()
      let gate = Gate()
      begun.add()
      Task.detached {
        for number in 0..<200 {
          await worker.click()
          if number == 20 { gate.open() }
        }
        ended.add()
      }
      gate.wait()
    }
    outer.stir()
    while ended.count < begun.count { Thread.sleep(forTimeInterval: 0.000_2) }
  }
}

@MainActor
private final class Clerk {
  let number = atom(0, name: "clerk number")
  var effects: [Effect] = []
  static let shared = Clerk()
}

let callCases: [Case] =
  places.map { place in
    Case("call/made-in/\(place.name)", .either(containing: "machine|outer|Contexts.swift"), .thread { made(in: place) })
  }
  + places.map { place in
    Case(
      "call/shared-in/\(place.name)", .either(containing: "machine|outer|Contexts.swift"), .thread { shared(in: place) }
    )
  }
  + places.map { place in
    Case(
      "call/actor-in/\(place.name)", .either(containing: "worker|outer|Contexts.swift"),
      .thread { actorMade(in: place) })
  }
  + otherCallCases

private let otherCallCases: [Case] = [
  Case(
    "call/independently/program-is-used-again",
    .thread {
      let program = Counter.makeProgram(
        isolation: nil, performing: { _ in nil }, listening: { _, _ in Subscription {} })
      var views: [String] = []
      program.viewBehavior.sink { view in
        views.append(view)
        if views.count == 1 { independently { batch { program.dispatch(.add(1)) } } }
      }
      program.dispatch(.add(1))
      check(views, is: ["1, 0", "2, 0"], "the views")
    }),
  Case(
    "call/immediate-task-in-effect", .either(containing: "clerk|machine"),
    .main {
      let clerk = Clerk.shared
      let ended = Tally()
      for _ in rounds(20) {
        clerk.effects.append(
          Effect(name: "clerk effect") {
            _ = clerk.number.value
            if clerk.effects.count % 2 == 0 {
              // Starts here, and sends away a graph made here.
              Task.immediate {
                let machine = Machine()
                machine.write(1)
                await goOn(with: machine)
                ended.add()
              }
            }
          })
        clerk.number.value += 1
        await Task.yield()
      }
      for _ in 0..<100 { await Task.yield() }
      check(ended.count > 0, "no task has ended")
    }),
  Case(
    "call/immediate-task-in-batch", .either(containing: "clerk|machine"),
    .main {
      let ended = Tally()
      let tasks = batch {
        (0..<20).map { _ in
          Task.immediate {
            let machine = Machine()
            machine.write(1)
            await goOn(with: machine)
            ended.add()
          }
        }
      }
      for task in tasks { await task.value }
      check(ended.count, is: 20, "how many tasks have ended")
    }),
  Case(
    "call/immediate-task-on-the-main-actor", .either(containing: "clerk"),
    .main {
      // Everything belongs to the main actor: a task that starts in the middle of an effect may read, write and
      // suspend.
      let clerk = Clerk.shared
      let other = atom(0, name: "clerk other")
      var runs = 0
      let effect = Effect(name: "clerk effect") {
        runs += 1
        _ = clerk.number.value
        Task.immediate {
          _ = other.peek()
          await Task.yield()
          other.value += 1
        }
      }
      clerk.number.value += 1
      for _ in 0..<2000 where other.peek() != runs { await Task.yield() }
      check(other.value, is: runs, "what the tasks have written")
      withExtendedLifetime(effect) {}
    }),
  Case(
    "call/assume-isolated-in-effect", .either(containing: "clerk|machine"),
    .main {
      // An effect without an actor is made and runs on the main actor, and reads the main actor's state.
      Clerk.shared.number.value = -1
      let read = readClerkFromNowhere()
      for _ in rounds(50) { Clerk.shared.number.value += 1 }
      check(read.last(), is: Clerk.shared.number.value, "what the effect has seen")
      await Task.detached { await MainActor.run { Clerk.shared.number.value += 1 } }.value
      check(read.last(), is: Clerk.shared.number.value, "what the effect has seen")
    }),
  Case(
    "call/assume-isolated-in-an-actor", .either(containing: "ledger"),
    .main { await Ledger().run() }),
  Case(
    "call/lock-in-batch", .either(containing: "machine"),
    .thread {
      let machine = Locked(Machine())
      let ended = Gate()
      batch {
        machine.withLock { $0.write(7) }
        Task.detached {
          for number in 0..<500 { machine.withLock { $0.write(number) } }
          ended.open()
        }
        for number in 0..<500 { machine.withLock { $0.write(-number) } }
      }
      ended.wait()
      machine.withLock { machine in
        machine.write(3)
        machine.checkAll(after: 3)
      }
    }),
  Case(
    "call/lock-of-a-mutex", .either(containing: "machine|local"),
    .thread {
      // With a mutex of the standard library, whose order the thread sanitizer does not see. Only for the sanitizer,
      // `Locked` adds a lock that it sees.
      let machine = Locked(Machine())
      let local = atom(0, name: "local")
      let sum = derive(name: "local sum") { machine.withLock { $0.double.value } + local.value }
      _ = sum.value
      let ended = beginElsewhere {
        for number in rounds(3_000) { machine.withLock { $0.write(number) } }
      }
      for number in rounds(3_000) {
        local.value = number
        _ = sum.value
      }
      ended.wait()
      check(sum.value, is: machine.withLock { $0.double.value } + local.value, "the sum")
    }),
  Case(
    "call/batch-sent", .either(containing: "label|mine"),
    .thread {
      // The task has its own batch, while a behavior sent to it waits in the thread's batch.
      let done = Tally()
      batch {
        for _ in 0..<20 {
          let label = OpenBehavior("idle", name: "label")
          label.sink { _ in }
          label.value = "starting"
          Task.detached {
            let mine = OpenBehavior("", name: "mine")
            mine.sink { _ in }
            batch { mine.value = "x" }
            check(label.value, is: "starting", "the label")
            label.value = "started"
            check(label.value, is: "started", "the label")
            done.add()
          }
        }
        while done.count < 20 { Thread.sleep(forTimeInterval: 0.000_2) }
      }
    }),
  Case(
    "call/batch-sent-and-dropped", .either(containing: "label|mine"),
    .thread {
      let done = Tally()
      batch {
        for round in 0..<50 {
          let label = OpenBehavior("idle", name: "label")
          let size = derive(name: "label size") { [label] in label.value.count }
          size.sink { _ in }
          label.value = "starting \(round)"
          let machine = (label, size)
          Task.detached {
            _ = machine.1.value
            done.add()
          }
        }
        while done.count < 50 { Thread.sleep(forTimeInterval: 0.000_2) }
      }
    }),
  Case(
    "call/effect-of-another-thread-wakes", .either(containing: "session|is open|opener"),
    .thread {
      final class Log { var threads: [ObjectIdentifier] = [] }
      let log = Log()
      let isOpen = atom(false, name: "is open")
      let finished = Gate()
      let effect = Effect(name: "opener") {
        log.threads.append(ObjectIdentifier(Thread.current))
        if isOpen.value {
          let session = Session()
          if log.threads.count < 3 {
            Task.detached {
              await session.click()
              finished.open()
            }
          }
        }
      }
      isOpen.value = true
      finished.wait()
      check(Set(log.threads).count, is: 1, "the number of threads that have run the effect")
      withExtendedLifetime(effect) {}
    }),
  Case(
    "call/program-made-in-effect", .either(containing: "outer|Counter"),
    .thread {
      let outer = Outer()
      let ended = Gate()
      let effect = Effect(name: "outer effect") {
        _ = outer.number.value
        outer.call {
          let program = Counter.makeProgram(performing: { _ in nil }, listening: { _, _ in Subscription {} })
          program.dispatch(.add(3))
          _ = program.view
          Task.detached {
            for _ in 0..<100 { program.dispatch(.add(1)) }
            check(program.model.count, is: 103, "the count")
            ended.open()
          }
        }
      }
      outer.stir()
      ended.wait()
      withExtendedLifetime(effect) {}
    }),
  Case(
    "call/values-taken-in-batch", .either(containing: "machine"),
    .thread {
      let machine = Machine()
      let ended = Gate()
      batch {
        machine.write(1)
        let values = machine.double.values
        machine.write(2)
        Task.detached {
          for await value in values where value == 400 { break }
          ended.open()
        }
        machine.write(3)
      }
      machine.write(200)
      ended.wait()
    }),
  Case(
    "call/scope-of-another-thread", .either(containing: "machine|outer"),
    .thread {
      // The scope's objects are sent away, and the scope ends here.
      let ended = Gate()
      let gate = Gate()
      var scope: EffectScope? = EffectScope(name: "outer scope")
      scope?.run {
        let machine = Machine()
        Task.detached {
          for number in 1..<2_000 {
            machine.write(number)
            if number == 20 { gate.open() }
          }
          ended.open()
        }
        gate.wait()
      }
      scope = nil
      ended.wait()
    }),
]

private actor Session {
  let clicks = atom(0, name: "session clicks")
  init() { _ = clicks.value }
  func click() { clicks.value += 1 }
}

@concurrent
private func goOn(with machine: sending Machine) async {
  for number in 2..<100 {
    machine.write(number)
    machine.checkAll(after: number)
    if number % 10 == 0 { await Task.yield() }
  }
}

/// Not of the main actor by its type, though called there.
private struct Reading {
  private final class Log { var last = 0 }
  private let log = Log()
  private let effect: Effect
  init() {
    effect = Effect(name: "clerk reader") { [log] in
      log.last = MainActor.assumeIsolated { Clerk.shared.number.value }
    }
  }
  func last() -> Int { log.last }
}

private func readClerkFromNowhere() -> Reading { Reading() }

/// An actor with an effect that reads its state without being tied to it by a type.
private actor Ledger {
  private let total = atom(0, name: "ledger total")

  func run() {
    for _ in rounds(20) {
      let log = Log()
      let effect = makeReader(log)
      batch {
        total.value += 1
        total.value += 1
      }
      check(log.seen, is: [total.value - 2, total.value], "what the effect has seen")
      withExtendedLifetime(effect) {}
    }
  }

  final class Log { var seen: [Int] = [] }

  private nonisolated func makeReader(_ log: Log) -> Effect {
    Effect(name: "ledger reader") { [weak self] in
      log.seen.append(self?.assumeIsolated { $0.total.value } ?? -1)
    }
  }
}
