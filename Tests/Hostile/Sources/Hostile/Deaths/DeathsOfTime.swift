import ReactiveCore
import ReactiveDerived
import ReactiveElm

let timeDeathCases: [Case] = [
  Case("death/timed", .main { await perish(WithTimed.self, 150) }),
  Case("death/timed-runloop", .runLoop { await perish(WithTimed.self, 60) }),
  Case("death/periodic", .main { await perish(WithPeriodic.self, 150) }),
  Case("death/timed-unread", .main { await perish(WithUnread.self, 150) }),
  Case("death/finished", .main { await perish(WithFinished.self, 150) }),
  Case("death/timed-manually", .main { await perish(WithManualClock.self, 150) }),
  Case("death/timed-with-actor", .task { await endWithActors(400) }),
]

/// Each operator over time, on the model's own event and on the world's, while payloads become due.
@MainActor
final class WithTimed: Model {
  private let own = Event<Int>()
  private let size: DebouncedBehavior<Int>
  private let isSettled: Behavior<Bool>
  private let sum: Behavior<Int>
  private let bag = SubscriptionBag()

  init(_ census: Census) {
    let probe = Probe(census)
    let times = [Duration.zero, .microseconds(50), .microseconds(300), .seconds(60)]
    let time = times[Int.random(in: 0..<4)]
    size = World.size.debounced(for: time)
    isSettled = size.isSettled
    sum = own.window(0, for: time, adding: { $0 &+= $1 }, removing: { $0 &-= $1 })
    sum.combine(isSettled) { "\($0) \($1)" }.sink { _ in probe.use() }.store(in: bag)
    for stream in [own, World.tapped] {
      stream.debounce(for: time).sink { _ in probe.use() }.store(in: bag)
      stream.throttle(for: time).sink { _ in probe.use() }.store(in: bag)
      stream.delay(by: time).map { $0 &* 2 }.sink { _ in probe.use() }.store(in: bag)
      stream.timeout(after: time).sink { probe.use() }.store(in: bag)
      stream.collect(for: time, limit: 3).sink { _ in probe.use() }.store(in: bag)
    }
    own.delay(by: time).sink { _ in probe.use() }
    for number in 0..<5 { own.trigger(number) }
  }
}

/// Kept by the clock alone.
@MainActor
final class WithPeriodic: Model {
  private let bag = SubscriptionBag()
  private let ticks: EventStream<Void>

  init(_ census: Census) {
    let probe = Probe(census)
    ticks = .every(.microseconds(100))
    ticks.map { 1 }.scan(0, +).sink { _ in probe.use() }.store(in: bag)
    EventStream.every(.microseconds(200)).debounce(for: .microseconds(20)).sink { probe.use() }.store(in: bag)
  }
}

/// Behaviors that were never read or observed.
@MainActor
final class WithUnread: Model {
  private let calm: DebouncedBehavior<Int>
  private let isSettled: Behavior<Bool>
  private let sum: Behavior<Int>

  init(_ census: Census) {
    let probe = Probe(census)
    calm = World.size.map {
      probe.use()
      return $0
    }.debounced(for: .seconds(60))
    isSettled = World.font.debounced(for: .seconds(60)).isSettled
    sum = World.tapped.window(0, for: .seconds(60), adding: { $0 &+= $1 }, removing: { $0 &-= $1 })
  }
}

/// Ended streams, and streams that wait after the end of their source.
@MainActor
final class WithFinished: Model {
  private let own = Event<Int>()
  private let level = OpenBehavior(0)
  private let kept: [EventStream<Int>]
  private let last: Behavior<Int>
  private let bag = SubscriptionBag()

  init(_ census: Census) {
    let probe = Probe(census)
    let times = [Duration.zero, .microseconds(50), .microseconds(300), .seconds(60)]
    let time = times[Int.random(in: 0..<4)]
    // Their roots do not keep them, and nothing cancels their observers.
    let changes = level.map { $0 &+ 1 }.changes.prefix(2)
    kept = [changes.debounce(for: time), changes.delay(by: time), changes.throttle(for: time)]
    for stream in kept {
      stream.sink { _ in probe.use() }
      stream.onFinish { probe.use() }
    }
    let streams = [own.delay(by: time), own.debounce(for: time), own.map { $0 }, own.merge(World.tapped).prefix(3)]
    for stream in streams {
      stream.sink { _ in probe.use() }.store(in: bag)
      stream.onFinish { probe.use() }.store(in: bag)
    }
    last = own.scan(0, &+).hold(0)
    own.onFinish(with: self) { _ in probe.use() }
    for number in 1..<4 {
      own.trigger(number)
      level.value = number
    }
    own.finish()
    own.delay(by: time).onFinish { probe.use() }
  }
}

/// Programs whose commands wait, are replaced and become due, with three kinds of clocks. One belongs to no actor.
@MainActor
final class WithDelays: Model {
  private struct Later: Module {
    enum Message: Sendable {
      case ask(Int)
      case came(Int)
    }
    struct Model: Initable { var count = 0 }
    enum Command: Sendable {
      case wait(Int)
      case stop
    }

    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .ask(let number): return [.wait(number), .wait(-number), .stop]
      case .came(let number):
        model.count &+= number
        return number > 3 ? [.wait(number - 3)] : []
      }
    }
    static func view(for model: Model) -> Int { model.count }
    static func policy(for command: Command) -> CommandPolicy {
      switch command {
      case .wait(60...): .free.after(.seconds(60))
      case .wait(0...): .identified(by: 1, cancelInFlight: true).after(.microseconds(Int.random(in: 0...200)))
      case .wait: .identified(by: 2).after(.microseconds(100))
      case .stop: .cancels(2).after(.microseconds(Int.random(in: 0...200)))
      }
    }
  }
  private static let clock = ManualClock()
  private let programs: [Program<Later>]
  private let bag = SubscriptionBag()

  init(_ census: Census) {
    let probe = Probe(census)
    let traveller = Traveller(census)
    let clock = Self.clock
    let here = CommandHandler<Later>.performing { command in
      checkOnMainActor()
      probe.use()
      if case .wait(let number) = command { return .came(number) }
      return nil
    }
    programs = [
      Later.makeProgram(handler: here), Later.makeProgram(handler: here.timed(by: clock)),
      Later.makeProgram(
        handler: .performing { command async in
          await Task.yield()
          withExtendedLifetime(traveller) {}
          if case .wait(let number) = command { return .came(number) }
          return nil
        }.timed(by: SuspendingClock())),
    ]
    for program in programs {
      program.viewBehavior.sink { _ in probe.use() }.store(in: bag)
      program.commands.sink { _ in probe.use() }
      for number in [7, 8, 60] { program.dispatch(.ask(number)) }
    }
    // Of no actor: its pending command is read nowhere, so nothing is due before it ends.
    Later.makeProgram(isolation: nil, handler: here).dispatch(.ask(60))
    clock.advance(by: .microseconds(Int.random(in: 0...100)))
  }
}

/// With a clock that the main actor advances while models end.
@MainActor
final class WithManualClock: Model {
  private static let clock = ManualClock()
  private let own = Event<Int>()
  private let bag = SubscriptionBag()

  init(_ census: Census) {
    let probe = Probe(census)
    let clock = Self.clock
    own.delay(by: .seconds(2), clock: clock).sink { _ in probe.use() }
    World.tapped.debounce(for: .seconds(3), clock: clock).sink { _ in probe.use() }.store(in: bag)
    World.size.debounced(for: .seconds(1), clock: clock).sink { _ in probe.use() }.store(in: bag)
    EventStream.every(.seconds(1), clock: clock).sink { probe.use() }.store(in: bag)
    own.trigger(1)
    World.tapped.trigger(2)
    clock.advance(by: .seconds(1))
  }
}

/// An actor whose alarms the clock alone keeps; the first keeps the subscriptions of others.
private actor Belfry {
  private let own = Event<Int>()

  func begin(_ census: Census, _ clock: any Clock<Duration>) {
    let probe = Traveller(census)
    let bag = SubscriptionBag()
    for number in 1...4 {
      EventStream.every(.microseconds(50 * number), clock: clock).sink { withExtendedLifetime(probe) {} }.store(in: bag)
    }
    EventStream.every(.microseconds(50), clock: clock).sink { withExtendedLifetime((probe, bag)) {} }
    own.delay(by: .microseconds(100), clock: clock).sink { _ in withExtendedLifetime(probe) {} }
    own.debounce(for: .microseconds(200), clock: clock).map { $0 &+ 1 }.sink { _ in withExtendedLifetime(probe) {} }
    own.collect(for: .microseconds(300), clock: clock).sink { _ in withExtendedLifetime(probe) {} }
    own.trigger(1)
    own.trigger(2)
    own.finish()
  }
}

/// Actors end while other threads advance the clocks of their alarms.
private func endWithActors(_ count: Int) async {
  let census = Census()
  let manual = ManualClock()
  await withTaskGroup { group in
    for part in 0..<4 {
      group.addTask {
        for number in rounds(count) {
          let belfry = Belfry()
          await belfry.begin(census, number.isMultiple(of: 2) ? manual : ContinuousClock())
          if part == 0 { manual.advance(by: .microseconds(70)) }
        }
      }
    }
  }
  let start = ContinuousClock.now
  while census.count > 0 && start.duration(to: .now) < .seconds(15) {
    manual.advance(by: .milliseconds(1))
    await Task.yield()
  }
  check(census.count, is: 0, "what is left of actors that have ended")
}
