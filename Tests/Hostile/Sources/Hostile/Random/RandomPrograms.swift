import Executors
import Foundation
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTracking

@MainActor
private final class Cage: Sendable {
  private var kept: [AnyObject] = []
  @Atom private var own = 0
  init(_ census: Census, _ dice: inout Dice) {
    let probe = Probe(census)
    for _ in 0...dice.roll(3) {
      switch dice.roll(13) {
      case 0: kept.append(Effect { probe.number &+= World.font.value })
      case 1:
        let own = $own
        kept.append(
          Effect { scope in
            if World.font.value % 2 == 0 { own.value = own.peek() &+ 1 }
            scope.effect {
              _ = own.value
              onCleanup {
                checkOnMainActor()
                probe.use()
              }
            }
          })
      case 2:
        let bag = SubscriptionBag()
        World.font.sink { _ in probe.use() }.store(in: bag)
        World.tapped.map { $0 + 1 }.sink { _ in bag.cancelAll() }.store(in: bag)
        kept.append(bag)
      case 3:
        let sum = World.size.combine(World.font) { size, font in
          probe.use()
          return size &+ font
        }
        sum.sink { _ in probe.use() }
        kept.append(sum)
      case 4:
        let updater = Updater()
        updater.keepUpToDate(dependencies: [World.theme, World.size]) { probe.use() }
        kept.append(updater)
      case 5: kept.append(model(probe))
      case 6: World.font.sink(with: self) { _, _ in probe.use() }
      case 7: watchTime(probe, &dice)
      case 8: followSource(probe, &dice)
      case 9: ask(probe, &dice)
      case 10: edit(probe, &dice)
      case 11: keepRows(census, probe, &dice)
      default:
        let mirror = OpenBehavior(0)
        mirror.sink { _ in probe.use() }
        kept.append(mirror)
        kept.append($own.map { $0 &+ World.font.value })
        own &+= 1
      }
    }
  }
  private func model(_ probe: Probe) -> AnyObject {
    let program = Counter.makeProgram(
      performing: { _ in
        probe.use()
        return nil
      }, listening: { _, dispatch in World.tapped.sink { _ in dispatch(.tick) } })
    program.dispatch(.add(2))
    return program
  }

  private static let times = [Duration.zero, .microseconds(50), .microseconds(300), .seconds(60)]

  private func watchTime(_ probe: Probe, _ dice: inout Dice) {
    let bag = SubscriptionBag()
    let time = Self.times[dice.roll(4)]
    let own = Event<Int>()
    own.merge(World.tapped).debounce(for: time).sink { _ in probe.use() }.store(in: bag)
    EventStream.every(.microseconds(200)).map { 1 }.scan(0, +).sink { _ in probe.use() }.store(in: bag)
    let calm = World.size.debounced(for: time)
    calm.isSettled.sink { _ in probe.use() }.store(in: bag)
    own.trigger(1)
    kept += [bag, own, calm] as [AnyObject]
  }

  private func followSource(_ probe: Probe, _ dice: inout Dice) {
    let source = OpenBehavior(
      0,
      whileObserved: { place in
        place(World.font.peek())
        let subscription = World.font.sink { place($0) }
        return Subscription {
          checkOnMainActor()
          probe.use()
          subscription.cancel()
        }
      }, lingering: Self.times[dice.roll(4)])
    let bag = SubscriptionBag()
    source.map { $0 &+ 1 }.sink { _ in probe.use() }.store(in: bag)
    if dice.roll(2) == 0 { bag.cancelAll() }
    kept += [bag, source, Effect { if World.size.value % 2 == 0 { _ = source.value } }] as [AnyObject]
  }

  private func ask(_ probe: Probe, _ dice: inout Dice) {
    let start = dice.roll(2) == 0 ? AsyncStart.eager : .whileObserved
    let answers = World.size.mapAsync(after: Self.times[dice.roll(4)], start: start) {
      await Task.yield()
      return $0 &+ 1
    }
    answers.sink { _ in probe.use() }
    answers.last.sink { _ in probe.use() }
    if dice.roll(3) == 0 { answers.reload(showing: true) }
    kept.append(answers)
  }

  private struct Page: Equatable {
    var size = 0
    var title = ""
  }

  private func edit(_ probe: Probe, _ dice: inout Dice) {
    let page = OpenBehavior(Page())
    let text = page[\.size].converted {
      probe.use()
      return "\($0)"
    } back: {
      probe.use()
      return $0.count
    }
    let linked = LinkedProperty(World.size) { size, old in
      probe.use()
      return size &+ (old ?? 0)
    }
    let history = History(of: page, linked, keeping: 1 + dice.roll(5))
    history.canUndo.sink { _ in probe.use() }
    text.sink { _ in probe.use() }
    let writing = Effect { [weak history] in
      linked.value = World.font.value &+ 1
      text.value = "\(World.font.value)"
      if World.font.value % 3 == 0 { history?.undo() }
    }
    kept += [history, text, linked, writing] as [AnyObject]
  }

  private struct Row: Identifiable {
    let id: Int
    var number: Int
    let probe: Probe
  }

  private func keepRows(_ census: Census, _ probe: Probe, _ dice: inout Dice) {
    let rows = OpenKeyed((0..<1 + dice.roll(8)).map { Row(id: $0, number: $0, probe: Probe(census)) })
    let even = rows.filter {
      $0.probe.use()
      return ($0.number &+ World.size.value) % 2 == 0
    }
    let sum = even.sum(\.number)
    let lines = rows.mapRows { row in
      onCleanup { row.probe.use() }
      return row.number &+ World.theme.value.count
    }
    let row = even[dice.roll(8)]
    sum.sink { _ in probe.use() }
    row.sink { $0?.probe.use() }
    let bag = SubscriptionBag()
    lines.changes.sink { _ in probe.use() }.store(in: bag)
    World.font.sink { [weak rows] step in
      guard let rows else { return }
      if step % 4 == 0 { rows.remove(step & 7) }
      rows.insert(Row(id: (step + 1) & 7, number: step, probe: Probe(census)))
      rows.move(step & 7, before: (step + 3) & 7)
    }.store(in: bag)
    kept += [rows, sum, row, bag] as [AnyObject]
  }
}

/// A random program on the main actor: objects end elsewhere, immediate tasks start in the middle of effects, graphs
/// are sent away and come back, and everything is written meanwhile.
@MainActor
private func hop(seed: Int) async {
  var dice = Dice(seed)
  let census = Census()
  let graveyard = Graveyard(threads: 1 + dice.roll(3))
  let pool = Tally()
  var started = 0
  var zoo = Zoo(seed: seed, budget: 50)
  var cages: [Cage] = []
  for round in rounds(250) {
    switch dice.roll(10) {
    case 0, 1, 2:
      for _ in 0..<4 { cages.append(Cage(census, &dice)) }
    case 3, 4:
      graveyard.bury(Array(cages.suffix(6)))
      cages.removeLast(min(6, cages.count))
    case 5:
      zoo.run()
      zoo = Zoo(seed: seed &* 1_000 &+ round, budget: 50)
    case 6:
      batch {
        World.stir(round)
        graveyard.bury(cages)
        cages = []
        World.stir(round + 1)
      }
    case 7:
      let effect = Effect {
        _ = World.font.value
        Task.immediate {
          World.size.value = World.size.peek() &+ 1
          await Task.yield()
          World.size.value &+= 1
        }
      }
      World.stir(round)
      withExtendedLifetime(effect) {}
    case 8:
      started += 1
      let factory = Factory()
      factory.work(round)
      Task.detached {
        factory.work(round + 1)
        await Task.yield()
        factory.work(round + 2)
        pool.add()
      }
    default:
      let values = World.font.values
      let loop = Task.detached { for await value in values where value % 5 == 0 { break } }
      World.stir(round)
      if dice.roll(2) == 0 { loop.cancel() }
    }
    World.stir(round)
    if dice.roll(3) == 0 { await Task.yield() }
  }
  graveyard.bury(cages)
  cages = []
  graveyard.close()
  while pool.count < started { try? await Task.sleep(for: .milliseconds(1)) }
  await settle(census)
}

let randomCases: [Case] =
  (1...6).map { seed in
    Case("random/one-thread-\(seed)", .thread { for round in rounds(60) { Zoo(seed: seed * 10_000 + round).run() } })
  }
  + (1...2).map { seed in
    Case(
      "random/many-threads-\(seed)",
      .thread {
        let gates = (0..<3).map { thread in
          beginElsewhere {
            for round in rounds(40) { Zoo(seed: seed * 1_000_000 + thread * 10_000 + round).run() }
          }
        }
        for gate in gates { gate.wait() }
      })
  }
  + (1...2).map { seed in
    Case(
      "random/behind-a-lock-\(seed)",
      .thread {
        let zoo = Locked(Zoo(seed: seed, budget: 3_000))
        let gates = (0..<3).map { _ in
          beginElsewhere { for _ in rounds(400) { zoo.withLock { $0.act() } } }
        }
        for gate in gates { gate.wait() }
        zoo.withLock { $0.checkAll() }
      })
  }
  + (1...6).map { seed in Case("random/hopping-\(seed)", .main { await hop(seed: seed) }) }
  + (1...2).map { seed in Case("random/hopping-runloop-\(seed)", .runLoop { await hop(seed: 100 + seed) }) }
