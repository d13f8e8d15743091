import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTracking

let programDeathCases: [Case] = [
  Case("death/program", .main { await perish(WithProgram.self, 100) }),
  Case("death/program-runloop", .runLoop { await perish(WithProgram.self, 100) }),
  Case("death/program-tasks", .main { await perish(WithTasks.self, 40) }),
  Case("death/program-delays", .main { await perish(WithDelays.self, 150) }),
  Case("death/program-delays-runloop", .runLoop { await perish(WithDelays.self, 60) }),
  Case("death/program-subscriber", .main { await perish(WithSubscriber.self) }),
  Case("death/program-sources", .main { await perish(WithSources.self, 40) }),
  Case("death/program-parts", .main { await perish(WithProgramParts.self, 100) }),
  Case("death/recorder", .main { await perish(WithRecorder.self, 100) }),
  Case("death/assign", .main { await perish(WithAssign.self) }),
  Case("death/assign-source", .main { await perish(WithAssignedFrom.self) }),
  Case("death/bind", .main { await perish(WithBind.self) }),
  Case("death/two-way", .main { await perish(WithTwoWay.self, 100) }),
  Case("death/two-way-property", .main { await perish(WithTwoWayProperty.self, 100) }),
  Case("death/updater-binding", .main { await perish(WithUpdaterBinding.self) }),
  Case("death/observing", .main { await perish(WithObserving.self, 100) }),
  Case("death/observing-runloop", .runLoop { await perish(WithObserving.self, 100) }),
  Case("death/observable-box", .main { await perish(WithBox.self, 100) }),
  Case("death/read-port", .main { await perish(WithTracked.self, 100) }),
  Case("death/read-port-runloop", .runLoop { await perish(WithTracked.self, 100) }),
  Case("death/tracked-object", .main { await perish(WithTrackedObject.self, 100) }),
  Case("death/values-loop", .main { await perish(WithLoop.self, 60) }),
  Case(
    "death/values",
    .main { await perish(60) { census in World.font.map { [probe = Probe(census)] in $0 &+ probe.number }.values } }),
  Case("death/runtime-subscriber", .main { await perish(WithRegistered.self, 100) }),
  Case("death/runtime-publisher", .main { await perish(WithPublisher.self, 100) }),
  Case("death/runtime-manual", .main { await perish(WithManualRuntime.self, 100) }),
  Case(
    "death/all-mixed",
    .main {
      var number = 0
      let kinds = allKinds
      await perish(200) { census in
        number += 1
        return kinds[number % kinds.count].init(census)
      }
    }),
  Case(
    "death/all-mixed-runloop",
    .runLoop {
      var number = 0
      let kinds = allKinds
      await perish(200) { census in
        number += 1
        return kinds[number % kinds.count].init(census)
      }
    }),
]

@MainActor
let allKinds: [any Model.Type] = [
  WithTracked.self, WithTrackedObject.self, WithEffect.self, WithOwnAtom.self, WithIsolatedDeinit.self,
  WithThrowingEffect.self, WithWatch.self, WithCleanup.self,
  WithDerivation.self, WithDerivationChain.self, WithResult.self, WithDerivedWrapper.self, WithScope.self,
  WithScopes.self, WithScopedEffect.self, WithBag.self, WithSubscription.self, WithAction.self, WithOwner.self,
  WithParts.self, WithProperty.self, WithSignal.self, WithList.self, WithDerivedProperty.self, WithDependents.self,
  WithTentative.self, WithConnectable.self, WithMultilevel.self, WithCollection.self, WithPassThrough.self,
  WithManual.self, WithUpdater.self, WithExpressions.self, WithText.self, WithCombinators.self, WithStreams.self,
  WithHeld.self, WithProgram.self, WithTasks.self, WithSubscriber.self, WithSources.self, WithProgramParts.self,
  WithRecorder.self, WithAssign.self, WithAssignedFrom.self, WithBind.self, WithTwoWay.self, WithTwoWayProperty.self,
  WithUpdaterBinding.self, WithObserving.self, WithBox.self, WithLoop.self, WithRegistered.self, WithPublisher.self,
  WithManualRuntime.self, WithTimed.self, WithPeriodic.self, WithManualClock.self, WithWatched.self, WithAnswers.self,
  WithProjections.self, WithHistories.self,
  WithSequences.self, WithDelays.self, WithUnread.self, WithFinished.self, WithKeyed.self, WithKeyedID.self,
  WithKeyedRow.self, WithKeyedOperators.self, WithKeyedOfWorld.self, WithKeyedChanges.self, WithKeyedStream.self,
  WithEditingRows.self, WithKeyedRowsDerived.self, WithKeyedGroupsAndJoins.self, WithSelectors.self,
]

// MARK: - Programs

struct Counter: Module {
  enum Message: Sendable {
    case add(Int)
    case tick
  }
  struct Model: Initable {
    var count = 0
    var ticks = 0
  }
  enum Command: Sendable { case load(Int) }
  enum Source: Hashable { case ticks }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .add(let number):
      model.count &+= number
      return number > 1 ? [.load(number - 1)] : []
    case .tick:
      model.ticks += 1
      return []
    }
  }
  static func view(for model: Model) -> String { "\(model.count), \(model.ticks)" }
  static func subscriptions(for model: Model) -> [Source] { [.ticks] }
}

@MainActor
final class WithProgram: Model {
  private let program: Program<Counter>
  init(_ census: Census) {
    let probe = Probe(census)
    program = Counter.makeProgram(
      performing: { command -> Counter.Message? in
        checkOnMainActor()
        probe.use()
        return switch command {
        case .load(let number): .add(number)
        }
      },
      listening: { _, dispatch in
        World.tapped.sink { _ in
          probe.use()
          dispatch(.tick)
        }
      })
    program.viewBehavior.sink { _ in probe.use() }
    program.commands.sink { _ in probe.use() }
    program.dispatch(.add(3))
  }
}

@MainActor
final class WithTasks: Model {
  private let program: Program<Counter>
  init(_ census: Census) {
    let probe = Probe(census)
    let traveller = Traveller(census)
    program = Counter.makeProgram(
      handler: .sending { command, send in
        await Task.yield()
        if case .load(let number) = command { send(.add(number)) }
        withExtendedLifetime(traveller) {}
      },
      listening: { _, _ in Subscription { probe.use() } })
    program.viewBehavior.sink { _ in
      checkOnMainActor()
      probe.use()
    }
    program.dispatch(.add(3))
    let send = program.sender
    Task.detached { send(.tick) }
  }
}

/// A subscriber that ends before another object's program.
@MainActor
final class WithSubscriber: Model, @MainActor Subscriber {
  static let program = Counter.makeProgram(handler: .subscribers, listening: { _, _ in Subscription {} })
  private var shown = 0
  private let bag = SubscriptionBag()
  private let probe: Traveller
  init(_ census: Census) {
    probe = Traveller(census)
    Self.program.subscribe(self).store(in: bag)
    Self.program.dispatch(.add(2))
  }
  func update(presenting view: String) {
    checkOnMainActor()
    shown &+= 1
  }
  func update(performing command: Counter.Command) { shown &+= 1 }
}

@MainActor
final class WithSources: Model {
  private let program: Program<Counter>
  init(_ census: Census) {
    let probe = Probe(census)
    program = Counter.makeProgram(
      performing: { _ in
        probe.use()
        return nil
      },
      listening: { _, dispatch in
        dispatch.task { send in
          while !Task.isCancelled {
            send(.tick)
            try await Task.sleep(for: .microseconds(100))
          }
        }
      })
    program.modelBehavior.sink { _ in probe.use() }
  }
}

@MainActor
final class WithProgramParts: Model {
  private let program = Counter.makeProgram(
    isolation: MainActor.shared, performing: { _ in nil }, listening: { _, _ in Subscription {} })
  private let count: Behavior<Int>
  private let length: Behavior<Int>
  init(_ census: Census) {
    let probe = Probe(census)
    count = program.modelBehavior(\.count)
    length = program.viewBehavior(\.count)
    count.sink { _ in probe.use() }
    (count + length + World.size).sink { _ in probe.use() }.store(in: World.bag)
    program.dispatch(.add(1))
  }
}

@MainActor
final class WithRecorder: Model {
  private let program: Program<Counter>
  private let recorder: Recorder<Counter>
  init(_ census: Census) {
    let probe = Probe(census)
    program = Counter.makeProgram(
      performing: { _ in
        probe.use()
        return nil
      }, listening: { _, _ in Subscription { probe.use() } })
    recorder = program.record(keeping: 40)
    for number in 0..<5 { program.dispatch(.add(number)) }
    program.viewBehavior.sink { _ in probe.use() }
    recorder.rewind(to: 2)
  }
}

// MARK: - Bindings

@MainActor
final class WithAssign: Model {
  var title = ""
  var size: Int?
  init(_ census: Census) {
    let probe = Probe(census)
    World.theme.assign(to: \.title, on: self)
    World.size.assign(to: \.size, on: self) {
      probe.use()
      return $0
    }
    World.tapped.assign(to: \.size, on: self)
  }
}

@MainActor
final class Label {
  var text = ""
  var number = 0
  var edited = Event<Void>()
}

@MainActor
final class WithAssignedFrom: Model {
  static let label = Label()
  private let text = StoredProperty("")
  init(_ census: Census) {
    let probe = Probe(census)
    text.map {
      probe.use()
      return $0 + "!"
    }.assign(to: \.text, on: Self.label).store(in: World.bag)
    text.assign(to: \.text, on: Self.label)
    text.value = "x"
  }
}

@MainActor
final class WithBind: Model {
  private let label = Label()
  private let bag = SubscriptionBag()
  init(_ census: Census) {
    let probe = Probe(census)
    bind(label) {
      \.text
        <- World.theme.map { theme in
          probe.use()
          return theme + "?"
        }
      \.number <- World.size
    }.store(in: bag)
  }
}

@MainActor
final class WithTwoWay: Model {
  private let draft = OpenBehavior("")
  private let number = OpenBehavior(0)
  init(_ census: Census) {
    let probe = Probe(census)
    World.theme.bindTwoWay(to: draft)
    World.size.bindTwoWay(
      to: number,
      converting: Conversion(
        forward: {
          probe.use()
          return $0 &+ 1
        }, back: { $0 &- 1 }))
    draft.value = "from a model"
  }
}

@MainActor
final class WithTwoWayProperty: Model {
  private let label = Label()
  private let text = OpenBehavior("a")
  init(_ census: Census) {
    let probe = Probe(census)
    World.theme.bindTwoWay(to: \.text, on: label, changes: .event(\.edited))
    text.bindTwoWay(
      to: \.number, on: label, changes: .event(\.edited),
      converting: Conversion(
        forward: {
          probe.use()
          return $0.count
        }, back: { String($0) }))
    label.text = "edited"
    label.edited.trigger()
  }
}

@MainActor
final class WithUpdaterBinding: Model {
  private let label = Label()
  private let updater = Updater()
  private let probe: Traveller
  init(_ census: Census) {
    probe = Traveller(census)
    updater.bind(object: label, keyPath: \Label.text, toProperty: World.theme)
  }
}

@Observable
@MainActor
final class Account {
  var name = "Ada"
  static let shared = Account()
}

@MainActor
final class WithObserving: Model {
  private let name: Behavior<String>
  private let length: Behavior<Int>
  init(_ census: Census) {
    let probe = Probe(census)
    let account = census.count % 2 == 0 ? Account.shared : Account()
    name = Behavior(observing: account, \.name)
    length = Behavior(observingWeakly: account, \.name.count)
    name.sink { _ in probe.use() }
    name.combine(length).sink { _ in probe.use() }.store(in: World.bag)
    account.name += "x"
    if account.name.count > 20 { account.name = "" }
  }
}

@MainActor
final class WithBox: Model {
  private let own = OpenBehavior(1)
  private let probe: Traveller
  private let boxes: [ObservableBox<Int>]
  init(_ census: Census) {
    probe = Traveller(census)
    boxes = [own.observable, World.font.observable]
    for box in boxes {
      withObservationTracking {
        _ = box.value
      } onChange: { [probe] in
        withExtendedLifetime(probe) {}
      }
    }
    own.value = 2
  }
}

@MainActor
final class WithTracked: Model, Observable {
  struct Row: Identifiable, Equatable {
    let id: Int
    var number: Int
  }
  @Atom private var own = 1
  @Derived({ (me: WithTracked) in me.own + World.font.value / 8 }) private var sum: Int
  private let rows = OpenKeyed<Row>([Row(id: 1, number: 1), Row(id: 2, number: 2)])
  private let shown: Behavior<Int>
  private let probe: Traveller

  init(_ census: Census) {
    let probe = Probe(census)
    shown = World.font.map {
      probe.use()
      return $0 / 3
    }
    self.probe = Traveller(census)
    for round in 0..<3 {
      withObservationTracking {
        _ = (own, sum, shown.value, rows[1].value, rows.value.count)
      } onChange: { [probe = self.probe] in
        withExtendedLifetime(probe) {}
      }
      if round > 0 { own += 1 }
      rows.update(1) { $0.number += 1 }
    }
  }
}

@MainActor
final class WithTrackedObject: Model {
  private let length: Derivation<Int>
  private var effect: Effect?

  init(_ census: Census) {
    let probe = Probe(census)
    let account = census.count % 2 == 0 ? Account.shared : Account()
    length = derive { tracked(account, \.name.count) }
    effect = Effect { [length] in
      probe.use()
      _ = (length.value, tracked(account, \.name))
    }
    account.name += "x"
    if account.name.count > 20 { account.name = "" }
  }
}

@MainActor
final class WithLoop: Model {
  private let shown: Behavior<Int>
  private let loops: [Task<Void, Never>]
  init(_ census: Census) {
    let probe = Probe(census)
    shown = World.font.map {
      probe.use()
      return $0 / 3
    }
    let values = shown.values
    let numbers = World.tapped.map { $0 / 2 }.values
    loops = [
      Task { for await _ in values { probe.use() } },
      Task.detached { for await _ in numbers {} },
    ]
  }
  deinit { for loop in loops { loop.cancel() } }
}

// MARK: - Runtimes

@MainActor
final class WithRegistered: Model, @MainActor Runtime.Subscriber {
  private var seen = 0
  private let probe: Traveller
  init(_ census: Census) {
    probe = Traveller(census)
    Runtime.current.register(self)
  }
  func run() {
    checkOnMainActor()
    seen &+= World.font.value
  }
}

@MainActor
final class WithPublisher: Model, Runtime.Publisher {
  static var readers: [Effect] = []
  private let probe: Traveller
  private var stored = 0
  var number: Int {
    get {
      Runtime.current.willRead(self)
      return stored
    }
    set {
      stored = newValue
      Runtime.current.didMutate(self)
    }
  }
  init(_ census: Census) {
    probe = Traveller(census)
    if Self.readers.count > 50 { Self.readers = [] }
    Self.readers.append(Effect { [weak self] in _ = (self?.number ?? 0) &+ World.font.value })
    number = 1
  }
}

@MainActor
final class WithManualRuntime: Model {
  static let runtime = Runtime(scheduler: .manual)
  private var drawing: Effect?
  init(_ census: Census) {
    let probe = Probe(census)
    drawing = withIsolatedRuntime(using: Self.runtime) {
      Effect {
        probe.use()
        _ = World.font.value
      }
    }
    if census.count % 5 == 0 { Self.runtime.flush() }
    if census.count % 7 == 0 { _ = Self.runtime.graph() }
  }
}
