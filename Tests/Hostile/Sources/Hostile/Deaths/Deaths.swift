import ReactiveCore
import ReactiveDerived
import ReactiveTracking

// Main-actor objects that other threads release while the main actor writes, propagates, subscribes and cancels.

/// The objects that the models depend on and that outlive them.
@MainActor
enum World {
  static let font = atom(12, name: "font")
  static let theme = OpenBehavior("light", name: "theme")
  static let size = StoredProperty(1, name: "size")
  static let tapped = Event<Int>(name: "tapped")
  static let bag = SubscriptionBag()

  static func stir(_ step: Int) {
    font.value = step
    if step % 4 == 0 { tapped.trigger(step) }
    if step % 3 == 0 { size.value = step }
    if step % 5 == 0 {
      batch {
        theme.value = "theme \(step)"
        font.value = -step
      }
    }
    if step % 7 == 0 {
      let subscription = font.sink { _ in }
      tapped.sink { _ in }.store(in: bag)
      subscription.cancel()
    }
    if step % 21 == 0 { bag.cancelAll() }
  }
}

/// A main-actor object that holds objects of the library with closures that capture a probe.
protocol Model: AnyObject, Sendable {
  @MainActor init(_ census: Census)
}

/// Releases models of one kind on other threads.
@MainActor
func perish<M: Model>(_ kind: M.Type, _ count: Int = 300) async {
  await perish(count) { M($0) }
}

/// Releases the objects of `make` on other threads.
@MainActor
func perish(_ count: Int = 300, _ make: @MainActor (Census) -> any Sendable) async {
  let census = Census()
  let graveyard = Graveyard()
  for round in rounds(count) {
    graveyard.bury((0..<12).map { _ in make(census) })
    for step in 0..<42 { World.stir(round * 42 + step) }
    await Task.yield()
  }
  graveyard.close()
  await settle(census)
}

/// Checks that everything ends within a few turns of the main actor, or at the next delivery.
@MainActor
func settle(_ census: Census) async {
  for _ in 0..<3 { await Task.yield() }
  World.bag.cancelAll()
  for step in 1...2 {
    batch {
      World.font.value = .min + step
      World.theme.value = "the end \(step)"
      World.size.value = .min + step
    }
    World.tapped.trigger(step)
  }
  await untilGone(census)
}

/// Checks that everything ends without further action.
@MainActor
func untilGone(_ census: Census) async {
  for _ in 0..<500 where census.count > 0 { try? await Task.sleep(for: .milliseconds(2)) }
  check(census.count, is: 0, "the number of captured objects that are left")
}

let deathCases: [Case] = [
  Case(
    "death/nothing-happens-after",
    .main {
      let census = Census()
      let graveyard = Graveyard()
      for _ in rounds(300) {
        graveyard.bury([
          WithEffect(census), WithDerivation(census), WithScope(census), WithCleanup(census), WithBag(census),
        ])
      }
      graveyard.close()
      await untilGone(census)
    }),
  Case("death/effect", .main { await perish(WithEffect.self) }),
  Case("death/effect-runloop", .runLoop { await perish(WithEffect.self) }),
  Case("death/effect-unowned", .rightOrUnowned, .main { await perish(WithUnownedEffect.self) }),
  Case("death/effect-of-own-atom", .main { await perish(WithOwnAtom.self) }),
  Case("death/effect-isolated-deinit", .main { await perish(WithIsolatedDeinit.self) }),
  Case("death/effect-isolated-deinit-unowned", .rightOrUnowned, .main { await perish(WithIsolatedUnowned.self) }),
  Case("death/effect-throwing", .main { await perish(WithThrowingEffect.self) }),
  Case("death/watch", .main { await perish(WithWatch.self) }),
  Case("death/cleanup", .main { await perish(WithCleanup.self) }),
  Case("death/cleanup-runloop", .runLoop { await perish(WithCleanup.self) }),
  Case("death/derivation", .main { await perish(WithDerivation.self) }),
  Case("death/derivation-chain", .main { await perish(WithDerivationChain.self) }),
  Case("death/derivation-result", .main { await perish(WithResult.self) }),
  Case("death/derived-of-owner", .main { await perish(WithDerivedWrapper.self) }),
  Case("death/derived-kept", .main { await perish(WithKeptDerivedWrapper.self) }),
  Case("death/scope", .main { await perish(WithScope.self) }),
  Case("death/scope-in-scope", .main { await perish(WithScopes.self) }),
  Case("death/effect-scoped", .main { await perish(WithScopedEffect.self) }),
  Case("death/bag", .main { await perish(WithBag.self) }),
  Case("death/bag-runloop", .runLoop { await perish(WithBag.self) }),
  Case("death/subscription", .main { await perish(WithSubscription.self) }),
  Case("death/subscription-action", .main { await perish(WithAction.self) }),
  Case("death/owner", .main { await perish(WithOwner.self) }),
  Case("death/owner-of-parts", .main { await perish(WithParts.self) }),
  Case("death/property-observed", .main { await perish(WithProperty.self) }),
  Case("death/signal", .main { await perish(WithSignal.self) }),
  Case("death/observer-list", .main { await perish(WithList.self) }),
]

// MARK: - Tracking

@MainActor
final class WithEffect: Model {
  private(set) var drawn = 0
  private var drawing: Effect?
  init(_ census: Census) {
    let probe = Probe(census)
    drawing = Effect { [weak self] in
      probe.use()
      self?.drawn &+= World.font.value
    }
  }
}

@MainActor
final class WithUnownedEffect: Model {
  private(set) var drawn = 0
  private var drawing: Effect?
  init(_ census: Census) {
    let probe = Probe(census)
    drawing = Effect { [unowned self] in
      probe.use()
      drawn &+= World.font.value
    }
  }
}

@MainActor
final class WithOwnAtom: Model {
  @Atom var count = 0
  private var drawing: Effect?
  init(_ census: Census) {
    let probe = Probe(census)
    let count = $count
    drawing = Effect {
      probe.use()
      if count.value < 3 { count.value += 1 }
    }
  }
}

@MainActor
final class WithIsolatedDeinit: Model {
  private(set) var drawn = 0
  private var drawing: Effect?
  init(_ census: Census) {
    let probe = Probe(census)
    drawing = Effect { [weak self] in
      probe.use()
      self?.drawn &+= World.font.value
    }
  }
  isolated deinit { drawing?.cancel() }
}

@MainActor
final class WithIsolatedUnowned: Model {
  private(set) var drawn = 0
  private var drawing: Effect?
  init(_ census: Census) {
    let probe = Probe(census)
    drawing = Effect { [unowned self] in
      probe.use()
      drawn &+= World.font.value
    }
  }
  isolated deinit {}
}

@MainActor
final class WithThrowingEffect: Model {
  struct Odd: Error {}
  private var drawing: Effect?
  init(_ census: Census) {
    let probe = Probe(census)
    let other = Probe(census)
    drawing = Effect { () throws(Odd) in
      probe.use()
      if World.font.value % 2 != 0 { throw Odd() }
    } catch: { _ in
      other.use()
    }
  }
}

@MainActor
final class WithWatch: Model {
  private var watching: Effect?
  init(_ census: Census) {
    let probe = Probe(census)
    watching = watch(of: World.font.value / 2) { _, _ in
      probe.use()
      onCleanup { probe.use() }
    }
  }
}

@MainActor
final class WithCleanup: Model {
  static var open = 0
  @Atom var own = 12
  private var drawing: Effect?
  init(_ census: Census) {
    let probe = Probe(census)
    let own = $own
    drawing = Effect {
      _ = own.value
      _ = World.font.value / 64
      Self.open += 1
      onCleanup {
        checkOnMainActor()
        Self.open -= 1
        probe.use()
      }
    }
  }
}

@MainActor
final class WithDerivation: Model {
  let double: Derivation<Int>
  init(_ census: Census) {
    let probe = Probe(census)
    let observer = Probe(census)
    double = derive {
      probe.use()
      return World.font.value &* 2
    }
    double.sink { _ in observer.use() }
  }
}

@MainActor
final class WithDerivationChain: Model {
  let last: Derivation<Int>
  init(_ census: Census) {
    let probe = Probe(census)
    let first = derive { () -> Int in
      probe.use()
      onCleanup { probe.use() }
      return World.font.value &* 2
    }
    let side = derive { first.value &+ World.size.value }
    last = derive { first.value &+ side.value &+ probe.number }
    last.sink { _ in probe.use() }
  }
}

@MainActor
final class WithResult: Model {
  struct Odd: Error, Equatable {}
  let result: Derivation<Result<Int, Odd>>
  init(_ census: Census) {
    let probe = Probe(census)
    result = deriveResult { () throws(Odd) -> Int in
      probe.use()
      if World.font.value % 2 != 0 { throw Odd() }
      return 1
    }
    result.sink { _ in probe.use() }
  }
}

@MainActor
final class WithDerivedWrapper: Model {
  @Atom var prices = [1, 2]
  @Derived({ (me: WithDerivedWrapper) in me.prices.count &+ me.seen }) var total: Int
  private let probe: Traveller
  private var seen: Int { World.font.value }
  init(_ census: Census) {
    probe = Traveller(census)
    _ = total
    prices.append(total)
  }
}

/// Its derivation outlives it.
@MainActor
final class WithKeptDerivedWrapper: Model {
  @Derived({ (me: WithKeptDerivedWrapper) in [me.number &+ World.font.value] as Any }) var total: Any
  private let probe: Traveller
  private var number: Int { World.size.value }
  init(_ census: Census) {
    probe = Traveller(census)
    let seen = Probe(census)
    $total.sink { _ in seen.use() }.store(in: World.bag)
    $total.map { "\($0)" }.sink { _ in seen.use() }.store(in: World.bag)
  }
}

@MainActor
final class WithScope: Model {
  let scope = EffectScope()
  init(_ census: Census) {
    let probe = Probe(census)
    scope.run {
      _ = Effect {
        _ = World.font.value
        probe.use()
      }
      onCleanup {
        checkOnMainActor()
        probe.use()
      }
    }
  }
}

@MainActor
final class WithScopes: Model {
  let scope = EffectScope()
  init(_ census: Census) {
    let probe = Probe(census)
    scope.effect { inner in
      _ = World.size.value
      inner.effect {
        probe.use()
        _ = World.font.value
        onCleanup {
          checkOnMainActor()
          probe.use()
        }
      }
    }
    if probe.number % 2 == 0 { scope.pause() }
  }
}

@MainActor
final class WithScopedEffect: Model {
  private var outer: Effect?
  init(_ census: Census) {
    let probe = Probe(census)
    outer = Effect { scope in
      let font = World.font.value / 8
      scope.effect {
        probe.number &+= font &+ World.size.value
      }
      scope.onCleanup { probe.use() }
    }
  }
}

// MARK: - Observers

@MainActor
final class WithBag: Model {
  private let bag = SubscriptionBag()
  init(_ census: Census) {
    let probe = Probe(census)
    World.font.sink { _ in probe.use() }.store(in: bag)
    World.theme.observe { _ in probe.use() }.store(in: bag)
    World.tapped.sink { _ in probe.use() }.store(in: bag)
    World.size.onChange { _, _ in probe.use() }.store(in: bag)
    World.size.map { $0 &+ 1 }.observe { _ in probe.use() }.store(in: bag)
  }
}

@MainActor
final class WithSubscription: Model {
  private let kept: Subscription
  init(_ census: Census) {
    let probe = Probe(census)
    kept = World.size.map { $0 &+ 1 }.sink { _ in probe.use() }
  }
}

@MainActor
final class WithAction: Model {
  static var ended = 0
  private let bag = SubscriptionBag()
  init(_ census: Census) {
    let probe = Probe(census)
    Subscription {
      checkOnMainActor()
      Self.ended += 1
      probe.use()
    }.store(in: bag)
  }
}

@MainActor
final class WithOwner: Model {
  private(set) var drawn = 0
  init(_ census: Census) {
    let probe = Probe(census)
    World.font.sink(with: self) { me, font in
      probe.use()
      me.drawn &+= font
    }
    World.tapped.observe(with: self) { me, number in
      probe.use()
      me.drawn &+= number
    }
    World.theme.observe(with: self) { me, theme in
      probe.use()
      me.drawn &+= theme.count
    }
  }
}

@MainActor
final class WithParts: Model {
  private(set) var drawn = 0
  init(_ census: Census) {
    let probe = Probe(census)
    World.theme.observe(\.count, with: self) { me, count in
      probe.use()
      me.drawn &+= count
    }
    World.tapped.sink(\.byteSwapped, with: self) { me, number in
      probe.use()
      me.drawn &+= number
    }
  }
}

/// The source ends on another thread while its observers are cancelled at home.
@MainActor
final class WithProperty: Model {
  @Property var count = 0
  @Pub var text = ""
  init(_ census: Census) {
    let probe = Probe(census)
    $count.sink { _ in probe.use() }.store(in: World.bag)
    $text.sink { _ in probe.use() }.store(in: World.bag)
    $count.map { $0 &+ 1 }.sink { _ in probe.use() }.store(in: World.bag)
    count = 1
    text = "a"
  }
}

@MainActor
final class WithSignal: Model {
  @Signal var tapped: Accepts<Int>
  let renamed = Event<String>()
  init(_ census: Census) {
    let probe = Probe(census)
    $tapped.sink { _ in probe.use() }.store(in: World.bag)
    renamed.filter { !$0.isEmpty }.map(\.count).sink { _ in probe.use() }.store(in: World.bag)
    $tapped.sink(with: self) { _, _ in probe.use() }
    tapped.send(1)
    renamed.trigger("x")
  }
}

@MainActor
final class WithList: Model {
  private let list = ObserverList<Int>(name: "list")
  private let subscription: Subscription
  init(_ census: Census) {
    let probe = Probe(census)
    subscription = list.add { _ in probe.use() }
    list.add(with: self) { _, _ in probe.use() }
    list.send(1)
  }
}
