import Foundation
import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTracking

// Long chains with links kept by closures in the library, released on a stack of 512 KiB: a recursive release overflows
// it.

/// Makes a link that keeps the previous one.
private typealias Maker = (AnyObject?) -> AnyObject

private func use(_ held: AnyObject?) { withExtendedLifetime(held) {} }

/// `value`, in a closure that keeps `held`.
private func using<Value>(_ held: AnyObject?, _ value: Value) -> Value {
  use(held)
  return value
}

private final class Several {
  let objects: [AnyObject]
  init(_ objects: AnyObject...) { self.objects = objects }
}

private final class Owner {
  let bag = SubscriptionBag()
  var number = 0
}

private final class End {
  private let ended: () -> Void
  init(_ ended: @escaping () -> Void) { self.ended = ended }
  deinit { ended() }
}

/// With a source, so that each program listens.
private struct Listening: Module {
  typealias Message = Int
  struct Model: Initable { var number = 0 }
  typealias Command = Int
  typealias Source = Int
  static func update(for message: Int, model: inout Model) -> [Int] { [] }
  static func view(for model: Model) -> Int { model.number }
  static func subscriptions(for model: Model) -> [Int] { [1] }
}

private struct Kind: Sendable {
  let name: String
  let maker: @Sendable () -> Maker
  init(_ name: String, _ maker: @escaping @Sendable () -> Maker) {
    self.name = name
    self.maker = maker
  }
}

private let trackedKinds: [Kind] = [
  Kind("derivation") { { held in derive { using(held, 1) } } },
  Kind("derivation-read") {
    { held in
      let derivation = derive { using(held, 1) }
      _ = derivation.value
      return derivation
    }
  },
  Kind("derivation-test") { { held in Derivation<Int>(isDuplicate: { using(held, $0 == $1) }) { 1 } } },
  Kind("derivation-cleanup") {
    { held in
      let derivation = derive { () -> Int in
        onCleanup { use(held) }
        return 1
      }
      _ = derivation.value
      return derivation
    }
  },
  Kind("derivation-result") {
    { held in
      let derivation: Derivation<Result<Int, any Error>> = deriveResult { using(held, 1) }
      _ = derivation.value
      return derivation
    }
  },
  Kind("atom-test") {
    { held in
      AtomObject(1, isDuplicate: { using(held, $0 == $1) })
    }
  },
  Kind("effect") { { held in Effect { use(held) } } },
  Kind("effect-scoped") { { held in Effect { (_: EffectScope) in use(held) } } },
  Kind("effect-scoped-cleanup") { { held in Effect { (scope: EffectScope) in scope.onCleanup { use(held) } } } },
  Kind("effect-throwing") { { held in Effect({ () throws(CancellationError) in }, catch: { _ in use(held) }) } },
  Kind("watch") {
    let source = atom(0)
    return { held in watch(of: source.value) { (_: Int, _: Int) in use(held) } }
  },
  Kind("scope-cleanup") {
    { held in
      let scope = EffectScope()
      scope.onCleanup { use(held) }
      return scope
    }
  },
]

private let observedKinds: [Kind] = [
  Kind("behavior-test") {
    { held in
      OpenBehavior(1, isDuplicate: { using(held, $0 == $1) })
    }
  },
  Kind("event-observer") {
    { held in
      let event = Event<Int>()
      event.sink { _ in use(held) }
      return event
    }
  },
  Kind("behavior-change-observer") {
    { held in
      let behavior = OpenBehavior(1)
      behavior.onChange { _, _ in use(held) }
      return behavior
    }
  },
  Kind("key-path-observer") {
    { held in
      let behavior = OpenBehavior("1")
      behavior.sink(\.count) { _ in use(held) }
      return behavior
    }
  },
  Kind("observer-with-owner") {
    { held in
      let (owner, event) = (Owner(), Event<Int>())
      event.sink(with: owner) { _, _ in use(held) }
      return Several(event, owner)
    }
  },
  Kind("token-in-a-bag") {
    { held in
      let bag = SubscriptionBag()
      Subscription { use(held) }.store(in: bag)
      return bag
    }
  },
  Kind("token-of-a-map") {
    let source = OpenBehavior(0)
    return { held in
      let owner = Owner()
      source.map { $0 }.sink { _ in use(held) }.store(in: owner.bag)
      return owner
    }
  },
  Kind("binding") {
    let target = Owner()
    return { held in
      let behavior = OpenBehavior(1)
      behavior.assign(to: \.number, on: target) { using(held, $0) }
      return behavior
    }
  },
]

private let derivedKinds: [Kind] = [
  Kind("map") { { held in OpenBehavior(0).map { using(held, $0) } } },
  Kind("map-previous") { { held in OpenBehavior(0).map { using(held, $0) }.withPrevious() } },
  Kind("flat-map") {
    { held in
      let inner = OpenBehavior(1)
      let flat = OpenBehavior(0).flatMap { _ in using(held, inner) }
      _ = flat.value
      return flat
    }
  },
  Kind("scan") { { held in OpenBehavior(0).scan(0) { using(held, $0 + $1) } } },
  Kind("scan-of-one") {
    let source = OpenBehavior(0)
    return { held in source.scan(0) { using(held, $0 + $1) } }
  },
  Kind("sample") { { held in OpenBehavior(1).sample(on: Event<Int>()) { value, _ in using(held, value) } } },
  Kind("event-map") { { held in Event<Int>().map { using(held, $0) } } },
  Kind("event-filter-observed") {
    { held in
      let event = Event<Int>()
      event.filter { _ in using(held, true) }.sink { _ in }
      return event
    }
  },
  Kind("merge") {
    { held in
      let merged = Event<Int>().merge(Event<Int>())
      merged.sink { _ in use(held) }
      return merged
    }
  },
  Kind("merge-of-merges") { { held in (held as? EventStream<Int>)?.merge(Event<Int>()) ?? Event<Int>() } },
  Kind("hold") { { held in Event<Int>().map { using(held, $0) }.hold(0) } },
  Kind("accumulate") { { held in Event<Int>().accumulate(0) { using(held, $0 + $1) } } },
  Kind("switch") {
    let event = Event<Int>()
    return { held in
      let (behavior, bag) = (OpenBehavior(1), SubscriptionBag())
      event.map { _ in behavior.map { using(held, $0) }.changes }.switchToLatest().sink { _ in }.store(in: bag)
      return bag
    }
  },
  Kind("switch-inner") {
    { held in
      let (event, behavior, bag) = (Event<Int>(), OpenBehavior(1), SubscriptionBag())
      event.map { _ in behavior.map { using(held, $0) }.changes }.switchToLatest().sink { _ in }.store(in: bag)
      event.trigger(1)
      return Several(event, bag)
    }
  },
  Kind("switch-nested") {
    let (event, behavior) = (Event<Int>(), OpenBehavior(1))
    return { held in
      let inner = (held as? EventStream<Int>) ?? behavior.map { $0 }.changes
      return event.map { _ in inner }.switchToLatest()
    }
  },
  Kind("updater") {
    let source = OpenBehavior(0)
    return { held in
      let updater = Updater()
      updater.keepUpToDate(dependencies: [source]) { use(held) }
      return updater
    }
  },
  Kind("derived-property") {
    let source = OpenBehavior(0)
    return { held in
      DerivedProperty(
        dependencies: [source],
        calculator: { using(held, 1) })
    }
  },
  Kind("recalculated-property") { { held in ManuallyRecalculatedDerivedProperty { using(held, 1) } } },
  Kind("connected-property") {
    { held in
      let property = ConnectableProperty<Int>(unconnectedValue: 0)
      if let held = held as? Behavior<Int> { property.connect(held) }
      return property
    }
  },
  Kind("connected-property-observed") {
    { held in
      let property = ConnectableProperty<Int>(unconnectedValue: 0)
      if let held = held as? Behavior<Int> { property.connect(held) }
      property.sink { (_: Int) in }
      return property
    }
  },
]

private let programKinds: [Kind] = [
  Kind("program-source") {
    { held in Listening.makeProgram(handler: .sending { _, _ in }, listening: { _, _ in Subscription { use(held) } }) }
  },
  Kind("program-handler") {
    { held in
      Listening.makeProgram(
        performing: { (_: Int) throws -> Int? in
          using(held, nil)
        }, listening: { _, _ in Subscription {} })
    }
  },
  Kind("program-observer") {
    { held in
      let program: Program<Listening> = Listening.makeProgram(
        performing: { (_: Int) throws -> Int? in nil }, listening: { _, _ in Subscription {} })
      program.viewBehavior.sink { (_: Int) in use(held) }
      return program
    }
  },
]

private let releases: [(length: Int, of: @Sendable (inout AnyObject?) -> Void)] = [
  (20_000, { $0 = nil }),
  (8_000, { chain in batch { chain = nil } }),
  (8_000, { chain in independently { chain = nil } }),
  (
    8_000,
    { chain in
      let held = Several(chain!)
      chain = nil
      var last: Several? = held
      let event = Event<Int>()
      event.sink { _ in last = nil }
      event.trigger(1)
    }
  ),
]

private func releaseAll(_ kind: Kind) {
  for release in releases {
    var isReleased = false
    let make = kind.maker()
    var chain: AnyObject? = End { isReleased = true }
    for _ in rounds(release.length) { chain = make(chain) }
    release.of(&chain)
    check(isReleased, "a chain is left")
  }
}

let chainCases: [Case] = (trackedKinds + observedKinds + derivedKinds + programKinds).map { kind in
  Case(
    "chain/\(kind.name)",
    .thread {
      let gate = Gate()
      let thread = Thread {
        releaseAll(kind)
        gate.open()
      }
      thread.stackSize = 512 << 10
      thread.start()
      gate.wait()
    })
}
