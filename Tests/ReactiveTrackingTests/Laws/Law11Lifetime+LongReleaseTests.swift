import ReactiveTestSupport
import ReactiveTracking
import Testing

/// Law 11: a long chain of any kind ends without recursion.
@Suite("A long chain is released on a stack of 512 KiB")
struct LongReleaseTests {
  enum Release: CaseIterable {
    case drop, cancel, inDelivery, inEffect

    /// The number of dropped links. The stack is too small for a tenth as many nested calls. So the full length is for
    /// one way only.
    fileprivate var length: Int { self == .drop ? TestSize.large : TestSize.chain }
  }

  /// Makes a chain of links with `next` from the objects they keep, releases it, and returns the number of cleanups
  /// run.
  private static func released(
    _ release: Release, _ next: @escaping @Sendable (Int, AnyObject, @escaping () -> Void) -> AnyObject
  ) -> Int {
    onThread(stackKibibytes: 512) { () -> Int in
      var ended = 0
      var chain: AnyObject? = EffectScope()
      for index in 0..<release.length { chain = next(index, chain!) { ended += 1 } }
      var first: EffectScope? = EffectScope()
      first?.onCleanup { [held = chain!] in withExtendedLifetime(held) {} }
      chain = nil
      switch release {
      case .drop: first = nil
      case .cancel: first?.cancel()
      case .inDelivery:
        let event = Event<Int>()
        event.sink { _ in first = nil }
        event.trigger(1)
      case .inEffect:
        let trigger = atom(false)
        let effect = Effect { if trigger.value { first = nil } }
        trigger.value = true
        effect.cancel()
      }
      return ended
    }
  }

  @Test("scopes, each kept by a cleanup of the next", arguments: Release.allCases)
  func scopes(release: Release) {
    let ended = Self.released(release) { _, held, end in
      let scope = EffectScope()
      scope.onCleanup { finish(held, end) }
      return scope
    }
    #expect(ended == release.length)
  }

  @Test("effects, each kept by a cleanup of the next", arguments: Release.allCases)
  func effects(release: Release) {
    let ended = Self.released(release) { _, held, end in
      Effect { onCleanup { finish(held, end) } }
    }
    #expect(ended == release.length)
  }

  @Test("derivations, each kept by a cleanup of the next", arguments: Release.allCases)
  func derivations(release: Release) {
    let ended = Self.released(release) { _, held, end in
      let derivation = derive {
        onCleanup { finish(held, end) }
        return 1
      }
      _ = derivation.value
      return derivation
    }
    #expect(ended == release.length)
  }

  @Test("of every kind in turn", arguments: Release.allCases)
  func mixed(release: Release) {
    let ended = Self.released(release) { index, held, end in
      switch index % 7 {
      case 0:
        let bag = SubscriptionBag()
        Subscription { finish(held, end) }.store(in: bag)
        return bag
      case 1:
        let scope = EffectScope()
        scope.onCleanup { finish(held, end) }
        return scope
      case 2:
        return Effect { onCleanup { finish(held, end) } }
      case 3:
        let scope = EffectScope()
        scope.effect { onCleanup { finish(held, end) } }
        return scope
      case 4:
        let derivation = derive {
          onCleanup { finish(held, end) }
          return 1
        }
        _ = derivation.value
        return derivation
      case 5:
        return Effect { scope in
          scope.run { onCleanup { finish(held, end) } }
        }
      default:
        let bag = SubscriptionBag()
        Subscription(end).store(in: bag)
        let own = atom(0)
        own.sink { _ in withExtendedLifetime(held) {} }
        Subscription { withExtendedLifetime(own) {} }.store(in: bag)
        return bag
      }
    }
    #expect(ended == release.length)
  }

  private final class Item {
    @Atom var next: Item?
    @Derived({ (me: Item) in me.next }) var derived: Item?
    let object: Tracked
    init(_ object: Tracked, before next: Item?) {
      self.object = object
      self.next = next
      _ = derived
    }
  }

  @Test("objects, each held by an atom of the next, and by a derivation of that")
  func atoms() {
    let alive = onThread(stackKibibytes: 512) {
      let count = LiveCount()
      var last: Item?
      for _ in 0..<TestSize.large { last = Item(count.make(), before: last) }
      last = nil
      return [count.peak, count.alive]
    }
    #expect(alive == [TestSize.large, 0])
  }
}

/// The end of a link that has kept `held`.
private func finish(_ held: AnyObject, _ end: () -> Void) {
  end()
  withExtendedLifetime(held) {}
}
