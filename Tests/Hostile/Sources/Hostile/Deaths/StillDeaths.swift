import Executors
import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTracking

// Deterministic cases: the main actor pauses in the middle of an object's work while another thread ends the object.

struct HeldRow: Identifiable, Equatable {
  let id: Int
  var size = 0
}

/// A main-actor object whose parts the case sets.
@MainActor
final class Held: Sendable {
  var effect: Effect?
  var scope: EffectScope?
  var number: OpenBehavior<Int>?
  var list: OpenBehavior<[Int]>?
  var derived: Behavior<Int>?
  var event: Event<Int>?
  var bag: SubscriptionBag?
  var updater: Updater?
  var program: Program<Counter>?
  var rows: OpenKeyed<HeldRow>?
  var history: History?
  var kept: [AnyObject] = []
  init(_ prepare: (Held) -> Void) { prepare(self) }
}

@MainActor
enum Stage {
  static var held: Held?
  static var seen = 0

  static func end() { endElsewhere(&held) }
  static func endOnce() { if held != nil { end() } }
}

/// Runs `body` on the main actor repeatedly, then checks that nothing is left.
private func still(_ body: @escaping @MainActor @Sendable (Census) -> Void) -> Start {
  .main {
    let census = Census()
    // On the initial thread, and after the first suspension perhaps elsewhere.
    for _ in 0..<2 {
      for _ in rounds(10) {
        body(census)
        Stage.endOnce()
      }
      try? await Task.sleep(for: .milliseconds(1))
    }
    await settle(census)
  }
}

let stillDeathCases: [Case] = [
  Case(
    "still/effect-running",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        held.effect = Effect {
          probe.use()
          if World.font.value == 100 { Stage.endOnce() }
          onCleanup { probe.use() }
          _ = World.size.value
          onCleanup { checkOnMainActor() }
        }
      }
      World.font.value = 100
      World.size.value += 1
      World.font.value = 101
      World.size.value += 1
    }),
  Case(
    "still/effect-queued",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        held.effect = Effect {
          probe.use()
          _ = World.font.value
        }
      }
      batch {
        World.font.value += 1
        Stage.end()
        World.font.value += 1
      }
      World.font.value += 1
    }),
  Case(
    "still/unowned-references",
    .main {
      // Unretained references that outlive the node.
      final class Knows {
        unowned let effect: Effect
        weak var derived: Behavior<Int>?
        unowned let source: Behavior<Int>
        init(_ effect: Effect, _ derived: Behavior<Int>) {
          (self.effect, self.derived, source) = (effect, derived, derived)
        }
      }
      let census = Census()
      var all: [Knows] = []
      for _ in rounds(50) {
        let probe = Probe(census)
        Stage.held = Held { held in
          let derived = World.font.map { $0 + probe.number }
          derived.sink { _ in probe.use() }
          let effect = Effect {
            _ = World.font.value
            onCleanup { probe.use() }
          }
          (held.derived, held.effect) = (derived, effect)
          all.append(Knows(effect, derived))
        }
        Stage.end()
        World.font.value += 1
      }
      await settle(census)
      check(all.allSatisfy { $0.derived == nil }, "something is kept")
    }),
  Case(
    "still/effect-behind-another",
    still { census in
      let probe = Probe(census)
      let first = Effect { if World.font.value % 2 == 0 { Stage.endOnce() } }
      Stage.held = Held { held in
        held.effect = Effect {
          probe.use()
          _ = World.font.value
        }
        held.bag = SubscriptionBag()
        if let bag = held.bag { World.font.sink { _ in probe.use() }.store(in: bag) }
      }
      World.font.value = 2
      World.font.value = 3
      withExtendedLifetime(first) {}
    }),
  Case(
    "still/derivation-running",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        held.derived = derive {
          probe.use()
          let font = World.font.value
          if font == 200 { Stage.endOnce() }
          onCleanup { probe.use() }
          return font + World.size.value
        }
        held.derived?.sink { _ in probe.use() }
      }
      World.font.value = 200
      World.font.value = 201
      World.size.value += 1
    }),
  Case(
    "still/derivation-read",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        held.derived = derive {
          probe.use()
          Stage.endOnce()
          return World.font.value
        }
      }
      check(Stage.held?.derived?.value, is: World.font.value, "what is read of a derivation that ends meanwhile")
    }),
  Case(
    "still/verifying",
    still { census in
      let probe = Probe(census)
      let middle = derive {
        if World.font.value == 300 { Stage.endOnce() }
        return World.font.value / 1_000
      }
      Stage.held = Held { held in
        held.effect = Effect {
          probe.use()
          _ = middle.value
          _ = World.size.value
        }
      }
      World.font.value = 300
      World.font.value = 3_000
      World.size.value += 1
    }),
  Case(
    "still/dependents",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        held.derived = derive {
          probe.use()
          return World.font.value * 2
        }
      }
      let readers = (0..<3).map { _ in Effect { Stage.seen = Stage.held?.derived?.value ?? -1 } }
      batch {
        World.font.value += 1
        Stage.end()
      }
      World.font.value += 1
      check(Stage.seen, is: -1, "what is read of an object that is gone")
      withExtendedLifetime(readers) {}
    }),
  Case(
    "still/delivery",
    still { census in
      let probe = Probe(census)
      let first = World.font.sink { _ in Stage.endOnce() }
      Stage.held = Held { held in
        let bag = SubscriptionBag()
        World.font.sink { _ in probe.use() }.store(in: bag)
        World.font.sink(with: held) { _, _ in probe.use() }
        World.font.sink { _ in probe.use() }.store(in: bag)
        held.bag = bag
      }
      let last = World.font.sink { _ in Stage.seen += 1 }
      let before = Stage.seen
      World.font.value += 1
      check(Stage.seen, is: before + 1, "how often the last observer was called")
      first.cancel()
      last.cancel()
    }),
  Case(
    "still/own-delivery",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let number = OpenBehavior(0, name: "number")
        number.sink { _ in
          probe.use()
          Stage.endOnce()
        }
        number.sink { _ in Stage.seen += 1 }
        held.number = number
      }
      let before = Stage.seen
      Stage.held?.number?.value = 1
      check(Stage.seen, is: before + 1, "how often the second observer was called")
    }),
  Case(
    "still/own-event",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let event = Event<Int>(name: "event")
        event.map { $0 + 1 }.filter { $0 > 0 }.sink { _ in
          probe.use()
          Stage.endOnce()
        }
        event.sink { _ in Stage.seen += 1 }
        held.event = event
      }
      let before = Stage.seen
      Stage.held?.event?.trigger(1)
      check(Stage.seen, is: before + 1, "how often the second observer was called")
    }),
  Case(
    "still/snapshot",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let number = OpenBehavior(0)
        number.sink { _ in probe.use() }
        held.number = number
        held.derived = number.map { $0 + 1 }
        held.derived?.sink { _ in probe.use() }
      }
      batch {
        Stage.held?.number?.value = 1
        World.font.value += 1
        World.size.value += 1
        Stage.end()
        World.font.value -= 1
      }
    }),
  Case(
    "still/update",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let list = OpenBehavior([1])
        list.sink { _ in probe.use() }
        held.list = list
      }
      Stage.held?.list?.update { list in
        list.append(2)
        Stage.end()
        list.append(3)
        World.font.value += 1
      }
    }),
  Case(
    "still/cleanup",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        held.scope = EffectScope()
        held.scope?.effect {
          _ = World.font.value
          onCleanup {
            checkOnMainActor()
            probe.use()
            Stage.endOnce()
            World.size.value += 1
          }
        }
      }
      World.font.value += 1
      World.font.value += 1
    }),
  Case(
    "still/scope-running",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { $0.scope = EffectScope() }
      Stage.held?.scope?.pause()
      Stage.held?.scope?.run {
        _ = Effect {
          _ = World.font.value
          probe.use()
        }
        Stage.endOnce()
        onCleanup { probe.use() }
        World.font.value += 1
      }
      World.font.value += 1
    }),
  Case(
    "still/inner-effects",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        held.effect = Effect { scope in
          _ = World.size.value
          for _ in 0..<3 {
            scope.effect {
              probe.use()
              if World.font.value == 400 { Stage.endOnce() }
            }
          }
        }
      }
      batch {
        World.font.value = 400
        World.size.value += 1
      }
      World.font.value = 401
    }),
  Case(
    "still/comparison",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let number = OpenBehavior(
          0,
          isDuplicate: { old, new in
            Stage.endOnce()
            return old == new
          })
        number.sink { _ in probe.use() }
        held.number = number
      }
      Stage.held?.number?.value = 1
    }),
  Case(
    "still/updater",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        held.updater = Updater()
        held.updater?.keepUpToDate(dependencies: [World.font]) {
          probe.use()
          if World.font.value == 500 { Stage.endOnce() }
        }
        held.updater?.onTransition(World.font) { _, _ in probe.use() }
      }
      World.font.value = 500
      World.font.value = 501
    }),
  Case(
    "still/program",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        held.program = Counter.makeProgram(
          performing: { _ in
            probe.use()
            Stage.endOnce()
            return .add(0)
          }, listening: { _, _ in Subscription { probe.use() } })
        held.program?.viewBehavior.sink { _ in probe.use() }
      }
      Stage.held?.program?.dispatch(.add(2))
    }),
  Case(
    "still/two-way",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let number = OpenBehavior(0)
        World.size.bindTwoWay(to: number)
        number.sink { _ in
          probe.use()
          Stage.endOnce()
        }
        held.number = number
      }
      World.size.value += 1
      World.size.value += 1
    }),
  Case(
    "still/part-written",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let size = OpenBehavior(HeldRow(id: 0))[\.size]
        let number = size.converted {
          "\($0)"
        } back: {
          probe.use()
          Stage.endOnce()
          return $0.count
        }
        number.sink { _ in probe.use() }
        let written = OpenBehavior(
          get: { size.value },
          set: {
            probe.use()
            number.value = String(repeating: "x", count: $0)
            // The object has ended in the middle of this function.
            size.value = $0 &+ 1
          })
        size.sink { _ in probe.use() }
        written.sink { _ in probe.use() }
        held.number = written
      }
      Stage.held?.number?.value = 3
      check(Stage.held == nil, is: true, "whether the object has ended while it was written")
    }),
  Case(
    "still/part-observed",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let row = OpenBehavior([HeldRow(id: 0), HeldRow(id: 1)])[id: 1]
        let size = row[optional: \.size].converted {
          $0 ?? -1
        } back: {
          $0
        }
        row.sink { _ in
          probe.use()
          Stage.endOnce()
        }
        size.sink { _ in Stage.seen += 1 }
        held.number = size
        held.derived = LinkedProperty(size)
        held.derived?.sink { _ in probe.use() }
      }
      let before = Stage.seen
      Stage.held?.number?.value = 1
      check(Stage.seen, is: before + 1, "how often the second observer was called")
    }),
  Case(
    "still/undo",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let number = OpenBehavior(0)
        let row = OpenBehavior(HeldRow(id: 0))
        let history = History(of: number, row, keeping: 3)
        number.sink { [weak history] in
          probe.use()
          if $0 == 1 && history?.canRedo.value == true { Stage.endOnce() }
        }
        row.sink { _ in probe.use() }
        history.canRedo.sink { _ in probe.use() }
        history.steps.sink { _ in probe.use() }
        (held.number, held.history) = (number, history)
        held.kept = [row]
      }
      Stage.held?.number?.value = 1
      Stage.held?.number?.value = 2
      Stage.held?.history?.undo()
      check(Stage.held == nil, is: true, "whether the object has ended in the undo")
    }),
  Case(
    "still/undo-steps",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let number = OpenBehavior(0)
        let history = History(of: number, keeping: 3)
        history.steps.sink { _ in
          probe.use()
          Stage.endOnce()
        }
        history.canUndo.sink { _ in probe.use() }
        (held.number, held.history) = (number, history)
      }
      batch {
        Stage.held?.number?.value = 1
        Stage.held?.history?.endStep()
        Stage.held?.number?.value = 2
        Stage.held?.history?.undo()
      }
    }),
  Case(
    "still/rows",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let rows = OpenKeyed((0..<4).map { HeldRow(id: $0, size: $0) })
        let nets = rows.mapRows { row in
          probe.use()
          if row.size == 7 { Stage.endOnce() }
          onCleanup {
            checkOnMainActor()
            probe.use()
          }
          return row.size &+ World.size.value
        }
        let sorted = rows.filter { $0.size &+ World.font.value >= 0 }.sorted {
          probe.use()
          return $0.size > $1.size
        }
        nets.sink { _ in probe.use() }
        sorted.sink { _ in probe.use() }
        rows[2].sink { _ in probe.use() }
        held.derived = rows.sum(\.size)
        held.derived?.sink { _ in probe.use() }
        held.rows = rows
        held.kept = [nets, sorted]
      }
      World.size.value += 1
      batch {
        Stage.held?.rows?.update(1) { $0.size = 7 }
        Stage.held?.rows?.remove(3)
      }
      World.size.value += 1
    }),
  Case(
    "still/row-updated",
    still { census in
      let probe = Probe(census)
      Stage.held = Held { held in
        let rows = OpenKeyed((0..<4).map { HeldRow(id: $0) })
        rows.sink { _ in probe.use() }
        rows.changes.sink { _ in probe.use() }
        held.rows = rows
      }
      Stage.held?.rows?.update(1) { row in
        row.size = 1
        Stage.end()
        row.size = 2
        World.font.value += 1
      }
    }),
  Case(
    "still/values-in-a-loop",
    .main {
      let census = Census()
      for _ in rounds(30) {
        Stage.held = Held { held in
          let probe = Probe(census)
          held.derived = World.font.map { $0 + probe.number }
        }
        guard let values = Stage.held?.derived?.values else { fail("there are no values") }
        let loop = Task.detached { for await _ in values {} }
        await Task.yield()
        Stage.end()
        World.font.value += 1
        loop.cancel()
        await loop.value
      }
      await settle(census)
    }),
  Case(
    "still/no-turns",
    .main {
      let census = Census()
      let kinds = allKinds
      for round in rounds(40) {
        for kind in kinds {
          var model: (any Model)? = kind.init(census)
          endElsewhere(&model)
        }
        World.stir(round)
      }
      // The process ends without a turn of the main actor.
    }),
  Case(
    "still/many-deep",
    still { census in
      let probe = Probe(census)
      var last: Behavior<Int> = World.font
      for _ in 0..<1_000 {
        let before = last
        let next = derive {
          probe.use()
          return before.value + 1
        }
        _ = next.value
        last = next
      }
      Stage.held = Held { held in
        held.derived = last
        held.effect = Effect { [last] in _ = last.value }
      }
      last = World.font
      batch {
        World.font.value += 1
        Stage.end()
      }
    }),
]
