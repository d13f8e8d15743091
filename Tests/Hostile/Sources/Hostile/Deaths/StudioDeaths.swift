import Executors
import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTracking

// Objects of other global actors, with their own executor or on the pool, that end elsewhere.

/// Outlives the studio's objects.
@Studio
enum StudioWorld {
  static let font = atom(12, name: "studio font")
  static let size = StoredProperty(1, name: "studio size")
  static let tapped = Event<Int>(name: "studio tapped")

  static func stir(_ step: Int) {
    font.value = step
    if step % 3 == 0 { tapped.trigger(step) }
    if step % 5 == 0 {
      batch {
        size.value = step
        font.value = -step
      }
    }
  }
}

@Studio
final class StudioModel: Sendable {
  private var effect: Effect?
  private var scope: EffectScope?
  private var bag = SubscriptionBag()
  private var kept: [AnyObject] = []
  private(set) var drawn = 0
  init(_ prepare: (StudioModel) -> Void) { prepare(self) }

  static func effect(_ census: Census) -> StudioModel {
    let probe = StudioProbe(census)
    return StudioModel { model in
      model.effect = Effect { [weak model] in
        probe.use()
        model?.drawn &+= StudioWorld.font.value
      }
    }
  }
  static func cleanup(_ census: Census) -> StudioModel {
    let probe = StudioProbe(census)
    return StudioModel { model in
      model.scope = EffectScope()
      model.scope?.effect {
        _ = StudioWorld.font.value / 16
        onCleanup {
          checkOnStudio()
          probe.use()
        }
      }
    }
  }
  static func observers(_ census: Census) -> StudioModel {
    let probe = StudioProbe(census)
    return StudioModel { model in
      StudioWorld.font.sink { _ in probe.use() }.store(in: model.bag)
      StudioWorld.tapped.map { $0 + 1 }.sink { _ in probe.use() }.store(in: model.bag)
      StudioWorld.size.observe(with: model) { model, size in
        probe.use()
        model.drawn &+= size
      }
      Subscription {
        checkOnStudio()
        probe.use()
      }.store(in: model.bag)
    }
  }
  static func derived(_ census: Census) -> StudioModel {
    let probe = StudioProbe(census)
    return StudioModel { model in
      let sum = derive {
        probe.use()
        return StudioWorld.font.value &+ StudioWorld.size.value
      }
      let property = DerivedProperty(sum, StudioWorld.size) { $0 &+ $1 &+ probe.number }
      property.sink { _ in probe.use() }
      model.kept = [sum, property]
    }
  }
  static func program(_ census: Census) -> StudioModel {
    let probe = StudioProbe(census)
    return StudioModel { model in
      let program = Counter.makeProgram(
        performing: { _ in
          checkOnStudio()
          probe.use()
          return nil
        },
        listening: { _, dispatch in
          StudioWorld.tapped.sink { _ in
            probe.use()
            dispatch(.tick)
          }
        })
      program.viewBehavior.sink { _ in probe.use() }
      program.dispatch(.add(2))
      model.kept = [program]
    }
  }
  static func updater(_ census: Census) -> StudioModel {
    let probe = StudioProbe(census)
    return StudioModel { model in
      let updater = Updater()
      updater.keepUpToDate(dependencies: [StudioWorld.font, StudioWorld.size]) { probe.use() }
      updater.onTransition(StudioWorld.size) { _, _ in probe.use() }
      let tentative = TentativeProperty(parentProperty: StudioWorld.size, validFor: .microseconds(200))
      tentative.value = -1
      tentative.sink { _ in probe.use() }
      model.kept = [updater, tentative]
    }
  }

  private static let times = [Duration.zero, .microseconds(50), .microseconds(300), .seconds(60)]

  static func timed(_ census: Census) -> StudioModel {
    let probe = StudioProbe(census)
    return StudioModel { model in
      let time = times[Int.random(in: 0..<4)]
      let own = Event<Int>()
      let calm = StudioWorld.size.debounced(for: time)
      calm.isSettled.sink { _ in probe.use() }.store(in: model.bag)
      calm.sink { _ in probe.use() }
      for stream in [own, StudioWorld.tapped] {
        stream.debounce(for: time).sink { _ in probe.use() }.store(in: model.bag)
        stream.throttle(for: time).sink { _ in probe.use() }.store(in: model.bag)
        stream.delay(by: time).map { $0 &* 2 }.sink { _ in probe.use() }.store(in: model.bag)
        stream.timeout(after: time).sink { probe.use() }.store(in: model.bag)
        stream.collect(for: time, limit: 3).sink { _ in probe.use() }.store(in: model.bag)
      }
      let sum = own.window(0, for: time, adding: { $0 &+= $1 }, removing: { $0 &-= $1 })
      sum.sink { _ in probe.use() }
      EventStream.every(.microseconds(200)).sink {
        checkOnStudio()
        probe.use()
      }.store(in: model.bag)
      for number in 0..<5 { own.trigger(number) }
      model.kept = [own, calm, sum]
    }
  }

  /// Sources that run while they are observed, and what tasks answer or send.
  static func asked(_ census: Census) -> StudioModel {
    let probe = StudioProbe(census)
    struct Odd: Error {}
    return StudioModel { model in
      let source = OpenBehavior(
        0,
        whileObserved: { place in
          place(StudioWorld.size.peek())
          return Subscription {
            checkOnStudio()
            probe.use()
          }
        }, lingering: times[Int.random(in: 0..<4)])
      source.map { $0 &+ 1 }.sink { _ in probe.use() }.store(in: model.bag)
      let answers = deriveAsync(onFailure: .retry(times: 2, after: .microseconds(50))) {
        probe.use()
        return StudioWorld.size.value
      } answer: { size throws(Odd) in
        if !size.isMultiple(of: 2) { throw Odd() }
        return size
      }
      answers.sink { _ in
        checkOnStudio()
        probe.use()
      }.store(in: model.bag)
      let slow = StudioWorld.size.mapAsync(after: times[Int.random(in: 0..<4)], start: .eager) { size in
        try await Task.sleep(for: .seconds(60))
        return size
      }
      slow.isLoading.sink { _ in probe.use() }
      answers.reload(showing: Bool.random())
      let followed = Behavior(following: StudioWorld.size.values, initial: 0)
      followed.sink { _ in
        checkOnStudio()
        probe.use()
      }
      model.kept = [source, answers, slow, followed]
    }
  }
}

@Studio
private func perishInStudio(
  _ count: Int = 200, _ makers: @Studio @Sendable (Census) -> StudioModel...
) async {
  let census = Census()
  let graveyard = Graveyard()
  for round in rounds(count) {
    graveyard.bury((0..<12).map { makers[$0 % makers.count](census) })
    for step in 0..<40 { StudioWorld.stir(round * 40 + step) }
    if round % 4 == 0 { await Task.yield() }
  }
  graveyard.close()
  await Task.yield()
  for step in 0..<2 {
    StudioWorld.stir(.min + 15 * (step + 1) + 1)
    StudioWorld.size.value = -step - 1
    StudioWorld.tapped.trigger(1)
  }
  for _ in 0..<100 where census.count > 0 { try? await Task.sleep(for: .milliseconds(2)) }
  check(census.count, is: 0, "the number of captured objects that are left")
}

@Hall
enum HallWorld {
  static let font = atom(12, name: "hall font")
  static let bag = SubscriptionBag()
}

@Hall
final class HallModel: Sendable {
  private var effect: Effect?
  private let bag = SubscriptionBag()
  private var double: Behavior<Int>?
  init(_ census: Census) {
    let traveller = Traveller(census)
    effect = Effect {
      withExtendedLifetime(traveller) {}
      _ = HallWorld.font.value
      onCleanup { checkOnHall() }
    }
    double = HallWorld.font.map {
      checkOnHall()
      return $0 + 1
    }
    double?.sink { _ in checkOnHall() }
    HallWorld.font.sink { _ in withExtendedLifetime(traveller) {} }.store(in: bag)
  }
}

@Hall
private func perishInHall() async {
  let census = Census()
  let graveyard = Graveyard()
  for round in rounds(100) {
    graveyard.bury((0..<12).map { _ in HallModel(census) })
    for step in 0..<40 { HallWorld.font.value = round * 40 + step }
    await Task.yield()
  }
  graveyard.close()
  HallWorld.font.value = -1
  for _ in 0..<100 where census.count > 0 { try? await Task.sleep(for: .milliseconds(2)) }
  check(census.count, is: 0, "the number of captured objects that are left")
}

@Ruin
enum RuinWorld {
  static let font = atom(12, name: "ruin font")
}

@Ruin
final class RuinModel: Sendable {
  private var effect: Effect?
  private var bag = SubscriptionBag()
  private let double = derive { RuinWorld.font.value * 2 }
  init() {
    effect = Effect { _ = RuinWorld.font.value }
    RuinWorld.font.sink { _ in }.store(in: bag)
    double.sink { _ in }
  }
}

@Ruin
private func makeRuins() -> [RuinModel] { (0..<2_000).map { _ in RuinModel() } }

/// Like an actor's own graph: it may end anywhere, with the actor.
actor Cellar {
  private let number = OpenBehavior(0)
  private var effect: Effect?
  private var seen = 0
  init() {}
  func start(_ census: Census) {
    let traveller = Traveller(census)
    effect = Effect { [weak self, number] in
      withExtendedLifetime(traveller) {}
      let value = number.value
      self?.assumeIsolated { $0.seen = value }
      onCleanup { withExtendedLifetime(traveller) {} }
    }
    number.map { $0 + 1 }.sink { _ in withExtendedLifetime(traveller) {} }
  }
  func write(_ value: Int) -> Int {
    number.value = value
    return seen
  }
}

let studioDeathCases: [Case] = [
  Case("studio/effect", .main { await perishInStudio(200, StudioModel.effect) }),
  Case("studio/cleanup", .main { await perishInStudio(200, StudioModel.cleanup) }),
  Case("studio/observers", .main { await perishInStudio(200, StudioModel.observers) }),
  Case("studio/derived", .main { await perishInStudio(200, StudioModel.derived) }),
  Case("studio/program", .main { await perishInStudio(60, StudioModel.program) }),
  Case("studio/updater", .main { await perishInStudio(60, StudioModel.updater) }),
  Case("studio/timed", .main { await perishInStudio(60, StudioModel.timed) }),
  Case("studio/asked", .main { await perishInStudio(60, StudioModel.asked) }),
  Case(
    "studio/mixed",
    .main {
      await perishInStudio(
        200, StudioModel.effect, StudioModel.cleanup, StudioModel.observers, StudioModel.derived, StudioModel.program,
        StudioModel.updater, StudioModel.timed, StudioModel.asked)
    }),
  Case(
    "studio/beside-the-main-actor",
    .main {
      async let studio: Void = perishInStudio(100, StudioModel.effect, StudioModel.observers, StudioModel.derived)
      await perish(WithEffect.self, 100)
      await perish(WithBag.self, 100)
      await studio
    }),
  Case("hall/mixed", .main { await perishInHall() }),
  Case(
    "ruin/actor-never-runs",
    .main {
      var ruins = await makeRuins()
      Ruin.executor.stop()
      let graveyard = Graveyard()
      while !ruins.isEmpty {
        graveyard.bury(Array(ruins.suffix(20)))
        ruins.removeLast(min(20, ruins.count))
        World.stir(ruins.count)
      }
      graveyard.close()
      await perish(WithEffect.self, 20)
    }),
  Case(
    "actor/ends-anywhere",
    .task {
      let census = Census()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in rounds(100) {
              let cellar = Cellar()
              await cellar.start(census)
              check(await cellar.write(3), is: 3, "what the effect has seen")
              let other = Task.detached { _ = await cellar.write(4) }
              if Bool.random() { await other.value }
            }
          }
        }
      }
      for _ in 0..<100 where census.count > 0 { try? await Task.sleep(for: .milliseconds(2)) }
      check(census.count, is: 0, "the number of captured objects that are left")
    }),
]
