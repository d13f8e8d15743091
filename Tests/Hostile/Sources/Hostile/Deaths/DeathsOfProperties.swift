import ReactiveCore
import ReactiveDerived
import ReactiveTracking

let propertyDeathCases: [Case] = [
  Case("death/derived-property", .main { await perish(WithDerivedProperty.self) }),
  Case("death/stored-property-in-world", .main { await perish(WithDependents.self) }),
  Case("death/tentative", .main { await perish(WithTentative.self, 60) }),
  Case("death/tentative-runloop", .runLoop { await perish(WithTentative.self, 60) }),
  Case("death/connectable", .main { await perish(WithConnectable.self) }),
  Case("death/multilevel", .main { await perish(WithMultilevel.self) }),
  Case("death/multilevel-collection", .main { await perish(WithCollection.self) }),
  Case("death/pass-through", .main { await perish(WithPassThrough.self) }),
  Case("death/manually-recalculated", .main { await perish(WithManual.self) }),
  Case("death/updater", .main { await perish(WithUpdater.self) }),
  Case("death/expressions", .main { await perish(WithExpressions.self) }),
  Case("death/text", .main { await perish(WithText.self) }),
  Case("death/combinators", .main { await perish(WithCombinators.self) }),
  Case("death/streams", .main { await perish(WithStreams.self) }),
  Case("death/streams-to-behaviors", .main { await perish(WithHeld.self) }),
]

@MainActor
final class WithDerivedProperty: Model {
  private let own = StoredProperty(1)
  private let sum: DerivedProperty<Int>
  private let list: DerivedProperty<Int>
  init(_ census: Census) {
    let probe = Probe(census)
    sum = DerivedProperty(own, World.size) { own, size in
      probe.use()
      return own &+ size
    }
    list = DerivedProperty(dependencies: [World.font, World.theme, sum]) {
      probe.use()
      return World.font.value
    }
    sum.sink { _ in probe.use() }
    list.sink { _ in probe.use() }
    own.value = 2
  }
}

/// The dependency of others ends: effects of the main actor read the model through a weak reference.
@MainActor
final class WithDependents: Model {
  static var readers: [Effect] = []
  private let own = StoredProperty(1)
  private let sum: DerivedProperty<Int>
  init(_ census: Census) {
    let probe = Probe(census)
    sum = DerivedProperty(own, World.size) { own, size in
      probe.use()
      return own &+ size
    }
    if Self.readers.count > 50 { Self.readers = [] }
    Self.readers.append(Effect { [weak self] in _ = self?.sum.value })
  }
}

@MainActor
final class WithTentative: Model {
  private let timed: TentativeProperty<Int>
  private let plain: TentativeProperty<Int>
  init(_ census: Census) {
    let probe = Probe(census)
    timed = TentativeProperty(parentProperty: World.size, validFor: .microseconds(300))
    plain = TentativeProperty(parentProperty: timed)
    timed.sink { _ in probe.use() }
    plain.observe { _ in probe.use() }
    timed.value = -7
    plain.value = -8
  }
}

@MainActor
final class WithConnectable: Model {
  private let connectable = ConnectableProperty(unconnectedValue: 0)
  init(_ census: Census) {
    let probe = Probe(census)
    connectable.sink { _ in probe.use() }
    connectable.connect(World.size)
    connectable.connect(constant: 3)
    connectable.connect(
      World.font.map {
        probe.use()
        return $0
      })
  }
}

@MainActor
final class WithMultilevel: Model {
  final class Person {
    let name = StoredProperty("Ada")
  }
  private let person = StoredProperty<Person?>(Person())
  private let name: MultilevelOptionalProperty<Person?, String>
  private let length: MultilevelProperty<Int, String>
  init(_ census: Census) {
    let probe = Probe(census)
    name = MultilevelOptionalProperty(parentProperty: person, childKeyPath: \.name)
    length = MultilevelProperty(parentProperty: World.size) { _ in
      probe.use()
      return World.theme
    }
    name.sink { _ in probe.use() }
    length.observe { _ in probe.use() }
    person.value?.name.value = "Grace"
    person.value = Person()
  }
}

@MainActor
final class WithCollection: Model {
  private let items = StoredProperty([1, 2, 3])
  private let observed: MultilevelCollectionProperty<[Int]>
  init(_ census: Census) {
    let probe = Probe(census)
    observed = MultilevelCollectionProperty(parentProperty: items) { _ in
      probe.use()
      return [World.size, World.font]
    }
    observed.observe { _ in probe.use() }
    items.value = [2, 3]
  }
}

@MainActor
final class WithPassThrough: Model {
  private let shown: PassThroughProperty<Int>
  init(_ census: Census) {
    let probe = Probe(census)
    shown = PassThroughProperty(
      parentProperty: World.font,
      isDuplicate: { old, new in
        probe.use()
        return abs(old / 2 - new / 2) < 4
      })
    shown.sink { _ in probe.use() }
  }
}

@MainActor
final class WithManual: Model {
  private let manual: ManuallyRecalculatedDerivedProperty<Int>
  private let next: Behavior<Int>
  init(_ census: Census) {
    let probe = Probe(census)
    manual = ManuallyRecalculatedDerivedProperty {
      probe.use()
      return probe.number
    }
    next = manual + World.size
    next.sink { _ in probe.use() }
    manual.recalculate()
  }
}

@MainActor
final class WithUpdater: Model {
  private let updater = Updater()
  private var shown = 0
  init(_ census: Census) {
    let probe = Probe(census)
    updater.keepUpToDate(dependencies: [World.font, World.size]) { probe.use() }
    updater.keepUpToDate(dependencies: [World.theme], with: self) { me in
      probe.use()
      me.shown &+= 1
    }
    updater.onTransition(World.size) { _, _ in probe.use() }
    if probe.number % 3 == 0 { updater.pause() }
  }
}

@MainActor
final class WithExpressions: Model {
  private let sum: Behavior<Int>
  private let isLarge: Behavior<Bool>
  init(_ census: Census) {
    let probe = Probe(census)
    sum = World.size % 100 + World.font % 100
    isLarge = sum.isAtLeast(5) && !World.theme.isEqual(to: "light")
    sum.sink { _ in probe.use() }
    isLarge.observe { _ in probe.use() }
  }
}

@MainActor
final class WithText: Model {
  private let text: FormattedBehavior
  private let size = StoredProperty(3)
  init(_ census: Census) {
    let probe = Probe(census)
    text = "\(World.theme) in \(World.font, with: { "\($0) \(probe.number)" }), \(size)"
    text.sink { _ in probe.use() }
    size.value = 4
    text.replace(format: "\(World.theme), \(size)")
  }
}

@MainActor
final class WithCombinators: Model {
  private let kept: [Subscription]
  private let flat: Behavior<Int>
  init(_ census: Census) {
    let probe = Probe(census)
    let choice = World.size.map { [own = OpenBehavior(1)] in $0 % 2 == 0 ? World.size as Behavior<Int> : own }
    flat = choice.flatMap { $0 }
    kept = [
      World.font.combine(World.theme) { font, theme in
        probe.use()
        return font &+ theme.count
      }.sink { _ in probe.use() },
      World.font.scan(0) { sum, font in
        probe.use()
        return sum &+ font
      }.sink { _ in probe.use() },
      World.font.withPrevious().sink { _ in probe.use() },
      World.font.removeDuplicates { old, new in
        probe.use()
        return old / 4 == new / 4
      }.sink { _ in probe.use() },
      flat.sink { _ in probe.use() },
    ]
  }
}

@MainActor
final class WithStreams: Model {
  private let own = Event<Int>()
  private let merged: EventStream<Int>
  private let bag = SubscriptionBag()
  init(_ census: Census) {
    let probe = Probe(census)
    merged = own.merge(World.tapped).scan(0) { sum, number in
      probe.use()
      return sum &+ number
    }
    merged.sink { _ in probe.use() }.store(in: bag)
    World.tapped.filter { $0 % 2 == 0 }.map { $0 / 2 }.sink(with: self) { _, _ in probe.use() }
    World.tapped.compactMap { $0 % 3 == 0 ? nil : $0 }.prefix(3).sink { _ in probe.use() }.store(in: bag)
    World.tapped.dropFirst(1).removeDuplicates().sink { _ in probe.use() }.store(in: bag)
    World.size.changes.merge(World.font.sample(on: World.tapped)).sink { _ in probe.use() }.store(in: bag)
    World.theme.map { _ in World.tapped as EventStream<Int> }.changes.switchToLatest().sink { _ in probe.use() }
      .store(in: bag)
    own.trigger(1)
  }
}

@MainActor
final class WithHeld: Model {
  private let held: Behavior<Int>
  private let sum: Behavior<Int>
  init(_ census: Census) {
    let probe = Probe(census)
    held = World.tapped.map {
      probe.use()
      return $0
    }.hold(0)
    sum = World.tapped.accumulate(0) { sum, number in
      probe.use()
      return sum &+ number
    }
    held.sink { _ in probe.use() }
    (sum + held).sink { _ in probe.use() }
    sum.sink { _ in probe.use() }
  }
}
